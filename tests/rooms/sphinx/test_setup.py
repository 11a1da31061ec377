"""Before the first throw: what is in the box, where it stands, and who may play."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.core.boxes import own_text
from companion.core.errors import BadBox, BadSeats
from companion.core.house import switches
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.boxfile import load_box, read_box
from companion.games.sphinx.house import HouseRules
from tests.rooms.sphinx.laid import BOX, SALT, SEATS, box_data, laid, opening
from tests.rooms.sphinx.words import say
from tests.saying import refuses

PLACES = {
    square: (row, column)
    for row, squares in enumerate(BOX.grid)
    for column, square in enumerate(squares)
}
SIX = ("red", "blue", "yellow", "green", "purple", "orange")


def apart(one: int, other: int) -> int:
    (row, column), (other_row, other_column) = PLACES[one], PLACES[other]
    return abs(row - other_row) + abs(column - other_column)


def circuit(square: int) -> int:
    row, column = PLACES[square]
    return min(row, column, 8 - row, 8 - column)


def test_the_setup_asks_for_walls_doors_and_sphinxes() -> None:
    """SPHINX-01a, SPHINX-01b, SPHINX-02: board, bases and doors are people's work; it is asked."""
    question = opening().question
    assert {"SPHINX-01a", "SPHINX-01b", "SPHINX-02"} <= set(question.because)
    assert "Eleven doors in line with the walls" in say(question.ask)


def test_the_board_is_one_spiral_of_81_squares() -> None:
    assert sorted(PLACES) == list(range(81))
    assert all(apart(a, b) == 1 for a, b in pairwise(range(81)))
    assert PLACES[80] == (4, 4)
    assert (BOX.start, BOX.first_guard, BOX.last, BOX.treasure) == (0, 77, 76, 80)


def test_eleven_doors_stand_in_walls_between_circuits_sphinx_01b_sphinx_c_02() -> None:
    """SPHINX-C-02: two squares, one on each side."""
    assert len(BOX.doors) == 11
    squares = [square for door in BOX.doors for square in door.squares]
    assert len(set(squares)) == 22
    for door in BOX.doors:
        here, there = door.squares
        assert apart(here, there) == 1
        assert abs(circuit(here) - circuit(there)) == 1


def test_no_square_of_the_default_board_has_two_meanings() -> None:
    special = [square for square, _ in BOX.card_squares] + list(BOX.mummies)
    doors = [square for door in BOX.doors for square in door.squares]
    assert len(special + doors) == len(set(special + doors))
    assert not {0, 77, 78, 79, 80} & set(special + doors)


def test_door_discs_keep_their_distance() -> None:
    centres = [
        tuple((a + b) / 2 for a, b in zip(*(PLACES[s] for s in door.squares), strict=True))
        for door in BOX.doors
    ]
    for n, (row, column) in enumerate(centres):
        for other_row, other_column in centres[n + 1 :]:
            assert ((row - other_row) ** 2 + (column - other_column) ** 2) ** 0.5 >= 2.2


def test_three_guards_before_the_chamber_and_three_temple_sphinxes_sphinx_05() -> None:
    assert BOX.guards == (("G1", 77), ("G2", 78), ("G3", 79))
    assert BOX.temple_seats == ("T1", "T2", "T3")
    assert opening().state.figures == (0, 1, 2, 3, 4, 5)


def test_six_colours_four_cards_each_sphinx_c_05() -> None:
    """SPHINX-C-05: all 24 cards are in play with any number of players."""
    assert BOX.colours == SIX
    for players in (2, 3, 4):
        stock = GAME.view(opening(players).state, TABLE)["stock"]
        assert stock == dict.fromkeys(SIX, 4)


def test_pawns_begin_on_the_start_and_nobody_has_a_card_sphinx_06_sphinx_07() -> None:
    state = opening(4).state
    assert state.pawns == (0, 0, 0, 0)
    assert state.hands == ((), (), (), ())


def test_the_goal_is_the_treasure_for_one_sphinx_08() -> None:
    lines = GAME.score(opening(3).state).lines
    assert [(line.low, line.high) for line in lines] == [(0, 1)] * 3
    assert lines[0].parts[0].because == ("SPHINX-08",)


