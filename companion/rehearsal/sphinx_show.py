"""A performance of the sphinx: pawns, dice and cards for the camera, words for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calibration.paint import PAPYRUS, Board, PaintedHand, Picture, Point, random_scene
from calibration.paint.sphinx.floor import Prints
from calibration.paint.sphinx.studio import SphinxStudio
from companion.core.cells import EMPTY
from companion.core.verdict import Move
from companion.games.sphinx import moves as m
from companion.games.sphinx.dicing import pads

from .performance import Performance, WatchedShow
from .sphinx import SphinxPeople
from .stage import RehearsalScreen, Stage, from_below


class SphinxPerformance(Performance):
    """People at a court."""

    def __init__(self, table: WatchedShow, people: SphinxPeople, stage: SphinxStage) -> None:
        super().__init__(table, people, stage)
        self._crowd = people

    def next_move(self) -> Move | None:
        """Choose what hands do next; None while an open question needs words."""
        questions = self._table.questions()
        if any(not question.by_sight for question in questions):
            return None
        state = self._table.state
        if any(question.topic == "throw" for question in questions):
            throw = m.Throw(self._crowd.throw(state))
            return throw if self._is_new(throw) else None
        return self._crowd.move(state)

    def by_hand(self) -> Move | None:
        if any(question.topic == "throw" for question in self._table.questions()):
            return m.Throw(self._crowd.throw(self._table.state))
        return super().by_hand()

    def _is_new(self, throw: m.Throw) -> bool:
        """Check whether the dice differ from the last throw; if not, it is said."""
        return sorted(map(str, throw.faces)) != sorted(map(str, self._table.state.thrown))

    def perform(self, move: Move) -> Iterator[object]:
        if not isinstance(move, m.Throw):
            yield from super().perform(move)
            return
        self.doing = move
        names = pads(self._table.state.box)
        lifted = {pad: EMPTY for pad in names if self._stage.labels()[pad] != EMPTY}
        if lifted:
            yield from self._stage.play({**self._stage.labels(), **lifted}, list(lifted))
        shows = dict(zip(names, map(str, move.faces), strict=False))
        yield from self._stage.play({**self._stage.labels(), **shows}, list(shows))


COMING = (220.0, 110.0, 40.0)


class SphinxStage(Stage):
    """One court under one light, with the people who play on it."""

    def __init__(
        self,
        camera: RehearsalScreen,
        board: Board,
        prints: Prints,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        harshness: float = 0.5,
    ) -> None:
        studio = SphinxStudio(board, prints, random_scene(seed, size, harshness))
        self._start_mm = prints.court.middle_mm(prints.place(0))
        super().__init__(camera, board, PAPYRUS, seed, size, harshness, studio=studio)

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[Picture]:
        """Show somebody taking up what leaves its place, and setting down what comes to one.

        A pawn that comes from nowhere comes from the start, and one that goes nowhere goes there.
        """
        hand = self._hands[self._dice.randrange(len(self._hands)) if person is None else person]
        left = [name for name in at_cells if labels_after[name] == EMPTY]
        come = [name for name in at_cells if labels_after[name] != EMPTY]
        pawns = any(name.startswith("s") for name in at_cells)
        ways = [(name, EMPTY) for name in left] or ([("", "")] if pawns else [])
        ways += [(name, labels_after[name]) for name in come] or ([("", "")] if pawns else [])
        for away in COMING:
            yield self._beside(hand, self._middle(ways[0][0]), away)
        for name, label in ways:
            if name:
                self.studio.set({name: label})
            yield self._beside(hand, self._middle(name), 0.0)
        for away in reversed(COMING):
            yield self._beside(hand, self._middle(ways[-1][0]), away)
        yield from self.still(2)

    def _middle(self, cell: str) -> Point:
        return self.studio.board.cell(cell).middle_mm if cell else self._start_mm

    def _beside(self, hand: PaintedHand, at_mm: Point, away: float) -> Picture:
        side = 1.0 if from_below(hand) else -1.0
        at = (at_mm[0] + self._tremble(), at_mm[1] + side * away + self._tremble())
        return self._show(self.studio.frame(hand, at))
