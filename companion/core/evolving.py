"""Evolving: the state after an event. What happened is not judged again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from .state import State
from .unfolding import Unfolding
from .verdict import Event

Item = TypeVar("Item")
Part = Callable[[State, Any], State | None]
"""Knows some of the events: the state after one of those, None for any other."""


class Evolving(Generic[State]):
    """Asks the parts of a room, one after the other, until one knows the event.

    ``events`` is the union of all events, for reading them back from a journal.
    """

    def __init__(
        self,
        events: Any,
        *parts: Part[State],
        first: Callable[[State, Event], State] = lambda state, event: state,
    ) -> None:
        self.events = events
        self._parts = parts
        self._first = first

    def __call__(self, state: State, event: Event) -> State:
        """The state once *event* has happened."""
        state = self._first(state, event)
        for part in self._parts:
            changed = part(state, event)
            if changed is not None:
                return changed
        return state

    def after(self, state: State, events: Iterable[Event]) -> State:
        """The state once all of these have happened."""
        for event in events:
            state = self(state, event)
        return state

    def unfold(self, state: State) -> Unfolding[State]:
        """Begin to collect what follows from a move."""
        return Unfolding(state, self)


def changed(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The same items, one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])
