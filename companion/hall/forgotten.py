"""Write a night anew without the names that were removed at the desk.

A journal is never changed in place: its chain of hashes would show it. The copy has the same
entries in the same order with a chain of its own; the organiser keeps it and deletes the old one.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.journal import Entry, read_with_game
from companion.journal.hash_chain import seal
from companion.journal.lines import from_entries

from .errors import HallError
from .evening.state import read_back
from .store.local import FILE, SECRET

FREE_TEXTS = frozenset(("why", "text", "before", "after", "reason", "answer"))
"""What people typed themselves: a name may stand in it."""
LEAST_LETTERS = 3
ALSO = (SECRET, "certificate.pem", "season")
"""What else of a night's folder is needed to open it again."""


def without_names(folder: Path, to: Path) -> int:
    """Copy a night without the names of whoever was forgotten; return how many people that is."""
    if to.exists() and any(to.iterdir()):
        raise HallError("file.folder_taken", folder=to)
    entries, game = read_with_game(folder / FILE)
    gone = frozenset(read_back(entries).night.forgotten)
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    from_entries(_resealed(entries, game, gone), game, to / FILE).close()
    for name in ALSO:
        if (folder / name).is_dir():
            shutil.copytree(folder / name, to / name)
        elif (folder / name).exists():
            shutil.copyfile(folder / name, to / name)
            (to / name).chmod(0o600)
    return len(gone)


def _resealed(entries: Iterable[Entry], game: str, gone: frozenset[str]) -> Iterator[Entry]:
    """Yield the entries without the names, each following the one before; salts are new, so that
    no digest of an old body can be guessed."""
    entries, previous = tuple(entries), game
    names = _names_of(entries, gone)
    for old in entries:
        made = seal(
            number=old.number, boot=old.boot, monotonic=old.monotonic, wall_time=old.wall_time,
            kind=old.kind, body=_told(old.body or {}, gone, names), private_to=old.private_to,
            salt=secrets.token_hex(16), previous=previous,
        )  # fmt: skip
        previous = made.chain
        yield made


def _names_of(entries: Iterable[Entry], gone: frozenset[str]) -> re.Pattern[str] | None:
    """Return a pattern for every name these people ever had."""
    found: set[str] = set()

    def gather(told: Any) -> None:
        if isinstance(told, dict):
            if told.get("id") in gone and isinstance(told.get("name"), str):
                found.add(told["name"])
            for each in told.values():
                gather(each)
        elif isinstance(told, list):
            for each in told:
                gather(each)

    for entry in entries:
        gather(entry.body)
    long = sorted((name for name in found if len(name) >= LEAST_LETTERS), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, long)), re.IGNORECASE) if long else None


def _told(told: Any, gone: frozenset[str], names: re.Pattern[str] | None, field: str = "") -> Any:
    """Return what an entry tells without the names: people keep a number alone."""
    if isinstance(told, dict):
        if told.get("id") in gone and "name" in told:
            return {"id": told["id"], "name": f"#{told['id'].lstrip('p')}"}
        return {name: _told(each, gone, names, name) for name, each in told.items()}
    if isinstance(told, list):
        return [_told(each, gone, names, field) for each in told]
    if isinstance(told, str) and field in FREE_TEXTS and names is not None:
        return names.sub("#", told)
    return told
