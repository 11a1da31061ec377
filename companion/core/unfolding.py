"""Unfolding: a state and the events that led away from it, while a move is being decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Self

from .state import State
from .verdict import Accepted, Event


class Unfolding(Generic[State]):
    """Collects events and keeps the state they lead to at hand."""

    __slots__ = ("_after", "events", "state")

    def __init__(self, state: State, after: Callable[[State, tuple[Event, ...]], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._after = after

    def add(self, *events: Event) -> Self:
        """Let these events happen, one after the other."""
        self.events += events
        self.state = self._after(self.state, events)
        return self

    def accepted(self) -> Accepted:
        """The move stands, with everything that was collected."""
        return Accepted(tuple(self.events))
