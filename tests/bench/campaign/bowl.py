"""Whole games of the bowl faster than life: real hands on a simulated scale, compared with the
rules alone. With a scenery the tiles go through painted pictures and the eye; without one they
are said aloud.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.paint.bowl.lesson import learn_bowl
from calibration.read.reader import use_threads
from companion.core.game import load_room
from companion.core.observation import Reply, Said
from companion.core.roles import TABLE
from companion.core.verdict import Move
from companion.games.bowl import moves as m
from companion.rehearsal.bowl import invite
from companion.rehearsal.bowl_hands import trap_of
from companion.rehearsal.bowl_show import BowlPerformance, Draw, DrawnTile, Rebuild
from companion.rehearsal.bowl_stage import BareTable, BowlStage
from companion.rooms import board_of, labels_of, room_of
from companion.rooms.bowl import scale as rules_of_the_scale
from companion.senses.scale.instruments import Instruments
from companion.senses.scale.outcomes import WeightFinding
from companion.senses.scale.watch import ScaleWatch
from companion.table import Answer
from hardware.simulated.scale import SimulatedScale, SimulatedTilt

from . import Scenery
from .evening import Evening, Played

TICK_SECONDS = 0.025
"""How finely time passes while the camera has nothing to see."""
LONGEST = 4000
"""No game takes this many steps; one that does goes round in circles."""
FALLS = (m.Landslide, m.SeeFall)


@dataclass
class BowlReport(Played):
    """What became of one game."""

    turns: int = 0
    hands: Counter[str] = field(default_factory=Counter)
    """How the hands in the bowl ended."""
    ruled: int = 0
    """Explorations the scale ruled on, and nobody had to say a word."""
    asked: Counter[str] = field(default_factory=Counter)
    """Explorations the scale asked about, by its reason."""
    spoken: int = 0
    """Explorations people ended by word: asked, given up, called out."""
    overruled: int = 0
    """Rulings people took back, most of them about what no scale can feel."""
    wrong_landslides: list[str] = field(default_factory=list)
    """Landslides the scale announced although the hand ended differently."""
    traps: Counter[str] = field(default_factory=Counter)
    """How the scale saw the rebuilt trap."""
    flips: int = 0
    played_seconds: float = 0.0


def bowl_scenery(box: Any, size: tuple[int, int] = (1280, 720)) -> Scenery:
    """Build the track of a box and teach its tiles."""
    use_threads(1)
    bowl = load_room("bowl")
    board = board_of(bowl, box)
    taught = learn_bowl(board, room_of(bowl.name).kinds(box), labels_of(bowl, box), size)
    return Scenery(board, taught, size=size)


class BowlSwift(Evening):
    """One rehearsed bowl under a clock of its own."""

    performance: BowlPerformance
    report: BowlReport

    def __init__(
        self,
        box: Any,
        seats: Any,
        rules: Any,
        journal: Path,
        seed: int,
        scenery: Scenery | None = None,
        harshness: float = 0.5,
        weights: Mapping[str, Any] | None = None,
    ) -> None:
        """*weights* replaces what weighing these boulders would have given."""
        super().__init__(load_room("bowl"), box, seats, rules, journal)
        trap, enrolment = trap_of(box, seed)
        self.scale = SimulatedScale(trap.bowl, self.clock, self.clock.sleep)
        instruments = Instruments(self.scale, SimulatedTilt(self.scale), self.clock)
        known = enrolment if weights is None else weights
        self.watch = ScaleWatch(
            self.table, rules_of_the_scale(), instruments, known, now=self.clock
        )
        stage = self._stage(scenery, seed, harshness)
        self.performance = BowlPerformance(self.table, invite(seed), stage, trap, self.scale)
        self.performance.on_stage()
        self.report = BowlReport(seed)

    def _stage(self, scenery: Scenery | None, seed: int, harshness: float) -> BowlStage | BareTable:
        if scenery is None:
            return BareTable()
        camera = self.camera()
        self.eye = self.looker(camera, scenery.board, scenery.taught)
        kinds = room_of(self.game.name).kinds(self.table.state.box)
        return BowlStage(camera, scenery.board, kinds, seed, scenery.size, harshness)

    def close(self) -> None:
        self.watch.stop()
        super().close()

    def play(self) -> BowlReport:
        """Play to the end."""
        for steps, _ in enumerate(self.steps()):
            if steps > LONGEST:
                raise AssertionError(f"seed {self.report.seed}: no end after {steps} steps")
        self.report.turns = self.game.turn(self.table.state)
        self.report.overruled = self.performance.overruled
        self.report.played_seconds = self.clock.now
        return self.report

    def steps(self) -> Iterator[None]:
        """Play on, thing by thing, until the game is over."""
        while not self.game.is_over(self.table.state):
            self._catch_up()
            if self.game.is_over(self.table.state):
                break
            move = self.performance.next_move()
            if isinstance(move, m.FlipTile):
                self._flip(move)
            elif isinstance(move, Draw):
                self._draw(move)
            elif move is not None:
                self._watch(self.performance.perform(move))
                if isinstance(move, Rebuild):
                    self._note_trap()
            else:
                self._answer()
            self._compare()
            yield

    # What people do

    def _flip(self, move: Move) -> None:
        before = self._mark()
        self.report.flips += 1
        self._watch(self.performance.perform(move))
        self._do_truly(move)
        if self.eye is None:
            self.table.submit(Said(by=TABLE, move=move, at=self.clock.now))
            return
        for _ in range(self.patience_frames):
            if self._has_noticed(before):
                return
            self._watch(self.performance.linger(1))
        self._unnoticed(move)

    def _draw(self, move: Move) -> None:
        """A hand in the bowl, until the table has ruled on it."""
        number = self.table.number
        self.watch.said.clear()
        self.watch.acts.clear()
        self._watch(self.performance.perform(move))
        drawn = self.performance.drawn
        assert drawn is not None
        self.report.hands[drawn.kind] += 1
        self._judge(drawn)
        self._do_truly(drawn.move)
        if self.table.number == number or self.performance.urgent:
            self.report.spoken += 1
            self._say()
        else:
            self.report.ruled += 1

    def _judge(self, drawn: DrawnTile) -> None:
        """What the scale said of a hand, against what the hand did."""
        for verdict in self.watch.said:
            if verdict.finding == WeightFinding.ASK:
                self.report.asked[str(verdict.why)] += 1
                break
        for acted in self.watch.acts:
            found = f"turn {self.truth.turns}: {drawn.kind} ({drawn.move}) ruled {acted.move}"
            if drawn.undecidable or type(acted.move) is type(drawn.move):
                continue
            fell = isinstance(acted.move, FALLS)
            (self.report.wrong_landslides if fell else self.report.wrong).append(found)

    def _say(self) -> None:
        """Say to the table how it ended; the truth knows already."""
        question = self.table.questions()[0]
        self._reply(question.id, self.performance.reply(question))

    def _reply(self, question: str, reply: Reply) -> Answer:
        answer = super()._reply(question, reply)
        assert answer.kind == "accepted", (question, reply, answer)
        return answer

    def _note_trap(self) -> None:
        shown = self.table.gauges()["scale"]["trap"]
        self.report.traps[shown["state"] if shown else "unseen"] += 1

    # Time

    def _show(self, frame: object) -> None:
        self._pass(TICK_SECONDS if frame is None else self.frame_seconds)
        if frame is not None and self.eye is not None:
            self._see()

    def _pass(self, seconds: float) -> None:
        """Let time pass; the scale is read whenever a conversion is due."""
        until = self.clock.now + seconds
        while self.scale.due_at <= until:
            self.watch.step()
        self.clock.now = max(self.clock.now, until)
