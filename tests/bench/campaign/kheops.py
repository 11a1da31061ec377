"""Whole games of Kheops through painted pictures: what is seen, compared with what was done.

People also slip: a pawn of the wrong colour, a tile turned without a power, one that touches
nothing. The table must say just what the rules say of it, and nothing may follow.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.paint.kheops.lesson import learn_kheops
from calibration.read.reader import use_threads
from companion.core.boxes import own_text
from companion.core.cells import EMPTY
from companion.core.game import load_room
from companion.core.observation import Said
from companion.core.roles import TABLE
from companion.core.verdict import Move, Refused
from companion.games.kheops import moves as m
from companion.games.kheops.boxfile import read_box
from companion.games.kheops.deducing import deduce
from companion.games.kheops.finished import score_position
from companion.games.kheops.labels import TWO_PAWNS
from companion.games.kheops.outline import outline
from companion.games.kheops.state import Phase, State
from companion.games.kheops.tallying import tally
from companion.rehearsal.kheops_show import KheopsPerformance, KheopsStage
from companion.rooms import board_of, labels_of, room_of
from companion.senses.photograph import read_board
from companion.table import Answer
from hardware.simulated.camera import SimulatedCamera

from . import Report, Scenery, Swift
from .kheops_slips import mistake
from .truth import is_doubted

SLIPS = 0.12
"""How often somebody first does what may not be done."""
UNREADABLE = "kheops.cannot_read"
TRIES = 3
HASTE = 0.1
"""How often a pawn and a tile come before the table has looked."""


@dataclass
class KheopsReport(Report):
    """What became of one game."""

    made: Counter[str] = field(default_factory=Counter)
    """The moves that were seen, by their kind."""
    hasty: int = 0
    """Turns in which pawn and tile came at once."""
    slips: int = 0
    """Things done that no rule allows."""
    unclear: int = 0
    """Those the table could not read or did not see, or only asked about."""
    again: int = 0
    """Moves that went unnoticed, were put back and made once more."""
    spoken: int = 0
    """Moves entered by hand after they had gone unnoticed several times."""
    read: int = 0
    """Cells of the finished pyramid that were read right from one picture, without history."""
    unread: int = 0
    """Cells the eye alone is not sure of."""
    questions: int = 0
    """How many of them somebody had to name before the pyramid was counted."""


def small_box(side: int = 3, base: int = 3) -> Any:
    """The room's own box with a smaller pyramid; its base is the first cells of the outline."""
    data = tomllib.loads(own_text("companion.games.kheops"))
    data["pyramid"] |= {"side": side, "base": list(outline(side)[:base])}
    return read_box(data, "the small pyramid")


def kheops_scenery(box: Any, size: tuple[int, int] = (1280, 720)) -> Scenery:
    """Build the board of a box and teach its tiles and pawns."""
    use_threads(1)
    kheops = load_room("kheops")
    board = board_of(kheops, box)
    return Scenery(board, learn_kheops(board, labels_of(kheops, box), size), size=size)


