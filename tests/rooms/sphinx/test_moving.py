"""A turn: three dice in any order, forward or back, exactly counted, never onto another pawn."""

from __future__ import annotations

import pytest

from companion.core.roles import TABLE
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from tests.rooms.position import known
from tests.rooms.sphinx.laid import ME, RIVAL, laid


def test_all_three_dice_are_thrown_together_sphinx_10() -> None:
    table = laid()
    assert table.question.style == "form"
    assert [field["name"] for field in table.question.fields] == ["first", "second", "snake"]
    assert table.refused(m.Throw((3, 5))).clause == "SPHINX-10"
    assert table.do(m.Throw((3, 5, "S"))).state.dice == (3, 5, "S")


@pytest.mark.parametrize("faces", [(7, 1, 1), (1, "S", 1), (1, 1, 5), (0, 1, 1)])
def test_a_face_a_die_does_not_have_is_refused_sphinx_20(faces: tuple[int | str, ...]) -> None:
    table = laid()
    sure = type(table)(table.state.but(box=known(table.state.box)))
    assert sure.refused(m.Throw(faces)).clause == "SPHINX-20"


def test_nobody_moves_before_the_throw_sphinx_10() -> None:
    assert laid().refused(m.UseDie(3, True)).clause == "SPHINX-10"


def test_a_turn_is_one_action_for_each_die_sphinx_11() -> None:
    table = laid(dice=(1, 3, 6)).use(1)
    assert table.state.dice == (3, 6)
    assert table.refused(m.Throw((1, 1, 1))).clause == "SPHINX-11"
    table = table.use(3).answer("no_look")
    assert (table.state.turn, table.state.dice) == (ME, (6,))
    table = table.use(6).answer("leave", "leave")
    assert (table.state.turn, table.state.dice) == (RIVAL, None)


def test_the_player_chooses_the_order_sphinx_12() -> None:
    table = laid(dice=(1, 3, 6), pawns=(10, 0))
    for face in (1, 3, 6):
        assert f"move:{face}:forward" in table.options
    assert table.use(6).answer("leave", "no_look").state.dice == (1, 3)


def test_a_number_moves_by_exactly_that_many_squares_sphinx_13() -> None:
    table = laid(dice=(3,), pawns=(10, 0))
    assert table.ends == {"move:3:forward": 13, "move:3:back": 38}
    assert table.use(3).pawns == (13, 0)
    assert table.refused(m.UseDie(4, True)).clause == "SPHINX-13"


def test_the_actions_do_not_depend_on_each_other_sphinx_14() -> None:
    """Forward with one die and back with the next, and a direction is never inherited."""
    table = laid(dice=(2, 3, 4), pawns=(10, 0)).use(2)
    assert {"move:3:forward", "move:3:back"} <= set(table.options)
    assert table.happened(e.ActionEnded)[0].because == ("SPHINX-14", "SPHINX-42")


def test_pawns_go_forward_and_back_sphinx_15() -> None:
    assert laid(dice=(3, 3), pawns=(10, 0)).use(3).pawns[ME] == 13
    assert laid(dice=(4, 3), pawns=(10, 0)).use(-4).answer("leave").pawns[ME] == 6


def test_the_direction_changes_only_between_actions_sphinx_16() -> None:
    """The path of one action never turns: each die has one end forward and one back."""
    table = laid(dice=(5, 5), pawns=(20, 0))
    assert {end: table.ends[end] for end in ("move:5:forward", "move:5:back")} == {
        "move:5:forward": 25,
        "move:5:back": 15,
    }
    way = table.use(5).happened(e.DieUsed)[0]
    assert [visit.square for visit in way.visits] == [21]


def test_other_pawns_may_be_passed_sphinx_17() -> None:
    assert laid(dice=(4,), pawns=(10, 12)).use(4).answer("leave").pawns == (14, 12)


@pytest.mark.parametrize("face", [3, -3])
def test_no_action_ends_on_another_pawn_sphinx_18(face: int) -> None:
    table = laid(dice=(3,), pawns=(15, 15 + face))
    refusal = table.refused(m.UseDie(3, face > 0))
    assert refusal.clause == "SPHINX-18"
    assert refusal.say.values["player"] == "Ben"
    assert f"move:3:{'forward' if face > 0 else 'back'}" not in table.options


def test_any_number_of_squares_and_pawns_may_be_passed_sphinx_19() -> None:
    table = laid(dice=(6,), pawns=(13, 15, 17, 0), hands=("", "red", "blue")).use(6)
    (used,) = table.happened(e.DieUsed)
    assert [(visit.square, visit.kind) for visit in used.visits] == [
        (14, "card"),
        (15, "pawn"),
        (16, "mummy"),
        (17, "pawn"),
        (18, "card"),
    ]


