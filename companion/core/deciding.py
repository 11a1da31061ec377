"""Deciding: a room's rules as a table, with one function for each kind of move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Generic

from msgspec.structs import replace

from .facts import EVERYTHING, doubted, insisted
from .shapes import decode
from .state import State
from .verdict import Accepted, Insist, Move, Refused, Ruling, refuse


@dataclass(frozen=True)
class Deciding(Generic[State]):
    """Accepts a move with all its consequences, or refuses it with the clause it breaks."""

    clause: str
    key: str
    """Refuse a move this room does not know."""
    rules: Mapping[type[Move], Callable[[State, Any], Ruling]]
    out_of_time: Callable[[State, Move], Refused | None] | None = None
    """Why no move of this kind is possible now, whatever it is."""

    def __call__(self, state: State, move: Move) -> Ruling:
        if isinstance(move, Insist):
            return self._insisted(state, self.meant(move))
        ruling = self._ruled(state, move)
        return ruling if isinstance(ruling, Accepted) else self._with_a_way_on(state, move, ruling)

    def meant(self, move: Move) -> Move:
        """The move itself, or the one somebody insists on."""
        if not isinstance(move, Insist):
            return move
        read: Move = decode(move.move, self._told)
        return read

    def _insisted(self, state: State, move: Move) -> Ruling:
        """What stands against the box alone; any other move is made, and allowed, as itself."""
        if isinstance(self._ruled(state, move), Accepted):
            return refuse(self.clause, self.key, move=type(move).__name__)
        return self._ruled(state.but(box=doubted(state.box)), move)

    def _with_a_way_on(self, state: State, move: Move, refusal: Refused) -> Refused:
        """Where only the box speaks against a move, people may say that their box is so."""
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
        """The union of all moves, for reading them back from a journal or a page."""
        return self._told | Insist

    @cached_property
    def _told(self) -> Any:
        return reduce(or_, self.rules)
