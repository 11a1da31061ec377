"""The words of the sphinx, put together with those every room shares."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.core.verdict import Saying
from companion.words import SHARED, Words, read_part


@cache
def words() -> Words:
    """English, where a missing sentence is an error."""
    merged = read_part("en", SHARED)
    _merge(merged, read_part("en", "sphinx"))
    return Words(merged, strict=True)


def say(saying: Saying) -> str:
    return words().say(saying)


def _merge(whole: dict[str, Any], part: dict[str, Any]) -> None:
    for name, value in part.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            _merge(whole[name], value)
        else:
            whole[name] = value
