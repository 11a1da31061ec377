"""Several pairs in one move: scarabs for each, two at most to a column, in any order."""

from __future__ import annotations

from companion.games.wall import events as e
from companion.games.wall import moves as m
from tests.rooms.wall.laid import ME, RIVAL, THIRD, col, laid

TWO_ANIMALS = {(5, 0): "camel_R", (8, 0): "mule_R"}
SAME_AND_DIFFERENT = {(5, 0): "camel_R", (5, 1): "camel_L", (6, 0): "snake_L", (7, 0): "snake_L"}
EMPTY_FULL = col(THIRD, scarabs=3, stack=())


def test_pairs_of_different_animals_bring_a_scarab_to_each_column_wall_36() -> None:
    columns = {"camel": col(ME), "mule": col(RIVAL)}
    table = laid(wall=TWO_ANIMALS, columns=columns).insert(3, "camel_R", "mule_L")
    assert (table.scarabs("camel"), table.scarabs("mule"), table.slab) == (1, 1, 14)


def test_two_pairs_of_one_animal_bring_two_scarabs_wall_37() -> None:
    table = laid(wall=SAME_AND_DIFFERENT, columns={"camel": col(ME)}).insert(3, "camel_R")
    assert table.scarabs("camel") == 2


def test_a_third_pair_of_one_animal_brings_no_scarab_wall_37() -> None:
    wall = SAME_AND_DIFFERENT | {(6, 0): "camel_R"}
    table = laid(wall=wall, columns={"camel": col(ME)}).insert(3, "camel_R")
    assert table.scarabs("camel") == 2
    assert [w.because for w in table.happened(e.ScarabWithheld)] == [("WALL-37",)]


def test_the_mover_chooses_the_order_wall_38() -> None:
    columns = {"camel": col(RIVAL, scarabs=2)}
    asked = laid(wall=SAME_AND_DIFFERENT, columns=columns).insert(3, "camel_R")
    assert asked.question.to.seat == ME
    assert "WALL-38" in asked.question.because
    assert set(asked.options) == {"first:camel:same", "first:camel:different"}


def test_a_pair_that_is_not_there_cannot_be_resolved_first_wall_38() -> None:
    columns = {"camel": col(RIVAL, scarabs=2)}
    asked = laid(wall=SAME_AND_DIFFERENT, columns=columns).insert(3, "camel_R")
    assert asked.refused(m.ResolveNext("mule", True)).clause == "WALL-38"


def test_same_and_different_gaze_each_follow_their_own_rule_wall_39_wo_10() -> None:
    """WO-10: every pair keeps its own right; the exchange comes, and two scarabs."""
    table = laid(wall=SAME_AND_DIFFERENT, columns={"camel": col(RIVAL)}).insert(3, "camel_R")
    assert table.questions == ()
    assert (table.holder("camel"), table.scarabs("camel")) == (ME, 2)


def test_the_same_gaze_pair_still_exchanges_beyond_two_scarabs_wo_10() -> None:
    """WO-10: of three pairs, any same-gaze pair gives the exchange, though no third scarab."""
    wall = {(5, 0): "camel_L", (5, 1): "camel_L", (6, 0): "camel_R", (7, 0): "snake_L"}
    table = laid(wall=wall, columns={"camel": col(RIVAL)}).insert(3, "camel_R")
    assert table.questions == ()
    assert (table.holder("camel"), table.scarabs("camel")) == (ME, 2)


TWO_CAMELS = {(5, 0): "camel_R", (5, 1): "camel_R", (6, 0): "snake_L", (7, 0): "snake_L"}


def test_a_no_at_one_pair_is_no_answer_at_the_next_wo_10() -> None:
    """WO-10: each of two pairs of one animal keeps its right."""
    first = laid(wall=TWO_CAMELS).insert(3, "camel_R")
    second = first.answer("set_none")
    assert second.options == ("set", "set_none")
    assert second.question.id != first.question.id
    done = second.answer("set")
    assert (done.holder("camel"), done.scarabs("camel")) == (ME, 2)
    never = second.answer("set_none")
    assert (never.holder("camel"), never.scarabs("camel")) == (None, 2)


