"""When the card takes nothing more, or the pieces no longer add up: stop, say so, lose nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.roles import TABLE, seat
from companion.core.verdict import Accepted, Saying
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.state import State
from companion.journal import Journal
from companion.table import Table
from companion.table.record import begun
from tests.table.evening import Evening, card_at, play_by


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


@contextmanager
def held_by_another(path: Path) -> Iterator[None]:
    """Another program keeps the journal's file locked."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_journal_that_cannot_be_written_stops_the_table_and_says_so(evening: Evening) -> None:
    before = evening.table.state
    with held_by_another(evening.path):
        answer = evening.insert(3, "H01")
    assert answer.kind == "stopped"
    assert answer.say is not None
    assert answer.say.key == "table.cannot_save"
    assert evening.table.state == before
    assert evening.table.snapshot(TABLE)["notices"][0]["key"] == "table.cannot_save"


def test_once_it_can_be_written_again_the_game_goes_on(evening: Evening) -> None:
    with held_by_another(evening.path):
        evening.insert(3, "H01")
    assert evening.insert(3, "H01").kind == "accepted"
    assert evening.table.snapshot(TABLE)["notices"] == []
    evening.same_after_resume()


@pytest.mark.parametrize("what", ["take_back", "doubt", "answer"])
def test_whatever_could_not_be_saved_did_not_happen(evening: Evening, what: str) -> None:
    evening.insert(3, "H01")
    evening.insert(0, "H25")
    evening.insert(3, "H04")
    state, asked, number = evening.table.state, evening.asked(), evening.table.number
    with held_by_another(evening.path):
        match what:
            case "take_back":
                assert evening.take_back().kind == "stopped"
            case "doubt":
                evening.see({"12,0": "camel_L", "13,0": {"snake_R": 0.6, "ibis_L": 0.4}})
            case "answer":
                assert evening.answer("set").kind == "stopped"
    assert (evening.table.state, evening.asked(), evening.table.number) == (state, asked, number)
    evening.same_after_resume()


def test_a_card_seen_while_nothing_can_be_saved_counts_at_the_next_look(evening: Evening) -> None:
    with held_by_another(evening.path):
        assert evening.see(card_at("H01", 3)).kind == "stopped"
    assert evening.see(card_at("H01", 3)).kind == "accepted"
    assert evening.moves() == [m.Begin(), m.InsertCard(3, "H01")]


def test_the_clock_stops_with_a_word_too(tmp_path: Path) -> None:
    """The end of a search is the clock's move; it must not break the table's loop."""
    evening = _searching(tmp_path)
    evening.seconds += 61
    with held_by_another(evening.path):
        evening.table.tick()
    assert evening.table.state.curse is not None
    assert evening.table.snapshot(TABLE)["notices"][0]["key"] == "table.cannot_save"
    evening.table.tick()
    assert evening.table.state.curse is None


def _searching(folder: Path) -> Evening:
    rules = {"curse_of_the_pharaoh": True, "curse_timer": 60, "auto_detect": False}
    evening = Evening(folder, players=4, **rules).begin()
    cards = iter(card.id for card in evening.table.state.box.cards)
    while "draw" not in evening.topics():
        assert evening.insert(len(evening.moves()) % 7, next(cards)).kind == "accepted"
        assert evening.say(m.CallNoMore()).kind == "accepted"
    assert evening.answer("curse:C0").kind == "accepted"
    return evening


def test_the_search_goes_on_for_the_rest_of_its_time_after_a_restart(tmp_path: Path) -> None:
    evening = _searching(tmp_path)
    evening.seconds += 40
    assert evening.say(m.CountSlab(evening.table.state.chamber.slab)).kind == "accepted"
    evening.resume()
    evening.seconds += 19
    evening.table.tick()
    assert evening.table.state.curse is not None
    evening.seconds += 2
    evening.table.tick()
    assert evening.table.state.curse is None


def test_a_note_does_not_move_the_clock_everybody_sees_after_a_restart(tmp_path: Path) -> None:
    evening = _searching(tmp_path)
    evening.seconds += 40
    assert evening.say(m.NotePharaoh(0, "cat")).kind == "accepted"
    evening.resume()
    assert evening.table.now() == 0.0


def test_a_button_calls_in_a_curse_round_and_means_nothing_else(tmp_path: Path) -> None:
    evening = _searching(tmp_path)
    assert evening.press("bell").kind == "unchanged"
    assert evening.press("seat-2").kind == "accepted"
    assert evening.asked() == ["point-C0-2"]


