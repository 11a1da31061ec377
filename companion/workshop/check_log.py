"""What was checked, when, and what was found: kept beside the house's diary."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.util.files import write_whole

KEPT = 200
"""How many findings are kept; the oldest go first."""
FILE = "checks.json"


class CheckEntry(msgspec.Struct, frozen=True):
    """One finding about one part."""

    at: float
    part: str
    works: bool
    said: str = ""


def read(path: Path) -> tuple[CheckEntry, ...]:
    """Return every finding that is kept, the oldest first; a damaged file counts as empty."""
    try:
        found: tuple[CheckEntry, ...] = decode(path.read_bytes(), tuple[CheckEntry, ...])
        return found
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return ()


def note(path: Path, found: CheckEntry) -> None:
    """Keep a finding; the same again within the same state of things is not repeated."""
    known = read(path)
    last = next((each for each in reversed(known) if each.part == found.part), None)
    if last is not None and (last.works, last.said) == (found.works, found.said):
        known = tuple(each for each in known if each is not last)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode((*known, found)[-KEPT:]), 0o644)
