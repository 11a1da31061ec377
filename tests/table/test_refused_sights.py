"""What was refused once never becomes a move later, unless it is seen again or people say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.observation import Answered, Reading, Reply, Said, Seen
from companion.core.roles import TABLE
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.state import Phase
from companion.journal import Journal
from companion.table import Table
from tests.rooms.dig.laid import CELLS, OWN, SEATS

COVERED = dict.fromkeys(CELLS, "6-cover")


class Evening:
    """A dig that is shown pictures and told words, second by second."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.wanted = 0
        journal = Journal.open(folder / "dig.sqlite")
        self.table = Table.begin(
            journal, GAME, OWN, SEATS[:2], GAME.house_rules(), clock=lambda: self.now
        )
        self.table.on_wanting(self.look_again)
        for move in (
            m.NameBottom(0),
            *(m.LayLayer(n) for n in range(1, 7)),
            m.TurnTray(1),
            m.TurnTray(0),
            m.PutBoard(),
        ):
            self.table.submit(Said(by=TABLE, move=move, at=self.now))

    def look_again(self) -> None:
        self.wanted += 1

    def see(self, picture: bytes = b"", **cells: str) -> str:
        self.now += 1.0
        readings = {cell: Reading({label: 1.0}) for cell, label in (COVERED | cells).items()}
        return self.table.submit(Seen(readings=readings, at=self.now, picture=picture)).kind

    def say(self, option: str) -> str:
        self.now += 0.1
        question = next(q for q in self.table.questions() if option in [o.name for o in q.options])
        reply = Reply(option=option)
        return self.table.submit(
            Answered(by=TABLE, question=question.id, reply=reply, at=self.now)
        ).kind


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_lift_after_stop_is_not_counted_for_the_next_player_dig_26(evening: Evening) -> None:
    assert evening.see(A1="5-mosquito") == "accepted"
    assert evening.see(A1="5-mosquito", B2="5-bracelet") == "refused"
    assert evening.say("paid") == "accepted"
    assert evening.wanted == 1
    assert evening.table.state.lifts == 0
    assert evening.see(A1="5-mosquito") == "unchanged"
    assert evening.table.questions()[0].topic == "dig"


def test_a_late_lift_that_was_not_undone_is_asked_about(evening: Evening) -> None:
    evening.see(A1="5-mosquito")
    evening.see(A1="5-mosquito", B2="5-bracelet")
    evening.say("paid")
    assert evening.see(A1="5-mosquito", B2="5-bracelet") == "unclear"
    assert evening.say("none") == "accepted"
    assert evening.table.state.lifts == 0
    assert evening.say("skip") == "accepted"


def test_nor_is_one_whose_way_was_seen(evening: Evening) -> None:
    evening.see(A1="5-mosquito")
    evening.see(A1="5-mosquito", B2="5-obelisk_base@E")
    evening.say("paid")
    assert evening.see(A1="5-mosquito", B2="5-obelisk_base@E") == "unclear"


def test_once_it_was_put_right_the_same_card_may_be_lifted(evening: Evening) -> None:
    evening.see(A1="5-mosquito")
    evening.see(A1="5-mosquito", B2="5-bracelet")
    evening.say("paid")
    evening.see(A1="5-mosquito")
    assert evening.see(A1="5-mosquito", B2="5-bracelet") == "accepted"
    assert evening.table.state.lifts == 1


def test_an_early_barricade_counts_when_it_still_lies_there_after_the_stop(
    evening: Evening,
) -> None:
    evening.see(A1="5-bracelet")
    assert evening.see(A1="5-bracelet", C3="barricade") == "refused"
    evening.say("stop")
    assert (evening.table.state.phase, evening.wanted) == (Phase.END, 1)
    assert evening.see(A1="5-bracelet", C3="barricade") == "accepted"
    assert [lid.cell for lid in evening.table.state.lids] == ["C3"]


def test_an_early_barricade_that_was_taken_off_is_not_counted(evening: Evening) -> None:
    evening.see(A1="5-bracelet")
    evening.see(A1="5-bracelet", C3="barricade")
    evening.say("stop")
    assert evening.see(A1="5-bracelet") == "unchanged"
    assert evening.table.state.lids == ()


def test_two_cards_on_the_cup_are_one_lift_once_the_second_is_back_dig_o_19(
    evening: Evening,
) -> None:
    assert evening.see(A1="4-bracelet") == "refused"
    assert evening.see(A1="5-bracelet") == "accepted"
    assert evening.table.state.lifts == 1
