"""Change what a TOML text says; its comments, its order and its layout stay."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.errors import TableError


class CannotEdit(TableError, ValueError):
    """A text that cannot be made to say what is wanted."""


def edited(text: str, wanted: Mapping[str, Any]) -> str:
    """Make a text say exactly *wanted*; only values that differ are written again.

    >>> print(edited("port = 80  # free here", {"port": 81, "name": "Attic"}))
    port = 81  # free here
    name = "Attic"
    <BLANKLINE>
    """
    # loading tomlkit takes longer than reading all settings, and few starts write any
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text if not text or text.endswith("\n") else f"{text}\n")
        _update(document, wanted, tomlkit.item)
        after = tomlkit.dumps(document)
        fits = tomllib.loads(after) == wanted
    except (TOMLKitError, ValueError, LookupError, TypeError) as wrong:
        raise CannotEdit("fault.settings.not_edited") from wrong
    if not fits:
        raise CannotEdit("fault.settings.not_edited")
    return after


def _update(table: Any, wanted: Mapping[str, Any], item: Callable[[Any], Any]) -> None:
    for key in [key for key in table if key not in wanted]:
        del table[key]
    for key, value in wanted.items():
        known = table.get(key)
        if key in table and _is_same(known, value):
            continue
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            _update(known, value, item)
        elif _is_list_of(Mapping, known, value) and len(known) == len(value):
            for row, one in zip(known, value, strict=True):
                _update(row, one, item)
        else:
            table[key] = _laid_out(item(value), value)


def _laid_out(written: Any, value: Any) -> Any:
    """Give every row of a grid a line of its own."""
    if _is_list_of(list, value):
        return written.multiline(True)
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        _laid_out(written[key], inner)
    return written


def _is_same(known: Any, value: Any) -> bool:
    return bool(known == value) and isinstance(known, bool) == isinstance(value, bool)


def _is_list_of(kind: type, *values: Any) -> bool:
    return all(
        isinstance(value, list) and value and all(isinstance(one, kind) for one in value)
        for value in values
    )
