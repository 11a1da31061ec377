"""A table in a living room: whole games of every room in its light, and people who answer truly.

What the eye is not sure of is asked, what it does not see is entered by hand, and both are counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from calibration.geometry.board import Board
from calibration.read.taught import Taught
from companion.app.learn_tonight import confirm
from companion.core.observation import SOMETHING_ELSE, SURE, Reading, Reply, Said, Seen
from companion.core.roles import TABLE
from companion.core.verdict import DOUBT, Move, Question, Refused
from companion.games.dig.moves import LayLayer, Lift, PlayBarricade, TakeOffBarricade
from companion.games.kheops.moves import LayBase
from companion.games.kheops.state import Phase
from companion.rehearsal.dig_accidents import Wrong
from companion.senses.eye import Eye
from companion.table import Answer
from companion.table.explain.referee import likeliest
from hardware.simulated.camera import SimulatedCamera
from tests.bench.campaign import Swift
from tests.bench.campaign.bowl import BowlSwift
from tests.bench.campaign.dig import DigSwift
from tests.bench.campaign.evening import Evening
from tests.bench.campaign.kheops import KheopsSwift
from tests.bench.campaign.sphinx import SphinxSwift
from tests.bench.campaign.truth import is_doubted

from . import lamps
from .elsewhere import EyeElsewhere


@dataclass
class Counts:
    """What the light of one game cost its people."""

    asked: int = 0
    """Questions they had to answer because the eye was not sure."""
    by_hand: int = 0
    """Moves they had to enter because the table made nothing of what was seen."""
    passing: int = 0
    """Questions that went away by themselves, because a later picture was plain."""
    refused: int = 0
    """Sightings the table said could not be."""
    misread: int = 0
    """Those of them that named a cell which is not surely read as what lies there."""
    rulings: int = 0
    sightings: int = 0
    cells: int = 0
    open: int = 0
    """Cells told in those sightings, and those of them that were left open."""
    learnt: int = 0
    """How often something was kept as a look of the evening."""
    notes: list[str] = field(default_factory=list)
    """What every question was about: the light, and what the eye thought of the cells."""


class Learning:
    """Lets an eye in the same process hear what was settled."""

    def __init__(self, eye: Any, counts: Counts) -> None:
        self._eye, self._counts = eye, counts

    def confirm(self, number: int, shows: Mapping[str, str]) -> None:
        self._counts.learnt += bool(self._eye.learn(number, shows))

    def withdraw(self, number: int) -> None:
        self._eye.unlearn(number)


class LivingRoom(Evening):
    """What all tables in a living room share; a small computer looks five times a second."""

    frame_seconds = 0.2
    patience_frames = 40

    def __init__(
        self,
        *told: Any,
        lights: lamps.Evening,
        counts: Counts,
        elsewhere: Path | None = None,
        learning: bool = True,
        **more: Any,
    ) -> None:
        """*elsewhere*: a checkout whose eye looks in the place of this one's."""
        self.lights, self.counts, self._elsewhere = lights, counts, elsewhere
        self._raised: set[str] = set()
        self._till: Any = None
        super().__init__(*told, **more)
        if learning:
            confirm(self.table, Learning(self.eye, counts))

    def camera(self) -> SimulatedCamera:
        return lamps.LivingRoomCamera(
            lambda: self.lights.at(self.game.turn(self.truth)), clock=self.clock
        )

    def looker(
        self, camera: SimulatedCamera, board: Board, taught: Taught, *, pictured: bool = True
    ) -> Eye:
        if self._elsewhere is None:
            return super().looker(camera, board, taught, pictured=False)
        return cast(Eye, EyeElsewhere(self._elsewhere, camera, board, taught))

    def close(self) -> None:
        self.counts.rulings = len(self.table.timeline.past)
        self.counts.passing = len(self._raised)
        if isinstance(self.eye, EyeElsewhere):
            self.eye.close()
        super().close()

    # What is seen

    def _tell(self, seen: Seen) -> Answer:
        told = [
            seen.readings.get(cell, Reading({})) for cell in self.game.visible(self.table.state)
        ]
        self.counts.sightings += 1
        self.counts.cells += len(told)
        self.counts.open += sum(not is_sure(reading) for reading in told)
        answer = super()._tell(seen)
        if answer.kind == "refused":
            cells = self._amiss()
            self.counts.refused += 1
            self.counts.misread += not self._is_as_it_lies(cells, seen)
            self._note(f"refused {answer.clause}", cells, seen)
        if answer.kind == "unclear":
            self._raised |= {q.id for q in self.table.questions() if q.topic == DOUBT}
        return answer

    def _amiss(self) -> tuple[str, ...]:
        refusal = self.table.snapshot(TABLE)["refusal"]
        return tuple(refusal["cells"]) if refusal else ()

    def _is_as_it_lies(self, cells: tuple[str, ...], seen: Seen) -> bool:
        """Whether these cells are read as what lies there, whichever way it lies."""
        lies = self._staged_labels()
        return all(
            is_sure(reading) and _face(likeliest(reading)) == _face(lies.get(cell, ""))
            for cell in cells
            if (reading := seen.readings.get(cell, Reading({})))
        )

    def _note(self, what: str, cells: tuple[str, ...], seen: Seen | None = None) -> None:
        seen = seen or self.table.seen()
        light, lies = self.lights.at(self.game.turn(self.truth)), self._staged_labels()
        about = "; ".join(f"{cell} is {lies.get(cell)}: {_told(seen, cell)}" for cell in cells[:4])
        turn = self.game.turn(self.truth)
        self.counts.notes.append(f"turn {turn}, {light}: {what} {self.performance.doing} | {about}")

    def _staged_labels(self) -> Mapping[str, str]:
        stage: Any = getattr(self.performance, "_stage", None)
        return cast(Mapping[str, str], stage.labels())

    # What is said

    def _answer(self) -> Answer:
        question = self.table.questions()[0]
        if question.topic != DOUBT:
            return super()._answer()
        self.counts.asked += 1
        self._raised.discard(question.id)
        self._note(f"asked ({len(question.options) - 1} ways)", question.cells)
        self._doubted()
        return self._reply(question.id, self._truly(question))

    def _truly(self, question: Question) -> Reply:
        """Where the table is not behind, nothing of what it asks about has happened."""
        if not self._stands_apart():
            return Reply(option="none")
        return self.performance.reply(question)

    def _do_truly(self, move: Any) -> None:
        self._till = self.truth
        super()._do_truly(move)

    def _mark(self) -> Any:
        return self.table.state

    def _has_noticed(self, mark: Any) -> bool:
        return super()._has_noticed(mark) or is_doubted(self.table)

    def _unnoticed(self, move: Move) -> None:
        self._enter(move)

    def _enter(self, move: Move) -> Answer:
        """Enter by hand what the table makes nothing of."""
        self.counts.by_hand += 1
        self._note("entered", tuple(self.game.shown_by(self.table.state, move)))
        by = self.game.private_to(move) or TABLE
        answer = self.table.submit(Said(by=by, move=move, at=round(self.clock.now, 3)))
        assert answer.kind == "accepted", (move, answer)
        return answer

    def _compare(self) -> None:
        """What people said did not happen as it was seen is entered by hand."""
        doing = self.performance.doing
        behind = self._till is not None and self.table.state == self._till
        if behind and doing is not None and self._stands_apart() and not is_doubted(self.table):
            self._enter(doing)
        super()._compare()

    def _answer_doubts(self) -> None:
        while is_doubted(self.table):
            self._answer()


