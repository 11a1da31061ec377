"""What the camera can look at: every cell of the outline for its tile, and for the pawn on it."""

from __future__ import annotations

from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move

from . import moves as m
from .box import Box
from .labels import (
    is_pawn_cell,
    pawn_cell,
    pawn_label,
    pawn_labels,
    tile_cell,
    tile_label,
    tile_labels,
)
from .laying import upright
from .outline import centre, index_of, is_up
from .state import Laid, Pawn, State


def cells(box: Box) -> dict[str, Any]:
    """Return the board as plain data for the eye and the painter:
    its cells and the labels to know."""
    edge = box.edge_mm
    return {
        "kind": "pyramid",
        "side": box.side,
        "edge_mm": edge,
        "board_mm": (edge * box.side, edge * box.side * 3**0.5 / 2),
        "pawn_mm": (box.pawn.diameter_mm, box.pawn.height_mm),
        "cells": {
            cell: {"at_mm": (edge * x, edge * y), "up": is_up(cell), "pawn": pawn_cell(cell)}
            for cell in box.cells
            for x, y in (centre(box.side, cell),)
        },
        "labels": tile_labels(box),
        "pawn_labels": pawn_labels(box),
    }


def visible(state: State) -> Cells:
    """Return what every cell and every pawn cell shows in this state."""
    shown = {}
    for cell, laid in zip(state.box.cells, state.pyramid, strict=True):
        shown[cell] = tile_label(laid)
        shown[pawn_cell(cell)] = pawn_label(laid.pawn) if laid else EMPTY
    return shown


def shown_by(state: State, move: Move) -> Cells:
    """Return the cells a move would change, found without deciding it."""
    return {
        name: label
        for name, label in _shown(state, move).items()
        if tile_cell(name) in index_of(state.box.side) and label != _label(state, name)
    }


def _label(state: State, name: str) -> str:
    """Return what one cell or pawn cell shows now."""
    if is_pawn_cell(name):
        return _pawn(state, tile_cell(name))
    return tile_label(state.at(name))


def _shown(state: State, move: Move) -> dict[str, str]:
    match move:
        case m.SetPawn(cell=cell, kind=kind):
            return {pawn_cell(cell): pawn_label(Pawn(state.colour, kind))}
        case m.TurnTile(cell=cell, turn=turn):
            laid = state.at(cell)
            return {cell: tile_label(_turned(laid.face, turn))} if laid else {}
        case m.SwapPawns(own=one, other=other):
            return {pawn_cell(one): _pawn(state, other), pawn_cell(other): _pawn(state, one)}
        case m.MovePawn(source=source, target=target):
            return {pawn_cell(source): EMPTY, pawn_cell(target): _pawn(state, source)}
        case m.BuildTile(cell=cell, face=face, turn=turn):
            return {cell: tile_label(_turned(face, turn))}
        case m.LayBaseTile(cell=cell, face=face, turn=turn):
            return {cell: tile_label(_turned(face, turn))}
        case m.LayBase(tiles=tiles):
            return {cell: tile_label(_turned(face, turn)) for cell, face, turn in tiles}
    return {}


def _turned(face: str, turn: int) -> Laid:
    return Laid(face, upright(face, turn))


def _pawn(state: State, cell: str) -> str:
    laid = state.at(cell)
    return pawn_label(laid.pawn) if laid else EMPTY
