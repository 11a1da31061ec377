"""A table laid with what our printer made: the printed board, with printed pieces in its cells."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache

import cv2
import numpy as np

from calibration.art import PAPYRUS
from calibration.geometry.board import Cell
from calibration.geometry.markers import A4, Paper
from calibration.kit.ink import Drawn, Fill, InkPose, laid
from calibration.kit.sheets import KitPage, Poster
from calibration.paint.bowl.printed import _face
from calibration.paint.dig.printed import card_piece
from calibration.paint.flat import BEHIND_MM
from calibration.paint.kheops.printed import tile_face
from calibration.paint.wall.printed import animal
from calibration.read.reader import Looker
from companion.rooms import room_of
from companion.rooms.dig import tray_of
from companion.workshop.printables.pdf import pdf

from .photographs import SIZE, Picture, rendered, seen

DPI = 100
Laid = Callable[[Cell, random.Random], tuple[str, Drawn]]
"""Chooses a piece for a cell: its label, and the drawing on the board."""


@lru_cache(maxsize=8)
def poster(room: str) -> Poster:
    known = room_of(room)
    parts = known.prints(known.game.load_box(None), A4)
    return next(part.things for part in parts if isinstance(part.things, Poster))


def photographed(room: str, seed: int) -> tuple[Picture, dict[str, str]]:
    """A printed board with a printed piece in every cell, and what lies where."""
    dice, board = random.Random(f"{room} {seed}"), poster(room)
    known = room_of(room)
    drawn, truth = list(board.drawn), {}
    for cell in known.board(known.game.load_box(None)).cells:
        if cell.kind != "pawn":
            truth[cell.id], piece = PIECES[room](cell, dice)
            drawn += piece
    paper = Paper("table", board.width, board.height, 0, 8)
    data = pdf([KitPage("board", 1, 1, tuple(drawn))], paper, "table", lambda page: ("", ""))
    flat = rendered(data, dpi=DPI)
    table = cv2.copyMakeBorder(flat, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(70, 80, 90))
    return seen(np.asarray(table, np.uint8), np.random.default_rng(seed), SIZE), truth


def read(room: str, picture: Picture) -> dict[str, str | None]:
    """What our own eye is sure of, which was taught our own pieces."""
    looker = _looker(room)
    looker.forget()
    return {cell: reading.label for cell, reading in looker.look(picture).cells.items()}


@lru_cache(maxsize=5)
def _looker(room: str) -> Looker:
    known = room_of(room)
    box = known.game.load_box(None)
    return Looker(known.board(box), known.taught(box, SIZE))


def counted(room: str, seed: int) -> tuple[int, int, int]:
    """Cells that were read right, read wrong, and left open."""
    picture, truth = photographed(room, seed)
    told = read(room, picture)
    right = sum(told.get(cell) == label for cell, label in truth.items())
    wrong = sum(told.get(cell) not in (None, label) for cell, label in truth.items())
    return right, wrong, len(truth) - right - wrong


def _in_window(cell: Cell, dice: random.Random) -> tuple[str, Drawn]:
    box = room_of("wall").game.load_box(None)
    label = dice.choice(room_of("wall").labels(box))
    (left, top), _, (right, low), _ = cell.polygon_mm
    room = (right - left + 2 * BEHIND_MM, low - top + 2 * BEHIND_MM)
    card = Fill((cell.polygon_mm,), PAPYRUS.paper)
    return label, (card, *animal(label, cell.middle_mm, room))


def _on_field(cell: Cell, dice: random.Random) -> tuple[str, Drawn]:
    box = room_of("bowl").game.load_box(None)
    label = dice.choice(room_of("bowl").labels(box))
    (left, top), (right, _), *_ = cell.polygon_mm
    return label, laid(_face(label, right - left), InkPose(left, top))


def _in_pit(cell: Cell, dice: random.Random) -> tuple[str, Drawn]:
    box = room_of("dig").game.load_box(None)
    tray = tray_of(box)
    layer = tray.layers - 1
    card = dice.choice([card for card in box.layers[layer - 1].cards if "_" not in card.card])
    drawn = card_piece(tray, layer, card.card, card.value).drawn
    return f"{layer}-{card.card}", laid(drawn, InkPose(*cell.polygon_mm[0]))


def _on_pyramid(cell: Cell, dice: random.Random) -> tuple[str, Drawn]:
    box = room_of("kheops").game.load_box(None)
    face = dice.choice(sorted(box.faces))
    drawn = tile_face(face, box.edge_mm)
    (left, low), (right, _), (_, tip) = cell.polygon_mm
    if tip < low:
        return f"{face}@0", laid(drawn, InkPose(left, tip))
    return f"{face}@0", laid(drawn, InkPose(left, tip, degrees=180))


PIECES: Mapping[str, Laid] = {
    "wall": _in_window,
    "bowl": _on_field,
    "dig": _in_pit,
    "kheops": _on_pyramid,
}
