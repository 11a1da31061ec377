"""Decode plain data into records, safely from several threads.

msgspec works out how a record is read when that record is first asked for, and shows the half-made
result to other threads meanwhile: two that ask for it at the same moment may crash the program.
Here every shape is worked out once, by one thread, before anybody reads by it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any, TypeVar, overload

import msgspec

from .verdict import Saying

T = TypeVar("T")
Hook = Callable[[type[Any], Any], Any]

PLACE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<place>.*)`)?", re.S)
MISFITS = {
    "missing": re.compile(r".*missing required field `(?P<field>.*)`"),
    "unknown": re.compile(r".*unknown field `(?P<field>.*)`"),
    "kind": re.compile(r"Expected `(?P<expected>[^`]*?)(?: \| null)?`, got `(?P<found>[^`]*)`"),
    "length": re.compile(r"Expected `array` of length (?P<expected>\d+), got (?P<found>\d+)"),
}
"""Patterns of msgspec's validation messages, which are English only."""

_lock = threading.Lock()
_known: set[Any] = set()


def prepare(*shapes: Any) -> None:
    """Prepare a decoder for each of these shapes."""
    for shape in shapes:
        if shape not in _known:
            with _lock:
                msgspec.json.Decoder(shape)
                _known.add(shape)


@overload
def convert(data: Any, shape: type[T]) -> T: ...
@overload
def convert(data: Any, shape: Any) -> Any: ...
def convert(data: Any, shape: Any) -> Any:
    """Convert plain data to a record; raise msgspec.ValidationError if it doesn't fit."""
    prepare(shape)
    return msgspec.convert(data, shape)


@overload
def decode(text: bytes | str, shape: type[T], hook: Hook | None = None) -> T: ...
@overload
def decode(text: bytes | str, shape: Any, hook: Hook | None = None) -> Any: ...
def decode(text: bytes | str, shape: Any, hook: Hook | None = None) -> Any:
    """Decode JSON to a record; raise msgspec.DecodeError if it isn't JSON or doesn't fit."""
    prepare(shape)
    return msgspec.json.decode(text, type=shape, dec_hook=hook)


def misfit(wrong: msgspec.ValidationError) -> Saying:
    """Say why data doesn't fit, and where.

    >>> misfit(msgspec.ValidationError("Expected `int`, got `str` - at `$.wall.slots`")).values
    {'place': 'wall.slots', 'expected': 'int', 'found': 'str'}
    """
    told = PLACE.fullmatch(str(wrong))
    assert told is not None
    place = told["place"] or ""
    for name, known in MISFITS.items():
        if found := known.fullmatch(told["what"]):
            return Saying(f"fault.shape.{name}", {"place": place, **found.groupdict()})
    return Saying("fault.shape.other", {"place": place, "why": told["what"]})
