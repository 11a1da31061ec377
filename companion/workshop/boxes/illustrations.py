"""What goes with a question: the piece it is about, and the board to tap on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from calibration.geometry.markers import A4
from calibration.kit.ink import Disc, Fill, InkLine, InkPose, Shape, laid
from calibration.kit.sheets import GAP_MM, KitPart, KitPiece, Poster
from companion.core.game import load_room
from companion.rooms import room_of

from .store import Boxes, contradictions


def picture(width: float, height: float, drawn: Iterable[Shape]) -> str:
    """Draw that many millimetres as SVG; colours are attributes, nothing is styled."""
    body = "".join(_drawn(shape) for shape in drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}mm" height="{height:g}mm">{body}</svg>'
    )


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Fill):
        ways = "".join(
            "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in ring) + "Z" for ring in shape.rings
        )
        pens = _pens(shape.colour, shape.edge, shape.wide)
        return f'<path d="{ways}" fill-rule="evenodd" {pens}/>'
    if isinstance(shape, InkLine):
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in shape.points)
        return f'<polyline points="{points}" {_pens("", shape.colour, shape.wide)}/>'
    if isinstance(shape, Disc):
        (x, y), (wide, high) = shape.at, shape.radii
        pens = _pens(shape.colour, shape.edge, shape.wide)
        turn = f' transform="rotate({shape.degrees:g} {x:.2f} {y:.2f})"' if shape.degrees else ""
        return f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{wide:.2f}" ry="{high:.2f}" {pens}{turn}/>'
    (x, y), turn = (
        shape.at,
        f' transform="rotate({shape.degrees:g} {shape.at[0]:.2f} {shape.at[1]:.2f})"',
    )
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{shape.size:.2f}" font-family="sans-serif" '
        f'fill="{shape.colour}" text-anchor="{shape.anchor}"{turn if shape.degrees else ""}>'
        f"{escape(shape.text)}</text>"
    )


def _pens(colour: str, edge: str, wide: float) -> str:
    stroke = f'stroke="{edge}" stroke-width="{wide:.2f}"' if edge else ""
    return f'fill="{colour or "none"}" {stroke}'


MOST_SHOWN = 16
"""How many pieces one picture shows at most."""


def box_data(boxes: Boxes, room: str) -> dict[str, Any]:
    """Return the draft if it can be drawn, else the box in force."""
    draft = boxes.draft(room)
    return boxes.in_force(room) if contradictions(room, draft) else draft


def drawing(
    data: Mapping[str, Any], room: str, title: str, number: int, count: int = 1
) -> str | None:
    """Draw a part of a box: *count* pieces from a number on, or one of every look."""
    parts = _parts(room, msgspec.json.encode(data))
    found = [part.things for part in parts if part.title == title]
    posters = [things for things in found if isinstance(things, Poster)]
    if posters:
        return picture(posters[0].width, posters[0].height, posters[0].drawn)
    pieces = [piece for things in found if not isinstance(things, Poster) for piece in things]
    chosen = list(dict.fromkeys(pieces)) if number < 0 else pieces[number : number + max(1, count)]
    return _side_by_side(chosen[:MOST_SHOWN]) if chosen else None


def _side_by_side(pieces: Sequence[KitPiece]) -> str:
    """Row after row, about as wide as high."""
    widest, highest = (max(getattr(one, side) for one in pieces) for side in ("width", "height"))
    columns = min(len(pieces), max(1, round(math.sqrt(1.6 * len(pieces) * highest / widest))))
    drawn: list[Shape] = []
    for n, piece in enumerate(pieces):
        row, column = divmod(n, columns)
        drawn += laid(piece.drawn, InkPose(column * (widest + GAP_MM), row * (highest + GAP_MM)))
    rows = math.ceil(len(pieces) / columns)
    width, height = columns * (widest + GAP_MM), rows * (highest + GAP_MM)
    return picture(width - GAP_MM, height - GAP_MM, drawn)


@lru_cache(maxsize=4)
def _parts(room: str, data: bytes) -> list[KitPart]:
    plain = msgspec.json.decode(data)
    box = load_room(room).load_box.read(plain)
    return [*room_of(room).prints(box, A4), *room_of(room).asked(plain)]


def board(data: Mapping[str, Any], room: str) -> dict[str, Any]:
    """Return the board to tap on: its size, its cells, and its numbered squares if it has any."""
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
