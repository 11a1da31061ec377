"""Moves and events as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from companion.core.describe import Telling, Values
from companion.core.verdict import Event, Move

from . import events as e
from .box import Face
from .state import TO_CHAMBER, State


def _named(state: State, subject: Event | Move, values: Values) -> Values:
    values.pop("type", None)
    if "seat" in values:
        seat = values.pop("seat")
        values["player"] = state.seats[seat].name if 0 <= seat < len(state.seats) else seat + 1
    if "facing" in values:
        values["facing"] = "chamber" if values["facing"] == TO_CHAMBER else "entrance"
    return values


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """Return the fields an event is about, for pointing at them and for following the mummy."""
    field = getattr(event, "field", None)
    return () if field is None else (field,)


def _fact(group: str, what: list[str]) -> Values:
    """Return the face of a tile, or a colour."""
    if group == "colour":
        return {"colour": what[0]}
    kind, colour, symbols = what
    return {"kind": kind, "face": Face(colour, int(symbols)).label}


TELLING = Telling[State](
    "bowl",
    _named,
    _named,
    cells_of,
    steps=(e.MummyStepped, e.MummyTurned),
    beside=(e.TurnPassed,),
    facts=_fact,
)
