"""What the camera can look at: the tiles along the way, and what each ought to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Move, Refused, refuse

from .box import KINDS, Box, Face
from .exploring import tiles_to_flip, why_not_flipped
from .moves import FlipTile
from .state import Phase, State

DOWN = "down"
"""The back of a tile."""


def cells(box: Box) -> dict[str, Any]:
    """The board as plain data for the eye and the painter: its tiles and the labels to know."""
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
    """The faces tiles of a kind may show."""
    return tuple(dict.fromkeys(face.label for face in box.tiles_of(kind)))


def visible(state: State) -> Cells:
    """What every tile shows in this state; figures and mummy may stand on it."""
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
    """The tile a flip would show, found without deciding the move."""
    if not isinstance(move, FlipTile):
        return {}
    return {move.field: Face(move.colour, move.symbols).label}


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause a picture breaks that no legal move explains.

    *seen* holds the tiles that show something else than they should.
    """
    expected = visible(state)
    for find in FINDERS:
        refusal = find(state, seen, expected)
        if refusal:
            return refusal
    field, label = next(iter(seen.items()))
    if field in tiles_to_flip(state):
        return refuse("BOWL-03", "bowl.no_tile_like_it", cells=(field,), field=field, face=label)
    return why_not_flipped(state, field)


def _gone(state: State, seen: Cells, expected: Cells) -> Refused | None:
    gone = tuple(cell for cell, label in seen.items() if label == EMPTY)
    if not gone:
        return None
    key = "bowl.tile_missing" if state.phase == Phase.SETUP else "bowl.tile_gone"
    return refuse("BOWL-04", key, cells=gone, fields=list(gone))


def _unknown(state: State, seen: Cells, expected: Cells) -> Refused | None:
    unknown = tuple(cell for cell, label in seen.items() if label == SOMETHING_ELSE)
    if not unknown:
        return None
    return refuse("BOWL-03", "bowl.unknown_face", cells=unknown, fields=list(unknown))


def _before_the_game(state: State, seen: Cells, expected: Cells) -> Refused | None:
    if state.phase != Phase.SETUP:
        return None
    return refuse("BOWL-04", "bowl.tile_not_covered", cells=tuple(seen), fields=list(seen))


def _turned_back(state: State, seen: Cells, expected: Cells) -> Refused | None:
    back = tuple(cell for cell, label in seen.items() if label == DOWN)
    if not back:
        return None
    faces = [expected[cell] for cell in back]
    return refuse("BOWL-17", "bowl.tile_turned_back", cells=back, fields=list(back), faces=faces)


def _exchanged(state: State, seen: Cells, expected: Cells) -> Refused | None:
    other = tuple(cell for cell in seen if expected[cell] != DOWN)
    if not other:
        return None
    return refuse(
        "BOWL-04",
        "bowl.tile_exchanged",
        cells=other,
        fields=list(other),
        expected=[expected[cell] for cell in other],
        found=[seen[cell] for cell in other],
    )


def _too_many(state: State, seen: Cells, expected: Cells) -> Refused | None:
    if len(seen) < 2:
        return None
    return refuse("BOWL-15", "bowl.tiles_at_once", cells=tuple(seen), fields=list(seen))


FINDERS: tuple[Callable[[State, Cells, Cells], Refused | None], ...] = (
    _gone,
    _unknown,
    _before_the_game,
    _turned_back,
    _exchanged,
    _too_many,
)
