"""A lesson that is not over yet: what was shown, what is asked, and where it can be continued.

It lives in the house, not in a browser: whoever comes next goes on where the last one stopped.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.rooms.room import Chapters
from companion.util.files import write_whole

FILE, PENDING = "draft.json", "pending.picture"
EMPTY, FACES, NAME, LEARN, TEST, DONE = "empty", "faces", "name", "learn", "test", "done"


class Proposal(msgspec.Struct, frozen=True):
    """Cells of the new picture that show one face, and what it probably is."""

    cells: tuple[str, ...]
    label: str
    known: bool


class DraftConcern(msgspec.Struct, frozen=True):
    """A face that may be mistaken for another, or is not recognised."""

    kind: str
    one: str
    other: str = ""


class Tried(msgspec.Struct, frozen=True):
    """How a test round went."""

    found: dict[str, tuple[str, ...]]
    strange: dict[str, str]

    @property
    def passed(self) -> bool:
        return all(len(cells) == 1 for cells in self.found.values()) and not self.strange


class Draft(msgspec.Struct, frozen=True):
    """One lesson, as far as it has come."""

    room: str
    edition: str
    chapters: Chapters
    extends: str = ""
    """The version it goes on from."""
    shown: tuple[str, ...] = ()
    """The exposures that count, by name; the empty board is the first."""
    pictured: dict[str, tuple[str, str]] = {}
    """The exposure and the cell that shows each face best, by ``kind/label``."""
    examples: dict[str, int] = {}
    """How often each face was shown."""
    missing: tuple[tuple[str, ...], ...] = ()
    """The faces of each chapter that nobody has shown yet."""
    pending: str = ""
    """An exposure whose cells still want names."""
    corners: tuple[tuple[float, float], ...] = ()
    """Where somebody tapped the board in it, as parts of the picture."""
    proposals: tuple[Proposal, ...] = ()
    concerns: tuple[DraftConcern, ...] = ()
    """What is to be shown again."""
    enough: tuple[tuple[str, str], ...] = ()
    """Pairs that the owner does not want to show again."""
    saved: str = ""
    """The version that was made of it."""
    trial: tuple[str, ...] = ()
    """The faces of the test round."""
    trial_kind: str = ""
    tried: Tried | None = None
    loose: dict[str, int] = {}
    """Pictures of a spread, with how many faces each shows."""
    taken: int = 0
    """How many pictures were taken, so that each gets a name of its own."""

    @property
    def step(self) -> str:
        if self.pending:
            return NAME
        if not self.shown:
            return EMPTY
        if any(self.missing):
            return FACES
        if not self.saved:
            return LEARN
        return DONE if self.tried is not None else TEST

    @property
    def chapter(self) -> int:
        """The first chapter that is not complete; the last one where all are."""
        return next((n for n, faces in enumerate(self.missing) if faces), len(self.chapters) - 1)


class Drafts:
    """Where the lessons of a house lie: one for each room."""

    def __init__(self, editions: Path) -> None:
        self._editions = editions

    def folder(self, room: str) -> Path:
        return self._editions / room / ".lesson"

    def read(self, room: str) -> Draft | None:
        try:
            return decode((self.folder(room) / FILE).read_bytes(), Draft)
        except (OSError, msgspec.MsgspecError):
            return None

    def drop(self, room: str) -> None:
        shutil.rmtree(self.folder(room), ignore_errors=True)


def write(folder: Path, draft: Draft) -> Draft:
    """Keep where a lesson stands, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, msgspec.json.encode(draft), 0o640)
    return draft
