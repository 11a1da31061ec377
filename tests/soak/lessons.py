"""How long a lesson takes: every face of a box, laid by rehearsed hands, photographed and named.

``script/soak lessons [--rooms wall,kheops] [--every-piece]``

Hands are as quick as in a rehearsal: each piece takes the frames it is shown for, at ten a second,
and a thought before it. A person reads a page and taps. What the machine does is measured, in
seconds of one core here; a Pi takes about four times as long. *--every-piece* lays every tile of
the box, not one of each face.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from calibration.teach.course import cells_of
from companion.core.cells import EMPTY
from companion.core.game import ROOMS, load_room
from companion.rehearsal.live import FILM_FPS, THINK_SECONDS
from companion.rooms import board_of, room_of
from companion.workshop.teach import Draft
from companion.workshop.teach.lessons import begun, learnt, named, pictured
from tests.soak.painting import stage_of

SIZE = (1280, 720)
TAP_SECONDS, READ_SECONDS = 1.5, 6.0
"""A tap, and reading what a new page asks."""
SLOWER = 4.0
"""How much slower a small machine is than a core here."""
MINUTES = {"wall": 10.0, "kheops": 12.0}
"""What a lesson may take at most."""
PRE_TAPS = 4
"""Choose the room, name the edition, begin, and learn at the end."""


@dataclass
class Took:
    """What one lesson took."""

    faces: int = 0
    pieces: int = 0
    pictures: int = 0
    taps: int = PRE_TAPS
    renamed: int = 0
    """Groups whose name was not right already."""
    hands: float = 0.0
    machine: float = 0.0

    @property
    def people(self) -> float:
        return self.hands + TAP_SECONDS * self.taps + READ_SECONDS * self.pictures

    def minutes(self, slower: float = 1.0) -> float:
        return (self.people + slower * self.machine) / 60


class Lesson:
    """One lesson from the empty board to a version in use."""

    def __init__(self, room: str, every_piece: bool, folder: Path) -> None:
        self._room, self._folder, self._every = room, folder, every_piece
        self._box = load_room(room).load_box(None)
        self._board = board_of(load_room(room), self._box)
        self._stage = stage_of(room, self._board, 3, SIZE)
        self.took = Took()

    def taken(self) -> Took:
        chapters = room_of(self._room).chapters(self._box)
        self.took.faces = sum(len(faces) for _, faces in chapters)
        draft = self._step(begun, self._room, "x", chapters, False)
        draft = self._picture()
        while draft.step == "faces":
            draft = self._one_picture(draft)
        assert draft.step == "learn", draft
        self._step(learnt, self._room)
        return self.took

    def _one_picture(self, draft: Draft) -> Draft:
        """Lay what is missing in the order of the box, take a picture, confirm its names."""
        kind, faces = draft.chapters[draft.chapter]
        cells = [cell.id for cell in cells_of(self._board, kind)]
        places = cells[::6] if kind == "pawn" else cells
        missing = draft.missing[draft.chapter]
        due = self._all_pieces(missing) if self._every else list(missing)
        labels = dict(zip(places, due, strict=False))
        self._lay(labels)
        draft = self._picture()
        seen = [cell for group in draft.proposals for cell in group.cells]
        truth = {cell: labels[cell] for cell in seen if cell in labels}
        for group in draft.proposals:
            if group.label != truth.get(group.cells[0]):  # another name, or nothing lies there
                self.took.renamed += 1
                self.took.taps += 2
        self.took.taps += 1
        draft = self._step(named, self._room, draft.pending, truth)
        self._lay({})
        return draft

    def _all_pieces(self, missing: Sequence[str]) -> list[str]:
        """Not one of each face but every tile of the box, those that look alike together."""
        counts = getattr(self._box, "faces", {})
        return [face for face in missing for _ in range(counts.get(face.partition("@")[0], 1))]

    def _lay(self, labels: Mapping[str, str]) -> None:
        """Hands lay one piece after the other, and take all away in the end."""
        bare = dict.fromkeys(self._stage.labels(), EMPTY)
        for cell, label in labels.items():
            frames = sum(1 for _ in self._stage.play({**self._stage.labels(), cell: label}, [cell]))
            self.took.hands += frames / FILM_FPS + THINK_SECONDS
            self.took.pieces += 1
        if not labels:
            self._stage.set(bare)
            self.took.hands += 10.0

    def _picture(self) -> Draft:
        self.took.taps += 1
        self.took.pictures += 1
        picture = cv2.imencode(".png", self._stage.studio.frame())[1].tobytes()
        return self._step(pictured, self._room, picture, ())

    def _step(self, step: Callable[..., Draft], *given: Any) -> Draft:
        before = time.process_time()
        draft = step(self._folder, self._board, *given)
        self.took.machine += time.process_time() - before
        return draft


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak lessons", description=__doc__)
    parser.add_argument("--rooms", default=",".join(ROOMS))
    parser.add_argument("--every-piece", action="store_true", help="every tile, not every face")
    wanted = parser.parse_args(words)
    late = 0
    print("room    faces pieces pictures taps renamed  hands s machine s  minutes  on a Pi")
    for room in wanted.rooms.split(","):
        with tempfile.TemporaryDirectory() as folder:
            took = Lesson(room, wanted.every_piece, Path(folder)).taken()
        print(
            f"{room:7} {took.faces:5} {took.pieces:6} {took.pictures:8} {took.taps:4} "
            f"{took.renamed:7} {took.hands:8.0f} {took.machine:9.0f} "
            f"{took.minutes():8.1f} {took.minutes(SLOWER):8.1f}",
            flush=True,
        )
        late += took.minutes(SLOWER) > MINUTES.get(room, 12.0)
    return 1 if late else 0
