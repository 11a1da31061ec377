"""Events and moves as sentences, lamps and sounds. Nothing sealed or private is ever told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.cues import Cues
from companion.core.verdict import Event, Move, Saying

from . import events as e
from . import moves as m
from .reader import square_cell
from .state import Phase, State
from .visiting import visit_at_hand

SOUNDS: dict[type[Event], str] = {
    e.DoorTurned: "door",
    e.SphinxesSwapped: "snake",
    e.CardStolen: "steal",
    e.GuardsApproached: "gong",
    e.GameEnded: "fanfare",
}

UNSPOKEN = (e.ActionEnded,)
PRIVATE_FIELDS = {"colours", "salt", "cards", "colour"}
NAMES = {"seat": "player", "victim": "victim", "winner": "player"}


def cues(state: State, events: Sequence[Event]) -> Cues:
    """The seats' lamps: all six while somebody may look, the two that were just swapped."""
    glow: dict[str, str] = {}
    visit = visit_at_hand(state)
    if visit and visit.kind == "mummy":
        glow |= {where: "pulse" for where in state.box.seats}
    if state.claim:
        glow |= {where: "on" for where in state.box.guard_seats}
    for event in events:
        if isinstance(event, e.SphinxesSwapped):
            glow |= {event.guard: "blink", event.temple: "blink"}
    sounds = [sound for event in events if (sound := _sound(event))]
    return Cues(glow, tuple(dict.fromkeys(sounds)))


def _sound(event: Event) -> str | None:
    if isinstance(event, e.ClaimAnswered):
        return "right" if event.right else "wrong"
    return SOUNDS.get(type(event))


def describe(state: State, event: Event) -> Saying | None:
    """The sentence about an event; None for what needs no telling."""
    if isinstance(event, UNSPOKEN):
        return None
    values = msgspec.to_builtins(event)
    if isinstance(event, e.ColoursSealed | e.ClaimLaid | e.ColourNoted):
        values = {name: v for name, v in values.items() if name not in PRIVATE_FIELDS}
    key = f"sphinx.event.{type(event).__name__}"
    if "why" in values:
        key += f".{values['why']}"
    return Saying(key, _plain(_named(state, event, values)))


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def _named(state: State, event: Event, values: dict[str, Any]) -> dict[str, Any]:
    """Names instead of numbers."""
    for field in ("because", "visits", "type"):
        values.pop(field, None)
    for field, name in NAMES.items():
        if field in values:
            values[name] = state.seats[values.pop(field)].name
    if isinstance(event, e.DieUsed):
        values["forward"] = event.end > event.start
    if isinstance(event, e.DoorTurned):
        values["turned"] = [[state.seats[seat].name, square] for seat, square in event.turned]
    return values


def tell(state: State, move: Move) -> Saying:
    """A move in words, as somebody at the table would tell it."""
    values = msgspec.to_builtins(move)
    if isinstance(move, m.Seal | m.LayClaim | m.NoteColour):
        values = {name: v for name, v in values.items() if name not in PRIVATE_FIELDS}
    if 0 <= values.get("seat", -1) < len(state.seats):
        values["player"] = state.seats[values.pop("seat")].name
    if "agreed" in values:
        agreed = [seat for seat in values["agreed"] if 0 <= seat < len(state.seats)]
        values["players"] = [state.seats[seat].name for seat in agreed]
    return Saying(f"sphinx.move.{type(move).__name__}", _plain(values))


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """The squares an event is about, for pointing at them on the page."""
    match event:
        case e.DieUsed(start=start, end=end):
            return (square_cell(start), square_cell(end))
        case e.DoorTurned(turned=turned):
            return tuple(square_cell(square) for _, square in turned)
        case e.GuardsApproached(start=start):
            return (square_cell(start), square_cell(state.box.treasure))
    square = getattr(event, "square", None)
    return () if square is None else (square_cell(square),)


def turn(state: State) -> int:
    return state.turns + (state.phase != Phase.SETUP)
