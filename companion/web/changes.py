"""What has changed from one snapshot to the next, small enough to be pushed to every phone.

A change is a list that begins with what to do, and the page does it to what it shows:

    ["be", value]                     something else altogether
    ["rows", keys, [values, ...]]     a list of objects that all have these keys
    ["with", {key: change}, [gone]]   an object with other values under some keys, and without some
    ["of", [part, ...]]               a list put together from parts, in order

and the parts of a list are ``["keep", first, end]`` (items as they were),
``["alter", index, change]``, ``["new", value]``, ``["make", change]`` (an object, from nothing),
``["all", change]`` (the items of a whole list),
``["over", first, key, change]`` (items from *first* on, each with another value under one key) and
``["like", patterns, [[number, names, [last, ...]], ...]]``: an item for each last name, written as
the JSON of that pattern has it, with the names in their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

import msgspec

Change = list[Any]
ROWS = 3
"""Fewer objects with the same keys are written as they are."""
FEW = 6
"""Fewer objects that differ in one thing are written one by one."""
PLACE = 0xE000
"""The letter that stands for the first name in a pattern; the next ones stand for the others."""


def change(old: Any, new: Any) -> Change:
    """How *new* is made from *old*; both are plain data, as JSON has them."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _with(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return min(["of", list(_parts(old, new))], _whole(new), key=_length)
    return _whole(new)


def _whole(new: Any) -> Change:
    """Something new; many answers to a question share their keys, which are said once.

    Answers about cells of the board often differ in nothing but the cells.
    """
    if isinstance(new, list) and (parts := _alike(new)):
        return ["of", parts]
    if not _is_rows(new):
        return ["be", new]
    return ["rows", list(new[0]), [list(row.values()) for row in new]]


def _is_rows(value: Any) -> bool:
    if not isinstance(value, list) or len(value) < ROWS:
        return False
    return all(isinstance(row, dict) and list(row) == list(value[0]) for row in value)


def _alike(new: list[Any]) -> list[Change]:
    """The parts of a list that repeats itself with other names; none where that spares little."""
    patterns = [_pattern(item) for item in new]
    known = list(dict.fromkeys(filter(None, patterns)))
    if len(new) - patterns.count(None) < max(FEW, 2 * len(known)):
        return []
    return list(_runs(zip(patterns, new, strict=True), known))


def _runs(items: Iterable[tuple[str | None, Any]], known: list[str]) -> Iterator[Change]:
    for is_like, run in groupby(items, lambda item: item[0] is not None):
        if is_like:
            yield ["like", known, list(_named(run, known))]
        else:
            yield from (_new(item) for _, item in run)


def _named(items: Iterable[tuple[str | None, Any]], known: list[str]) -> Iterator[list[Any]]:
    """The names of each item; the last names of all that share the others, in one row."""
    rows = ((known.index(str(pattern)), item["cells"]) for pattern, item in items)
    for (number, names), run in groupby(rows, lambda row: (row[0], row[1][:-1])):
        yield [number, names, [cells[-1] for _, cells in run]]


def _pattern(item: Any) -> str | None:
    """The JSON of an object with places where it names its cells; None where it names none."""
    names = item.get("cells") if isinstance(item, dict) else None
    if not names or not isinstance(names, list) or not all(map(_is_plain, names)):
        return None
    text = msgspec.json.encode(item).decode()
    places = [chr(PLACE + n) for n in range(len(names))]
    if any(place in text for place in places):
        return None
    for place, name in zip(places, names, strict=True):
        text = text.replace(name, place)
    return text


def _is_plain(name: Any) -> bool:
    """Whether this is a name that stands in JSON as it is."""
    return isinstance(name, str) and re.fullmatch(r"[\w.:-]+", name) is not None


def _with(old: dict[str, Any], new: dict[str, Any]) -> Change:
    other = {
        key: change(old[key], value) if key in old else _whole(value)
        for key, value in new.items()
        if key not in old or not _same(old[key], value)
    }
    return ["with", other, [key for key in old if key not in new]]


def _parts(old: list[Any], new: list[Any]) -> Iterator[Change]:
    matched = SequenceMatcher(None, _prints(old), _prints(new), autojunk=False)
    for how, start, end, first, last in matched.get_opcodes():
        if how == "equal":
            yield ["keep", start, end]
        elif end - start == last - first:
            pairs = zip(range(start, end), new[first:last], strict=True)
            yield from _together([_altered(old[index], value, index) for index, value in pairs])
        else:
            whole = _whole(new[first:last])
            yield from map(_new, new[first:last]) if whole[0] == "be" else [["all", whole]]


def _together(parts: list[Change]) -> Iterator[Change]:
    """Many items that differ in the same one value are one part."""
    for key, run in groupby(parts, _only_key):
        alike = list(run)
        if key is None or len(alike) < FEW:
            yield from alike
        else:
            values = [part[2][1][key][1] for part in alike]
            yield ["over", alike[0][1], key, _whole(values)]


def _only_key(part: Change) -> str | None:
    """The one key under which an item has something else altogether."""
    if part[0] != "alter" or part[2][0] != "with":
        return None
    _, other, gone = part[2]
    [key] = other if len(other) == 1 else [None]
    return key if key is not None and not gone and other[key][0] == "be" else None


def _altered(old: Any, new: Any, index: int) -> Change:
    found = change(old, new)
    return _new(new) if found[0] in ("be", "rows") else ["alter", index, found]


def _new(value: Any) -> Change:
    if isinstance(value, dict) and any(_whole(one)[0] != "be" for one in value.values()):
        return ["make", change({}, value)]
    return ["new", value]


def _length(found: Change) -> int:
    return len(msgspec.json.encode(found))


def _prints(items: list[Any]) -> list[bytes]:
    return [msgspec.json.encode(item) for item in items]


def _same(old: Any, new: Any) -> bool:
    """Equal, and written alike: neither True nor 1.0 is 1 on a page."""
    return bool(old == new) and msgspec.json.encode(old) == msgspec.json.encode(new)
