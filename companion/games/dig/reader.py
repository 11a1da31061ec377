"""What the camera can look at: the cells of the tray, and what each ought to show.

A cell shows its top card where the table knows it (``3-necklace``), only the layer's colour where
it does not (``layer-3``), or a ``barricade``. While the layers are laid nothing is predicted:
what was checked is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move

from . import moves as m
from .box import Box, card_of, label_of, layer_of, place_of
from .layout import DOWN, POINTING, SPANNING
from .pool import named
from .state import Cell, Found, Phase, State

BARRICADE = "barricade"
LAYER = "layer-"
NEGLIGIBLE = 1e-5
"""A smaller chance says nothing about a layer."""


def cells(box: Box) -> dict[str, Any]:
    """Return the board as plain data for the eye and the painter:
    its grid and the labels to know."""
    tray = box.tray
    x, y = tray.origin_mm
    across, down = tray.pitch_mm
    return {
        "kind": "tray",
        "board_mm": tray.board_mm,
        "card_mm": tray.card_mm,
        "card_height_mm": tray.card_height_mm,
        "cells": {
            cell: {"at_mm": (x + across * (column + 0.5), y + down * (row + 0.5))}
            for cell in tray.cells
            for column, row in (place_of(cell),)
        },
        "colours": {layer_label(n): layer.colour for n, layer in enumerate(box.layers, 1)},
        "layers": {layer_label(n): tuple(box.labels(n)) for n in range(1, box.top + 1)},
        "labels": (
            EMPTY, DOWN, BARRICADE,
            *(label for n in range(1, box.top + 1) for label in box.labels(n)),
        ),
        "pointing": _with_their_way(box, POINTING),
        "spanning": _with_their_way(box, SPANNING),
    }  # fmt: skip


def _with_their_way(box: Box, parts: tuple[str, ...]) -> tuple[str, ...]:
    layers = range(1, box.top + 1)
    return tuple(label for n in layers for label in box.labels(n) if card_of(label) in parts)


def layer_label(layer: int) -> str:
    """Return the label of a card known only by its colour."""
    return f"{LAYER}{layer}"


def with_layers(box: Box, chances: Mapping[str, float]) -> dict[str, float]:
    """Add to the chances of a cell's labels those of the layers they belong to.

    So a cell where only a colour is expected agrees with any card of that colour.
    """
    whole = dict(chances)
    for label, chance in chances.items():
        if chance > NEGLIGIBLE and box.has(label):
            layer = layer_label(layer_of(label))
            whole[layer] = min(1.0, whole.get(layer, 0.0) + chance)
    return whole


def visible(state: State) -> Cells:
    """Return what every cell shows in this state; empty as long as nothing can be predicted."""
    if state.phase in (Phase.SETUP, Phase.LAYING):
        return {}
    return {
        cell.name: BARRICADE if state.lid(cell.name) else top_label(state, cell)
        for cell in state.tray
    }


def top_label(state: State, cell: Cell) -> str:
    """Return the top card of a cell, as far as it is known."""
    if cell.found:
        return _label(state.layer(cell), cell.found[-1])
    covers = tuple(state.box.labels(state.box.top))
    return covers[0] if len(covers) == 1 else layer_label(state.box.top)


def _label(layer: int, found: Found) -> str:
    return found.label or layer_label(layer)


def shown_by(state: State, move: Move) -> Cells:
    """Return the cell a move would change, found without deciding it."""
    match move:
        case m.Lift(cell=name):
            cell = state.at(name)
            return {} if cell is None else {name: _uncovered(state, cell, move)}
        case m.PlayBarricade(cell=name):
            return {} if state.lid(name) else {name: BARRICADE}
        case m.TakeOffBarricade(cell=name):
            cell = state.at(name)
            return {} if cell is None or not state.lid(name) else {name: top_label(state, cell)}
        case m.LayLayer(layer=layer) if layer == state.box.top:
            return {cell.name: top_label(state, cell) for cell in state.tray}
    return {}


def _uncovered(state: State, cell: Cell, move: m.Lift) -> str:
    layer = state.layer(cell) - 1
    value = move.value if move.value is not None else 0
    return _label(layer, named(state, layer, move.card, value))


def depth_of(label: str) -> int | None:
    """Return the layer a label stands for, 0 for the bare tray; None if it shows no depth."""
    if label == EMPTY:
        return 0
    number = label.removeprefix(LAYER).partition("-")[0]
    return int(number) if number.isdecimal() else None


__all__ = ["BARRICADE", "cells", "depth_of", "label_of", "shown_by", "visible", "with_layers"]