class KheopsSwift(Swift):
    """One rehearsed pyramid under a clock of its own."""

    report: KheopsReport
    stage: KheopsStage
    performance: KheopsPerformance

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
        self._taught = scenery.board, scenery.taught
        super().__init__(load_room("kheops"), box, seats, rules, journal, scenery, seed, harshness)
        self.report = KheopsReport(seed)
        self._tries = 0
        self._before: State | None = None
        self._only_pawn: State | None = None
        """The state of a table that has seen only the first of two hasty moves."""

    def staged(
        self, camera: SimulatedCamera, scenery: Scenery, seed: int, harshness: float
    ) -> KheopsStage:
        return KheopsStage(camera, scenery.board, seed, scenery.size, harshness)

    def performed(self, seed: int) -> KheopsPerformance:
        return KheopsPerformance(self.table, room_of("kheops").people(seed), self.stage)

    def play(self) -> KheopsReport:
        """Play to the end, then read the finished pyramid as if nobody had watched."""
        super().play()
        self._read_alone()
        return self.report

    def _read_alone(self) -> None:
        """Read the finished pyramid from one picture; every question is answered with the truth."""
        seen = read_board(self.stage.pyramid.frame(), *self._taught, TWO_PAWNS)
        truth = self.game.visible(self.truth)
        self.report.unread = len(truth) - len(seen.cells)
        self.report.read = sum(truth.get(name) == label for name, label in seen.cells.items())
        box, rules, said = self.truth.box, self.truth.rules, dict[str, str]()
        while True:
            doubts = {name: some for name, some in seen.doubts.items() if name not in said}
            known = {**seen.cells, **said}
            sheet = tally(box, rules, dict.fromkeys(box.colours, ""), known, doubts, counted=True)
            ask = [name for name in sheet["ask"] if name not in said]
            if not ask:
                break
            said[ask[0]] = truth.get(ask[0], EMPTY)
        self.report.questions = len(said)
        read = {**seen.cells, **deduce(box, known, doubts, counted=True).left_over}
        for name, label in read.items():
            if truth.get(name) != label:
                self.report.wrong.append(f"alone, {name} was read as {label}: {truth.get(name)}")
        counted, expected = sheet["count"], score_position(box, rules, truth)
        if counted is None or isinstance(expected, Refused):
            self.report.wrong.append(f"alone, not counted: {sheet['refusal'] or expected}")
        elif tuple(counted["totals"]) != expected.totals:
            self.report.wrong.append(f"alone, {counted['totals']} for {expected.totals}")

    def steps(self) -> Iterator[Answer | None]:
        while not self.game.is_over(self.table.state):
            self._catch_up()
            if self.game.is_over(self.table.state):
                break
            answer = None
            if self.performance.next_move() is None:
                answer = self._answer()
            else:
                self._slip()
                self._move()
            self._compare()
            yield answer

    def _move(self) -> None:
        move = self.performance.next_move()
        assert move is not None
        self._pass_a_hand()
        self._before, self._only_pawn = self.truth, None
        self._do_truly(move)
        self.report.moves += 1
        self.report.made[type(move).__name__] += 1
        if self._tries == TRIES:
            self._say(move)
            return
        number = self.table.number
        self._watch(self.performance.perform(move))
        if isinstance(move, m.SetPawn) and self.truth.phase == Phase.TILE:
            self._hurry()
        self._await_notice(number)

    def _say(self, move: Move) -> None:
        """Enter what the table does not see."""
        self.report.spoken += 1
        answer = self.table.submit(Said(by=TABLE, move=move, at=round(self.clock.now, 3)))
        assert answer.kind == "accepted", (move, answer)

    def _await_notice(self, number: int) -> None:
        """Wait until the table has commented on everything it could see, or everybody is tired."""
        for _ in range(self.patience_frames // 2):
            half = self.table.state == self._only_pawn and not is_doubted(self.table)
            if self.table.number != number and not half:
                return
            self._watch(self.performance.linger(1))

    def _compare(self) -> None:
        """A person whose move the table did not see takes it back and makes it again."""
        if is_doubted(self.table):
            return
        if self.table.state == self.truth:
            self._tries = 0
        elif self.table.state in (self._before, self._only_pawn):
            self.truth = self.table.state
            self._tries += 1
            self.report.again += 1
        else:
            super()._compare()

    def _hurry(self) -> None:
        """Now and then the tile follows before the table has looked at the pawn."""
        tile = room_of("kheops").people(self.report.seed).move(self.truth)
        if tile is None or self.dice.random() >= HASTE:
            return
        shows = self.game.shown_by(self.truth, tile)
        self._only_pawn = self.truth
        self.performance.done += (tile,)
        self._do_truly(tile)
        self.report.hasty += 1
        self.report.made[type(tile).__name__] += 1
        self._watch(self.stage.play({**self.stage.labels(), **shows}, list(shows)))

    def _slip(self) -> None:
        """Do something no rule allows, hear what the table says, and put it back."""
        state = self.table.state
        if self.dice.random() >= SLIPS or state.phase not in (Phase.PAWN, Phase.TILE):
            return
        wrong = mistake(state, self.dice)
        if not wrong:
            return
        self.report.slips += 1
        before = {name: self.stage.labels()[name] for name in wrong}
        expected = self.game.misfit(state, wrong)
        heard = len(self.heard)
        self._watch(self.stage.play({**self.stage.labels(), **wrong}, list(wrong)))
        self._watch(self.performance.linger(12))
        refused = [a.say.key for a in self.heard[heard:] if a.kind == "refused" and a.say]
        self.report.unclear += expected.say.key not in refused
        if self.table.state != state or set(refused) - {expected.say.key, UNREADABLE}:
            self.report.wrong.append(f"{wrong} should be {expected.say.key}, was {refused}")
        self._watch(self.stage.play({**self.stage.labels(), **before}, list(before)))
        self._watch(self.performance.linger(8))
