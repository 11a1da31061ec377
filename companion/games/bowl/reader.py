"""What the camera can look at: the tiles along the way, and what each ought to show."""

from __future__ import annotations

from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move

from .box import KINDS, Box, Face
from .moves import FlipTile
from .state import State

DOWN = "down"
"""The back of a tile."""


def cells(box: Box) -> dict[str, Any]:
    """Return the board as plain data for the eye and the painter:
    its tiles and the labels to know."""
    places = {field.id: (field.kind, field.at_mm) for field in box.track if field.has_tile}
    chamber = box.track[-1]
    for tile, at_mm in zip(chamber.tiles, chamber.tiles_at_mm, strict=True):
        places[tile] = ("chamber", at_mm)
    return {
        "kind": "tile",
        "board_mm": box.board.size_mm,
        "tile_mm": box.board.tile_mm,
        "cells": {cell: {"kind": kind, "at_mm": at_mm} for cell, (kind, at_mm) in places.items()},
        "labels": {kind: (EMPTY, DOWN, *labels_of(box, kind)) for kind in KINDS},
    }


def labels_of(box: Box, kind: str) -> tuple[str, ...]:
    """Return the faces tiles of a kind may show."""
    return tuple(dict.fromkeys(face.label for face in box.tiles_of(kind)))


def visible(state: State) -> Cells:
    """Return what every tile shows in this state; figures and mummy may stand on it."""
    shown = {
        field.id: _label(face)
        for field, face in zip(state.box.track, state.tiles, strict=True)
        if field.has_tile
    }
    names = state.box.chamber_tiles
    shown |= {name: _label(face) for name, face in zip(names, state.chamber, strict=True)}
    return shown


def _label(face: Face | None) -> str:
    return DOWN if face is None else face.label


def shown_by(state: State, move: Move) -> Cells:
    """Return the tile a flip would show, found without deciding the move."""
    if not isinstance(move, FlipTile):
        return {}
    return {move.field: Face(move.colour, move.symbols).label}
