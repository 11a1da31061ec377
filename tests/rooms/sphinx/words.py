"""The words of the sphinx, put together with those every room shares."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from companion.core.verdict import Saying
from companion.words import Words


@cache
def words() -> Words:
    """English, where a missing sentence is an error."""
    merged = _read("en.toml")
    _merge(merged, _read("sphinx.en.toml"))
    return Words(merged, strict=True)


def say(saying: Saying) -> str:
    return words().say(saying)


def _read(name: str) -> dict[str, Any]:
    text = resources.files("companion.words").joinpath(name).read_text("utf-8")
    return tomllib.loads(text)


def _merge(whole: dict[str, Any], part: dict[str, Any]) -> None:
    for name, value in part.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            _merge(whole[name], value)
        else:
            whole[name] = value
