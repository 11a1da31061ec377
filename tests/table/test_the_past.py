"""Taking back and putting right: what follows is derived again, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Move
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.state import Phase, Piece
from companion.table.moves import Timeline
from tests.recount import recount_journal
from tests.rooms.wall.players import a_move
from tests.table.evening import Evening

SET_AT_CAMEL = m.SetResearcher(animal="camel")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


def played_anew(evening: Evening) -> Timeline:
    """The standing moves, decided one by one from the opening: what the timeline must equal."""
    state = evening.table.timeline.opening
    for past in evening.table.timeline.past:
        ruling = GAME.decide(state, past.made.move)
        if GAME.private_to(past.made.move) is None:
            assert past.made.events == ruling.events, past.made.move  # type: ignore[union-attr]
        for event in past.made.events:
            state = GAME.evolve(state, event)
        assert past.after == state
    return evening.table.timeline


def test_the_last_move_is_taken_back(evening: Evening) -> None:
    evening.insert(3, "H01")
    before = evening.table.state
    evening.insert(0, "H25")
    assert evening.take_back().kind == "accepted"
    assert evening.table.state == before
    assert evening.kinds() == ["opened", "made", "made", "made", "amended"]


def test_nothing_is_ever_deleted(evening: Evening) -> None:
    evening.insert(3, "H01")
    evening.take_back()
    bodies = [entry.body for entry in evening.journal.entries()]
    assert bodies[2] is not None
    assert bodies[2]["move"]["card"] == "H01"
    rulings = evening.table.snapshot(TABLE)["rulings"]
    assert [(ruling["number"], ruling["undone"]) for ruling in rulings] == [(3, True), (2, False)]


def test_an_earlier_move_is_taken_back_and_the_later_ones_are_decided_again(
    evening: Evening,
) -> None:
    evening.insert(3, "H01")
    evening.insert(0, "H25")
    evening.insert(6, "H31")
    assert evening.take_back(evening.number_of(m.InsertCard(0, "H25"))).kind == "accepted"
    assert evening.moves() == [m.Begin(), m.InsertCard(3, "H01"), m.InsertCard(6, "H31")]
    assert evening.table.state.turn == 0
    played_anew(evening)
    evening.same_after_resume()


def test_a_past_move_is_put_right(evening: Evening) -> None:
    evening.insert(3, "H01")
    evening.insert(0, "H25")
    number = evening.number_of(m.InsertCard(3, "H01"))
    assert evening.put_right(number, m.InsertCard(3, "H03")).kind == "accepted"
    assert evening.moves() == [m.Begin(), m.InsertCard(3, "H03"), m.InsertCard(0, "H25")]
    assert evening.number_of(m.InsertCard(3, "H03")) == number
    played_anew(evening)
    evening.same_after_resume()


def test_what_cannot_have_been_is_refused_and_nothing_is_written(evening: Evening) -> None:
    evening.insert(3, "H01")
    number = evening.table.number
    for move in (m.InsertCard(9, "H03"), m.InsertCard(3, "none"), m.SetNone()):
        assert evening.put_right(number, move).kind == "refused"
    assert evening.table.number == number


def test_there_must_be_something_to_take_back(tmp_path: Path) -> None:
    fresh = Evening(tmp_path)
    assert fresh.take_back().kind == "refused"
    fresh.begin()
    assert fresh.take_back(99).kind == "refused"
    assert fresh.take_back(1).kind == "refused"
    assert fresh.take_back().kind == "accepted"
    assert fresh.table.state.phase == Phase.SETUP


def with_a_pair(evening: Evening) -> Evening:
    """A camel pair whose researcher was set, then two more cards."""
    evening.insert(3, "H01")
    evening.insert(0, "H25")
    evening.insert(3, "H04")
    assert evening.asked() == ["researcher-2-camel"]
    evening.answer("set")
    evening.insert(6, "H31")
    assert evening.asked() == []
    return evening


def test_what_no_longer_fits_is_put_as_a_question(evening: Evening) -> None:
    """Without the first camel there was no pair, so there is nobody to set."""
    with_a_pair(evening)
    number = evening.number_of(m.InsertCard(3, "H01"))
    evening.put_right(number, m.InsertCard(1, "H12"))
    (question,) = evening.table.questions()
    assert question.ask.key == "table.no_longer_fits"
    assert question.because == ("WALL-25",)
    assert [option.name for option in question.options] == ["drop", "restore"]
    assert [wait.move for wait in evening.table.timeline.left] == [
        SET_AT_CAMEL,
        m.InsertCard(6, "H31"),
    ]
    evening.same_after_resume()


def test_what_did_not_happen_is_let_go_and_the_rest_fits_again(evening: Evening) -> None:
    with_a_pair(evening)
    evening.put_right(evening.number_of(m.InsertCard(3, "H01")), m.InsertCard(1, "H12"))
    assert evening.answer("drop").kind == "accepted"
    assert SET_AT_CAMEL not in evening.moves()
    assert evening.moves()[-1] == m.InsertCard(6, "H31")
    assert evening.asked() == []
    played_anew(evening)
    evening.same_after_resume()


def test_the_correction_itself_may_be_undone(evening: Evening) -> None:
    with_a_pair(evening)
    before = evening.table.timeline
    evening.put_right(evening.number_of(m.InsertCard(3, "H01")), m.InsertCard(1, "H12"))
    assert evening.answer("restore").kind == "accepted"
    assert evening.table.timeline == before
    assert evening.asked() == []
    evening.same_after_resume()


def test_a_question_that_arises_anew_is_answered_and_the_rest_follows(evening: Evening) -> None:
    """The answer is taken back: the question stands again, and the later card waits for it."""
    with_a_pair(evening)
    evening.take_back(evening.number_of(SET_AT_CAMEL))
    assert [wait.move for wait in evening.table.timeline.left] == [m.InsertCard(6, "H31")]
    assert evening.asked()[-1] == "researcher-2-camel"
    assert evening.answer("set_none").kind == "accepted"
    assert evening.moves()[-2:] == [m.SetNone("camel"), m.InsertCard(6, "H31")]
    assert evening.asked() == []
    played_anew(evening)
    evening.same_after_resume()


def test_a_move_made_meanwhile_is_not_lost_when_the_correction_is_undone(
    evening: Evening,
) -> None:
    """Something is said while moves are left over; undoing the correction asks about it."""
    with_a_pair(evening)
    evening.put_right(evening.number_of(m.InsertCard(3, "H01")), m.InsertCard(1, "H12"))
    evening.insert(5, "H55")
    assert m.InsertCard(5, "H55") in evening.moves()
    assert evening.answer("restore").kind == "accepted"
    standing = [*evening.moves(), *(wait.move for wait in evening.table.timeline.left)]
    assert m.InsertCard(5, "H55") in standing
    assert m.InsertCard(3, "H01") in standing
    evening.same_after_resume()


def test_a_move_fitted_in_after_a_later_one_may_itself_be_taken_back(evening: Evening) -> None:
    """Left-over moves keep their old numbers behind newer ones; the order is what counts."""
    with_a_pair(evening)
    evening.take_back(evening.number_of(SET_AT_CAMEL))
    evening.answer("set_none")
    newer, older = evening.table.timeline.past[-2:]
    assert newer.number > older.number
    evening.take_back(newer.number)
    assert [wait.move for wait in evening.table.timeline.left] == [m.InsertCard(6, "H31")]
    evening.same_after_resume()
    evening.answer("set")
    played_anew(evening)
    evening.same_after_resume()


def test_an_answer_never_comes_to_mean_another_column(evening: Evening) -> None:
    """The corrected card pairs a mule instead: what was said about the camel does not fit."""
    with_a_pair(evening)
    evening.put_right(evening.number_of(m.InsertCard(3, "H04")), m.InsertCard(3, "H12"))
    assert evening.table.timeline.left[0].move == SET_AT_CAMEL
    assert evening.table.state.chamber.at("mule").researcher is None
    assert evening.topics()[0] == "left"
    assert evening.asked()[1] == "researcher-2-mule"


def test_a_correction_on_top_of_a_correction_still_knows_where_it_began(evening: Evening) -> None:
    with_a_pair(evening)
    before = evening.table.timeline
    evening.put_right(evening.number_of(m.InsertCard(3, "H01")), m.InsertCard(1, "H12"))
    evening.take_back(evening.number_of(m.InsertCard(0, "H25")))
    assert evening.table.timeline.left
    evening.answer("restore")
    assert evening.table.timeline == before


# Secrets


def test_private_notes_never_enter_a_public_entry(evening: Evening) -> None:
    """A correction derives everything again; the secrets stay in their private entries."""
    evening.insert(3, "H01")
    evening.say(m.NotePharaoh(0, "crocodile"), seat(0))
    evening.insert(0, "H25")
    evening.take_back(evening.number_of(m.InsertCard(3, "H01")))
    assert GAME.view(evening.table.state, seat(0))["notes"]["pharaoh"] == "crocodile"
    public = json.dumps([line for line in evening.public_lines() if line.get("kind") != "opened"])
    assert "NotePharaoh" not in public
    assert "PharaohNoted" not in public
    evening.same_after_resume()


def opened_and_noted(folder: Path, value: int, pharaoh: str) -> Evening:
    """A scripted game: Ana opens a sarcophagus, notes its value, then her card is taken back."""
    folder.mkdir()
    evening = Evening(folder, researcher_placement="compulsory").begin()
    dice = Random(4)
    while not any(evening.table.state.chamber.won):
        move = a_move(dice, evening.table.state)
        assert move is not None
        if GAME.private_to(move) is None:
            assert evening.say(move).kind == "accepted"
    opener = evening.table.number
    owner = next(s for s, won in enumerate(evening.table.state.chamber.won) if won)
    (piece,) = evening.table.state.chamber.won[owner]
    assert evening.say(m.NoteValue(owner, piece, value), seat(owner)).kind == "accepted"
    assert evening.say(m.NotePharaoh(owner, pharaoh), seat(owner)).kind == "accepted"
    evening.take_back(opener)
    return evening


def test_a_note_about_a_lost_mummy_is_no_public_question(tmp_path: Path) -> None:
    evening = opened_and_noted(tmp_path / "one", 3, "cat")
    assert evening.table.timeline.left == ()
    assert "left" not in evening.topics()
    kept = [past for past in evening.table.timeline.past if GAME.private_to(past.made.move)]
    assert [bool(past.made.events) for past in kept] == [False, True]
    evening.same_after_resume()


def test_a_note_comes_back_with_the_mummy(tmp_path: Path) -> None:
    """The opening is taken back and made again: the note that waited speaks again on correction."""
    evening = opened_and_noted(tmp_path / "one", 4, "cat")
    (undone,) = [past for past in evening.table.ledger.record.undone]
    first = evening.table.timeline.past[1]
    assert evening.say(undone.made.move).kind == "accepted"
    piece = next(won[0] for won in evening.table.state.chamber.won if won)
    assert isinstance(piece, Piece)
    evening.put_right(first.number, first.made.move)
    evening.same_after_resume()


def test_two_worlds_with_other_secrets_look_and_export_alike_through_a_correction(
    tmp_path: Path,
) -> None:
    secrets = {"one": (3, "cat"), "two": (4, "ibis")}
    worlds = [opened_and_noted(tmp_path / name, *told) for name, told in secrets.items()]
    for role in (TABLE, HALL, REFEREE, seat(1 - _owner(worlds[0]))):
        one, two = (msgspec.json.encode(_timeless(world.table.snapshot(role))) for world in worlds)
        assert one == two
    exports = [[_bare(line) for line in world.public_lines()] for world in worlds]
    assert exports[0] == exports[1]


def _owner(evening: Evening) -> int:
    private = next(p for p in evening.table.timeline.past if GAME.private_to(p.made.move))
    return private.made.move.seat  # type: ignore[attr-defined]


def _timeless(snapshot: dict[str, Any]) -> dict[str, Any]:
    for ruling in snapshot["rulings"]:
        ruling["time"] = ""
    return snapshot


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    """An exported line without clocks, salts and hashes."""
    body = line.get("body")
    for move in (body or {}).get("redone", []):
        move.pop("time", None)
    return {"kind": line.get("kind"), "private_to": line.get("private_to"), "body": body}


def test_a_secret_cannot_be_taken_back_or_put_in_place_of_a_move(evening: Evening) -> None:
    evening.insert(3, "H01")
    public = evening.table.number
    evening.say(m.NotePharaoh(0, "cat"), seat(0))
    assert evening.take_back(public + 1).kind == "refused"
    assert evening.put_right(public, m.NotePharaoh(0, "ibis")).kind == "refused"
    assert evening.table.number == public


# The whole evening, disturbed


@pytest.mark.parametrize("seed", range(4))
def test_a_game_full_of_corrections_equals_the_same_game_without_them(
    tmp_path: Path, seed: int
) -> None:
    """Random play, takings-back and corrections: always what its standing moves make of it."""
    dice = Random(seed)
    evening = Evening(tmp_path, players=3, eyes_of_the_sphinx=seed == 3)
    for step in range(90):
        _something(evening, dice)
        if step % 30 == 29:
            played_anew(evening)
            evening.same_after_resume()
    while evening.table.timeline.left:
        assert evening.answer("drop").kind == "accepted"
    _to_the_end(evening, dice)
    played_anew(evening)
    tally = recount_journal(evening.told())
    assert tally.scores == [line.low for line in GAME.score(evening.table.state).lines]


def _something(evening: Evening, dice: Random) -> None:
    table = evening.table
    if table.timeline.left and dice.random() < 0.4:
        evening.answer(dice.choice([o.name for o in table.questions()[0].options]))
        return
    chance, public = dice.random(), [p for p in table.timeline.past if _public(p.made.move)]
    if chance < 0.06 and len(public) > 3:
        evening.take_back(dice.choice(public[1:]).number)
    elif chance < 0.12 and len(public) > 3:
        past = dice.choice(public[1:])
        cards = [card.id for card in table.state.box.cards]
        evening.put_right(past.number, m.InsertCard(dice.randrange(7), dice.choice(cards)))
    else:
        move = a_move(dice, table.state)
        if move is not None:
            evening.say(move)


def _public(move: Move) -> bool:
    return GAME.private_to(move) is None


def _to_the_end(evening: Evening, dice: Random) -> None:
    while (move := a_move(dice, evening.table.state)) is not None:
        assert evening.say(move).kind == "accepted"


def test_resuming_after_every_entry_gives_the_same_state_and_questions(tmp_path: Path) -> None:
    dice = Random(9)
    evening = Evening(tmp_path, players=2, curse_of_the_pharaoh=True)
    for _ in range(40):
        _something(evening, dice)
        evening.same_after_resume()
