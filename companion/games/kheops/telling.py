"""Moves, events and paths as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.describe import Telling, Values
from companion.core.verdict import Event, Move, Saying

from . import events as e
from .labels import as_told
from .settling import Path
from .state import State
from .switching import Otherwise


def _named(state: State, subject: Event | Move, values: Values) -> Values:
    values.pop("type", None)
    values.pop("because", None)
    if "seat" in values:
        seat = values.pop("seat")
        values["player"] = state.seats[seat].name
        values["rival"] = state.seats[(seat + 1) % len(state.seats)].name
    if "face" in values:
        values["tile"] = as_told(values.pop("face")) if values["face"] in state.box.faces else []
    return values


def _path(state: State, event: Event) -> Saying | None:
    return tell_path(event.path, players(state)) if isinstance(event, e.PathScored) else None


def players(state: State) -> list[str]:
    """Return the names in the order of the colours."""
    return [state.seats[state.seat_of(colour)].name for colour in state.box.colours]


def tell_path(path: Path, names: list[str]) -> Saying:
    """Return what a path is worth, step by step, how strong each player is in it,
    and who scores it."""
    best = max(path.strength)
    return Saying(
        PATHS[path.why],
        {
            "number": path.number,
            "tiles": len(path.cells),
            "cells": list(path.cells),
            "rooms": path.rooms,
            "base": path.base,
            "sarcophagi": len(path.sarcophagi),
            "sarcophagus_bonus": path.sarcophagus_bonus,
            "apex": path.apex,
            "longest": path.longest,
            "closed": path.closed,
            "exits": list(path.exits),
            "value": path.value,
            "points": max(path.points),
            "strengths": [list(pair) for pair in zip(names, path.strength, strict=True)],
            "player": names[path.strength.index(best)],
        },
    )


PATHS = {
    "stronger": "kheops.event.PathScored.stronger",
    "tie": "kheops.event.PathScored.tie",
    "both": "kheops.event.PathScored.both",
    "half": "kheops.event.PathScored.half",
    "nobody": "kheops.event.PathScored.nobody",
    "cursed": "kheops.event.PathScored.cursed",
}


CHOICES: dict[str | bool, str] = {True: "yes", False: "no"}


def tell_otherwise(other: Otherwise, names: Mapping[str, str]) -> Saying:
    """Return what the count would be under another setting of a switch; *names* by colour,
    in order."""
    rule = f"house.rules.kheops.scoring.{other.switch}"
    return Saying(
        "kheops.otherwise.differs",
        {
            "rule": Saying(f"{rule}.say"),
            "choice": Saying(f"{rule}.{CHOICES.get(other.setting, other.setting)}"),
            "totals": [list(pair) for pair in zip(names.values(), other.totals, strict=True)],
            "winners": [names[colour] for colour in other.winners],
        },
    )


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """Return the cells an event is about,
    for pointing at them or drawing a path over the picture."""
    match event:
        case e.PathScored(path=path):
            return path.cells
        case e.AnkhsCounted(cells=cells, void=void):
            return (*cells, *void)
        case e.PawnsSwapped(own=one, other=other) | e.PawnMoved(source=one, target=other):
            return one, other
        case e.BaseLaid(tiles=tiles):
            return tuple(cell for cell, _, _ in tiles)
    cell = getattr(event, "cell", None)
    return () if cell is None else (cell,)


def _fact(group: str, what: list[str]) -> Values:
    """Return the tile a fact is about; a cell of the base is in the sentence already."""
    return {"tile": as_told(what[0])} if group == "tile" else {}


TELLING = Telling[State]("kheops", _named, _named, cells_of, instead=_path, facts=_fact)
