"""What machines and programmers do wrong: found, expected, and what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TableError(Exception):
    """Anything the Pharaoh's Table cannot go on with by itself."""


class UnknownRoom(TableError, LookupError):
    """A room that does not exist."""


class UnknownHouseRule(TableError, KeyError):
    """A switch the rules do not have."""

    def __str__(self) -> str:  # KeyError would quote the sentence
        return str(self.args[0])


class BadHouseRule(TableError, ValueError):
    """A switch set to something it cannot be."""


class BadBox(TableError, ValueError):
    """A box file that is malformed or contradicts itself."""


class BadSeats(TableError, ValueError):
    """Too few, too many, or two people who cannot be told apart."""


class TableDisagrees(TableError, AssertionError):
    """The pieces no longer add up. Nothing was written; the game stands where it stood."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Name the known word that was probably meant, or list them all."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"the known ones are {', '.join(names)}"
