"""Errors of machines and programmers: what was found, what was expected, what to do.

An error carries the key of its sentence and the values that sentence speaks of; the words come
where a person reads it. A log has the key and the values."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from .verdict import Saying


class TableError(Exception):
    """Anything the table can't handle by itself; its key is below ``fault``."""

    def __init__(self, key: str = "", /, **values: Any) -> None:
        self.key, self.values = key, values
        named = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"{key}: {named}" if named else key)

    def __str__(self) -> str:  # a KeyError would quote it
        return str(self.args[0])


class UnknownRoom(TableError, LookupError):
    """A room that does not exist."""


class UnknownHouseRule(TableError, KeyError):
    """A house rule that doesn't exist."""


class BadHouseRule(TableError, ValueError):
    """A house rule set to an impossible value."""


class BadBox(TableError, ValueError):
    """A box file that is malformed or contradicts itself."""


class BadSeats(TableError, ValueError):
    """Too few, too many, or two people who cannot be told apart."""


def said(key: str, **values: Any) -> dict[str, Any]:
    """Build a saying inside an error, as plain data."""
    return {"key": key, "values": values}


def nearest(word: str, known: Iterable[str]) -> dict[str, Any]:
    """Suggest the known word that was probably meant, or list them all."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    if close:
        return said("fault.did_you_mean", word=close[0])
    return said("fault.the_known_ones", words=names)


PLAIN = (str, int, float, list, tuple, dict, Saying)
"""Types a sentence takes unchanged."""


def why(wrong: BaseException) -> Saying | str:
    """Return the saying of one of our errors, or the system's own text for any other."""
    key = getattr(wrong, "key", "")
    if key and " " not in key:
        values: dict[str, Any] = getattr(wrong, "values", {})
        return Saying(key, {name: _plain(value) for name, value in values.items()})
    said = getattr(wrong, "strerror", None) or str(wrong) or type(wrong).__name__
    return f"{said.rstrip('.')}."


def together(sayings: Sequence[Saying]) -> Saying:
    """Join several sentences into one saying."""
    return reduce(lambda first, rest: Saying("fault.both", {"first": first, "rest": rest}), sayings)


def _plain(value: Any) -> Any:
    """Convert a value for a sentence; an error inside an error becomes its own saying."""
    if isinstance(value, BaseException):
        return why(value)
    return value if isinstance(value, PLAIN) or value is None else str(value)
