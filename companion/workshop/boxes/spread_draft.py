"""Pictures of spread-out pieces on their way into a box: counted, kept, not confirmed yet.

boxes/.spread/wall/
  spread.json    which list, how many windows each picture shows, and what looks the same
  windows.npz    what is in every window, to compare the next picture with
  1.jpg, 2.jpg   the same for people
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.core.decode import decode
from companion.core.verdict import Saying
from companion.rooms.room import Loose
from companion.util.files import write_whole

from .spreads import spread_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.read.taught import Taught

SPREAD, WINDOWS = "spread.json", "windows.npz"
MOST_PICTURES, MOST_WINDOWS = 9, 240


class DraftGroup(msgspec.Struct, frozen=True):
    """Windows that show one face, and what it was taken for."""

    windows: tuple[int, ...]
    label: str = ""


class SpreadDraft(msgspec.Struct, frozen=True):
    """A list of a box as some pictures show it."""

    part: str
    windows: int
    """How many windows a piece has."""
    pictures: tuple[int, ...] = ()
    """How many windows each picture shows."""
    groups: tuple[DraftGroup, ...] = ()

    @property
    def count(self) -> int:
        """Return how many pieces there are."""
        return sum(self.pictures) // self.windows


class SpreadRefused(msgspec.Struct, frozen=True):
    """Why a picture can't be counted, and a picture of where."""

    why: Saying
    picture: bytes = b""


class SpreadDrafts:
    """What is being counted in one house, one list a room."""

    def __init__(self, state: Path) -> None:
        self._home = state / "boxes" / ".spread"

    def folder(self, room: str) -> Path:
        return self._home / room

    def read(self, room: str) -> SpreadDraft | None:
        try:
            return decode((self.folder(room) / SPREAD).read_bytes(), SpreadDraft)
        except (OSError, msgspec.DecodeError):
            return None

    def picture(self, room: str, number: int) -> bytes | None:
        try:
            return (self.folder(room) / f"{number}.jpg").read_bytes()
        except OSError:
            return None

    def drop(self, room: str) -> None:
        shutil.rmtree(self.folder(room), ignore_errors=True)


def count_picture(
    state: Path,
    room: str,
    part: str,
    raw: bytes,
    more: bool,
    loose: Loose,
    known: Callable[[], Taught] | None,
) -> SpreadDraft | SpreadRefused:
    """Count the pieces in a picture; *more* of them than in the pictures before. Heavy."""
    from calibration.geometry.pictures import decoded, within
    from calibration.read.reader import use_threads
    from calibration.teach.exposure import in_rows_of
    from calibration.teach.piece_groups import (
        BadSpread,
        counted,
        packed_windows,
        unpacked_windows,
    )
    from calibration.teach.spread import SpreadPiece

    use_threads(1)
    drafts = SpreadDrafts(state)
    old = drafts.read(room) if more else None
    if old is None or old.part != part:
        old = SpreadDraft(part, len(loose.windows_mm))
    is_coloured = spread_of(room, part).into == "names"
    piece = SpreadPiece(loose.kind, loose.sides_mm, loose.windows_mm, loose.shape, is_coloured)
    before = (
        unpacked_windows((drafts.folder(room) / WINDOWS).read_bytes()) if old.pictures else None
    )
    if len(old.pictures) >= MOST_PICTURES:
        return SpreadRefused(Saying("workshop.spread.many", {"most": MOST_PICTURES}))
    found = counted(within(decoded(raw)), piece, _taught(known), before)
    if isinstance(found, BadSpread):
        return SpreadRefused(Saying(found.why.key, dict(found.why.values)), found.picture)
    if len(found.patches) > MOST_WINDOWS:
        return SpreadRefused(Saying("workshop.spread.many", {"most": MOST_PICTURES}))
    if not old.pictures:
        drafts.drop(room)
    groups = tuple(DraftGroup(one.windows, one.label) for one in found.groups)
    fresh = SpreadDraft(part, old.windows, (*old.pictures, len(found.thumbs)), groups)
    folder = drafts.folder(room)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{len(fresh.pictures)}.jpg", in_rows_of(found.thumbs), 0o640)
    write_whole(folder / WINDOWS, packed_windows(found.patches), 0o640)
    write_whole(folder / SPREAD, msgspec.json.encode(fresh), 0o640)
    return fresh


def _taught(known: Callable[[], Taught] | None) -> Taught | None:
    """Return what is known of the pieces; nothing if the owner wants no camera there."""
    try:
        return known() if known else None
    except (ValueError, OSError):
        return None
