"""Words and lists that already stand on the old sheet are pointed at instead of being sent again.

    ["again", change, more]     "\\ue100" and a number stand for the thing of that number

The things of a sheet are its texts and its lists of texts, in the order in which they stand there,
objects by the order of their keys. Server and page count them alike, so nothing is agreed upon
beforehand. After them come *more*: things the change itself says several times. A final ruling
repeats sentences that have been on the page for a while: this is what makes it short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

MARK = "\ue100"
"""The letter before the number of a thing; a change with this letter in its texts is left alone."""
LEAST = 12
"""Shorter things are sent as they are."""

Thing = str | tuple[str, ...]


def things(sheet: Any) -> Iterator[Thing]:
    """All texts and lists of texts, numbered as the page numbers them."""
    match sheet:
        case str():
            yield sheet
        case dict():
            for key in sorted(sheet, key=_as_in_a_browser):
                yield from things(sheet[key])
        case list():
            if texts := _texts(sheet):
                yield texts
            for item in sheet:
                yield from things(item)


def _as_in_a_browser(key: str) -> bytes:
    """Scripts compare texts by units of sixteen bits."""
    return key.encode("utf-16-be", "surrogatepass")


def briefly(old: Any, change: list[Any]) -> list[Any]:
    """The same change, pointing at what *old* has already."""
    often = Counter(things(change))
    if any(MARK in one for one in often):
        return change
    said = list(things(old))
    numbers: dict[Thing, int] = {}
    for number, thing in enumerate(said):
        numbers.setdefault(thing, number)
    more = [
        one for one, times in often.items() if times > 1 and one not in numbers and _is_long(one)
    ]
    numbers |= {thing: len(said) + number for number, thing in enumerate(more)}
    return ["again", _pointing(change, numbers), more]


def _pointing(value: Any, numbers: dict[Thing, int]) -> Any:
    match value:
        case str():
            return _pointer(value, value, numbers)
        case dict():
            return {key: _pointing(one, numbers) for key, one in value.items()}
        case list():
            texts = _texts(value)
            if texts and (found := _pointer(texts, value, numbers)) is not value:
                return found
            return [_pointing(one, numbers) for one in value]
    return value


def _pointer(thing: Thing, value: Any, numbers: dict[Thing, int]) -> Any:
    if thing not in numbers or not _is_long(thing):
        return value
    return f"{MARK}{numbers[thing]}"


def _is_long(thing: Thing) -> bool:
    return len(msgspec.json.encode(thing)) >= LEAST


def _texts(items: list[Any]) -> tuple[str, ...]:
    """A list of texts as something to look up; empty where it is none."""
    return tuple(items) if items and all(isinstance(item, str) for item in items) else ()
