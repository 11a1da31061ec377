"""Where the facts of a box come from: the rulebook, a page, the owner, or nobody.

A box file gives its facts a source: ``source = "guess"`` for all of a table or an entry, and
``bonus_source = "rulebook WALL-55"`` for one key of it. The first word is the level, the rest says
where it stands. A list of names may have a source for each name. Files written before there were
sources mark what is not confirmed with ``assumed = true``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

RULEBOOK, PUBLISHED, OWNER, GUESS = "rulebook", "published", "owner", "guess"
LEVELS = (RULEBOOK, OWNER, PUBLISHED, GUESS)
"""From what nobody doubts to what nobody knows."""
AN_OWNER = f"{PUBLISHED} by an owner"
"""What another house has told."""
KEY, OLD = "source", "assumed"
LONGEST = 200
Path = tuple[str | int, ...]


def level_of(source: str) -> str:
    """Say how well a fact is known; a word that is no level means nobody knows.

    >>> level_of("rulebook WALL-55"), level_of("hearsay")
    ('rulebook', 'guess')
    """
    level = source.partition(" ")[0]
    return level if level in LEVELS else GUESS


def place_of(source: str) -> str:
    """Say where a fact stands: a clause, an address, whose word it is.

    >>> place_of("rulebook WALL-55")
    'WALL-55'
    """
    return source.partition(" ")[2][:LONGEST]


def is_guess(entry: Mapping[str, Any]) -> bool:
    """Check whether nobody has confirmed an entry of a list."""
    return level_of(str(entry.get(KEY, GUESS))) == GUESS


def weakest(sources: list[str]) -> str:
    """Return the source that is worth least: a fact is known as well as its worst part."""
    return max(sources, key=lambda source: LEVELS.index(level_of(source)), default=GUESS)


def is_source(key: str) -> bool:
    return key == KEY or key.endswith(f"_{KEY}")


def _is_mark(key: str) -> bool:
    return key == OLD or key.endswith(f"_{OLD}")


def leaves(data: Any, at: Path = ()) -> Iterator[Path]:
    """Yield every value of a file that is a fact, without the sources; plain lists are one fact."""
    if isinstance(data, Mapping):
        for key, one in data.items():
            if not (is_source(key) or _is_mark(key)):
                yield from leaves(one, (*at, key))
    elif isinstance(data, list) and data and all(isinstance(one, Mapping) for one in data):
        for number, one in enumerate(data):
            yield from leaves(one, (*at, number))
    else:
        yield at


def covering(data: Mapping[str, Any], path: Path) -> Path | None:
    """Find the source of a fact: at its own key, else at the nearest table around it."""
    tables: list[Any] = [data]
    for part in path[:-1]:
        tables.append(tables[-1][part])
    for depth in range(len(path) - 1, -1, -1):
        table, key = tables[depth], path[depth]
        if not isinstance(table, Mapping):
            continue
        for name in (f"{key}_{KEY}", KEY):
            if name in table:
                return (*path[:depth], name)
    return None


def source_at(data: Any, path: Path) -> str:
    """Return the source of a fact; of a list of names the weakest of theirs."""
    at = covering(data, path)
    if at is None:
        return GUESS
    for part in at:
        data = data[part]
    return weakest(list(map(str, data.values()))) if isinstance(data, Mapping) else str(data)


def settle(data: dict[str, Any], paths: list[Path], source: str) -> None:
    """Give these facts a source; what shared their old one keeps it."""
    covers: dict[Path, set[str | int]] = {}
    for path in paths:
        if (at := covering(data, path)) is not None:
            covers.setdefault(at, set()).add(path[len(at) - 1])
    for at, asked in covers.items():
        table, name = _at(data, at[:-1]), at[-1]
        if name == KEY and not isinstance(table[KEY], Mapping):
            for key in [key for key in table if not is_source(key) and key not in asked]:
                table.setdefault(f"{key}_{KEY}", table[KEY])
        table[name] = source


def settle_entry(entry: dict[str, Any], source: str) -> None:
    """Give all of an entry of a list one source."""
    for key in [key for key in entry if is_source(key) or _is_mark(key)]:
        del entry[key]
    entry[KEY] = source


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def plain(data: Any) -> Any:
    """Return a file as the rules read it: what is a guess has its mark, and no source is left."""
    if isinstance(data, list):
        return [plain(one) for one in data]
    if not isinstance(data, Mapping):
        return data
    bare = {key: plain(one) for key, one in data.items() if not is_source(key)}
    for key in filter(is_source, data):
        mark = key.removesuffix(KEY) + OLD
        if isinstance(data[key], Mapping):
            guessed = [name for name, one in data[key].items() if level_of(str(one)) == GUESS]
            bare |= {mark: guessed} if guessed else {}
        elif level_of(str(data[key])) == GUESS:
            bare[mark] = True
    return bare


def with_sources(data: dict[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    """Give sources to a file that has none: its marks, our own for what is the same, its owner's.

    A file that has any is returned as it is.
    """
    if _has_any(data):
        return data
    fresh = copy.deepcopy(data)
    _sourced(fresh, shipped)
    return fresh


def _has_any(data: Any) -> bool:
    if isinstance(data, list):
        return any(map(_has_any, data))
    if not isinstance(data, Mapping):
        return False
    return any(is_source(key) or _has_any(one) for key, one in data.items())


def _sourced(data: dict[str, Any], shipped: Mapping[str, Any]) -> None:
    for key in [key for key in data if _is_mark(key)]:
        mark = data.pop(key)
        data[key.removesuffix(OLD) + KEY] = _read_mark(mark, data)
    for key in filter(is_source, shipped):
        if key not in data:
            about = key.removesuffix(f"_{KEY}") if key != KEY else ""
            same = _bare(data.get(about)) == _bare(shipped.get(about)) if about else True
            same = same and (about or _bare(data) == _bare(shipped))
            known = same and level_of(_flat(shipped[key])) != GUESS
            data[key] = copy.deepcopy(shipped[key]) if known else OWNER
    for key, one in data.items():
        ours = shipped.get(key)
        if isinstance(one, dict) and not is_source(key):
            _sourced(one, ours if isinstance(ours, Mapping) else {})
        elif isinstance(one, list) and one and all(isinstance(each, dict) for each in one):
            ours = ours if isinstance(ours, list) else []
            for number, each in enumerate(one):
                _sourced(each, _like(each, ours, number))
                if not any(map(is_source, each)):
                    each[KEY] = OWNER


def _read_mark(mark: Any, data: Mapping[str, Any]) -> Any:
    if isinstance(mark, list):
        return {name: GUESS if name in mark else OWNER for name in data.get("names", mark)}
    return GUESS if mark else OWNER


def _flat(source: Any) -> str:
    return weakest(list(map(str, source.values()))) if isinstance(source, Mapping) else str(source)


def _bare(data: Any) -> Any:
    """Return the values alone, without what is noted about them."""
    if isinstance(data, list):
        return [_bare(one) for one in data]
    if not isinstance(data, Mapping):
        return data
    return {k: _bare(one) for k, one in data.items() if not (is_source(k) or _is_mark(k))}


def _like(entry: Mapping[str, Any], ours: list[Any], number: int) -> Mapping[str, Any]:
    """Find our own entry an entry of another file is about; with names, the one of that name."""
    for name in ("id", "ids", "name"):
        if name in entry:
            return next((one for one in ours if one.get(name) == entry[name]), {})
    return ours[number] if number < len(ours) else {}
