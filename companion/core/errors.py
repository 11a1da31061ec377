"""What machines and programmers do wrong: found, expected, and what to do about it.

An error carries the key of its sentence and the values that sentence speaks of; the words come
where a person reads it. A log has the key and the values.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class TableError(Exception):
    """Anything the Pharaoh's Table cannot go on with by itself: a key below ``fault``."""

    def __init__(self, key: str = "", /, **values: Any) -> None:
        self.key, self.values = key, values
        named = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"{key}: {named}" if named else key)

    def __str__(self) -> str:  # a KeyError would quote it
        return str(self.args[0])


class UnknownRoom(TableError, LookupError):
    """A room that does not exist."""


class UnknownHouseRule(TableError, KeyError):
    """A switch the rules do not have."""


class BadHouseRule(TableError, ValueError):
    """A switch set to something it cannot be."""


class BadBox(TableError, ValueError):
    """A box file that is malformed or contradicts itself."""


class BadSeats(TableError, ValueError):
    """Too few, too many, or two people who cannot be told apart."""


class TableDisagrees(TableError, AssertionError):
    """The pieces no longer add up. Nothing was written; the game stands where it stood."""


def said(key: str, **values: Any) -> dict[str, Any]:
    """A saying inside an error, as plain data."""
    return {"key": key, "values": values}


def nearest(word: str, known: Iterable[str]) -> dict[str, Any]:
    """What names the known word that was probably meant, or lists them all."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    if close:
        return said("fault.did_you_mean", word=close[0])
    return said("fault.the_known_ones", words=names)
