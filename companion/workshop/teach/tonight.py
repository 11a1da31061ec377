"""What people said tonight about places the eye was not sure of, to learn from after the game.

Only the board as everybody saw it is kept, and only until the owner has looked through it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.core.observation import SURE, Seen
from companion.util.files import write_whole

FILE = "tonight.json"
MOST = 24
"""Most places that are remembered of one room."""


class Crop(msgspec.Struct, frozen=True):
    """A place in a picture of the board, and what people say lies there."""

    picture: str
    cell: str
    label: str


class TonightLesson:
    """The crops of a house, room by room."""

    def __init__(self, editions: Path) -> None:
        self._editions = editions

    def folder(self, room: str) -> Path:
        return self._editions / room / ".tonight"

    def crops(self, room: str) -> tuple[Crop, ...]:
        try:
            return decode((self.folder(room) / FILE).read_bytes(), tuple[Crop, ...])
        except (OSError, msgspec.MsgspecError):
            return ()

    def note(self, room: str, picture: bytes, shows: Mapping[str, str]) -> None:
        """Remember what lies in some places of a picture; the same thing is not noted twice."""
        known = self.crops(room)
        fresh = [
            (cell, label)
            for cell, label in shows.items()
            if not any((one.cell, one.label) == (cell, label) for one in known)
        ][: MOST - len(known)]
        if not fresh or not picture:
            return
        name = f"{len(known) + 1:04d}.jpg"
        write_whole(self.folder(room) / name, picture, 0o640)
        kept = (*known, *(Crop(name, cell, label) for cell, label in fresh))
        write_whole(self.folder(room) / FILE, msgspec.json.encode(kept), 0o640)

    def picture(self, room: str, name: str) -> bytes | None:
        if name not in {one.picture for one in self.crops(room)}:
            return None
        return (self.folder(room) / name).read_bytes()

    def forget(self, room: str) -> None:
        shutil.rmtree(self.folder(room), ignore_errors=True)


def unsure(seen: Seen, shows: Mapping[str, str], nothing: frozenset[str]) -> dict[str, str]:
    """Return the places where the eye did not see for sure what lies there now.

    What is hidden cannot be learnt from, and an empty place has nothing to learn.
    """
    return {
        cell: label
        for cell, label in shows.items()
        if label not in nothing
        and (reading := seen.readings.get(cell)) is not None
        and not reading.disturbed
        and reading.chances.get(label, 0.0) < SURE
    }
