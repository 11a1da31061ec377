"""A card between two fingers: whole, above or in front of the board, not behind its windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..art import Art
from ..boards.board import Cell, Corners, Point, window
from .faces import Picture, bgr, face
from .flat import BEHIND_MM, pixels
from .view import View


@dataclass(frozen=True, slots=True)
class HeldCard:
    """The card that belongs in *cells*, lifted away from there by *away_mm*.

    The wall hides what has sunk below the board's upper edge, unless it is held in front.
    """

    cells: tuple[Cell, ...]
    labels: tuple[str, ...]
    away_mm: Point = (0.0, 0.0)
    in_front: bool = False

    @property
    def outline_mm(self) -> Corners:
        """Where the card would be if nothing hid it."""
        xs = [x for cell in self.cells for x, _ in cell.polygon_mm]
        ys = [y for cell in self.cells for _, y in cell.polygon_mm]
        left, top = min(xs) - BEHIND_MM, min(ys) - BEHIND_MM
        size = (max(xs) - left + BEHIND_MM, max(ys) - top + BEHIND_MM)
        return window(left + self.away_mm[0], top + self.away_mm[1], *size)

    @property
    def grip_mm(self) -> Point:
        """Where fingers hold it: the middle of its upper edge."""
        (left, top), (right, _) = self.outline_mm[:2]
        return ((left + right) / 2, top + 5.0)


def held(cells: Sequence[Cell], labels: Mapping[str, str], away_mm: Point) -> HeldCard:
    """The card of these cells, lifted away."""
    return HeldCard(tuple(cells), tuple(labels[cell.id] for cell in cells), away_mm)


def paint_card(card: HeldCard, art: Art, px_per_mm: float) -> Picture:
    """Paint the whole card, its rim included."""
    left, top, width, height = pixels(card.outline_mm, px_per_mm)
    picture = np.full((height, width, 3), bgr(art.paper), np.uint8)
    for cell, label in zip(card.cells, card.labels, strict=True):
        x, y, w, h = pixels(cell.polygon_mm, px_per_mm)
        x += round(card.away_mm[0] * px_per_mm) - left
        y += round(card.away_mm[1] * px_per_mm) - top
        picture[y : y + h, x : x + w] = face(art, label, w, h)[: height - y, : width - x]
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (140, 160, 172), 1)
    return picture


def lay_card(picture: Picture, card: HeldCard, art: Art, view: View, px_per_mm: float) -> None:
    """Draw a held card into *picture* in place, as far as the wall does not hide it."""
    painted = paint_card(card, art, px_per_mm)
    (left, top), (_, bottom) = card.outline_mm[0], card.outline_mm[2]
    shown = bottom - top if card.in_front else min(bottom, 0.0) - top
    rows = round(shown * px_per_mm)
    if rows < 1:
        return
    painted = painted[:rows]
    place = np.array([[1 / px_per_mm, 0, left], [0, 1 / px_per_mm, top], [0, 0, 1]])
    to_frame = view.shot.board_to_pixels() @ place
    size = view.scene.size
    card_there = np.asarray(cv2.warpPerspective(painted, to_frame, size))
    mask = np.full(painted.shape[:2], 255, np.uint8)
    mask_there = np.asarray(cv2.warpPerspective(mask, to_frame, size))
    x, y, w, h = cv2.boundingRect(mask_there)
    if w and h:
        here = (slice(y, y + h), slice(x, x + w))
        lit = view.lit(np.ascontiguousarray(card_there[here]), (x, y, w, h))
        share = mask_there[here][..., None].astype(np.float32) / 255
        picture[here] = (picture[here] * (1 - share) + lit * share).astype(np.uint8)
