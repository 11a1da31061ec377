"""Pieces spread on a table teach the eye: found, grouped, named once a group, learnt, and read.

``script/soak spreads [--rooms bowl,kheops] [--seeds 2] [--boards 3]``

The empty board and backs are shown on the board, all faces beside it, turned at random; then
painted boards are read with what was taught.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from calibration.read.reader import Looker
from calibration.teach.course import cells_of
from calibration.teach.store import load
from companion.core.cells import EMPTY
from companion.core.game import load_room
from companion.rooms import board_of, room_of
from companion.workshop.teach import Draft, Editions
from companion.workshop.teach.lessons import begun, learnt, named, pictured
from tests.soak.painting import studio_of
from tests.soak.photographs import SIZE, tale
from tests.workshop.spreads import Piece, disc, strewn, triangle

MOST = 400
"""Steps of a lesson before something is wrong."""


class Lesson:
    """One lesson of a room, taken with painted hands."""

    def __init__(self, room: str, seed: int, state: Path) -> None:
        self.room, self.seed, self.state = room, seed, state
        self.box = load_room(room).load_box(None)
        self.board = board_of(load_room(room), self.box)
        self.around = room_of(room)
        self.studio = studio_of(room, self.board, seed, SIZE)
        self.pieces = self.groups = self.mixed = 0
        self.faces = set[str]()

    def taken(self) -> None:
        """From the empty board to a version that is in use."""
        draft = begun(self.state, self.board, self.room, "x", self.around.chapters(self.box), False)
        draft = self._shown({})
        for _ in range(MOST):
            if draft.step != "faces":
                break
            kind, faces = draft.chapters[draft.chapter]
            loose = [one for one in self.around.loose(self.box) if one.kind == kind]
            many = loose and len(faces) > 1
            draft = self._beside(loose[0].sides_mm[0]) if many else self._laid(draft, kind)
        assert draft.step == "learn", draft
        learnt(self.state, self.board, self.room)

    def _laid(self, draft: Draft, kind: str) -> Draft:
        """The faces that are missing, on the board."""
        cells = [cell.id for cell in cells_of(self.board, kind)]
        places = cells[::6] if kind == "pawn" else cells
        labels = dict(zip(places, draft.missing[draft.chapter], strict=False))
        draft = self._shown(labels)
        return named(self.state, self.board, self.room, draft.pending, labels)

    def _shown(self, labels: Mapping[str, str]) -> Draft:
        self.studio.set(dict.fromkeys(self.studio.labels(), EMPTY) | dict(labels))
        return pictured(self.state, self.board, self.room, _png(self.studio.frame()), ())

    def _beside(self, side_mm: float) -> Draft:
        """Every piece of the box, spread on a table; each group is given its name once."""
        laid, pieces = _spread_of(self.room, self.box, side_mm)
        turned = 180.0 if self.room == "bowl" else 12.0
        picture = strewn(pieces, self.seed, 9, turned)
        loose = self.around.loose(self.box)
        draft = pictured(self.state, self.board, self.room, _png(picture), (), loose)
        names = {cell: laid[int(cell)] for group in draft.proposals for cell in group.cells}
        self.pieces, self.faces = len(names), set(laid)
        self.groups = len(draft.proposals)
        self.mixed = sum(len({names[c] for c in one.cells}) > 1 for one in draft.proposals)
        assert len(names) == len(laid), f"{len(names)} of {len(laid)} pieces found"
        return named(self.state, self.board, self.room, draft.pending, names)

    def read(self, boards: int) -> tuple[int, int, int]:
        """Places of painted boards: how many in all, read right, and read wrong for certain."""
        version = Editions(self.state).used_path(self.room)
        assert version is not None
        looker = Looker(self.board, load(version))
        every = right = wrong = 0
        for n in range(boards):
            told = tale(self.room, self.seed + n)
            shown = told.game.visible(told.states[-1 - n])
            studio = studio_of(self.room, self.board, 100 * self.seed + n, SIZE)
            studio.set({cell: label for cell, label in shown.items() if cell in studio.labels()})
            looker.forget()
            cells = looker.look(studio.frame()).cells
            for cell, label in shown.items():
                if cell in cells and not cell.endswith(":pawn"):
                    every += 1
                    right += cells[cell].label == label
                    sure = max(cells[cell].chances.values(), default=0.0) >= 0.99
                    wrong += sure and cells[cell].label not in (label, None)
        return every, right, wrong


def _spread_of(room: str, box: Any, side_mm: float) -> tuple[Sequence[str], list[Piece]]:
    if room == "bowl":
        from companion.games.bowl.box import KINDS

        tiles = [(face.label, kind) for kind in KINDS for face in box.tiles_of(kind)]
        return [label for label, _ in tiles], [disc(*tile, side_mm) for tile in tiles]
    labels = [f"{face}@0" for face in box.faces for _ in range(box.faces[face])]
    return labels, [triangle(label, side_mm) for label in labels]


def _png(picture: Any) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1].tobytes())


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak spreads", description=__doc__)
    parser.add_argument("--rooms", default="bowl,kheops")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--boards", type=int, default=3)
    wanted = parser.parse_args(words)
    worst = 0
    print("room   seed pieces faces groups mixed  places right surely-wrong  CPU s")
    for room in wanted.rooms.split(","):
        for seed in range(1, wanted.seeds + 1):
            before = time.process_time()
            with tempfile.TemporaryDirectory() as folder:
                lesson = Lesson(room, seed, Path(folder))
                lesson.taken()
                every, right, wrong = lesson.read(wanted.boards)
            print(
                f"{room:7} {seed:3} {lesson.pieces:6} {len(lesson.faces):5} {lesson.groups:6} "
                f"{lesson.mixed:5} {every:7} {right:5} {wrong:12} "
                f"{time.process_time() - before:6.0f}",
                flush=True,
            )
            worst += lesson.mixed + wrong
    return 1 if worst else 0
