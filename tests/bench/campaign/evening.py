"""An evening: one table under a clock of its own, people at it, and the truth beside it.

What every campaign has in common. Time goes on only with the frames people show and with the
answers they give, so an evening takes as long as the eye needs, and no longer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.geometry.board import Board
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from companion.core.game import Game
from companion.core.observation import Answered, Reply, Seen
from companion.core.roles import TABLE
from companion.core.verdict import DOUBT, Move, Refused
from companion.journal import Journal
from companion.rehearsal.performance import Performance
from companion.senses.eye import Eye
from companion.table import Answer, Table
from hardware.simulated.camera import SimulatedCamera

from .truth import is_doubted, truly

FRAME_SECONDS = 0.1
ANSWER_SECONDS = 1.0
"""How long people take for an answer."""


class Unnoticed(AssertionError):
    """A move was made in front of the camera, and the table never said a word about it."""


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self.now += seconds


@dataclass
class Played:
    """What became of one game, whatever the game."""

    seed: int
    wrong: list[str] = field(default_factory=list)
    """Where the table differed from the truth."""
    frames: int = 0
    painting_seconds: float = field(default=0.0, compare=False)
    seeing_seconds: float = field(default=0.0, compare=False)
    """How long the machine took; it differs even between equal evenings."""
    rests: list[float] = field(default_factory=list)
    """How long the table had been still when a ruling followed from what was seen."""


class Evening:
    """One rehearsed table under a clock of its own."""

    performance: Performance
    report: Played
    frame_seconds = FRAME_SECONDS
    patience_frames = 80
    """How many still frames the table gets to notice a move before people give up on it."""
    hinting = True
    """Whether the table tells the eye what the rules expect."""

    def __init__(self, game: Game, box: Any, seats: Any, rules: Any, journal: Path) -> None:
        self.clock = Clock()
        self.game = game
        self.journal = Journal.open(journal)
        self.table = self._table(box, seats, rules)
        self.truth = self.table.state
        self.eye: Eye | None = None
        self._hinted_at = -1

    def _table(self, box: Any, seats: Any, rules: Any) -> Table:
        if self.journal.head[0]:
            return Table.resume(self.journal, clock=self.clock)
        return Table.begin(self.journal, self.game, box, seats, rules, clock=self.clock)

    def close(self) -> None:
        self.journal.close()

    # With what it is seen

    def camera(self) -> SimulatedCamera:
        """What the stage is shown to."""
        return SimulatedCamera(clock=self.clock)

    def looker(
        self, camera: SimulatedCamera, board: Board, taught: Taught, *, pictured: bool = True
    ) -> Eye:
        """Who looks through it."""
        return Eye(camera, Looker(board, taught), clock=self.clock, pictured=pictured)

    # What is said

    def _answer(self) -> Answer:
        """Answer the first question; the truth follows, unless it is about what was seen."""
        question = self.table.questions()[0]
        reply = self.performance.reply(question)
        if question.topic == DOUBT:
            self._doubted()
        else:
            at = round(self.clock.now, 3)
            move = self.game.answer(self.truth, question, reply, at)
            self._do_truly(move)
            self._said(move)
        return self._reply(question.id, reply)

    def _doubted(self) -> None:
        """The table asks about what it saw."""

    def _said(self, move: Move | Refused) -> None:
        """A move was made by word."""

    def _reply(self, question: str, reply: Reply) -> Answer:
        at, base = round(self.clock.now, 3), self.table.number
        answered = Answered(by=TABLE, question=question, reply=reply, at=at, base=base)
        answer = self.table.submit(answered)
        self._pass(ANSWER_SECONDS)
        return answer

    # What is seen

    def _catch_up(self) -> None:
        """Put the pieces where the table has them, unless it still asks what it saw of them."""
        if not is_doubted(self.table) and self.performance.is_behind():
            self._watch(self.performance.catch_up())

    def _watch(self, film: Iterator[object]) -> None:
        """Show a film frame by frame; what the eye says goes to the table."""
        before = time.process_time()
        for frame in film:
            self.report.painting_seconds += time.process_time() - before
            self._show(frame)
            before = time.process_time()

    def _show(self, frame: object) -> None:
        """Let the eye have one frame."""
        self._pass(self.frame_seconds)
        self._see()

    def _see(self) -> Answer | None:
        """Let the eye look once; what the table answers, if the eye has news."""
        assert self.eye is not None
        self.report.frames += 1
        if self.hinting and self._hinted_at != self.table.number:
            self._hinted_at = self.table.number
            self.eye.expect(self.table.hint())
        before = time.process_time()
        seen = self.eye.step()
        self.report.seeing_seconds += time.process_time() - before
        return None if seen is None else self._tell(seen)

    def _tell(self, seen: Seen) -> Answer:
        """What the table makes of a sighting."""
        assert self.eye is not None
        answer = self.table.submit(seen)
        if answer.kind == "accepted":
            self.report.rests.append(round(self.eye.rest, 3))
        return answer

    def _mark(self) -> Any:
        """What is compared to tell whether the table has noticed something."""
        return self.table.number

    def _has_noticed(self, mark: Any) -> bool:
        return bool(self._mark() != mark)

    def _unnoticed(self, move: Move) -> None:
        """Nobody noticed a move, however long people waited."""
        assert self.eye is not None
        seed, complaints = self.report.seed, self.eye.complaints
        raise Unnoticed(f"seed {seed}: nobody noticed {move}; the eye says {complaints}")

    def _pass(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.now += seconds

    # Truth

    def _do_truly(self, move: Move | Refused) -> None:
        self.truth = truly(self.game, self.truth, move)

    def _stands_apart(self) -> bool:
        """Whether the table differs from the truth."""
        return bool(self.table.state != self.truth)

    def _compare(self) -> None:
        """While no doubt is open, the table must stand where the truth stands."""
        if not is_doubted(self.table) and self._stands_apart():
            turn = self.game.turn(self.truth)
            self.report.wrong.append(f"turn {turn}: after {self.performance.doing}")
            self.truth = self.table.state
