"""Compare two JSON documents and write the difference as a JSON Patch (RFC 6902).

Only ``add``, ``remove`` and ``replace`` are written. An object or a list is replaced as a whole
where that is shorter than changing it in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

import msgspec

Operation = dict[str, Any]
Patch = list[Operation]


def diff(old: Any, new: Any, path: str = "") -> Patch:
    """List what turns *old* into *new*, in the order to apply it; *path* is where they stand."""
    if _is_same(old, new):
        return []
    whole: Patch = [{"op": "replace", "path": path, "value": new}]
    if isinstance(old, dict) and isinstance(new, dict):
        found = list(_members(old, new, path))
    elif isinstance(old, list) and isinstance(new, list):
        found = list(_elements(old, new, path))
    else:
        return whole
    return min(found, whole, key=_length)


def _members(old: dict[str, Any], new: dict[str, Any], path: str) -> Iterator[Operation]:
    for key in old:
        if key not in new:
            yield {"op": "remove", "path": f"{path}/{_token(key)}"}
    for key, value in new.items():
        inner = f"{path}/{_token(key)}"
        if key in old:
            yield from diff(old[key], value, inner)
        else:
            yield {"op": "add", "path": inner, "value": value}


def _elements(old: list[Any], new: list[Any], path: str) -> Iterator[Operation]:
    """Change a list from its end, so that every index still counts as it did in *old*."""
    before, after = _written(old), _written(new)
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    before, after = before[head : len(old) - tail], after[head : len(new) - tail]
    matched = SequenceMatcher(None, before, after, autojunk=False)
    for kind, *within in reversed(matched.get_opcodes()):
        start, end, first, last = (head + at for at in within)
        if kind == "equal":
            continue
        paired = min(end - start, last - first)
        for index in reversed(range(start + paired, end)):
            yield {"op": "remove", "path": f"{path}/{index}"}
        for value in reversed(new[first + paired : last]):
            yield {"op": "add", "path": f"{path}/{start + paired}", "value": value}
        for index in range(paired):
            yield from diff(old[start + index], new[first + index], f"{path}/{start + index}")


def _alike(old: list[bytes], new: list[bytes]) -> int:
    """Count the elements that are the same from the start of both."""
    pairs = zip(old, new, strict=False)
    return next((n for n, (one, two) in enumerate(pairs) if one != two), min(len(old), len(new)))


def _token(key: str) -> str:
    """Escape a key for a JSON Pointer (RFC 6901).

    >>> _token("a/b~c")
    'a~1b~0c'
    """
    return key.replace("~", "~0").replace("/", "~1")


def _is_same(old: Any, new: Any) -> bool:
    """Compare as JSON does: True equals 1 in Python, and is something else on a page."""
    return bool(old == new) and msgspec.json.encode(old) == msgspec.json.encode(new)


def _written(items: list[Any]) -> list[bytes]:
    return [msgspec.json.encode(item) for item in items]


def _length(patch: Patch) -> int:
    return len(msgspec.json.encode(patch))
