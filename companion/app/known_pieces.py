"""What the eye knows of a box's pieces: taught, or our own kit; and the weights."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import TableError
from companion.rooms import room_of
from companion.workshop.teach import Editions

if TYPE_CHECKING:
    from calibration.read.taught import Taught

import json
from collections.abc import Mapping

from companion.config.settings import Settings, state_folder
from companion.util.files import write_whole

Learn = Callable[[], "Taught"]
"""Gives what the eye knows, in the process that reads."""
SIZE = (1280, 720)
"""How large the pictures are that our own drawings are learnt from."""
CACHE = ".printed"
"""The folder of a house that keeps what was derived from our drawings; never backed up."""
DRAWINGS = ("art", "boards", "kit", "paint")
"""The packages our drawings come from: what was derived from others is not used any more."""


class NobodyTaught(TableError, ValueError):
    """A picture cannot be read where the owner wants no camera."""


@dataclass(frozen=True)
class KnownPieces:
    """Asked in the process that reads, each time anew: a lesson that was just given counts."""

    room: str
    box: Any
    state: Path | None = None
    """The house, whose owner chooses between editions; None without a house."""
    named: Path | None = None
    """What the settings name, where the owner has chosen nothing."""

    def __call__(self) -> Taught:
        from calibration.teach.store import load

        lesson = self.lesson()
        if lesson is not None:
            return load(lesson)
        if not self.is_wanted():
            raise NobodyTaught("fault.eye.unwanted", room=self.room)
        return self._printed()

    def lesson(self) -> Path | None:
        """Return what the owner taught: the edition in use, else what the settings name."""
        if self.state is None:
            return self.named
        editions = Editions(self.state)
        return editions.used_path(self.room) or (self.named if self.is_wanted() else None)

    def is_wanted(self) -> bool:
        """Whether the owner wants games of this room to be seen at all."""
        if self.state is None:
            return True
        editions = Editions(self.state)
        return editions.is_kit(self.room) or editions.used_path(self.room) is not None

    def _printed(self) -> Taught:
        """Our own pieces, learnt from our drawings: kept, because that takes a small Pi seconds."""
        if self.state is None:
            return self._derived()
        from calibration.errors import BadTeaching
        from calibration.teach.store import load, save

        home = self.state / CACHE / f"{self.room}-{self._mark():08x}"
        with contextlib.suppress(BadTeaching, OSError):
            return load(home)
        derived = self._derived()
        with contextlib.suppress(BadTeaching, OSError):  # a full card, or another was faster
            save(derived, home)
        return derived

    def _derived(self) -> Taught:
        return room_of(self.room).taught(self.box, SIZE)

    def _mark(self) -> int:
        """Another one for another box, and after an update that draws anything otherwise."""
        import calibration

        home = Path(next(iter(calibration.__path__)))
        mark = zlib.crc32(repr(self.box).encode())
        for package in DRAWINGS:
            for path in sorted((home / package).rglob("*.*")):
                if path.suffix in (".py", ".json"):
                    mark = zlib.crc32(path.read_bytes(), mark)
        return mark


def weights_file(settings: Settings) -> Path:
    """Return where the weights are kept: as set, or beside the journals."""
    return Path(settings.weights) if settings.weights else state_folder(settings) / "weights.json"


def save_weights(settings: Settings, kept: Mapping[str, Any]) -> None:
    """Keep what was weighed; a plug pulled in between leaves the old weights."""
    path = weights_file(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{json.dumps(kept, indent=2)}\n".encode(), 0o644)
