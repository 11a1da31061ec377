"""People at the pyramid show what they do; what is not seen is done again, and then said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.cells import EMPTY
from companion.core.game import Game, load_room
from companion.core.seats import Seat
from companion.core.verdict import DOUBT, Option, Question, Refused, Saying
from companion.games.kheops import moves as m
from companion.games.kheops.state import Phase
from companion.rehearsal.kheops import invite
from companion.rehearsal.kheops_show import PATIENT, KheopsPerformance
from companion.table.explain.referee import after
from tests.bench.campaign.kheops import small_box

GAME = load_room("kheops")
SEATS = (Seat("Anna", "white"), Seat("Ben", "blue"))


@dataclass
class Blind:
    """A table that sees nothing; somebody may put it into any state."""

    state: Any
    game: Game = GAME
    doubts: tuple[Question, ...] = ()

    def questions(self) -> tuple[Question, ...]:
        return self.doubts or GAME.questions(self.state)


@dataclass
class Boards:
    """A stage of bare labels."""

    shown: dict[str, str] = field(default_factory=dict)

    def labels(self) -> dict[str, str]:
        return dict(self.shown)

    def set(self, labels: Mapping[str, str]) -> None:
        self.shown |= labels

    def still(self, frames: int) -> Iterator[object]:
        return iter(())

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[object]:
        self.set(labels_after)
        yield None


def opened() -> tuple[Blind, Boards, KheopsPerformance]:
    table = Blind(GAME.opening(small_box(), SEATS, GAME.house_rules()))
    stage = Boards()
    performance = KheopsPerformance(table, invite(2), stage)
    performance.on_stage()
    return table, stage, performance


def perform(performance: KheopsPerformance) -> Any:
    move = performance.next_move()
    assert move is not None
    for _ in performance.perform(move):
        pass
    return move


def test_a_base_that_is_not_seen_is_neither_taken_away_nor_said() -> None:
    table, stage, performance = opened()
    for _ in range(PATIENT + 2):
        assert isinstance(perform(performance), m.LayBase)
        assert not performance.is_behind()
    assert sum(label != EMPTY for label in stage.shown.values()) == len(table.state.box.base)


def test_a_base_somebody_corrected_is_laid_like_that() -> None:
    table, _, performance = opened()
    ruling = GAME.decide(table.state, m.LayBaseTile("U0.0", "room-2", 1))
    assert not isinstance(ruling, Refused)
    table.state = after(GAME, table.state, ruling)
    assert performance.is_behind()


def waiting(performance: KheopsPerformance, table: Blind) -> None:
    """Play by the rules alone until a power waits that can be seen."""
    people = invite(2)
    while not (table.state.phase == Phase.POWER and people.move(table.state)):
        assert not GAME.is_over(table.state)
        move = people.move(table.state)
        if move is None:
            (question, *_) = GAME.questions(table.state)
            answer = GAME.answer(table.state, question, people.reply(table.state, question), 0.0)
            assert not isinstance(answer, Refused)
            move = answer
        ruling = GAME.decide(table.state, move)
        assert not isinstance(ruling, Refused)
        table.state = after(GAME, table.state, ruling)
    performance.on_stage()


def test_a_power_that_is_not_seen_is_used_again_and_then_said() -> None:
    table, _, performance = opened()
    waiting(performance, table)
    done = [perform(performance) for _ in range(PATIENT)]
    assert len(set(done)) == 1
    assert performance.next_move() is None
    (question,) = table.questions()
    option = performance.reply(question).option
    assert next(o.move for o in question.options if o.name == option) == done[0]


def test_about_two_things_done_at_once_people_tell_whichever_is_asked() -> None:
    table, _, performance = opened()
    pawn, tile = m.SetPawn("U0.0", "worker"), m.BuildTile("D1.0", "room-2", 0)
    performance.done = (pawn, tile)
    for true in (pawn, tile):
        options = (
            Option("a", m.SetPawn("U0.1", "mummy"), Saying("")),
            Option("b", true, Saying("")),
        )
        doubt = Question(topic=DOUBT, id="doubt-1", ask=Saying(""), because=(), options=options)
        table.doubts = (doubt,)
        assert performance.reply(doubt).option == "b"
        assert performance.next_move() is None
    other = Question(topic=DOUBT, id="doubt-2", ask=Saying(""), because=(), options=options[:1])
    assert performance.reply(other).option == "none"
