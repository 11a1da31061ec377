"""Moves and events as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.verdict import Event, Move, Saying

from .state import TO_CHAMBER, State


def describe(state: State, event: Event) -> Saying | None:
    """The sentence about an event."""
    values = _named(state, msgspec.to_builtins(event))
    key = f"bowl.event.{type(event).__name__}"
    if "why" in values:
        key += f".{values['why']}"
    return Saying(key, values)


def _named(state: State, values: dict[str, Any]) -> dict[str, Any]:
    values.pop("type", None)
    if "seat" in values:
        seat = values.pop("seat")
        values["player"] = state.seats[seat].name if 0 <= seat < len(state.seats) else seat + 1
    if "facing" in values:
        values["facing"] = "chamber" if values["facing"] == TO_CHAMBER else "entrance"
    return values


def tell(state: State, move: Move) -> Saying:
    """A move in words, as somebody at the table would tell it."""
    return Saying(f"bowl.move.{type(move).__name__}", _named(state, msgspec.to_builtins(move)))


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """The fields an event is about, for pointing at them and for following the mummy."""
    field = getattr(event, "field", None)
    return () if field is None else (field,)