def test_the_youngest_sits_first_and_begins_sphinx_09() -> None:
    begun = opening(3).answer("begin_untracked")
    assert begun.state.turn == 0
    assert "SPHINX-09" in begun.because
    assert begun.refused(m.Begin()).clause == "SPHINX-09"
    assert opening().refused(m.Throw((1, 1, 1))).clause == "SPHINX-09"


def test_turns_go_clockwise_sphinx_c_08() -> None:
    table = opening(3).answer("begin_untracked")
    turns = []
    for faces in ((1, 2, 3), (1, 2, 4), (2, 3, 3), (1, 1, 1)):
        turns.append(table.state.turn)
        table = table.do(m.Throw(faces))
        while table.state.dice is not None:
            moves = [o for o in table.options if o.startswith(("move", "leave", "no_"))]
            table = table.answer(moves[0])
    assert turns == [0, 1, 2, 0]


def test_two_number_dice_and_one_with_snakes_on_two_faces_sphinx_c_01_sphinx_c_09() -> None:
    """SPHINX-20, SPHINX-C-01, SPHINX-C-09."""
    assert [die.has_snakes for die in BOX.dice] == [False, False, True]
    assert BOX.dice[2].faces.count("S") == 2
    assert all(len(die.faces) == 6 for die in BOX.dice)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_people_can_play(players: int) -> None:
    assert len(opening(players).state.seats) == players


@pytest.mark.parametrize("people", [SEATS[:1], (*SEATS, Seat("Eve", "red"))])
def test_fewer_than_two_or_more_than_four_are_refused(people: tuple[Seat, ...]) -> None:
    with refuses(BadSeats, match="2 to 4"):
        GAME.opening(BOX, people, HouseRules())


def test_a_pawn_in_a_colour_the_box_has_not_is_refused_sphinx_06() -> None:
    with refuses(BadSeats, match="mauve"):
        GAME.opening(BOX, (SEATS[0], Seat("Ben", "mauve")), HouseRules())


# Sealing


def test_six_colours_are_sealed_and_only_the_digest_is_reported_sphinx_03() -> None:
    sealed = opening().do(m.Seal(SIX, SALT))
    digest = sealed.state.seals[0].digest
    assert len(digest) == 64
    assert sealed.state.tracked
    assert digest in say(sealed.question.ask)
    begun = sealed.answer("begin")
    assert begun.happened(e.Begun)[0].digest == digest
    assert begun.happened(e.Begun)[0].tracked


@pytest.mark.parametrize(
    "colours",
    [
        ("red", "red", "yellow", "green", "purple", "orange"),
        ("red", "blue", "yellow", "green", "purple", "purple"),
        SIX[:5],
        (*SIX, "red"),
        (*SIX[:5], "mauve"),
    ],
)
def test_colours_that_are_not_six_different_are_refused_without_naming_one_sphinx_03(
    colours: tuple[str, ...],
) -> None:
    refusal = opening().refused(m.Seal(colours, SALT))
    assert refusal.clause == "SPHINX-03"
    assert refusal.say.values == {}
    assert refusal.cells == ()
    assert not any(colour in say(refusal.say) for colour in (*SIX, "mauve"))


@pytest.mark.parametrize("salt", ["", "1234", SALT.upper(), SALT + "0", "z" * 32])
def test_a_salt_that_could_be_guessed_is_refused(salt: str) -> None:
    assert opening().refused(m.Seal(SIX, salt)).say.key == "sphinx.salt_too_weak"


def test_a_colour_is_defeated_by_the_card_of_that_colour_sphinx_04() -> None:
    """SPHINX-04: the colours on cards and the colours under sphinxes are the same six."""
    assert {colour for _, colour in BOX.card_squares} == set(BOX.colours)
    claim = laid(pawns=(74, 0), hands=("red blue yellow",), dice=(6,), sealed=" ".join(SIX))
    laid_cards = claim.do(m.ApproachGuards(6), m.LayClaim(0, ("red", "blue", "yellow"), 5.0))
    answered = laid_cards.do(m.AnswerClaim(7.0))
    assert answered.happened(e.ClaimAnswered)[0].right
    assert "SPHINX-04" in answered.because


# The box file