class Seeing(LivingRoom, Swift):
    """Tables at which nothing is done but in front of the camera."""

    def _pass_a_hand(self) -> None:
        doing, self.performance.doing = self.performance.doing, None
        super()._pass_a_hand()
        self._answer_doubts()
        self.performance.doing = doing


class WallAtHome(Seeing):
    pass


class SphinxAtHome(Seeing, SphinxSwift):
    pass


class KheopsAtHome(Seeing, KheopsSwift):
    """Here people make a move again that went unnoticed, before they enter it."""

    _put_back: Any = None

    def _say(self, move: Move) -> None:
        self.counts.by_hand += 1
        super()._say(move)

    def _compare(self) -> None:
        """A base of which the table saw a part is told as a whole."""
        doing, done = self.performance.doing, self.truth
        half = self.table.state.phase == Phase.SETUP and self._stands_apart()
        if isinstance(doing, LayBase) and half and not is_doubted(self.table):
            self._enter(doing)
        KheopsSwift._compare(self)
        self._put_back = None if self.truth == done else done

    def _catch_up(self) -> None:
        """A table that sees a move at last, while it is being taken back, is right."""
        super()._catch_up()
        if self._put_back is not None and self.table.state in (self._put_back, self._only_pawn):
            self.truth, self._put_back = self.table.state, None

    def _slip(self) -> None:
        super()._slip()
        self._answer_doubts()

    def _read_alone(self) -> None:
        """Watched games only."""


class BowlAtHome(LivingRoom, BowlSwift):
    pass


class DigAtHome(LivingRoom, DigSwift):
    """Here layers and lifts are shown again, before somebody says them."""

    def _rule_on(self, wrong: Wrong | None, before: Any) -> None:
        """A complaint about cells that nobody touched is none about a mishap."""
        touched = set(wrong.cells) if wrong else set()
        self._answers = [each for each in self._answers if touched & set(each[1])]
        super()._rule_on(wrong, before)

    def _answer(self) -> Answer:
        """A lid that nobody can make out is told."""
        question, wish = self.table.questions()[0], self.performance.wish()
        if question.topic == DOUBT or not isinstance(wish, PlayBarricade | TakeOffBarricade):
            return super()._answer()
        answer = self._enter(wish)
        self._do_truly(wish)
        return answer

    def _said(self, move: Move | Refused) -> None:
        self.counts.by_hand += isinstance(move, LayLayer | Lift)
        super()._said(move)


AT_HOME: Mapping[str, type[LivingRoom]] = {
    "wall": WallAtHome,
    "bowl": BowlAtHome,
    "sphinx": SphinxAtHome,
    "dig": DigAtHome,
    "kheops": KheopsAtHome,
}


def is_sure(reading: Reading) -> bool:
    """Whether a cell is read as something that was taught."""
    known = (chance for label, chance in reading.chances.items() if label != SOMETHING_ELSE)
    return max(known, default=0.0) >= SURE


def _face(label: str) -> str:
    return label.partition("@")[0]


def _told(seen: Seen | None, cell: str) -> str:
    """What the eye thinks of a cell, in short."""
    reading = (seen.readings.get(cell) if seen else None) or Reading({})
    likely = sorted(reading.chances.items(), key=lambda item: -item[1])[:3]
    said = ", ".join(f"{label} {chance:.2f}" for label, chance in likely)
    return f"{said} {reading.disturbed}".strip()
