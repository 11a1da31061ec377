"""The table reports to its instruments what was made and what was changed; secrets are not news."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.roles import seat
from companion.games.wall import moves as m
from companion.table import News, Stands
from tests.table.evening import Evening
from tests.table.test_the_past import with_a_pair

FIRST, SECOND = m.InsertCard(3, "H01"), m.InsertCard(0, "H25")


class Listening:
    """An instrument that writes down what it hears."""

    def __init__(self, evening: Evening) -> None:
        self.heard: list[News] = []
        self.stop = evening.table.on_news(self.heard.append)

    @property
    def moves(self) -> list[Stands]:
        return [move for news in self.heard for move in news.moves]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


def test_a_move_is_news_with_the_entry_its_answer_names(evening: Evening) -> None:
    listening = Listening(evening)
    answer = evening.say(FIRST)
    assert listening.moves == [Stands(answer.entry, "table", FIRST, fresh=True)]
    assert answer.entry == evening.number_of(FIRST)
    assert listening.heard[-1].state == evening.table.state


def test_a_refused_move_is_no_news(evening: Evening) -> None:
    listening = Listening(evening)
    evening.insert(9, "H01")
    assert listening.moves == []


def test_a_move_taken_back_is_news_that_nothing_stands_there(evening: Evening) -> None:
    evening.say(FIRST)
    answer = evening.say(SECOND)
    listening = Listening(evening)
    evening.take_back()
    assert listening.moves == [Stands(answer.entry, "table", None)]


def test_a_move_put_right_is_news_of_what_stands_instead(evening: Evening) -> None:
    answer = evening.say(FIRST)
    evening.say(SECOND)
    listening = Listening(evening)
    instead = m.InsertCard(3, "H03")
    evening.put_right(answer.entry, instead)
    assert listening.moves == [Stands(answer.entry, "referee", instead)]


def test_a_restored_past_is_news_of_all_that_stands_again(evening: Evening) -> None:
    with_a_pair(evening)
    last, first = evening.moves()[-1], evening.number_of(FIRST)
    entry = evening.number_of(last)
    listening = Listening(evening)
    evening.put_right(first, m.InsertCard(1, "H12"))
    assert Stands(entry, "table", None) in listening.moves
    evening.answer("restore")
    assert Stands(first, "table", FIRST) in listening.heard[-1].moves
    assert Stands(entry, "table", last) in listening.heard[-1].moves


def test_a_secret_move_is_no_news(evening: Evening) -> None:
    listening = Listening(evening)
    assert evening.say(m.NotePharaoh(0, "crocodile"), by=seat(0)).kind == "accepted"
    assert listening.moves == []


def test_who_stops_listening_hears_nothing_more(evening: Evening) -> None:
    listening = Listening(evening)
    listening.stop()
    evening.say(FIRST)
    assert listening.heard == []
