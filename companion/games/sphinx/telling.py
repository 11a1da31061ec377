"""Events and moves as sentences. Nothing sealed or private is in any of them."""

from __future__ import annotations

from companion.core.describe import Telling, Values
from companion.core.verdict import Event, Move

from . import events as e
from . import moves as m
from .reader import square_cell
from .state import State

UNSPOKEN = (e.ActionEnded,)
PRIVATE_FIELDS = {"colours", "salt", "cards", "colour"}
NAMES = {"seat": "player", "victim": "victim", "winner": "player"}


def _of_event(state: State, event: Event, values: Values) -> Values:
    """Names instead of numbers, and nothing that is sealed or private."""
    if isinstance(event, e.ColoursSealed | e.ClaimLaid | e.ColourNoted):
        values = _public(values)
    for field in ("because", "visits", "type"):
        values.pop(field, None)
    for field, name in NAMES.items():
        if field in values:
            values[name] = state.seats[values.pop(field)].name
    if isinstance(event, e.DieUsed):
        values["forward"] = event.end > event.start
    if isinstance(event, e.DoorTurned):
        values["turned"] = [[state.seats[seat].name, square] for seat, square in event.turned]
    return _plain(values)


def _public(values: Values) -> Values:
    return {name: value for name, value in values.items() if name not in PRIVATE_FIELDS}


def _plain(values: Values) -> Values:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def _of_move(state: State, move: Move, values: Values) -> Values:
    if isinstance(move, m.Seal | m.LayClaim | m.NoteColour):
        values = _public(values)
    if 0 <= values.get("seat", -1) < len(state.seats):
        values["player"] = state.seats[values.pop("seat")].name
    if "agreed" in values:
        agreed = [seat for seat in values["agreed"] if 0 <= seat < len(state.seats)]
        values["players"] = [state.seats[seat].name for seat in agreed]
    return _plain(values)


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """Return the squares an event is about, for pointing at them on the page."""
    match event:
        case e.DieUsed(start=start, end=end):
            return (square_cell(start), square_cell(end))
        case e.DoorTurned(turned=turned):
            return tuple(square_cell(square) for _, square in turned)
        case e.GuardsApproached(start=start):
            return (square_cell(start), square_cell(state.box.treasure))
    square = getattr(event, "square", None)
    return () if square is None else (square_cell(square),)


def _fact(group: str, what: list[str]) -> Values:
    """Return the die or the square a fact is about."""
    return {"die": what[0]} if group == "die" else {"square": int(what[0])}


TELLING = Telling[State]("sphinx", _of_move, _of_event, cells_of, UNSPOKEN, facts=_fact)
