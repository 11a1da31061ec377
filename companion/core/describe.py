"""Describe moves and events as sayings, found by the name of their record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

import msgspec

from .facts import FactLearned
from .state import State
from .verdict import Event, Move, Saying

Values = dict[str, Any]


@dataclass(frozen=True)
class Telling(Generic[State]):
    """Describes the moves and events of one room."""

    room: str
    of_move: Callable[[State, Move, Values], Values]
    """The values of a move's sentence, from the fields of the move."""
    of_event: Callable[[State, Event, Values], Values]
    """The values of an event's sentence, from the fields of the event."""
    cells_of: Callable[[State, Event], tuple[str, ...]]
    """The cells an event is about, for pointing at them on the page."""
    unspoken: tuple[type[Event], ...] = ()
    """Events that need no sentence."""
    steps: tuple[type[Event], ...] = ()
    """Events that begin a new step of something longer."""
    beside: tuple[type[Event], ...] = ()
    reveals: tuple[type[Event], ...] = ()
    """Events that only show what was hidden."""
    """Events that belong to no step, though they come after one."""
    facts: Callable[[str, list[str]], Values] = lambda group, what: {}
    """What a fact of the box is about, from its group and its parts."""
    instead: Callable[[State, Event], Saying | None] = lambda state, event: None
    """The sentence about an event that is put together in its own way."""

    def tell(self, state: State, move: Move) -> Saying:
        """Describe a move as somebody at the table would."""
        key = f"{self.room}.move.{type(move).__name__}"
        return Saying(key, self.of_move(state, move, msgspec.to_builtins(move)))

    def describe(self, state: State, event: Event) -> Saying | None:
        """Return the saying about an event, for the list of rulings."""
        if isinstance(event, FactLearned):
            return None if event.again else self._learned(event)
        if isinstance(event, self.unspoken):
            return None
        return self.instead(state, event) or self._described(state, event)

    def _learned(self, event: FactLearned) -> Saying:
        """Say once what was guessed and what is true."""
        group, *what = event.fact.split(":")
        values = {"was": event.was, "now": event.now, **self.facts(group, what)}
        return Saying(f"{self.room}.learned.{group}", values)

    def _described(self, state: State, event: Event) -> Saying:
        values = msgspec.to_builtins(event)
        key = f"{self.room}.event.{type(event).__name__}"
        if "why" in values:
            key += f".{values['why']}"
        return Saying(key, self.of_event(state, event, values))
