"""Whole games of the dig through painted pictures, faster than life, compared with the rules alone.

Layers, lifts and barricades are seen, never entered by hand. What goes wrong on purpose must be
refused by its clause, and nothing else may follow from it. STOP is timed by the campaign's own
clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.boards.dig import Tray
from calibration.paint.dig.lesson import learn_dig
from calibration.read.reader import use_threads
from calibration.read.taught import Taught
from companion.core.game import load_room
from companion.core.observation import Reply
from companion.core.roles import TABLE
from companion.core.verdict import Move, Refused
from companion.games.dig import moves as m
from companion.rehearsal.dig import invite
from companion.rehearsal.dig_accidents import Wrong
from companion.rehearsal.dig_show import DigPerformance
from companion.rehearsal.dig_stage import DigStage
from companion.rooms import labels_of
from companion.rooms.dig import tray_of
from companion.table import Answer

from .evening import Evening, Played

FRAME_SECONDS = 0.2
PAUSE_FRAMES = 3
LONGEST = 3000
"""No game takes this many steps; one that does goes round in circles."""


@dataclass
class DigReport(Played):
    """What became of one game."""

    players: int = 0
    turns: int = 0
    over: str = ""
    """Why the game ended."""
    layers: int = 0
    unchecked: int = 0
    """Layers the eye could not read as a whole, so that somebody pressed the button."""
    lifts: int = 0
    barricades: int = 0
    hazards: int = 0
    asked: int = 0
    """Moves that ended in a question because of what was seen."""
    spoken: int = 0
    """Moves that nobody noticed, so that somebody said them."""
    mishaps: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """Mishaps that were refused by the right clause, by their kind."""
    unseen: list[str] = field(default_factory=list)
    """Mishaps the eye made nothing of, though it should have been able to."""
    stop_seconds: list[float] = field(default_factory=list)
    """From the hand's leaving to STOP, for each hazard."""
    played_seconds: float = 0.0
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class DigScenery:
    """A tray with cards the eye has been taught; made once, used for many games."""

    tray: Tray
    taught: Taught
    size: tuple[int, int] = (1280, 720)


def dig_scenery(box: Any, size: tuple[int, int] = (1280, 720)) -> DigScenery:
    """Build the tray of a box and teach its cards."""
    use_threads(1)
    tray = tray_of(box)
    return DigScenery(tray, learn_dig(tray, labels_of(load_room("dig"), box), size), size)


class DigSwift(Evening):
    """One rehearsed tray under a clock of its own."""

    performance: DigPerformance
    report: DigReport
    frame_seconds = FRAME_SECONDS
    patience_frames = 30

    def __init__(
        self,
        box: Any,
        seats: Any,
        rules: Any,
        journal: Path,
        scenery: DigScenery,
        seed: int,
        harshness: float = 0.5,
        steps: int = 2,
        pictured: bool = True,
    ) -> None:
        """*steps*: how many pictures a hand takes to come, and to go.

        *pictured*: what is seen comes with a picture for the page.
        """
        super().__init__(load_room("dig"), box, seats, rules, journal)
        camera = self.camera()
        self.stage = DigStage(camera, scenery.tray, seed, scenery.size, harshness, steps)
        self.eye = self.looker(camera, scenery.tray.board, scenery.taught, pictured=pictured)
        self.table.on_wanting(self.eye.look_again)
        self.performance = DigPerformance(self.table, invite(seed), self.stage, PAUSE_FRAMES)
        self.performance.on_stage()
        self.report = DigReport(seed, players=len(seats))
        self._left_at = 0.0
        self._lying: Wrong | None = None
        self._since: Any = None
        self._answers: list[tuple[str, tuple[str, ...]]] = []

    def play(self) -> DigReport:
        """Play to the end."""
        for steps, _ in enumerate(self.steps()):
            if steps > LONGEST:
                raise AssertionError(f"seed {self.report.seed}: no end after {steps} steps")
        state = self.table.state
        self.report.turns, self.report.over = self.game.turn(state), state.over
        self.report.scores = tuple(line.low for line in self.game.score(state).lines)
        self.report.played_seconds = self.clock.now
        return self.report

    def steps(self) -> Iterator[None]:
        """Play on, thing by thing, until the game is over."""
        while not self.game.is_over(self.table.state):
            self._catch_up()
            if self.game.is_over(self.table.state):
                break
            move = self.performance.next_move()
            if move is None:
                self._answer()
            elif isinstance(move, m.LayLayer | m.Lift | m.PlayBarricade | m.TakeOffBarricade):
                self._do(move)
            else:
                self._watch(self.performance.perform(move))
            self._compare()
            yield

    # What people do

    def _do(self, move: Move) -> None:
        """Make a move in front of the camera; the table has to notice it by itself."""
        number = self.table.number
        self._watch(self.performance.perform(move))
        for _ in range(self.patience_frames):
            if self.table.number != number:
                break
            self._watch(self.performance.linger(1))
        else:
            return
        self._count(move)
        self._do_truly(move)

    def _count(self, move: Move) -> None:
        self.report.layers += isinstance(move, m.LayLayer)
        self.report.lifts += isinstance(move, m.Lift)
        self.report.barricades += isinstance(move, m.PlayBarricade)

    def _doubted(self) -> None:
        self.report.asked += 1

    def _said(self, move: Move | Refused) -> None:
        self.report.unchecked += isinstance(move, m.LayLayer)
        self.report.spoken += isinstance(move, m.Lift)

    def _reply(self, question: str, reply: Reply) -> Answer:
        answer = super()._reply(question, reply)
        assert answer.kind == "accepted", (question, reply, answer)
        return answer

    # What is seen

    def _watch(self, film: Iterator[object]) -> None:
        """Show a film; what lies wrong meanwhile is ruled on when it is put right."""
        self._lying, self._since = None, self.table.state
        super()._watch(film)
        self._rule_on(self._lying, self._since)

    def _show(self, frame: object) -> None:
        wrong = self.performance.wrong
        if wrong != self._lying:
            self._rule_on(self._lying, self._since)
            self._lying, self._since = wrong, self.table.state
        super()._show(frame)

    def _see(self) -> Answer | None:
        if self.stage.over:
            self._left_at = self.clock.now + FRAME_SECONDS
        stopped = self.table.cues.glow.get("stop")
        answer = super()._see()
        if answer is not None and answer.kind == "refused":
            refusal = self.table.snapshot(TABLE)["refusal"]
            self._answers.append((answer.clause, tuple(refusal["cells"])))
        if self.table.cues.glow.get("stop") and not stopped:
            self.report.hazards += 1
            self.report.stop_seconds.append(round(self.clock.now - self._left_at, 3))
        return answer

    def _rule_on(self, wrong: Wrong | None, before: Any) -> None:
        """What the table made of a mishap, now that it is put right."""
        answers, self._answers = self._answers, []
        if wrong is None:
            return
        slip = f"{wrong.kind} in {', '.join(wrong.cells)} ({wrong.clause})"
        self.report.mishaps[wrong.kind] += 1
        if self.table.state != before:
            self.report.wrong.append(f"{slip} was taken for a move")
        if (wrong.clause, wrong.cells) in answers:
            self.report.refused[wrong.kind] += 1
        elif wrong.certain:
            self.report.unseen.append(f"{slip}: {answers}")
        elif answers:
            self.report.wrong.append(f"{slip} was refused as {answers}")
