"""A performance of Kheops: what the camera can see is done, what it cannot see is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from calibration.paint import PAPYRUS, Board, PaintedHand, Picture, random_scene
from calibration.paint.kheops.studio import KheopsStudio
from companion.core.cells import EMPTY
from companion.core.observation import Reply
from companion.core.verdict import DOUBT, Move, Question
from companion.games.kheops.state import Phase

from .performance import Performance
from .stage import RehearsalScreen, Stage, from_below

PATIENT = 3
"""Attempts in front of the camera before saying it instead."""


class KheopsPerformance(Performance):
    """People at a pyramid; a question that a picture can answer is answered with their hands."""

    done: tuple[Move, ...] = ()
    """Everything that was really done since the table last took notice."""

    tries: int = 0
    """Times the last action went unnoticed."""

    def next_move(self) -> Move | None:
        """Choose the next action; say it if it went unnoticed often enough."""
        questions = self._table.questions()
        if any(not question.by_sight for question in questions):
            return None
        move = self._people.move(self._table.state)
        tired = move in self.done and self.tries >= PATIENT
        sayable = any(option.move == move for one in questions for option in one.options)
        return None if tired and sayable else move

    def is_behind(self) -> bool:
        """Check whether pieces stand differently; a base the table hasn't seen yet stays."""
        differing = self._differing()
        if self._table.state.phase == Phase.SETUP:
            return any(label != EMPTY for label in differing.values())
        return bool(differing)

    def perform(self, move: Move) -> Iterator[object]:
        self.tries = self.tries + 1 if move in self.done else 1
        self.done = (move,)
        return super().perform(move)

    def reply(self, question: Question) -> Reply:
        """They tell the truth about what was seen, even when they did two things at once."""
        if question.topic == DOUBT:
            true = (option.name for option in question.options if option.move in self.done)
            return Reply(option=next(true, "none"))
        return super().reply(question)


COMING = (220.0, 90.0, 25.0)
"""How far from its place a hand is on its way there."""


class KheopsStage(Stage):
    """One pyramid under one light, with the people who build it."""

    def __init__(
        self,
        camera: RehearsalScreen,
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

    def _touch(self, hand: PaintedHand, name: str, label: str) -> Iterator[Picture]:
        """Show a hand that comes, changes something and goes."""
        x, y = self.studio.board.cell(name).middle_mm
        side = 1.0 if from_below(hand) else -1.0
        for away in COMING:
            yield self._at(hand, x, y + side * away)
        self.studio.set({name: label})
        for away in (0.0, *reversed(COMING)):
            yield self._at(hand, x, y + side * away)

    def _at(self, hand: PaintedHand, x: float, y: float) -> Picture:
        at = (x + self._tremble(), y + self._tremble())
        return self._show(self.studio.frame(hand, at))
