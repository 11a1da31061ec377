"""Unfolding: a state and the events that led away from it, while a move is being decided."""

from __future__ import annotations

from companion.core.verdict import Accepted, Event

from .evolving import evolve
from .state import State


class Unfolding:
    """Collects events and keeps the state they lead to at hand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> Unfolding:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)
        return self

    def accepted(self) -> Accepted:
        return Accepted(tuple(self.events))