def test_the_facts_nobody_confirmed_are_flagged() -> None:
    assert len(BOX.assumed) == 7
    data = box_data()
    for name in ("board", "doors", "cards", "mummies", "pawns", "mat"):
        data[name]["source"] = "owner"
    data["card_squares_source"] = "owner"
    for die in data["dice"]:
        die["source"] = "owner"
    assert read_box(data).assumed == ()


def test_the_owner_replaces_the_board_from_a_file(tmp_path: Path) -> None:
    text = own_text("companion.games.sphinx")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("squares = [4, 16, 31,", "squares = [3, 16, 31,"), "utf-8")
    assert load_box(mine).mummies == (3, 16, 31, 42, 55, 67)


def _changed(path: str, value: Any) -> dict[str, Any]:
    data = box_data()
    *folders, name = path.split(".")
    inner = data
    for folder in folders:
        inner = inner[folder]
    inner[name] = value
    return data


CONTRADICTIONS = {
    "numbered 0 to 80": ("board.squares", [[*range(9)]] * 9),
    "squares 8 and 9 aren't side by side": (
        "board.squares",
        [[*range(n * 9, n * 9 + 9)] for n in range(9)],
    ),
    "squares before the treasure": ("board.guards", {"G1": 70, "G2": 78, "G3": 79}),
    "found 2 temples": ("board.temples", {"T1": 12, "T2": 20}),
    "seat “G1” is listed twice": ("board.temples", {"T1": 12, "T2": 20, "G1": 28}),
    "two doors": ("doors.squares", [[2, 33], [33, 34]]),
    "side by side": ("doors.squares", [[2, 60]]),
    "across the corridor": ("doors.squares", [[2, 3]]),
    "pawns walk from 1 to 76": ("doors.squares", [[0, 31]]),
    "for 6 sphinxes": ("cards.colours", ["red", "blue"]),
    "too few for 4 players": ("cards.each", 3),
    "“mauve”, but no card has that colour": ("card_squares.mauve", [3]),
    "no square has a red card": ("card_squares.red", []),
    "marked twice": ("mummies.squares", [5]),
    "pieces for 2": ("pawns.colours", ["red", "blue"]),
    "only one die may have snakes": ("dice", [{"name": n, "faces": ["S", 1]} for n in "ab"]),
    "a face is a number": ("dice", [{"name": "a", "faces": [0, 1]}]),
    "3 columns": ("mat.columns", 2),
}


@pytest.mark.parametrize("wrong", CONTRADICTIONS)
def test_a_box_that_contradicts_itself_is_refused_with_the_reason(wrong: str) -> None:
    with refuses(BadBox, match=wrong):
        read_box(_changed(*CONTRADICTIONS[wrong]))


def test_an_unknown_word_in_a_box_file_is_refused() -> None:
    with refuses(BadBox, match="trapdoors"):
        read_box(_changed("trapdoors", 1))


# House rules


def test_every_switch_has_a_clause_and_the_default_of_the_law_sphinx_o_27() -> None:
    """SPHINX-O-27: the simplified rules are four switches of their own."""
    known = {switch.name: (switch.clause, switch.default) for switch in switches(HouseRules)}
    assert known == {
        "two_dice": ("SPHINX-45", False),
        "doors_optional": ("SPHINX-46", False),
        "keep_cards": ("SPHINX-47", False),
        "any_order": ("SPHINX-48", False),
        "start_is_shared": ("SPHINX-O-01", True),
        "must_use_die": ("SPHINX-O-03", True),
        "forfeit": ("SPHINX-O-02", "free"),
        "claim_from": ("SPHINX-O-19", "guard"),
        "hands_public": ("SPHINX-O-17", True),
        "turn_ends_on_wrong_claim": ("SPHINX-O-22", True),
    }


def test_each_simplified_rule_can_be_switched_on_alone_sphinx_o_27() -> None:
    assert "stay:2:forward" in laid(dice=(2,), doors_optional=True).options
    assert laid(two_dice=True).refused(m.Throw((1, 2, 3))).clause == "SPHINX-45"
    assert laid(dice=(5,), hands=("red",), keep_cards=True).use(5).hands[0] == "red"
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,), any_order=True)
    assert table.options[0] == "move:6:back"