def test_several_pawns_share_the_start_sphinx_o_01() -> None:
    table = laid(dice=(3,), pawns=(3, 0, 0))
    assert table.use(-3).pawns == (0, 0, 0)
    assert laid(dice=(4,), pawns=(3, 0, 0)).refused(m.UseDie(4, False)).clause == "SPHINX-13"


def test_a_house_may_forbid_ending_on_an_occupied_start_sphinx_o_01() -> None:
    assert laid(dice=(3,), pawns=(3, 0), start_is_shared=False).refused(
        m.UseDie(3, False)
    ).clause == ("SPHINX-18")
    assert laid(dice=(3,), pawns=(3, 6), start_is_shared=False).use(-3).pawns == (0, 6)


def test_a_die_without_a_legal_move_is_lost_sphinx_o_02() -> None:
    """Occupied in front, and before the start behind."""
    table = laid(pawns=(1, 6)).do(m.Throw((5, 5, 1)))
    assert table.state.dice == (1, 5, 5)
    stuck = laid(pawns=(1, 6)).do(m.Throw((5, 5, "S")))
    assert [event.face for event in stuck.happened(e.DieForfeited)] == [5, 5]
    assert stuck.because >= {"SPHINX-O-02"}
    assert stuck.state.dice == ("S",)


def test_a_stuck_die_may_be_let_go_though_another_order_would_use_it_sphinx_o_02() -> None:
    table = laid(pawns=(1, 6), dice=(1, 5))
    assert set(table.options) == {"move:1:forward", "move:1:back", "forfeit:5"}
    assert table.answer("forfeit:5").state.dice == (1,)
    assert "move:5:forward" in table.use(-1).options


def test_a_house_may_keep_a_stuck_die_while_another_can_free_it_sphinx_o_02() -> None:
    """forfeit = only_if_stuck: no order of the dice may free it."""
    table = laid(pawns=(1, 6), dice=(1, 5), forfeit="only_if_stuck")
    assert set(table.options) == {"move:1:forward", "move:1:back"}
    assert table.refused(m.ForfeitDie(5)).say.key == "sphinx.another_order"
    assert table.refused(m.ForfeitDie(5)).clause == "SPHINX-O-02"
    assert "move:5:forward" in table.use(-1).options


def test_a_die_no_order_frees_is_given_up_all_the_same_sphinx_o_02() -> None:
    stuck = laid(pawns=(1, 7, 8, 6), dice=(5, 6), forfeit="only_if_stuck")
    assert stuck.do(m.ForfeitDie(5)).state.turn == RIVAL
    thrown = laid(pawns=(1, 6), forfeit="only_if_stuck").do(m.Throw((5, 5, "S")))
    assert [event.face for event in thrown.happened(e.DieForfeited)] == [5, 5]


def test_two_dice_may_have_to_go_before_a_third_is_free_sphinx_o_02() -> None:
    """On the start 4 and 5 are stuck; after the 3 the 5 still is, and after the 4 it is not."""
    table = laid(pawns=(0, 4, 8, 5), dice=(3, 4, 5), forfeit="only_if_stuck")
    assert table.options == ("move:3:forward",)
    assert table.refused(m.ForfeitDie(5)).clause == "SPHINX-O-02"


def test_where_dice_may_be_skipped_a_stuck_one_may_too_sphinx_o_02_sphinx_o_03() -> None:
    skipping = laid(pawns=(1, 6), dice=(1, 5), forfeit="only_if_stuck", must_use_die=False)
    assert "forfeit:5" in skipping.options


def test_the_last_square_and_the_start_bound_the_corridor_sphinx_o_02_sphinx_o_18() -> None:
    table = laid(pawns=(75, 0), dice=(2, 1))
    assert "move:2:forward" not in table.options
    assert table.refused(m.UseDie(2, True)).clause == "SPHINX-O-18"
    assert table.use(1).pawns[ME] == 76


def test_a_die_that_can_be_moved_may_not_be_skipped_sphinx_o_03() -> None:
    table = laid(dice=(3, 5), pawns=(10, 0))
    assert not [option for option in table.options if option.startswith("forfeit")]
    assert table.refused(m.ForfeitDie(3)).clause == "SPHINX-O-03"


def test_a_house_may_let_dice_be_skipped_but_not_the_snake_sphinx_o_03() -> None:
    table = laid(dice=(3, "S"), pawns=(10, 0), must_use_die=False)
    skipped = table.answer("forfeit:3")
    assert skipped.happened(e.DieForfeited)[0].why == "skipped"
    assert all(option.startswith("swap") for option in skipped.options)


def test_the_square_where_the_count_ends_must_be_free_even_beside_a_door_sphinx_o_06() -> None:
    """The other side may be taken: the two sides swap."""
    assert laid(dice=(2,), pawns=(0, 2)).refused(m.UseDie(2, True)).clause == "SPHINX-18"
    assert laid(dice=(2,), pawns=(0, 33)).use(2).pawns == (33, 2)


