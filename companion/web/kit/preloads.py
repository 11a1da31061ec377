"""The scripts and data a page will need, so that they come side by side and not in a chain."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import current_app, request

IMPORT = re.compile(r'^(?:import|export)\s[^"]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.M)

SIGNS = re.compile(r"^export const SIGNS = \[(.*?)\];", re.M | re.S)


def data_for(room: str, *more: str) -> tuple[str, ...]:
    """Return what the scripts of a room request first, spelled exactly as they do;
    *more* paths too."""
    chosen = request.args.get("lang")
    lang = f"?lang={chosen}" if chosen else ""
    art = f"/art.svg{_signs(Path(current_app.static_folder or ''), room)}"
    return (f"/words.json{lang}", art, *(f"{path}{lang}" for path in more))


@lru_cache(maxsize=64)
def _signs(folder: Path, room: str) -> str:
    """Return the signs of the common sheet that a room draws; all of them if it doesn't say."""
    path = folder / "rooms" / room / "index.js"
    named = SIGNS.search(path.read_text("utf-8")) if path.is_file() else None
    return "" if named is None else "?signs=" + ",".join(re.findall(r"[\w-]+", named[1]))


def scripts_for(*entries: str) -> tuple[str, ...]:
    """Return the *entries* and all they import statically."""
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
