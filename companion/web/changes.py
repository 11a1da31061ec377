"""What has changed from one snapshot to the next, small enough to be pushed to every phone.

A change is a list that begins with what to do, and the page does it to what it shows:

    ["be", value]                     something else altogether
    ["rows", keys, [values, ...]]     a list of objects that all have these keys
    ["with", {key: change}, [gone]]   an object with other values under some keys, and without some
    ["of", [part, ...]]               a list put together from parts, in order

and the parts of a list are ``["keep", first, end]`` (items as they were),
``["alter", index, change]``, ``["new", value]`` and ``["make", change]`` (an object, from nothing).
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

import msgspec

Change = list[Any]
FEW = 6
"""Fewer objects than this are written as they are."""


def change(old: Any, new: Any) -> Change:
    """How *new* is made from *old*; both are plain data, as JSON has them."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _with(old, new)
    if isinstance(old, list) and isinstance(new, list):
        parts = list(_parts(old, new))
        if any(part[0] in ("keep", "alter", "make") for part in parts):
            return ["of", parts]
    return _whole(new)


def _whole(new: Any) -> Change:
    """Something new; many answers to a question share their keys, which are said once."""
    if not _is_rows(new):
        return ["be", new]
    return ["rows", list(new[0]), [list(row.values()) for row in new]]


def _is_rows(value: Any) -> bool:
    if not isinstance(value, list) or len(value) < FEW:
        return False
    return all(isinstance(row, dict) and list(row) == list(value[0]) for row in value)


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
            for index, value in zip(range(start, end), new[first:last], strict=True):
                yield _altered(old[index], value, index)
        else:
            yield from map(_new, new[first:last])


def _altered(old: Any, new: Any, index: int) -> Change:
    found = change(old, new)
    return _new(new) if found[0] in ("be", "rows") else ["alter", index, found]


def _new(value: Any) -> Change:
    if isinstance(value, dict) and any(map(_is_rows, value.values())):
        return ["make", change({}, value)]
    return ["new", value]


def _prints(items: list[Any]) -> list[bytes]:
    return [msgspec.json.encode(item) for item in items]


def _same(old: Any, new: Any) -> bool:
    """Equal, and written alike: neither True nor 1.0 is 1 on a page."""
    return bool(old == new) and msgspec.json.encode(old) == msgspec.json.encode(new)
