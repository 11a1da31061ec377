"""Evolving: the state after an event. What happened is not judged again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from .decide import Unfolding
from .facts import FactLearned
from .state import State
from .verdict import Event

Item = TypeVar("Item")
Part = Callable[[State, Any], State | None]
"""Handles some events: returns the new state, or None for any other event."""
Table = Mapping[type[Event], Part[State]]
"""A part with one function per kind of event, which is faster."""


def with_box(state: State, box: Any) -> State | None:
    """Replace the box of a state if nothing else depends on it."""
    state_with: State = state.but(box=box)
    return state_with


class Evolving(Generic[State]):
    """Applies an event to each part of a state in order.

    ``events`` is the union of all events, for reading them back from a journal. *learn* puts a fact
    into a box; *refit* gives a state another box, or None if this game can't go on with it.
    """

    def __init__(
        self,
        events: Any,
        *parts: Part[State] | Table[State],
        learn: Callable[[Any, str], Any] = lambda box, fact: box,
        refit: Callable[[State, Any], State | None] = with_box,
    ) -> None:
        self.events = events | FactLearned
        self.parts: tuple[Part[State] | Table[State], ...] = (*parts, {FactLearned: self._learned})
        self.learn, self.refit = learn, refit
        self._concerned: dict[type[Event], tuple[Part[State], ...]] = {}

    def __call__(self, state: State, event: Event) -> State:
        """Return the state after *event*."""
        return self.after(state, (event,))

    def after(self, state: State, events: Iterable[Event]) -> State:
        """Return the state after all of these events."""
        for event in events:
            for part in self._concerned.get(type(event)) or self._asked(type(event)):
                state = part(state, event) or state
        return state

    def _learned(self, state: State, event: FactLearned) -> State | None:
        """Put a fact the table has shown into the box."""
        box = self.learn(state.box, event.fact)
        return self.refit(state, replace(box, learned=(*state.box.learned, event.fact)))

    def _asked(self, kind: type[Event]) -> tuple[Part[State], ...]:
        """Find the parts that handle this kind of event, by table or by the names in their code.

        If nothing does, all functions are asked. Most events concern one part of six, and asking
        the others takes most of the time.
        """
        knowing = (_knowing(part, kind) for part in self.parts)
        functions = (part for part in self.parts if not isinstance(part, Mapping))
        known = tuple(part for part in knowing if part is not None)
        self._concerned[kind] = known or tuple(functions)
        return self._concerned[kind]

    def unfold(self, state: State) -> Unfolding[State]:
        """Begin to collect the events of a move."""
        return Unfolding(state, self.after)


def _knowing(part: Part[State] | Table[State], kind: type[Event]) -> Part[State] | None:
    """Return what a part does about a kind of event, or None."""
    if isinstance(part, Mapping):
        return part.get(kind)
    return part if kind.__name__ in _names(part) else None


def _names(part: Part[State]) -> tuple[str, ...]:
    """List all names a function looks up; its events are among them."""
    code = getattr(part, "__code__", None)
    return code.co_names if code else ()


def changed(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """Return the items with one of them replaced."""
    return items[:index] + (item,) + items[index + 1 :]
