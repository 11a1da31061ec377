"""Unfolding: a state and the events that led away from it, while a move is being decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Self

from .state import State
from .verdict import Accepted, Event


class Unfolding(Generic[State]):
    """Collects events and keeps the state they lead to at hand."""

    def __init__(self, state: State, evolve: Callable[[State, Event], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._evolve = evolve

    def add(self, *events: Event) -> Self:
        """Let these events happen, one after the other."""
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)
        return self

    def accepted(self) -> Accepted:
        """The move stands, with all that was collected."""
        return Accepted(tuple(self.events))
