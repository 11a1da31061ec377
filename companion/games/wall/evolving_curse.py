"""The state after what happens in a round of the curse."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.verdict import Event

from . import events as e
from .state import Call, Curse, State


def curse(state: State, event: Event) -> State | None:
    """Return the state after an event of a curse round, None for any other event."""
    match event:
        case e.CurseTurned(card=card, at=at):
            left = tuple(c for c in state.curses_left if c != card)
            return state.but(curse=Curse(card, at), curses_left=left)
        case e.CurseEnded():
            return state.but(curse=None)
    round_ = state.curse
    if round_ is None:
        return None
    match event:
        case e.CurseCalled(seat=seat, at=at):
            call = Call(at, (seat - state.turn) % len(state.seats), seat)
            return _round(state, calls=tuple(sorted((*round_.calls, call))))
        case e.SearchLimited(seconds=seconds, at=at):
            return _round(state, limit=seconds, limited=at)
        case e.CallStruck(seat=seat):
            return _round(state, calls=tuple(c for c in round_.calls if c.seat != seat))
        case e.AnimalsFound(seat=seat):
            return _round(state, finder=seat)
        case e.VictimNamed(seat=seat):
            return _round(state, victim=seat)
    return None


def _round(state: State, **changes: Any) -> State:
    assert state.curse is not None
    return state.but(curse=structs.replace(state.curse, **changes))
