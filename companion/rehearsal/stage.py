"""The stage: the table as painted scenery, shown frame by frame to a simulated camera.

Everything follows from the seed: the light, the hands, and how steadily they move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Protocol

from calibration.paint import (
    Art,
    Board,
    Cell,
    HeldCard,
    PaintedHand,
    Picture,
    Studio,
    held,
    random_hand,
    random_scene,
)
from companion.core.cells import EMPTY

CLEAR_MM = 15.0
"""How far above the board a card is held before it is lowered into its slot."""
PEOPLE = 4


class RehearsalScreen(Protocol):
    """A surface to show pictures on, which a simulated camera looks at."""

    def show(self, picture: Picture) -> None: ...


class Stage:
    """One table under one light, with the people who play at it."""

    def __init__(
        self,
        camera: RehearsalScreen,
        board: Board,
        art: Art,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        harshness: float = 0.5,
        labels: Mapping[str, str] | None = None,
        studio: Studio | None = None,
    ) -> None:
        self._camera = camera
        self._dice = Random(f"stage {seed}")
        self._hands = [random_hand(seed * PEOPLE + person) for person in range(PEOPLE)]
        scene = random_scene(seed, size, harshness)
        self.studio = studio or Studio(board, art, scene, labels)

    def labels(self) -> dict[str, str]:
        """Return what is in each cell now."""
        return self.studio.labels()

    def set(self, labels: Mapping[str, str]) -> None:
        """Change the table at once, nobody near it, and show it."""
        self.studio.set(labels)
        self._show(self.studio.frame())

    def still(self, frames: int) -> Iterator[Picture]:
        """Show the table as it is, exposure after exposure."""
        for _ in range(frames):
            yield self._show(self.studio.frame())

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[Picture]:
        """Show somebody putting a card into *at_cells*, or taking it out if they end empty.

        Every step shows one frame; after the last one the table looks like *labels_after*.
        """
        hand = self._hands[self._dice.randrange(PEOPLE) if person is None else person % PEOPLE]
        before = self.labels()
        cells = [self.studio.board.cell(name) for name in at_cells]
        taking = all(labels_after.get(name, before[name]) == EMPTY for name in at_cells)
        card = held(cells, before if taking else {**before, **labels_after}, (0.0, 0.0))
        if taking:
            yield from self._take_out(hand, card, labels_after)
        else:
            yield from self._put_in(hand, card, labels_after)
        yield from self.still(2)

    def wave(self, across: str, person: int | None = None) -> Iterator[Picture]:
        """Show an empty hand that passes in front of a cell and leaves again; nothing changes."""
        hand = self._hands[self._dice.randrange(PEOPLE) if person is None else person % PEOPLE]
        x, y = self.studio.board.cell(across).middle_mm
        for aside in (150.0, 60.0, 0.0, -60.0, -150.0):
            at = (x + aside + self._tremble(), y + self._tremble())
            yield self._show(self.studio.frame(hand, at))

    def _put_in(
        self, hand: PaintedHand, card: HeldCard, labels_after: Mapping[str, str]
    ) -> Iterator[Picture]:
        yield from self._carry(hand, self._way_to_slot(hand, card))
        let_go = self._lowered(card)[-1].grip_mm
        yield from self._fall(hand, card, let_go)
        self.studio.set(labels_after)
        yield from self._leave(hand, let_go)

    def _take_out(
        self, hand: PaintedHand, card: HeldCard, labels_after: Mapping[str, str]
    ) -> Iterator[Picture]:
        reach = self._lowered(card)[-1].grip_mm
        yield self._show(self.studio.frame(hand, reach))
        self.studio.set(labels_after)
        yield from self._carry(hand, reversed(self._way_to_slot(hand, card)))

    def _carry(
        self, hand: PaintedHand, way: Iterator[HeldCard] | Sequence[HeldCard]
    ) -> Iterator[Picture]:
        for card in way:
            x, y = card.away_mm
            trembling = replace(card, away_mm=(x + self._tremble(), y + self._tremble()))
            yield self._show(self.studio.frame(hand, card=trembling))

    def _fall(
        self, hand: PaintedHand, card: HeldCard, hand_at: tuple[float, float]
    ) -> Iterator[Picture]:
        """Let the card be seen for a moment in windows above its place."""
        passing = self._on_the_way(card)
        if passing:
            self.studio.set(passing)
            yield self._show(self.studio.frame(hand, hand_at))
            self.studio.set(dict.fromkeys(passing, EMPTY))

    def _leave(self, hand: PaintedHand, start: tuple[float, float]) -> Iterator[Picture]:
        x, y = start
        for away in (0.0, 40.0, 120.0, 260.0):
            at = (x + self._tremble(), y + away * (1.4 if from_below(hand) else -1.0))
            yield self._show(self.studio.frame(hand, at))

    def _way_to_slot(self, hand: PaintedHand, card: HeldCard) -> list[HeldCard]:
        """Yield the positions of the card from far away to its slot."""
        ready = self._ready(card)
        if from_below(hand):
            low = self.studio.board.height_mm + 40.0
            coming = [
                replace(card, away_mm=(70.0 * share, ready + low * share), in_front=True)
                for share in (1.0, 0.6, 0.25)
            ]
        else:
            coming = [replace(card, away_mm=(0.0, ready - far)) for far in (80.0, 45.0, 20.0)]
        return [*coming, *self._lowered(card)]

    def _lowered(self, card: HeldCard) -> list[HeldCard]:
        (_, top), (_, bottom) = card.outline_mm[0], card.outline_mm[2]
        ready, deep = self._ready(card), bottom - top
        return [replace(card, away_mm=(0.0, ready + deep * share)) for share in (0.0, 0.5, 0.9)]

    def _ready(self, card: HeldCard) -> float:
        return -(card.outline_mm[2][1] + CLEAR_MM)

    def _on_the_way(self, card: HeldCard) -> dict[str, str]:
        """Return the same card some windows higher, if all of those are free."""
        now = self.labels()
        above = [self._above(cell) for cell in card.cells]
        highest = min(len(cells) for cells in above)
        if highest == 0:
            return {}
        steps = self._dice.randrange(highest)
        passed = {cells[steps].id: label for cells, label in zip(above, card.labels, strict=True)}
        return passed if all(now[name] == EMPTY for name in passed) else {}

    def _above(self, cell: Cell) -> list[Cell]:
        """Return the windows above one, nearest first."""
        x, y = cell.middle_mm
        higher = [
            other
            for other in self.studio.board.cells
            if abs(other.middle_mm[0] - x) < 1 and other.middle_mm[1] < y - 1
        ]
        return sorted(higher, key=lambda other: -other.middle_mm[1])

    def _tremble(self) -> float:
        return self._dice.uniform(-2.0, 2.0)

    def _show(self, picture: Picture) -> Picture:
        self._camera.show(picture)
        return picture


def from_below(hand: PaintedHand) -> bool:
    """Check whether the arm crosses the board."""
    return abs(hand.lean) > 90
