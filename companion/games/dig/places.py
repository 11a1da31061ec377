"""What people may ask of a place at the dig: a cell of the tray, the pot, or somebody."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import PlaceGuide, Try
from companion.core.verdict import Saying

from . import moves as m
from .pool import candidates
from .state import Cell, Phase, State


def tries(state: State, place: str) -> Iterator[Try]:
    """To dig in a cell, or to bar it once the digging is over."""
    cell = state.at(place)
    if cell is None:
        return
    lid = state.lid(place)
    if lid is not None and not lid.bans:
        yield Try(m.TakeOffBarricade(place))
    if state.phase == Phase.END:
        yield Try(m.PlayBarricade(place))
    else:
        yield _lift(state, cell)


def _lift(state: State, cell: Cell) -> Try:
    """Lift a card; nobody knows what lies below it."""
    below = candidates(state, state.layer(cell) - 1) if state.layer(cell) > 1 else ()
    move = m.Lift(cell.name, below[0]) if below else m.Lift(cell.name, "", 0)
    return Try(move, Saying("dig.may.lift", {"cell": cell.name}))


def clauses(state: State, place: str) -> tuple[str, ...]:
    """Return the clauses of a place as it stands now."""
    if place == "pot":
        return "DIG-31", "DIG-32", "DIG-33", "DIG-O-04"
    if place.startswith("seat-"):
        return "DIG-27", "DIG-35", "DIG-37", "DIG-40", "DIG-45"
    cell = state.at(place)
    if cell is None:
        return ()
    bottom = ("DIG-O-11",) if state.layer(cell) <= 1 else ("DIG-22", "DIG-36", "DIG-26")
    return (*bottom, *(("DIG-41", "DIG-42", "DIG-43") if state.lid(place) else ("DIG-40",)))


PLACES = PlaceGuide[State](tries, clauses=clauses)
