"""Facts of a box: what is only guessed, and what the table has shown instead.

A guess never refuses. What lies on the table is accepted; the ruling says once what was guessed,
and from then on the box of this game holds what was shown. A fact is one word for its group and,
after colons, what it says: ``tile:desert:red:0``.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from .verdict import Event, Insist, Move

EVERYTHING = "*"
"""Marks a box of which all facts may be doubted."""


class FactLearned(Event, frozen=True, tag=True):
    """The table has shown something the box was not known to hold."""

    fact: str
    was: Any
    """What was guessed, for the sentence: a number, or nothing if nothing was known."""
    now: Any
    because: tuple[str, ...]
    again: bool = False
    """Whether this game has already announced it."""


def is_guessed(box: Any, *groups: str) -> bool:
    """Check whether facts of one of these groups are unconfirmed in this box.

    >>> from types import SimpleNamespace
    >>> is_guessed(SimpleNamespace(assumed=("tiles:32", "board")), "tiles")
    True
    """
    return any(fact == EVERYTHING or fact.partition(":")[0] in groups for fact in box.assumed)


def doubted(box: Any) -> Any:
    """Return the same box with all facts unconfirmed."""
    return replace(box, assumed=(EVERYTHING,))


def learned(
    box: Any, fact: str, was: Any, now: Any, *because: str, instead: str | None = None
) -> FactLearned:
    """Build the event that makes a fact known; *instead* names the guess it replaces."""
    again = any(one == fact or one.startswith(f"{fact}:") for one in box.learned)
    whole = fact if instead is None else f"{fact}:{instead}"
    return FactLearned(whole, was, now, because, again)


def insisted(move: Move) -> Insist:
    return Insist(msgspec.json.encode(move).decode())
