"""A TOML text with some values changed, and everything else, comments too, as it was."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.core.errors import TableError

Path = tuple[str, ...]
"""Where a value is: its name alone, or the table it is in and its name."""


class CannotEdit(TableError, ValueError):
    """A text whose values have a shape this editor leaves alone."""


def edited(text: str, changes: Mapping[Path, Any]) -> str:
    """Change some values; CannotEdit where that would not give exactly those values."""
    wanted = tomllib.loads(text)
    for path, value in changes.items():
        text = _with(text, path, value)
        _put(wanted, path, value)
    try:
        fits = tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        fits = False
    if not fits:
        raise CannotEdit("fault.settings.not_edited")
    return text


def _put(data: dict[str, Any], path: Path, value: Any) -> None:
    inner = data.setdefault(path[0], {}) if len(path) > 1 else data
    inner[path[-1]] = list(value) if isinstance(value, tuple) else value


def _with(text: str, path: Path, value: Any) -> str:
    lines = text.splitlines()
    begin, end = _section(lines, path[:-1])
    line = f"{path[-1]} = {written(value)}"
    if begin is None:
        return "\n".join([*lines, *([""] if lines else []), f"[{path[0]}]", line, ""])
    for at in range(begin, end):
        if re.match(rf"\s*{re.escape(path[-1])}\s*=", lines[at]):
            return "\n".join([*lines[:at], line + _remark(lines[at]), *lines[at + 1 :], ""])
    at = _last(lines, begin, end)
    return "\n".join([*lines[:at], line, *lines[at:], ""])


def _section(lines: list[str], table: Path) -> tuple[int | None, int]:
    """Where the values of a table begin and end; the nameless one is at the top."""
    heads = [at for at, line in enumerate(lines) if re.match(r"\s*\[", line)]
    if not table:
        return 0, heads[0] if heads else len(lines)
    for at in heads:
        if re.match(rf"\s*\[\s*{re.escape(table[0])}\s*\]", lines[at]):
            return at + 1, next((other for other in heads if other > at), len(lines))
    return None, len(lines)


def _last(lines: list[str], begin: int, end: int) -> int:
    """Below the last line of a section that says anything."""
    while end > begin and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _remark(line: str) -> str:
    """The comment behind a value, where there surely is one."""
    found = re.search(r"\s+#[^\"']*$", line)
    return found.group() if found else ""


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = (f"{json.dumps(name)} = {written(each)}" for name, each in value.items())
        return f"{{ {', '.join(inside)} }}" if value else "{}"
    return f"[{', '.join(written(each) for each in value)}]"