@pytest.mark.parametrize("square", [5, 4, 2])
def test_starting_from_a_special_square_does_nothing_sphinx_o_09(square: int) -> None:
    table = laid(dice=(1,), pawns=(square, 40), hands=("red", "blue"))
    moved = table.use(1)
    (used,) = moved.happened(e.DieUsed)
    assert all(visit.square != square for visit in used.visits)


def test_pawns_on_the_start_are_not_passed_sphinx_o_13() -> None:
    table = laid(dice=(3, 3), pawns=(0, 0), hands=("", "red"))
    left = table.use(3)
    assert not left.happened(e.DieUsed)[0].visits
    assert not left.use(-3).happened(e.DieUsed)[0].visits


def test_a_pawn_stops_before_the_guards_and_enters_only_with_a_claim_sphinx_o_18() -> None:
    table = laid(pawns=(76, 0), dice=(1, 2), hands=("red blue",))
    assert set(table.options) == {"move:1:back", "move:2:back"}
    for face in (1, 2):
        assert table.refused(m.UseDie(face, True)).clause == "SPHINX-O-18"


def test_equal_numbers_are_one_choice() -> None:
    assert laid(dice=(2, 3, 3), pawns=(10, 0)).options.count("move:3:forward") == 1


def test_the_ends_are_shown_before_the_move_with_what_they_bring() -> None:
    """Section 5.3: forced returns and possible steals, for every die and direction."""
    table = laid(pawns=(11, 13), hands=("yellow", "red"), dice=(5,))
    forward = next(o for o in table.question.options if o.name == "move:5:forward")
    assert forward.say.values["returns"] == ["yellow"]
    assert forward.say.values["victims"] == ["Ben"]
    assert forward.say.values["look"] is True
    shown = {end["option"]: end for end in GAME.view(table.state, table.question.to)["ends"]}
    assert shown["move:5:forward"]["steals"] == ((RIVAL, ("red",)),)


def test_a_steal_is_foreseen_with_the_hand_one_will_have_there() -> None:
    """Yellow is owned at 13 and given back only at 14: it cannot be stolen at 13."""
    before = laid(pawns=(11, 13), hands=("yellow", "yellow"), dice=(4,))
    after = laid(pawns=(11, 15), hands=("yellow", "yellow"), dice=(5,))
    shown = [
        GAME.view(table.state, table.question.to)["ends"][0]["steals"] for table in (before, after)
    ]
    assert shown == [(), ((RIVAL, ("yellow",)),)]


def test_the_way_of_every_end_is_shown_square_by_square_sphinx_13() -> None:
    """The page draws it before the die is used; a door leads on to where the pawn rests."""
    table = laid(dice=(3,), pawns=(10, 0))
    ways = {end["option"]: end["way"] for end in GAME.view(table.state, TABLE)["ends"]}
    assert ways == {"move:3:forward": [10, 11, 12, 13], "move:3:back": [10, 9, 8, 7, 38]}


DECLINED = {"card": "leave", "look": "no_look", "steal": "no_steal"}


@pytest.mark.parametrize("square", range(0, 77, 4))
@pytest.mark.parametrize("dice", [(1, 3, 6), (2, 2, 5), (4, 6, "S")])
def test_all_numbers_together_lead_where_one_after_the_other_leads(
    square: int, dice: tuple[int | str, ...]
) -> None:
    """SPHINX-12: every order passes the same squares, or the numbers are not offered together."""
    table = laid(pawns=(square, 9), hands=("yellow", "red"), dice=dice)
    for together in GAME.view(table.state, TABLE)["together"]:
        played = table
        for option in together["options"]:
            played = played.answer(option)
            while played.question.topic in DECLINED:
                played = played.answer(DECLINED[played.question.topic])
        assert played.pawns[ME] == together["rest"]
        assert played.state.turn == RIVAL or played.state.dice == ("S",)


def test_numbers_with_a_door_between_them_are_not_offered_together_sphinx_24() -> None:
    """Doors beside 2 and 7: from 0 each of 2 and 5 first turns one, and 1 and 6 lead to 7."""
    shown = [GAME.view(laid(dice=dice).state, TABLE)["together"] for dice in ((2, 5), (1, 6))]
    assert [[end["rest"] for end in one] for one in shown] == [[38], [38]]
    assert [one[0]["options"][0] for one in shown] == ["move:5:forward", "move:1:forward"]
    assert GAME.view(laid(dice=(2, 7)).state, TABLE)["together"] == []


def test_one_number_alone_is_not_offered_together_sphinx_12() -> None:
    assert GAME.view(laid(dice=(3, "S")).state, TABLE)["together"] == []
