"""Whole games of the sphinx through painted pictures: pawns, dice and the cards of claims are seen.

What people really did is played through the rules alone beside it. The colours are sealed as a
scan under the hood would seal them, so the table answers every claim by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from calibration.paint.sphinx.lesson import learn_sphinx
from calibration.read.reader import use_threads
from companion.core.game import load_room
from companion.core.observation import Said
from companion.games.sphinx import moves as m
from companion.games.sphinx.claiming import ANSWER_SECONDS
from companion.games.sphinx.rules import HOOD
from companion.games.sphinx.state import State
from companion.rehearsal.sphinx import SphinxPeople, invite
from companion.rehearsal.sphinx_show import SphinxPerformance, SphinxStage
from companion.rooms import board_of
from companion.rooms.sphinx import prints_of
from companion.table import Answer
from hardware.simulated.camera import SimulatedCamera

from . import Report, Scenery, Swift
from .truth import is_doubted


@dataclass
class SphinxReport(Report):
    """What became of one game."""

    claims: Counter[bool] = field(default_factory=Counter)
    """What the table answered."""
    turns: int = 0


def sphinx_scenery(box: Any, size: tuple[int, int] = (1280, 720)) -> Scenery:
    """Build the court of a box and teach its pieces."""
    use_threads(1)
    board = board_of(load_room("sphinx"), box)
    return Scenery(
        board, learn_sphinx(board, prints_of(box), box.pawns, box.colours, size), size=size
    )


class SphinxSwift(Swift):
    """One rehearsed court under a clock of its own."""

    report: SphinxReport

    def __init__(
        self,
        box: Any,
        seats: Any,
        rules: Any,
        journal: Path,
        scenery: Scenery,
        seed: int,
        harshness: float = 0.5,
    ) -> None:
        self._box = box
        self._people: SphinxPeople = invite(seed)
        super().__init__(load_room("sphinx"), box, seats, rules, journal, scenery, seed, harshness)
        self.report = SphinxReport(seed)
        seal = self._people.seal(self.table.state)
        if seal is not None:
            self._do_truly(seal)
            self.table.submit(Said(by=HOOD, move=seal, at=self.clock.now))

    def staged(
        self, camera: SimulatedCamera, scenery: Scenery, seed: int, harshness: float
    ) -> SphinxStage:
        prints = prints_of(self._box)
        return SphinxStage(camera, scenery.board, prints, seed, scenery.size, harshness)

    def performed(self, seed: int) -> SphinxPerformance:
        assert isinstance(self.stage, SphinxStage)
        return SphinxPerformance(self.table, self._people, self.stage)

    def steps(self) -> Iterator[Answer | None]:
        while not self.game.is_over(self.table.state):
            self._catch_up()
            if self.game.is_over(self.table.state):
                break
            answer = None
            if self.performance.next_move() is not None:
                self._move()
            elif self.table.questions():
                answer = self._answer()
            else:
                self._await_answer()
            self._compare()
            yield answer
        self.report.turns = self.table.state.turns

    def _mark(self) -> State:
        state: State = self.table.state
        return state

    def _has_noticed(self, mark: State) -> bool:
        return super()._has_noticed(mark) or is_doubted(self.table)

    def _await_answer(self) -> None:
        """The cards are laid: the table answers by its clock, and truly."""
        claim = self.table.state.claim
        assert claim is not None
        right = self._people.is_right(self.table.state)
        left = claim.at + ANSWER_SECONDS - self.clock.now
        self._watch(self.performance.linger(max(0, round(left / self.frame_seconds) - 3)))
        self.table.tick()
        early, due = self.table.state.claim, self.clock.now >= claim.at + ANSWER_SECONDS
        if not due and (early is None or early.right is not None):
            self.report.wrong.append("a claim was answered too early")
        self._watch(self.performance.linger(8))
        self.table.tick()
        self._do_truly(m.AnswerClaim(self.truth_time() + ANSWER_SECONDS))
        answered = self.table.state.claim
        if answered is None or answered.right != right:
            self.report.wrong.append("a claim was answered wrongly")
        self.report.claims[right] += 1

    def truth_time(self) -> float:
        assert self.truth.claim is not None
        return self.truth.claim.at

    def _stands_apart(self) -> bool:
        """Whether the table differs from the truth, clock aside."""
        return _timeless(self.table.state) != _timeless(self.truth)


def _timeless(state: State) -> State:
    """A state without the moment its claim was laid."""
    claim = state.claim and msgspec.structs.replace(state.claim, at=0.0)
    return state.but(claim=claim)
