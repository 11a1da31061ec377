"""The stage of the bowl: tiles that are flipped under a hand, figures and the mummy beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calibration.paint import PAPYRUS, Board, PaintedHand, Picture, random_scene
from calibration.paint.bowl.studio import BowlStudio, Pawn
from companion.core.cells import EMPTY

from .stage import RehearsalScreen, Stage, from_below

BESIDE_MM = 23.0
"""Offset of a figure from its tile's centre; the mummy stands opposite."""
ABREAST_MM = 11.5
COMING = (200.0, 90.0, 25.0)


class BowlStage(Stage):
    """One track under one light, with the people who play on it."""

    def __init__(
        self,
        camera: RehearsalScreen,
        board: Board,
        kinds: Mapping[str, str],
        seed: int,
        size: tuple[int, int] = (1280, 720),
        harshness: float = 0.5,
    ) -> None:
        self._track = BowlStudio(board, PAPYRUS, random_scene(seed, size, harshness), kinds=kinds)
        super().__init__(camera, board, PAPYRUS, seed, size, harshness, studio=self._track)

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        """Where the figures stand now."""
        return self._track.pawns

    def stand(self, pawns: tuple[Pawn, ...]) -> None:
        """Put the figures where they belong, nobody near."""
        self._track.stand(pawns)

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[Picture]:
        """Show somebody flipping the tiles of *at_cells*, one after the other."""
        hand = self._hands[self._dice.randrange(len(self._hands))]
        for name in at_cells:
            yield from self._flip(hand, name, labels_after[name])
        yield from self.still(2)

    def _flip(self, hand: PaintedHand, cell: str, label: str) -> Iterator[Picture]:
        x, y = self.studio.board.cell(cell).middle_mm
        side = 1.0 if from_below(hand) else -1.0
        for away in COMING:
            yield self._at(hand, x, y + side * away)
        self.studio.set({cell: EMPTY})
        yield self._at(hand, x, y)
        self.studio.set({cell: label})
        for away in (0.0, *reversed(COMING)):
            yield self._at(hand, x, y + side * away)

    def _at(self, hand: PaintedHand, x: float, y: float) -> Picture:
        at = (x + self._tremble(), y + self._tremble())
        return self._show(self.studio.frame(hand, at))


def beside(at_mm: tuple[float, float], place: int, of: int) -> tuple[float, float]:
    """Return where the *place*-th of several figures stands beside a tile."""
    x, y = at_mm
    return (x + (place - (of - 1) / 2) * ABREAST_MM, y + BESIDE_MM)


def opposite(at_mm: tuple[float, float]) -> tuple[float, float]:
    """Return where the mummy stands."""
    return (at_mm[0], at_mm[1] - BESIDE_MM)


class BareTable:
    """A track that nobody looks at: tiles and figures without paint, where only weights matter."""

    def __init__(self) -> None:
        self.pawns: tuple[Pawn, ...] = ()
        self._labels: dict[str, str] = {}

    def labels(self) -> dict[str, str]:
        return dict(self._labels)

    def set(self, labels: Mapping[str, str]) -> None:
        self._labels |= labels

    def still(self, frames: int) -> Iterator[object]:
        return iter(())

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[object]:
        self.set(labels_after)
        return iter(())

    def stand(self, pawns: tuple[Pawn, ...]) -> None:
        self.pawns = pawns
