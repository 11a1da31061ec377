"""Cards and tiles spread on a plain table and photographed from above, painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from calibration.art import PAPYRUS, Art
from calibration.paint.bowl.tiles import tile
from calibration.paint.faces import face
from calibration.paint.flat import BEHIND_MM
from calibration.paint.kheops.studio import lay_tile
from calibration.paint.wall.printed import MULLION_MM

PX_PER_MM = 3.0
NEVER_SEEN = replace(PAPYRUS, paper="#cfe0e6")
"""The wall's cards of another deck, on other paper."""
TABLE = (58, 74, 96)
GAP_MM = 18.0


def card(labels: Sequence[str], window: tuple[float, float], art: Art = PAPYRUS) -> Any:
    """One card of the wall with its animals side by side."""
    rim = round(BEHIND_MM * PX_PER_MM)
    wide, high = (round(side * PX_PER_MM) for side in window)
    gap = round(MULLION_MM * PX_PER_MM)
    whole = np.full((high + 2 * rim, 2 * wide + gap + 2 * rim, 3), 0, np.uint8)
    whole[:] = face(art, labels[0], wide + 2 * rim, high + 2 * rim)[1, 1]
    for n, label in enumerate(labels):
        drawn = face(art, label, wide + 2 * rim, high + 2 * rim)[rim:-rim, rim:-rim]
        left = rim + n * (wide + gap)
        whole[rim : rim + high, left : left + wide] = drawn
    return whole


Piece = tuple[Any, Any]
"""A picture of a piece, and where in it the piece is."""


def disc(label: str, kind: str, side_mm: float) -> Piece:
    """One round tile of the bowl."""
    side = round(side_mm * PX_PER_MM)
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 1.0, -1, cv2.LINE_AA)
    return tile(label, kind, side), mask


def triangle(label: str, edge_mm: float) -> Piece:
    """One tile of Kheops, its tip up."""
    edge = edge_mm * PX_PER_MM
    high = edge * 3**0.5 / 2
    corners = np.array([(0.0, high), (edge, high), (edge / 2, 0.0)])
    drawn = np.zeros((round(high), round(edge), 3), np.uint8)
    mask = np.zeros(drawn.shape[:2], np.float32)
    lay_tile(drawn, label, corners)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1.0)
    return drawn, mask


def spread(
    cards: Sequence[Sequence[str]],
    window: tuple[float, float],
    seed: int = 1,
    art: Art = PAPYRUS,
    across: int = 5,
) -> Any:
    """All cards on a table, each a little turned, under uneven light."""
    pieces = [card(labels, window, art) for labels in cards]
    return strewn([(one, np.ones(one.shape[:2], np.float32)) for one in pieces], seed, across)


def strewn(pieces: Sequence[Piece], seed: int = 1, across: int = 5, turned: float = 7.0) -> Any:
    """Pieces in rows on a table, each turned by so many degrees at most, under uneven light."""
    dice = np.random.default_rng(seed)
    high, wide = (side + round(GAP_MM * PX_PER_MM) for side in pieces[0][0].shape[:2])
    rows = -(-len(pieces) // across)
    table = np.full((rows * high + 120, across * wide + 120, 3), TABLE, np.float32)
    for n, piece in enumerate(pieces):
        middle = (60 + (n % across + 0.5) * wide, 60 + (n // across + 0.5) * high)
        _lay(table, piece, middle, float(dice.uniform(-turned, turned)))
    y, x = np.mgrid[: table.shape[0], : table.shape[1]] / max(table.shape)
    light = 0.85 + 0.25 * (x * dice.uniform(-1, 1) + y * dice.uniform(-1, 1))
    seen = table * light[..., None] * np.array([0.95, 1.0, 1.04])
    seen = cv2.GaussianBlur(seen, (0, 0), 0.8) + dice.normal(0, 2.5, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def _lay(table: Any, piece: Piece, middle: tuple[float, float], degrees: float) -> None:
    picture, inside = piece
    high, wide = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1.0)
    turn[:, 2] += np.array(middle) - (wide / 2, high / 2)
    size = (table.shape[1], table.shape[0])
    over = cv2.warpAffine(picture.astype(np.float32), turn, size)
    mask = cv2.warpAffine(inside, turn, size)[..., None]
    table[:] = table * (1 - mask) + over * mask


def of_list(room: str, box: Any, part: str = "") -> tuple[list[str], list[Piece]]:
    """Every piece of one list of a box, and what each shows: window by window for the wall."""
    if room == "wall":
        rows = [card.cells[0] for card in box.cards]
        drawn = [card(row, box.wall.window_mm) for row in rows]
        return [one for row in rows for one in row], [whole(one) for one in drawn]
    if room == "bowl":
        faces = [face.label for face in box.tiles_of(part)]
        return faces, [disc(face, part, box.board.tile_mm[0]) for face in faces]
    if room == "kheops":
        faces = [tile.face for tile in box.tiles]
        return faces, [triangle(f"{face}@0", box.edge_mm) for face in faces]
    if room == "dig":
        layer = int(part)
        faces = [f"{layer + 1}-{one.card}" for one in box.layers[layer].cards]
        return faces, [whole(_dig_card(box, face)) for face in faces]
    faces = [colour for colour in box.colours for _ in range(box.each)]
    return faces, [whole(_colour_card(box, colour)) for colour in faces]


def whole(picture: Any) -> Piece:
    """A piece that fills its picture."""
    return picture, np.ones(picture.shape[:2], np.float32)


def _dig_card(box: Any, label: str) -> Any:
    from calibration.paint.dig.cards import card as dig_card
    from companion.rooms.dig import tray_of

    tray = tray_of(box)
    return dig_card(tray, label, round(44 * PX_PER_MM))


def _colour_card(box: Any, colour: str) -> Any:
    from calibration.paint.sphinx.faces import card as colour_card

    wide, high = (round(side * PX_PER_MM) for side in box.mat.card_mm)
    return colour_card(colour, wide, high)