def broken_after(moves: int) -> Any:
    """A wall whose rules lose a scarab once this many cards are in."""

    def broken(state: State) -> tuple[Saying, ...]:
        inserted = sum(map(len, state.slots))
        lost = Saying("wall.broken.scarabs", {"found": 15, "expected": 16})
        return (lost,) if inserted >= moves else GAME.broken(state)

    return replace(GAME, broken=broken)


def planted(tmp_path: Path, moves: int) -> Evening:
    evening = Evening(tmp_path).begin()
    record = begun(next(iter(evening.journal.entries())))
    evening.journal.close()
    evening.path = tmp_path / "planted.sqlite"
    evening.journal = Journal.open(evening.path)
    evening.table = Table.begin(
        evening.journal, broken_after(moves), record.timeline.opening.box,
        record.timeline.opening.seats, record.timeline.opening.rules, clock=evening.clock,
    )  # fmt: skip
    play_by(evening.table, broken_after(moves))
    return evening.begin()


def test_pieces_that_do_not_add_up_stop_the_table_before_anything_is_written(
    tmp_path: Path,
) -> None:
    evening = planted(tmp_path, 2)
    assert evening.insert(3, "H01").kind == "accepted"
    state, kinds = evening.table.state, evening.kinds()
    answer = evening.insert(0, "H25")
    assert answer.kind == "stopped"
    assert answer.say is not None
    assert answer.say.key == "table.disagrees"
    assert answer.say.values["why"].values == {"found": 15, "expected": 16}
    assert (evening.table.state, evening.kinds()) == (state, kinds)
    assert evening.table.snapshot(TABLE)["notices"][0]["key"] == "table.disagrees"


def test_a_picture_is_stopped_by_the_same_check(tmp_path: Path) -> None:
    evening = planted(tmp_path, 1)
    assert evening.see(card_at("H01", 3)).kind == "stopped"
    assert evening.moves() == [m.Begin()]


def test_a_correction_is_stopped_by_the_same_check(tmp_path: Path) -> None:
    evening = planted(tmp_path, 2)
    evening.insert(3, "H01")
    ruling = GAME.decide(evening.table.state, m.InsertCard(0, "H25"))
    assert isinstance(ruling, Accepted)
    play_by(evening.table, GAME)
    evening.insert(0, "H25")
    evening.insert(6, "H31")
    play_by(evening.table, broken_after(2))
    kinds = evening.kinds()
    assert evening.take_back(evening.number_of(m.InsertCard(3, "H01"))).kind == "stopped"
    assert evening.kinds() == kinds


def test_a_question_answered_already_is_gone(evening: Evening) -> None:
    evening.insert(3, "H01")
    evening.insert(0, "H25")
    evening.insert(3, "H04")
    (asked,) = evening.asked()
    evening.answer("set")
    answer = evening.answer("set", asked)
    assert (answer.kind, answer.say.key if answer.say else "") == ("stale", "table.question_gone")
    assert evening.moves().count(m.SetResearcher(animal="camel")) == 1


def test_an_observation_against_an_older_number_is_stale(evening: Evening) -> None:
    from companion.core.observation import Said, TookBack

    old = evening.table.number
    evening.insert(3, "H01")
    late = Said(by=TABLE, move=m.InsertCard(0, "H25"), at=evening.seconds, base=old)
    assert evening.table.submit(late).kind == "stale"
    back = TookBack(by=TABLE, at=evening.seconds, base=old)
    assert evening.table.submit(back).kind == "stale"
    assert len(evening.moves()) == 2


def test_a_journal_deleted_under_the_table_is_written_again_and_people_are_told(
    evening: Evening,
) -> None:
    evening.insert(3, "H01")
    for file in evening.path.parent.glob("game.sqlite*"):
        file.unlink()
    assert evening.insert(0, "H25").kind == "accepted"
    [notice] = evening.table.snapshot(TABLE)["notices"]
    assert notice["key"] == "table.journal_rewritten"
    evening.same_after_resume()


def test_a_deleted_journal_is_noticed_by_the_clock_alone(evening: Evening) -> None:
    evening.path.unlink()
    evening.seconds += 2
    evening.table.tick()
    assert evening.table.snapshot(TABLE)["notices"][0]["key"] == "table.journal_rewritten"
    assert evening.path.exists()


def test_a_deleted_key_is_written_again_while_the_table_knows_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=4, curse_of_the_pharaoh=True).begin()
    assert evening.say(m.NotePharaoh(0, "cat"), by=seat(0)).kind == "accepted"
    [key] = (tmp_path / "keys").glob("*.key")
    key.unlink()
    evening.seconds += 2
    evening.table.tick()
    assert key.exists()
    evening.same_after_resume()
