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
    """Lets every part of a room do its share of an event, one after the other.

    ``events`` is the union of all events, for reading them back from a journal.
    """

    def __init__(self, events: Any, *parts: Part[State]) -> None:
        self.events = events
        self.parts = parts
        self._concerned: dict[type[Event], tuple[Part[State], ...]] = {}

    def __call__(self, state: State, event: Event) -> State:
        """The state once *event* has happened."""
        parts = self._concerned.get(type(event))
        for part in self._asked(type(event)) if parts is None else parts:
            changed = part(state, event)
            if changed is not None:
                state = changed
        return state

    def _asked(self, kind: type[Event]) -> tuple[Part[State], ...]:
        """The parts whose code names this kind of event; all of them where none does.

        Most events concern one part of six, and asking the others takes most of the time.
        """
        naming = tuple(part for part in self.parts if kind.__name__ in _names(part))
        self._concerned[kind] = naming or self.parts
        return self._concerned[kind]

    def after(self, state: State, events: Iterable[Event]) -> State:
        """The state once all of these have happened."""
        for event in events:
            state = self(state, event)
        return state

    def unfold(self, state: State) -> Unfolding[State]:
        """Begin to collect what follows from a move."""
        return Unfolding(state, self)


def _names(part: Part[State]) -> tuple[str, ...]:
    """Every name a function looks up; all its events are among them."""
    code = getattr(part, "__code__", None)
    return code.co_names if code else ()


def changed(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The same items, one of them replaced."""
    return (*items[:index], item, *items[index + 1 :])
