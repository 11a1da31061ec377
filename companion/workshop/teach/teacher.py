"""The teacher of a house: who holds its lessons and editions, and lets the heavy half be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.core.verdict import Saying
from companion.rooms import room_of
from companion.rooms.room import Loose

from ..boxes.spread_draft import SpreadDraft, SpreadDrafts, SpreadRefused, count_picture
from ..boxes.spreads import spread_of
from . import lessons
from .draft import Draft, Drafts, write
from .editions import Editions
from .lessons import NotTaught
from .tonight import TonightLesson

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught

Corners = Sequence[tuple[float, float]]
Apart = Callable[..., Any]
"""Does work with what it is given, in a process of its own."""


@dataclass(frozen=True)
class TeachShot:
    """A picture of the house's own camera as it is, with the corners its owner tapped."""

    raw: bytes = b""
    corners: Corners = ()
    trouble: Any = ""
    """The reason why there is none."""


def here(work: Callable[..., Any], *given: Any) -> Any:
    """Do the work at once, as in a test."""
    return work(*given)


class Teacher:
    """One lesson a room, one step at a time."""

    def __init__(
        self,
        state: Path,
        box: Callable[[str], Path | None] = lambda room: None,
        printed: Callable[[Board], Board] = lambda board: board,
        apart: Apart = here,
        changed: Callable[[str], None] = lambda room: None,
        known: Callable[[str], Callable[[], Taught] | None] = lambda room: None,
    ) -> None:
        """*box* says where the owner's own box lies, *printed* how the markers came out;
        *changed* hears of every room whose games are to be seen with something else; *known* gives
        what the eye knows of a room's pieces."""
        self._state, self._box, self._printed, self._apart = state, box, printed, apart
        self._changed, self._known = changed, known
        self._busy = Lock()
        self.editions = Editions(state)
        self.drafts = Drafts(self.editions.folder)
        self.tonight = TonightLesson(self.editions.folder)
        self.spread = SpreadDrafts(state)

    def cells(self, room: str) -> list[str]:
        """Return the cells of a board in their order."""
        return [cell.id for cell in self._board(room).cells]

    def face(self, room: str, label: str) -> Saying:
        """Return the name of a face."""
        return room_of(room).face(label)

    def begin(self, room: str, edition: str, again: bool) -> Draft:
        around = room_of(room)
        chapters = around.chapters(around.game.load_box(self._box(room)))
        return self._do(lessons.begun, self._board(room), room, edition, chapters, again)

    def show(self, room: str, raw: bytes, corners: Corners = (), spread: bool = False) -> Draft:
        loose = self._loose(room) if spread else ()
        return self._do(lessons.pictured, self._board(room), room, raw, list(corners), loose)

    def spreads(self, room: str) -> frozenset[str]:
        """Return the kinds of cells whose faces may be shown beside the board."""
        return frozenset(one.kind for one in self._loose(room))

    def _loose(self, room: str) -> tuple[Loose, ...]:
        around = room_of(room)
        return around.loose(around.game.load_box(self._box(room)))

    def count(self, room: str, part: str, raw: bytes, more: bool) -> SpreadDraft | SpreadRefused:
        """Count pieces spread on a table, for a list of the box; nothing is written into it."""
        kind = spread_of(room, part).kind
        loose = next(one for one in self._loose(room) if one.kind == kind)
        given = (room, part, raw, more, loose, self._known(room))
        found: SpreadDraft | SpreadRefused = self._do(count_picture, *given)
        return found

    def name(self, room: str, pending: str, labels: Mapping[str, str]) -> Draft:
        return self._do(lessons.named, self._board(room), room, pending, dict(labels))

    def back(self, room: str) -> Draft:
        return self._do(lessons.back, self._board(room), room)

    def learn(self, room: str) -> Draft:
        draft: Draft = self._do(lessons.learnt, self._board(room), room)
        self._changed(room)
        return draft

    def another_trial(self, room: str) -> Draft:
        return self._do(lessons.another_trial, room)

    def enough(self, room: str, one: str, other: str) -> Draft:
        """Note that the owner has shown a pair often enough."""
        draft = self.drafts.read(room)
        if draft is None:
            raise NotTaught("teaching.say.elsewhere")
        stays = tuple(each for each in draft.concerns if (each.one, each.other) != (one, other))
        kept = replace(draft, concerns=stays, enough=(*draft.enough, (one, other)))
        return write(self.drafts.folder(room), kept)

    def stop(self, room: str) -> None:
        """Throw a lesson away; versions that were made of it stay."""
        with self._busy:
            self.drafts.drop(room)

    def learn_tonight(self, room: str, keep: Sequence[int]) -> str:
        """Add some of tonight's crops to the edition in use; the name of the new version."""
        name = str(self._do(lessons.learnt_tonight, self._board(room), room, list(keep)))
        self._changed(room)
        return name

    def use(self, room: str, version: str) -> None:
        """See the games of a room with another version, from this moment on."""
        self.editions.use(room, version)
        self._changed(room)

    def places(self, room: str) -> dict[str, tuple[float, float, float, float]]:
        """Return where each cell is in a picture of the board from above, as parts of it."""
        board = self._board(room)
        wide, high = board.width_mm, board.height_mm
        found = {}
        for cell in board.cells:
            xs, ys = zip(*cell.polygon_mm, strict=True)
            found[cell.id] = (min(xs) / wide, min(ys) / high, max(xs) / wide, max(ys) / high)
        return found

    def take(self, raw: bytes) -> tuple[str, str]:
        """Take over an edition of another house, as one more version here."""
        room, name = self._do(lessons.taken, raw)
        return str(room), str(name)

    def thumbs(self, room: str, name: str) -> bytes | None:
        """Return the cells of one picture, as people see them."""
        try:
            return (self.drafts.folder(room) / f"{name}.jpg").read_bytes()
        except OSError:
            return None

    def _do(self, work: Callable[..., Any], *given: Any) -> Any:
        if not self._busy.acquire(blocking=False):
            raise NotTaught("teaching.say.busy")
        try:
            return self._apart(work, self._state, *given)
        finally:
            self._busy.release()

    def _board(self, room: str) -> Board:
        around = room_of(room)
        return self._printed(around.board(around.game.load_box(self._box(room))))
