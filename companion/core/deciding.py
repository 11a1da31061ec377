"""Deciding: a room's rules as a table, with one function for each kind of move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Generic

from .state import State
from .verdict import Move, Refused, Ruling, refuse


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
        rule = self.rules.get(type(move))
        if rule is None:
            return refuse(self.clause, self.key, move=type(move).__name__)
        refusal = self.out_of_time(state, move) if self.out_of_time else None
        return refusal or rule(state, move)

    @property
    def moves(self) -> Any:
        """The union of all moves, for reading them back from a journal or a page."""
        return reduce(or_, self.rules)
