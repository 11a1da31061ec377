"""The stage of the dig: cards laid row by row, lifted with the shovel, put back with fingers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calibration.paint import PAPYRUS, PaintedHand, Picture, Point
from calibration.paint.dig.held import HeldTiles
from calibration.paint.dig.pits import PitPose
from calibration.paint.dig.studio import DigStudio, Tray, tray_scene
from companion.core.cells import EMPTY

from .stage import RehearsalScreen, Stage, from_below

FARTHEST_MM, NEAREST_MM = 240.0, 40.0
"""Where a hand comes into sight, and where it is last seen before it reaches its cell."""
HELD_MM = 45.0
"""How high above the rim a hand comes and goes."""


class DigStage(Stage):
    """One tray under one light, with the people who dig in it."""

    def __init__(
        self,
        camera: RehearsalScreen,
        tray: Tray,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        harshness: float = 0.5,
        steps: int = 4,
    ) -> None:
        """*steps*: how many pictures a hand takes to come, and to go."""
        self._way = tuple(
            FARTHEST_MM * (NEAREST_MM / FARTHEST_MM) ** (n / max(1, steps - 1))
            for n in range(steps)
        )
        self._rises = (8.0, 20.0, 32.0)[:: max(1, 4 - steps)]
        self._tray = DigStudio(tray, tray_scene(seed, size, harshness))
        self.over = False
        """Whether a hand is over the tray in the last picture."""
        super().__init__(camera, tray.board, PAPYRUS, seed, size, harshness, studio=self._tray)

    # Quiet

    def still(self, frames: int) -> Iterator[Picture]:
        for _ in range(frames):
            self.over = False
            yield self._show(self.studio.frame())

    def wave(self, across: str, person: int | None = None) -> Iterator[Picture]:
        self.over = True
        yield from super().wave(across, person)

    # Cards

    def lay_rows(self, laid: Mapping[str, str]) -> Iterator[Picture]:
        """Show somebody laying a layer, a row of cards with each reach."""
        rows: dict[float, list[str]] = {}
        for name in laid:
            rows.setdefault(self._middle(name)[1], []).append(name)
        for row in rows.values():
            hand = self._somebody()
            yield from self._come(hand, row[0], laid[row[0]])
            for name in row:
                self._tray.set({name: laid[name]})
                yield self._reach(hand, self._middle(name), 4.0)
            yield from self._go(hand, row[-1])
        yield from self.still(2)

    def dig(self, cell: str, below: str) -> Iterator[Picture]:
        """Show somebody lifting the top card with the shovel: then *below* lies there."""
        hand, lifted = self._somebody(), self._tray.lying(cell)
        yield from self._come(hand, cell, shovel=True)
        yield self._reach(hand, self._middle(cell), 1.0, shovel=True)
        self._tray.set({cell: below})
        for rise in self._rises:
            yield self._reach(hand, self._middle(cell), rise, lifted, shovel=True)
        yield from self._go(hand, cell, lifted, shovel=True)
        yield from self.still(2)

    def put(self, cell: str, label: str) -> Iterator[Picture]:
        """Show fingers laying a card into a cell."""
        hand = self._somebody()
        yield from self._come(hand, cell, label)
        yield self._reach(hand, self._middle(cell), 6.0, label)
        self._tray.set({cell: label})
        yield self._reach(hand, self._middle(cell), 3.0)
        yield from self._go(hand, cell)
        yield from self.still(2)

    def take(self, cell: str, below: str) -> Iterator[Picture]:
        """Show fingers taking what lies on top of a cell."""
        hand, taken = self._somebody(), self._tray.lying(cell)
        yield from self._come(hand, cell)
        yield self._reach(hand, self._middle(cell), 2.0)
        self._tray.set({cell: below})
        yield self._reach(hand, self._middle(cell), 12.0, taken)
        yield from self._go(hand, cell, taken)
        yield from self.still(2)

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[Picture]:
        for name in at_cells:
            if labels_after[name] == EMPTY:
                yield from self.take(name, EMPTY)
            else:
                yield from self.put(name, labels_after[name])

    # Accidents and ceremonies

    def knock(self, cell: str) -> Iterator[Picture]:
        """Show a sleeve that pushes a card askew."""
        hand = self._somebody()
        yield from self._come(hand, cell)
        side, turn = self._dice.choice((-1, 1)), self._dice.uniform(25.0, 60.0)
        lie = PitPose(side * self._dice.uniform(8.0, 14.0), self._dice.uniform(-12.0, 12.0), turn)
        self._tray.disturb(cell, lie)
        yield from self._go(hand, cell)
        yield from self.still(2)

    def straighten(self, cell: str) -> Iterator[Picture]:
        """Show fingers pushing it back."""
        hand = self._somebody()
        yield from self._come(hand, cell)
        self._tray.settle(cell)
        yield self._reach(hand, self._middle(cell), 3.0)
        yield from self._go(hand, cell)
        yield from self.still(2)

    def turn(self, lying: Mapping[str, str]) -> Iterator[Picture]:
        """Show hands that turn the tray while the others look away."""
        hand = self._somebody()
        middle = (self.studio.board.width_mm / 2, self.studio.board.height_mm / 2)
        for step, away in enumerate((160.0, 60.0, 0.0, 0.0, 60.0, 160.0)):
            if step == 3:
                self._tray.set(lying)
            aside = 70.0 if step % 2 else -70.0
            yield self._reach(hand, (middle[0] + aside, middle[1] + self._side(hand) * away), 15.0)
        yield from self.still(2)

    def frame(self) -> Iterator[Picture]:
        """Show the board being laid around the tray."""
        hand = self._somebody()
        first = self.studio.board.cells[0].id
        yield from self._come(hand, first)
        self._tray.put_frame(True)
        yield from self._go(hand, first)
        yield from self.still(2)

    @property
    def framed(self) -> bool:
        return self._tray.framed

    def put_frame(self, framed: bool) -> None:
        self._tray.put_frame(framed)

    def lying(self, cell: str) -> str:
        """Return what is in a cell, and its direction."""
        return self._tray.lying(cell)

    # Hands

    def _somebody(self) -> PaintedHand:
        return self._hands[self._dice.randrange(len(self._hands))]

    def _middle(self, cell: str) -> Point:
        return self.studio.board.cell(cell).middle_mm

    def _side(self, hand: PaintedHand) -> float:
        return 1.0 if from_below(hand) else -1.0

    def _come(
        self, hand: PaintedHand, cell: str, label: str = "", shovel: bool = False
    ) -> Iterator[Picture]:
        x, y = self._middle(cell)
        for away in self._way:
            yield self._reach(hand, (x, y + self._side(hand) * away), HELD_MM, label, shovel)

    def _go(
        self, hand: PaintedHand, cell: str, label: str = "", shovel: bool = False
    ) -> Iterator[Picture]:
        x, y = self._middle(cell)
        for away in reversed(self._way):
            yield self._reach(hand, (x, y + self._side(hand) * away), HELD_MM, label, shovel)

    def _reach(
        self, hand: PaintedHand, at_mm: Point, rise: float, label: str = "", shovel: bool = False
    ) -> Picture:
        at = (at_mm[0] + self._tremble(), at_mm[1] + self._tremble())
        self.over = True
        return self._show(self._tray.holding(hand, HeldTiles(at, rise, label, shovel)))
