"""Moves and events as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.verdict import Event, Move, Saying

from . import events as e
from .box import card_of
from .state import State

UNSPOKEN = (e.TurnEnded, e.ScarabSpent)


def describe(state: State, event: Event) -> Saying | None:
    """The sentence about an event; None for what needs no telling."""
    if isinstance(event, UNSPOKEN):
        return None
    values = _named(state, msgspec.to_builtins(event))
    key = f"dig.event.{type(event).__name__}"
    if "why" in values:
        key += f".{values['why']}"
    return Saying(key, values)


def tell(state: State, move: Move) -> Saying:
    """A move in words, as somebody at the table would tell it."""
    return Saying(f"dig.move.{type(move).__name__}", _named(state, msgspec.to_builtins(move)))


def _named(state: State, values: dict[str, Any]) -> dict[str, Any]:
    values.pop("type", None)
    values.pop("because", None)
    if "seat" in values:
        seat = values.pop("seat")
        values["player"] = _name(state, seat)
    if "card" in values:
        values["card"] = card_of(values["card"])
    return values


def _name(state: State, seat: int | None) -> str:
    if seat is None:
        return ""
    return state.seats[seat].name if 0 <= seat < len(state.seats) else str(seat + 1)


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """The cell an event is about, for pointing at it."""
    cell = getattr(event, "cell", None)
    return () if cell is None else (cell,)