def test_the_exchange_may_be_declined_first_and_made_at_the_second_pair_wo_10() -> None:
    """The rival's sarcophagus opens for the rival; then the column changes hands all the same."""
    columns = {"camel": col(RIVAL, scarabs=2)}
    table = laid(wall=TWO_CAMELS, columns=columns, swap_mandatory=False)
    done = table.insert(3, "camel_R").answer("set_none", "set")
    assert done.won(RIVAL) == [("camel", 1)]
    assert (done.holder("camel"), done.scarabs("camel")) == (ME, 1)


def test_a_researcher_once_set_is_not_asked_about_again_wo_10() -> None:
    done = laid(wall=TWO_CAMELS).insert(3, "camel_R").answer("set")
    assert done.questions == ()


def test_one_card_may_set_a_researcher_for_each_animal_wo_7() -> None:
    """WO-7, default per_animal: no limit per move."""
    done = laid(wall=TWO_ANIMALS).insert(3, "camel_R", "mule_R").answer("set", "set")
    assert (done.holder("camel"), done.holder("mule")) == (ME, ME)


def test_the_house_may_allow_one_researcher_per_move_wo_7() -> None:
    """WO-7, researchers_per_move = 1: asked which column gets it, or none."""
    asked = laid(wall=TWO_ANIMALS, researchers_per_move="1").insert(3, "camel_R", "mule_R")
    assert asked.options == ("column:camel", "column:mule", "nowhere")
    assert asked.question.because == ("WO-7",)
    done = asked.answer("column:mule")
    assert (done.holder("camel"), done.holder("mule")) == (None, ME)
    assert (done.scarabs("camel"), done.scarabs("mule")) == (1, 1)
    assert asked.answer("nowhere").state.chamber.placed(ME) == ()
    assert asked.refused(m.ChooseColumn("snake")).clause == "WO-7"


def test_one_researcher_per_move_at_a_vacant_column_alone_is_still_optional_wo_7() -> None:
    asked = laid(wall={(5, 0): "camel_R"}, researchers_per_move="1").insert(3, "camel_R")
    assert asked.options == ("column:camel", "nowhere")
    assert asked.answer("nowhere").holder("camel") is None
    assert asked.answer("column:camel").holder("camel") == ME


def test_one_researcher_per_move_without_any_right_asks_nothing_wo_7() -> None:
    columns = {"camel": col(ME), "mule": col(RIVAL)}
    table = laid(wall=TWO_ANIMALS, columns=columns, researchers_per_move="1")
    assert table.insert(3, "camel_R", "mule_L").questions == ()


def test_one_compulsory_exchange_alone_is_made_without_asking_wo_7() -> None:
    columns = {"camel": col(RIVAL), "mule": col(ME)}
    table = laid(wall=TWO_ANIMALS, columns=columns, researchers_per_move="1")
    done = table.insert(3, "camel_R", "mule_R")
    assert done.questions == ()
    assert done.holder("camel") == ME


def test_between_two_exchanges_one_must_take_place_wo_7_wo_6() -> None:
    columns = {"camel": col(RIVAL), "mule": col(RIVAL)}
    table = laid(wall=TWO_ANIMALS, columns=columns, researchers_per_move="1")
    asked = table.insert(3, "camel_R", "mule_R")
    assert asked.options == ("column:camel", "column:mule")
    done = asked.answer("column:mule")
    assert (done.holder("camel"), done.holder("mule")) == (RIVAL, ME)


def test_one_researcher_per_move_may_be_moved_when_the_reserve_is_empty_wo_7_wall_33() -> None:
    held = {a: col(ME) for a in ("snake", "ibis", "crocodile", "cat", "baboon")}
    table = laid(wall=TWO_ANIMALS, columns=held, researchers_per_move="1")
    asked = table.insert(3, "camel_R", "mule_R").answer("column:mule")
    assert asked.options == (*(f"move_from:{a}" for a in held), "set_none")
    done = asked.answer("move_from:cat")
    assert (done.holder("mule"), done.holder("cat"), done.holder("camel")) == (ME, None, None)


