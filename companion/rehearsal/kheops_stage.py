"""The stage of Kheops: hands that lay and turn tiles, and set, take and exchange pawns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calibration.paint import PAPYRUS, Board, Hand, Picture, random_scene
from calibration.paint.kheops.studio import KheopsStudio

from .stage import EMPTY, Screen, Stage, from_below

COMING = (220.0, 90.0, 25.0)
"""How far from its place a hand is on its way there."""


class KheopsStage(Stage):
    """One pyramid under one light, with the people who build it."""

    def __init__(
        self,
        camera: Screen,
        board: Board,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        harshness: float = 0.5,
    ) -> None:
        self.pyramid = KheopsStudio(board, random_scene(seed, size, harshness))
        self._pawns = {cell.id for cell in board.cells if cell.stands_on}
        super().__init__(camera, board, PAPYRUS, seed, size, harshness, studio=self.pyramid)

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[Picture]:
        """Show somebody doing this to *at_cells*; a pawn that leaves a tile is taken off first."""
        hand = self._hands[self._dice.randrange(len(self._hands))]
        now = self.labels()
        for name in at_cells:
            if name in self._pawns and now[name] != EMPTY:
                yield from self._touch(hand, name, EMPTY)
        for name in at_cells:
            if self.labels()[name] != labels_after[name]:
                yield from self._touch(hand, name, labels_after[name])
        yield from self.still(2)

    def _touch(self, hand: Hand, name: str, label: str) -> Iterator[Picture]:
        """A hand comes, something is different, the hand goes."""
        x, y = self.studio.board.cell(name).middle_mm
        side = 1.0 if from_below(hand) else -1.0
        for away in COMING:
            yield self._at(hand, x, y + side * away)
        self.studio.set({name: label})
        for away in (0.0, *reversed(COMING)):
            yield self._at(hand, x, y + side * away)

    def _at(self, hand: Hand, x: float, y: float) -> Picture:
        at = (x + self._tremble(), y + self._tremble())
        return self._show(self.studio.frame(hand, at))
