"""A campaign: whole games through painted pictures, faster than life, compared with the truth.

The pictures pass the same eye, referee and journal as on a real table; only the
clock is not the real one. What people really did is played through the rules alone, beside it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.art import PAPYRUS, Art
from calibration.geometry.board import Board
from calibration.read.taught import Taught
from companion.core.game import Game
from companion.rehearsal.performance import Performance
from companion.rehearsal.stage import Stage
from companion.rooms import room_of
from companion.senses.eye import Eye
from companion.table import Answer
from hardware.simulated.camera import SimulatedCamera

from .evening import Evening, Played, Unnoticed

__all__ = ["Report", "Scenery", "Swift", "Unnoticed"]


@dataclass
class Report(Played):
    """What became of one game."""

    moves: int = 0
    made: Counter[str] = field(default_factory=Counter)
    """The moves that were shown, by their kind."""
    asked: int = 0
    """Moves that ended in a question because of what was seen."""
    refused: int = 0
    """Sightings the table could not explain."""
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scenery:
    """A board with cards the eye has been taught; made once, used for many games."""

    board: Board
    taught: Taught
    art: Art = PAPYRUS
    size: tuple[int, int] = (1280, 720)


class Swift(Evening):
    """One rehearsed table that sees every move, and hears nothing but answers."""

    report: Report
    eye: Eye

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
        super().__init__(game, box, seats, rules, journal)
        camera = self.camera()
        self.stage = self.staged(camera, scenery, seed, harshness)
        self.eye = self.looker(camera, scenery.board, scenery.taught)
        self.performance = self.performed(seed)
        self.performance.on_stage()
        self.dice = random.Random(f"campaign {seed}")
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
        return Performance(self.table, room_of(self.game.name).people(seed), self.stage)

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

    def _doubted(self) -> None:
        self.report.asked += 1

    def _move(self) -> None:
        """Make a move in front of the camera; the table has to notice it by itself."""
        move = self.performance.next_move()
        assert move is not None
        self._pass_a_hand()
        before = self._mark()
        self.report.moves += 1
        self.report.made[type(move).__name__] += 1
        self._watch(self.performance.perform(move))
        self._do_truly(move)
        for _ in range(self.patience_frames):
            if self._has_noticed(before):
                return
            self._watch(self.performance.linger(1))
        self._unnoticed(move)

    def _pass_a_hand(self) -> None:
        """Now and then somebody merely points at something; nothing may follow from that."""
        if self.dice.random() < 0.15:
            cell = self.dice.choice(sorted(self.game.visible(self.table.state)))
            state = self.table.state
            self._watch(self.stage.wave(cell))
            self._watch(self.performance.linger(8))
            if self.table.state != state:
                self.report.wrong.append(f"a hand before {cell} was taken for a move")

    def _see(self) -> Answer | None:
        answer = super()._see()
        if answer is not None:
            self.heard.append(answer)
            self.report.refused += answer.kind == "refused"
        return answer
