"""What the eye made of path-traced pictures, dealt out to the cells of a game.

A path-traced picture shows a board of its own, not the state of a game. But every cell of it was
read by the eye under a real light, and its truth is known. A photograph of a game takes one such
picture: each cell gets what the eye made of a cell that showed the same kind of thing there, with
its chances, its mistakes and its hands. Faces of the game stand for faces of the picture, each
always for the same one.

``script/soak traced FOLDER`` reads a folder of scenes anew (``dev/`` and ``teach/`` in it) and
writes ``traced.json`` beside this file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.core.cells import EMPTY
from companion.core.observation import SOMETHING_ELSE, Reading

FILE = Path(__file__).with_name("traced.json")
KINDS = {"wall": "wall", "bowl": "track", "dig": "tray", "kheops": "pyramid", "sphinx": "sphinx"}
"""Which scenes show a board like that of a room."""
PLAIN = (EMPTY, "down")
LEAST_CHANCE = 0.0005
Look = Callable[[Mapping[str, str]], Mapping[str, Reading]]
Cell = tuple[str, dict[str, float], str]
"""The truth, the chances the eye gave, and what disturbed it."""


def traced(room: str, seed: int, labels: Sequence[str]) -> Look:
    """Readings of path-traced pictures, each photograph another one; *labels* are the game's."""
    pictures, dice = _pictures()[KINDS[room]], Random(f"{room} {seed}")
    every = [cell for picture in pictures for cell in picture]

    def look(shown: Mapping[str, str]) -> Mapping[str, Reading]:
        deal = Deal(dice.choice(pictures), every, labels, dice)
        return {cell: deal.reading(cell, label) for cell, label in shown.items()}

    return look


class Deal:
    """One photograph: the readings of one picture, given to the cells of a game."""

    def __init__(
        self, picture: Sequence[Cell], every: Sequence[Cell], labels: Sequence[str], dice: Random
    ) -> None:
        self._picture, self._every, self._dice = picture, every, dice
        self._faces = sorted({label for _, chances, _ in picture for label in chances} - set(PLAIN))
        self._faces = [face for face in self._faces if face != SOMETHING_ELSE] or ["face"]
        self._labels = labels
        self._ranks = {name: n for n, name in enumerate(sorted(set(map(_face, labels))))}

    def reading(self, cell: str, label: str) -> Reading:
        if cell.endswith(":pawn"):  # these boards have no pawns to be read
            return Reading({label: 0.997, SOMETHING_ELSE: 0.003})
        truth, chances, disturbed = self._dice.choice(self._alike(self._stands_for(label)))
        dealt = dict[str, float]()
        for face, chance in chances.items():
            name = label if face == truth else self._other(face, label)
            dealt[name] = dealt.get(name, 0.0) + chance
        return Reading(dealt, disturbed)

    def _stands_for(self, label: str) -> str:
        """The face of the picture that a label of the game is given for."""
        if label in PLAIN:
            return label
        return self._faces[self._ranks.get(_face(label), 0) % len(self._faces)]

    def _alike(self, face: str) -> Sequence[Cell]:
        """Cells that show this face; where the picture has none, those of other pictures."""
        for cells in (self._picture, self._every):
            if found := [cell for cell in cells if cell[0] == face]:
                return found
        return [cell for cell in self._every if (cell[0] in PLAIN) == (face in PLAIN)]

    def _other(self, face: str, label: str) -> str:
        """What a mistake of the eye is called in the game."""
        if face == SOMETHING_ELSE:
            return face
        alike = [one for one in self._labels if one != label and self._stands_for(one) == face]
        return self._dice.choice(alike) if alike else SOMETHING_ELSE


def _face(label: str) -> str:
    """A label without the way its piece is turned."""
    return label.partition("@")[0]


@cache
def _pictures() -> dict[str, list[list[Cell]]]:
    kept: dict[str, list[list[Cell]]] = json.loads(FILE.read_text())["pictures"]
    return kept


def measured(folder: Path) -> Iterator[tuple[str, list[Cell]]]:
    """Every scene the eye finds the board in: its kind, and its cells with their truth."""
    from calibration.read.reader import Looker, use_threads
    from calibration.teach.scenes import Scene, scenes_in, teachings_in

    use_threads(1)
    taught = teachings_in(folder / "teach")
    for scene in scenes_in(folder / "dev"):
        if not isinstance(scene, Scene):
            continue
        look = Looker(scene.board, taught[scene.edition], scene.told_corners).look(scene.picture())
        cells = [
            (truth, _short(look.cells[cell].chances), look.cells[cell].disturbed)
            for cell, (truth, _) in scene.truth().items()
            if cell in look.cells
        ]
        print(f"{scene.id}: {len(cells)} cells", flush=True)
        if cells:
            yield scene.kind, cells


def _short(chances: Mapping[str, float]) -> dict[str, float]:
    return {face: round(chance, 4) for face, chance in chances.items() if chance > LEAST_CHANCE}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak traced", description=__doc__)
    parser.add_argument("folder", type=Path)
    pictures: dict[str, list[Any]] = {}
    for kind, cells in measured(parser.parse_args(words).folder):
        pictures.setdefault(kind, []).append(cells)
    FILE.write_text(json.dumps({"pictures": pictures}, separators=(",", ":")) + "\n")
    return 0
