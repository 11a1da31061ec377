"""Deciding: a room's rules as a table, with one function for each kind of move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Generic, Self

from msgspec.structs import replace

from .decode import decode
from .facts import EVERYTHING, doubted, insisted
from .state import State
from .verdict import Accepted, Event, Insist, Move, Refused, Ruling, Saying, refuse


@dataclass(frozen=True)
class Deciding(Generic[State]):
    """Accepts a move with all its consequences, or refuses it with the clause it breaks."""

    clause: str
    key: str
    """Key of the saying that refuses a move this room doesn't know."""
    rules: Mapping[type[Move], Callable[[State, Any], Ruling]]
    out_of_time: Callable[[State, Move], Refused | None] | None = None
    """Says why no move at all is possible now, if so."""

    def __call__(self, state: State, move: Move) -> Ruling:
        if isinstance(move, Insist):
            return self._insisted(state, self.meant(move))
        ruling = self._ruled(state, move)
        return ruling if isinstance(ruling, Accepted) else self._with_a_way_on(state, move, ruling)

    def meant(self, move: Move) -> Move:
        """Unwrap a move somebody insists on; return any other as it is."""
        if not isinstance(move, Insist):
            return move
        read: Move = decode(move.move, self._told)
        return read

    def _insisted(self, state: State, move: Move) -> Ruling:
        """Judge an insisted move: refuse it unless only the box contradicts it."""
        if isinstance(self._ruled(state, move), Accepted):
            return refuse(self.clause, self.key, move=type(move).__name__)
        return self._ruled(state.but(box=doubted(state.box)), move)

    def _with_a_way_on(self, state: State, move: Move, refusal: Refused) -> Refused:
        """If only the box contradicts a move, let people insist that their box is different."""
        if type(move) not in self.rules or EVERYTHING in state.box.assumed:
            return refusal
        in_doubt = self._ruled(state.but(box=doubted(state.box)), move)
        if isinstance(in_doubt, Refused):
            return refusal
        return replace(refusal, instead=insisted(move))

    def _ruled(self, state: State, move: Move) -> Ruling:
        rule = self.rules.get(type(move))
        if rule is None:
            return refuse(self.clause, self.key, move=type(move).__name__)
        refusal = self.out_of_time(state, move) if self.out_of_time else None
        return refusal or rule(state, move)

    @property
    def moves(self) -> Any:
        """Build the union of all moves, to read them from a journal or a page."""
        return self._told | Insist

    @cached_property
    def _told(self) -> Any:
        return reduce(or_, self.rules)


class Unfolding(Generic[State]):
    """Collects events and keeps the state they lead to at hand."""

    __slots__ = ("_after", "events", "state")

    def __init__(self, state: State, after: Callable[[State, tuple[Event, ...]], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._after = after

    def add(self, *events: Event) -> Self:
        """Apply these events in order."""
        self.events += events
        self.state = self._after(self.state, events)
        return self

    def accepted(self) -> Accepted:
        """Accept the move with all collected events."""
        return Accepted(tuple(self.events))


def adding_up(
    told: Callable[[State, Any], Ruling],
    after: Callable[[State, Iterable[Event]], State],
    broken: Callable[[State], Sequence[Saying]],
    clause: str,
) -> Callable[[State, Any], Ruling]:
    """Refuse a position somebody tells if its pieces do not add up."""

    def checked(state: State, move: Any) -> Ruling:
        ruling = told(state, move)
        if isinstance(ruling, Refused):
            return ruling
        wrong = broken(after(state, ruling.events))
        return Refused(clause, wrong[0]) if wrong else ruling

    return checked