def test_an_empty_slab_skips_the_scarab_but_not_the_researcher_wo_11() -> None:
    """WO-11, default strict: not made up later."""
    full = {a: EMPTY_FULL for a in ("snake", "ibis", "crocodile", "cat")}
    columns = full | {"baboon": col(THIRD, scarabs=2), "mule": col(ME, scarabs=2)}
    table = laid(wall={(5, 0): "camel_R"}, columns=columns, players=3)
    assert table.slab == 0
    done = table.insert(3, "camel_R", "snake_L").answer("set")
    assert (done.holder("camel"), done.scarabs("camel"), done.slab) == (ME, 0, 0)
    assert "WO-11" in done.because


def test_a_house_with_spare_scarabs_lays_one_all_the_same_wo_11() -> None:
    """WO-11, scarab_supply = unlimited: stand-ins are borrowed and reported as such."""
    full = {a: EMPTY_FULL for a in ("snake", "ibis", "crocodile", "cat")}
    columns = full | {"baboon": col(THIRD, scarabs=2), "mule": col(ME, scarabs=2)}
    table = laid(wall={(5, 0): "camel_R"}, columns=columns, players=3, scarab_supply="unlimited")
    done = table.insert(3, "camel_R", "snake_L").answer("set")
    assert (done.scarabs("camel"), done.slab) == (1, -1)


def test_with_one_scarab_left_the_order_decides_which_column_gets_it_wo_11() -> None:
    full = {a: EMPTY_FULL for a in ("snake", "ibis", "crocodile", "cat", "baboon")}
    columns = full | {"camel": col(ME), "mule": col(ME)}
    table = laid(wall=TWO_ANIMALS, columns=columns, players=3)
    assert table.slab == 1
    asked = table.insert(3, "camel_R", "mule_R")
    assert set(asked.options) == {"first:camel:same", "first:mule:same"}
    camel_first = asked.answer("first:camel:same")
    assert (camel_first.scarabs("camel"), camel_first.scarabs("mule")) == (1, 0)
    mule_first = asked.answer("first:mule:same")
    assert (mule_first.scarabs("camel"), mule_first.scarabs("mule")) == (0, 1)


def test_an_opening_first_may_refill_the_slab_for_the_other_pair_wo_11() -> None:
    full = {a: EMPTY_FULL for a in ("snake", "ibis", "crocodile", "cat")}
    columns = full | {"baboon": col(THIRD, scarabs=1), "mule": col(ME, scarabs=2), "camel": col(ME)}
    table = laid(wall=TWO_ANIMALS, columns=columns, players=3)
    assert table.slab == 1
    asked = table.insert(3, "camel_R", "mule_R")
    done = asked.answer("first:mule:same")
    assert (done.scarabs("camel"), done.scarabs("mule"), done.won(ME)) == (1, 0, [("mule", 1)])
    other = asked.answer("first:camel:same")
    assert (other.scarabs("camel"), other.scarabs("mule"), other.won(ME)) == (1, 2, [])


def test_every_pair_keeps_its_right_where_coming_later_costs_a_scarab_wo_10() -> None:
    """Three scarabs wait at a vacant column: a researcher at the first pair opens, and two more
    come; at the second pair it opens too, but the first scarab found no room."""
    wall = {(5, 0): "camel_R", (5, 1): "camel_R", (6, 0): "snake_L"}
    asked = laid(wall=wall, columns={"camel": col(scarabs=3)}).insert(3, "camel_R", "ibis_R")
    at_once, later = asked.answer("set"), asked.answer("set_none")
    assert at_once.scarabs("camel") == 2
    assert later.question.id != asked.question.id
    assert later.answer("set").scarabs("camel") == 1
    assert later.answer("set").won(ME) == at_once.won(ME) == [("camel", 1)]
    assert later.answer("set_none").holder("camel") is None
