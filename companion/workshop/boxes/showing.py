"""What goes with a question: the piece it is about, and the board to tap on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from calibration.boards.markers import A4
from calibration.kit.sheets import Part, Poster
from companion.core.game import load_room
from companion.rooms import room_of

from ..svg import picture
from .store import Boxes, contradictions


def box_data(boxes: Boxes, room: str) -> dict[str, Any]:
    """The draft where it can be drawn, else the box in force."""
    draft = boxes.draft(room)
    return boxes.in_force(room) if contradictions(room, draft) else draft


def drawing(data: Mapping[str, Any], room: str, title: str, number: int) -> str | None:
    """A printed part of a box as a picture: one piece of it, or all that fit side by side."""
    found = [part.things for part in _parts(room, msgspec.json.encode(data)) if part.title == title]
    posters = [things for things in found if isinstance(things, Poster)]
    if posters:
        return picture(posters[0].width, posters[0].height, posters[0].drawn)
    pieces = [piece for things in found if not isinstance(things, Poster) for piece in things]
    if not pieces or number >= len(pieces):
        return None
    one = pieces[max(0, number)]
    return picture(one.width, one.height, one.drawn)


@lru_cache(maxsize=4)
def _parts(room: str, data: bytes) -> list[Part]:
    box = load_room(room).load_box.read(msgspec.json.decode(data))
    return room_of(room).prints(box, A4)


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
