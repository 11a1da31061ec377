"""A box file written from plain data: every value as TOML, in the order it came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.house.tomled import written

BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumped(data: Mapping[str, Any]) -> str:
    """Plain data as TOML; reading it gives the same data again."""
    plain = {name: value for name, value in data.items() if not _is_table(value)}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in plain.items()]
    for name, value in data.items():
        if _is_table(value):
            lines += _table(name, value)
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)
    )


def _table(name: str, value: Any) -> Iterator[str]:
    head = f"[{_key(name)}]" if isinstance(value, Mapping) else f"[[{_key(name)}]]"
    for one in [value] if isinstance(value, Mapping) else value:
        yield ""
        yield head
        yield from (f"{_key(inner)} = {_value(each)}" for inner, each in one.items())


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else written(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
        return "[\n" + "".join(f"    {_value(one)},\n" for one in value) + "]"
    return written(value)
