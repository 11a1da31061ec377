"""Advice: sensible ideas for a turn, each with one reason. Pure, like the rules beside it.

A room weighs what may be done by the rules, by what everybody sees, and by what the role that asks
may know besides. Nothing else may bear on it: two games that differ only in what is hidden from a
role give that role the same advice, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

import msgspec

from .roles import Role
from .state import State
from .verdict import Move, Saying


class Grounds(msgspec.Struct, frozen=True):
    """Why something is a good idea, and how good it is beside others of the same moment."""

    worth: float
    say: Saying
    because: tuple[str, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """Something to do, and one reason for it."""

    do: Saying
    reason: Grounds


@dataclass(frozen=True)
class Adviser(Generic[State]):
    """What a room advises. Whoever is advised is on turn, or asked."""

    ideas: Callable[[State, Role], Iterable[Advice]] = lambda state, role: ()
    """What the person on turn may do by hand. *role* is who reads it, and what may be known."""
    weigh: Callable[[State, Move, Role], Grounds | None] = lambda state, move, role: None
    """What speaks for a move; None for what is no matter of choice."""
    instead: Callable[[State, Move, Role], Iterable[Advice]] = lambda state, move, role: ()
    """What could be done in place of a move by hand, with the same piece where one was chosen."""
    margin: float = 2.0
    """From which difference on a move is a mistake beside the best idea."""


def reason(worth: float, key: str, because: tuple[str, ...], **values: object) -> Grounds:
    """Write a reason in one line."""
    return Grounds(worth, Saying(key, values), because)
