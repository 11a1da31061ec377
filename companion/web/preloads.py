"""The scripts a page will need, so that they come side by side and not in a chain."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import current_app

IMPORT = re.compile(r'^(?:import|export)\s[^"]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.M)


def scripts_for(*entries: str) -> tuple[str, ...]:
    """The *entries* and all they import; what is imported later is not among them."""
    return _scripts(Path(current_app.static_folder or ""), entries)


@lru_cache(maxsize=64)
def _scripts(folder: Path, entries: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop(0)
        path = folder / name
        if name in found or not path.is_file():
            continue
        found[name] = None
        for imported in IMPORT.finditer(path.read_text("utf-8")):
            beside = (path.parent / (imported[1] or imported[2])).resolve()
            waiting.append(beside.relative_to(folder.resolve()).as_posix())
    return tuple(found)
