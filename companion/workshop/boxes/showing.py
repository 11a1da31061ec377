"""What goes with a question: the piece it is about, and the board to tap on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from calibration.boards.markers import A4
from calibration.kit.ink import Lie, Shape, laid
from calibration.kit.sheets import GAP_MM, Part, Piece, Poster
from companion.core.game import load_room
from companion.rooms import room_of

from ..svg import picture
from .store import Boxes, contradictions

MOST_SHOWN = 16
"""How many pieces one picture shows at most."""


def box_data(boxes: Boxes, room: str) -> dict[str, Any]:
    """The draft where it can be drawn, else the box in force."""
    draft = boxes.draft(room)
    return boxes.in_force(room) if contradictions(room, draft) else draft


def drawing(
    data: Mapping[str, Any], room: str, title: str, number: int, count: int = 1
) -> str | None:
    """A part of a box as a picture: *count* pieces from a number on, or one of every look."""
    parts = _parts(room, msgspec.json.encode(data))
    found = [part.things for part in parts if part.title == title]
    posters = [things for things in found if isinstance(things, Poster)]
    if posters:
        return picture(posters[0].width, posters[0].height, posters[0].drawn)
    pieces = [piece for things in found if not isinstance(things, Poster) for piece in things]
    chosen = list(dict.fromkeys(pieces)) if number < 0 else pieces[number : number + max(1, count)]
    return _side_by_side(chosen[:MOST_SHOWN]) if chosen else None


def _side_by_side(pieces: Sequence[Piece]) -> str:
    """Row after row, about as wide as high."""
    widest, highest = (max(getattr(one, side) for one in pieces) for side in ("width", "height"))
    columns = min(len(pieces), max(1, round(math.sqrt(1.6 * len(pieces) * highest / widest))))
    drawn: list[Shape] = []
    for n, piece in enumerate(pieces):
        row, column = divmod(n, columns)
        drawn += laid(piece.drawn, Lie(column * (widest + GAP_MM), row * (highest + GAP_MM)))
    rows = math.ceil(len(pieces) / columns)
    width, height = columns * (widest + GAP_MM), rows * (highest + GAP_MM)
    return picture(width - GAP_MM, height - GAP_MM, drawn)


@lru_cache(maxsize=4)
def _parts(room: str, data: bytes) -> list[Part]:
    plain = msgspec.json.decode(data)
    box = load_room(room).load_box.read(plain)
    return [*room_of(room).prints(box, A4), *room_of(room).asked(plain)]


def board(data: Mapping[str, Any], room: str) -> dict[str, Any]:
    """The board to tap on: its size, and where its cells lie; the squares where it numbers any."""
    box = load_room(room).load_box.read(dict(data))
    drawn = room_of(room).board(box)
    grid = data.get("board", {}).get("squares") if isinstance(data.get("board"), Mapping) else None
    return {
        "size_mm": [drawn.width_mm, drawn.height_mm],
        "cells": {
            cell.id: [list(at) for at in cell.polygon_mm]
            for cell in drawn.cells
            if len(cell.polygon_mm) == 3
        },
        "grid": grid or [],
    }
