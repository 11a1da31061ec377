"""A campaign: whole games through painted pictures, faster than life, compared with the truth.

The pictures pass the same eye, referee and journal as on a real table; only the clock is not
the wall's. What people really did is played through the rules alone, beside it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.art import PAPYRUS, Art
from calibration.board import Board
from calibration.lesson import learn_painted
from calibration.look import Looker, use_threads
from calibration.taught import Taught
from hardware.simulated.camera import SimulatedCamera

from ..core.game import Game, load_room
from ..core.observation import Answered
from ..core.roles import TABLE
from ..core.verdict import Move, Refused
from ..journal import Journal
from ..rehearsal.people import people_of
from ..rehearsal.performance import Performance
from ..rehearsal.stage import Stage
from ..senses.boards import board_of, labels_of
from ..senses.eye import Eye
from ..table import Answer, Table
from .truth import is_doubted, truly

FRAME_SECONDS = 0.1
PATIENCE_FRAMES = 80
"""How many still frames the table gets to notice a move before the campaign gives up on it."""


class Unnoticed(AssertionError):
    """A move was made before the camera, and the table never said a word about it."""


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
class Report:
    """What became of one game."""

    seed: int
    moves: int = 0
    asked: int = 0
    """Moves that ended in a question because of what was seen."""
    refused: int = 0
    """Sightings the table could not explain."""
    wrong: list[str] = field(default_factory=list)
    frames: int = 0
    painting_seconds: float = 0.0
    seeing_seconds: float = 0.0
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scenery:
    """A board with cards the eye has been taught; made once, used for many games."""

    board: Board
    taught: Taught
    art: Art = PAPYRUS
    size: tuple[int, int] = (1280, 720)


def scenery_of(box: Any, size: tuple[int, int] = (1280, 720), art: Art = PAPYRUS) -> Scenery:
    """Build the wall of a box and teach its cards."""
    use_threads(1)
    wall = load_room("wall")
    board = board_of(wall, box)
    return Scenery(board, learn_painted(board, art, labels_of(wall, box), size), art, size)


class Swift:
    """One rehearsed table under a clock of its own."""

    def __init__(
        self,
        game: Game,
        box: Any,
        seats: Any,
        rules: Any,
        journal: Path,
        scenery: Scenery,
        seed: int,
        harshness: float = 0.5,
    ) -> None:
        self.clock = Clock()
        self.game = game
        self.journal = Journal.open(journal)
        self.table = self._table(box, seats, rules)
        camera = SimulatedCamera(clock=self.clock)
        self.stage = self.staged(camera, scenery, seed, harshness)
        self.eye = Eye(camera, Looker(scenery.board, scenery.taught), clock=self.clock)
        self.performance = self.performed(seed)
        self.performance.on_stage()
        self.dice = random.Random(f"campaign {seed}")
        self.truth = self.table.state
        self.report = Report(seed)
        self.heard: list[Answer] = []
        """What the table said to every sighting."""

    def staged(
        self, camera: SimulatedCamera, scenery: Scenery, seed: int, harshness: float
    ) -> Stage:
        """Where the pieces are shown."""
        return Stage(camera, scenery.board, scenery.art, seed, scenery.size, harshness)

    def performed(self, seed: int) -> Performance:
        """The people who play on the stage."""
        return Performance(self.table, people_of(self.game.name, seed), self.stage)

    def _table(self, box: Any, seats: Any, rules: Any) -> Table:
        if self.journal.head[0]:
            return Table.resume(self.journal, clock=self.clock)
        return Table.begin(self.journal, self.game, box, seats, rules, clock=self.clock)

    def close(self) -> None:
        self.journal.close()

    def play(self) -> Report:
        """Play to the end."""
        for _ in self.steps():
            pass
        self.report.scores = tuple(line.low for line in self.game.score(self.table.state).lines)
        return self.report

    def steps(self) -> Iterator[Answer | None]:
        """Play on, thing by thing, until the game is over."""
        while not self.game.is_over(self.table.state):
            answer = self._answer() if self.table.questions() else None
            if answer is None:
                self._move()
            self._compare()
            yield answer

    def _answer(self) -> Answer:
        question = self.table.questions()[0]
        doubt = question.id.startswith("doubt")
        reply = self.performance.reply(question)
        at = round(self.clock.now, 3)
        if not doubt:
            self._do_truly(self.game.answer(self.truth, question, reply, at))
        self.report.asked += doubt
        self.clock.now += 1.0
        return self.table.submit(
            Answered(by=TABLE, question=question.id, reply=reply, at=at, base=self.table.number)
        )

    def _move(self) -> None:
        move = self.performance.next_move()
        assert move is not None
        self._pass_a_hand()
        number = self.table.number
        self.report.moves += 1
        self._watch(self.performance.perform(move))
        self._do_truly(move)
        for _ in range(PATIENCE_FRAMES):
            if self.table.number != number:
                return
            self._watch(self.performance.linger(1))
        raise Unnoticed(
            f"seed {self.report.seed}: nobody noticed {move}; the eye says {self.eye.complaints}"
        )

    def _pass_a_hand(self) -> None:
        """Now and then somebody merely points at something; nothing may follow from that."""
        if self.dice.random() < 0.15:
            cell = self.dice.choice(sorted(self.game.visible(self.table.state)))
            number = self.table.number
            self._watch(self.stage.wave(cell))
            self._watch(self.performance.linger(8))
            if self.table.number != number:
                self.report.wrong.append(f"a hand before {cell} was taken for a move")

    def _watch(self, film: Iterator[object]) -> None:
        """Show a film frame by frame; whatever the eye tells goes to the table."""
        before = time.process_time()
        for _ in film:
            painted = time.process_time()
            self.clock.now += FRAME_SECONDS
            seen = self.eye.step()
            looked = time.process_time()
            self.report.frames += 1
            self.report.painting_seconds += painted - before
            self.report.seeing_seconds += looked - painted
            if seen is not None:
                self.heard.append(self.table.submit(seen))
                self.report.refused += self.heard[-1].kind == "refused"
            before = time.process_time()

    def _do_truly(self, move: Move | Refused) -> None:
        self.truth = truly(self.game, self.truth, move)

    def _compare(self) -> None:
        """While no doubt is open, the table must stand where the truth stands."""
        if not is_doubted(self.table) and self.table.state != self.truth:
            self.report.wrong.append(f"after move {self.report.moves}: {self.performance.doing}")
            self.truth = self.table.state
