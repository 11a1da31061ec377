"""Moves and events as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from companion.core.describe import Telling, Values
from companion.core.verdict import Event, Move

from . import events as e
from .box import card_of
from .state import State

UNSPOKEN = (e.TurnEnded, e.ScarabSpent)


def _named(state: State, subject: Event | Move, values: Values) -> Values:
    values.pop("type", None)
    values.pop("because", None)
    if "seat" in values:
        seat = values.pop("seat")
        values["player"] = "" if seat is None else state.name_of(seat)
    if "card" in values:
        values["card"] = card_of(values["card"])
    return values


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """Return the cell an event is about, for pointing at it."""
    cell = getattr(event, "cell", None)
    return () if cell is None else (cell,)


def _fact(group: str, what: list[str]) -> Values:
    """Return the layer a fact is about, and the card or the number."""
    layer, name, *_ = what
    return (
        {"layer": int(layer), "value": int(name)}
        if group == "value"
        else {"layer": int(layer), "card": name}
    )


TELLING = Telling[State]("dig", _named, _named, cells_of, UNSPOKEN, facts=_fact)
