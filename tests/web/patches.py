"""Apply a JSON Patch as RFC 6902 has it, in the plainest way: what a page does with an update."""

from __future__ import annotations

import copy
from typing import Any

import msgspec


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """What a document becomes by a patch; LookupError or ValueError where it does not fit."""
    held = [msgspec.json.decode(msgspec.json.encode(document))]
    for operation in patch:
        _apply(held, **{name: value for name, value in operation.items() if name in KNOWN})
    return held[0]


KNOWN = ("op", "path", "from", "value")


def _apply(held: list[Any], op: str, path: str, **more: Any) -> None:
    if op == "add":
        _add(held, path, more["value"])
    elif op == "remove":
        _take(held, path)
    elif op == "replace":
        _take(held, path)
        _add(held, path, more["value"])
    elif op == "copy":
        _add(held, path, copy.deepcopy(_at(held, more["from"])))
    elif op == "move" and not path.startswith(f"{more['from']}/"):
        _add(held, path, _take(held, more["from"]))
    else:
        raise ValueError(op)


def _at(held: list[Any], pointer: str) -> Any:
    parent, key = _place(held, pointer)
    return parent[key]


def _take(held: list[Any], pointer: str) -> Any:
    parent, key = _place(held, pointer)
    return parent.pop(key)


def _add(held: list[Any], pointer: str, value: Any) -> None:
    parent, key = _place(held, pointer, more=1)
    if isinstance(parent, dict):
        parent[key] = value
    else:
        parent.insert(key, value)


def _place(held: list[Any], pointer: str, more: int = 0) -> tuple[Any, Any]:
    """The innermost object or list on a pointer, and the key or index in it."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(pointer)
    parent: Any = held
    key: Any = 0
    for token in pointer.split("/")[1:]:
        parent = parent[key]
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(parent, list):
            key = len(parent) if key == "-" and more else _index(key)
        elif not isinstance(parent, dict):
            raise ValueError(pointer)
    if isinstance(parent, list) and key >= len(parent) + more:
        raise IndexError(pointer)
    return parent, key


def _index(token: str) -> int:
    if not token.isascii() or not token.isdigit() or (token[0] == "0" and token != "0"):
        raise ValueError(token)
    return int(token)
