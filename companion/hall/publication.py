"""What leaves the hall after the night: its pages and its signed file, and the season they go into.

Nights of other halls are kept as files beside the journal, each under its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.journal import Entry
from companion.journal.signatures import SigningKey
from companion.util.files import write_whole
from companion.words import Words

from .errors import HallError
from .night.state import Night
from .published_pages import pages_of
from .scores.night_file import (
    MOST_BYTES,
    NIGHT,
    BadNightFile,
    NightFile,
    SignedNight,
    night_file,
    numbers_of,
    read_signed,
    signed,
)
from .scores.season import Season, joined, season

KEY, SEASON = "signing.key", "season"
MOST_NIGHTS = 400
Called = Callable[[str], str]


class SeasonShelf:
    """The nights of a season that came from elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def nights(self) -> tuple[SignedNight, ...]:
        """Read every night that is there; a file that is no night any more is left out."""
        found = []
        for file in sorted(self._folder.glob("*.json"))[:MOST_NIGHTS]:
            with suppress(BadNightFile, OSError):
                found.append(read_file(file))
        return tuple(found)

    def add(self, data: bytes) -> SignedNight:
        """Keep a night; one that is known is replaced by a later word of the same hall alone."""
        came, known = read_signed(data), self.nights()
        if len(known) >= MOST_NIGHTS:
            raise HallError("file.too_many", most=MOST_NIGHTS)
        kept = joined((*known, came))
        if came in kept:
            write_whole(self._file(came.night.night), data, 0o600)
        return came

    def drop(self, night: str) -> None:
        if NIGHT.fullmatch(night):
            self._file(night).unlink(missing_ok=True)

    def _file(self, night: str) -> Path:
        return self._folder / f"{night}.json"


class Publisher:
    """The key of this hall, and the season it keeps."""

    def __init__(self, key: Path, folder: Path) -> None:
        self._path = key
        self._known: SigningKey | None = None
        self.shelf = SeasonShelf(folder / SEASON)

    @property
    def key(self) -> SigningKey:
        """Read the key when it is wanted; the first night makes it."""
        self._known = self._known or SigningKey.kept_in(self._path)
        return self._known

    def file(self, night: Night, name: str, entries: Sequence[Entry], called: Called) -> NightFile:
        return night_file(night, name, tuple(entries), self.key, called)

    def signed(self, night: NightFile) -> bytes:
        return signed(night, self.key)

    def season(self, night: NightFile, best: int | None = None) -> Season | None:
        """Add up this night and those that came from elsewhere; nothing without others."""
        others = self.shelf.nights()
        if not others:
            return None
        nights = joined((*others, SignedNight(night, self.key.public)))
        return season((one.night for one in nights), best)

    def pages(self, night: NightFile, words: Words, best: int | None = None) -> dict[str, bytes]:
        made = self.season(night, best)
        return pages_of(night, self.signed(night), self.key.public, words, made)

    def numbers(self, night: Night, name: str) -> dict[str, str]:
        """Return everybody's season number."""
        return numbers_of(night, name, self.key)


def read_file(path: Path) -> SignedNight:
    """Read a night of another hall from a file, and no more of it than a night can be."""
    with path.open("rb") as file:
        return read_signed(file.read(MOST_BYTES + 1))
