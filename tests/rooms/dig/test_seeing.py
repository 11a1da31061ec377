"""What the camera ought to see, and what the referee makes of what it does see."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.cells import EMPTY
from companion.core.facts import insisted
from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.verdict import Explained, Leave, Move, Refused, Unchanged, Unclear
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.reader import cells, depth_of, with_layers
from companion.table.explain.referee import judge
from tests.rooms.dig.laid import CELLS, ME, OWN, RIVAL, Position, digging, dug_to, opening, with_lid
from tests.rooms.position import known


def picture(table: Position, changes: Mapping[str, str | Mapping[str, float]]) -> Seen:
    """A still look at the tray as it ought to be, except for these cells."""
    shown: dict[str, Mapping[str, float]] = {
        cell: {label: 0.99, SOMETHING_ELSE: 0.01}
        for cell, label in GAME.visible(table.state).items()
        if OWN.has(label) or label == "barricade"
    }
    for cell, seen in changes.items():
        shown[cell] = {seen: 1.0} if isinstance(seen, str) else seen
    readings = {cell: Reading(with_layers(OWN, chances)) for cell, chances in shown.items()}
    return Seen(readings=readings, at=0.0)


def judged(table: Position, **changes: str) -> tuple[Move, ...]:
    """The moves that explain a picture."""
    verdict = judge(GAME, table.state, picture(table, changes))
    assert isinstance(verdict, Explained), verdict
    return tuple(made.move for made in verdict.made)


def misfit(table: Position, **changes: str) -> Refused:
    """The refusal of a picture that no move explains."""
    verdict = judge(GAME, table.state, picture(table, changes))
    assert isinstance(verdict, Refused), verdict
    return verdict


def test_a_card_hardly_read_is_not_taken_for_lifted_beside_a_true_lift() -> None:
    """Rehearsed on 16 November 2026: the earth in D4, badly lit, counted as lifted with B2."""
    table = digging().lift("D4", "earth")
    badly = {"5-earth": 0.476, SOMETHING_ELSE: 0.374, "4-earth": 0.07, "5-bracelet": 0.022}
    seen = picture(table, {"B2": "5-obelisk_tip", "D4": badly})
    verdict = judge(GAME, table.state, seen)
    assert isinstance(verdict, Explained)
    assert [made.move for made in verdict.made] == [m.Lift("B2", "5-obelisk_tip")]
    lifted = table.do(verdict.made[0].move)
    then = judge(GAME, lifted.state, seen)
    assert isinstance(then, Unclear)
    assert [option.name for option in then.question.options] == ["move:0", "none"]


def test_two_lifts_at_once_are_only_believed_where_both_are_sure() -> None:
    table = digging()
    sure = picture(table, {"B2": "5-obelisk_tip", "D4": "5-earth"})
    verdict = judge(GAME, table.state, sure)
    assert isinstance(verdict, Explained)
    assert len(verdict.made) == 2
    faint = {"6-cover": 0.4, "5-earth": 0.6}
    both_faint = picture(table, {"B2": {"6-cover": 0.45, "5-obelisk_tip": 0.55}, "D4": faint})
    asked = judge(GAME, table.state, both_faint)
    assert isinstance(asked, Unclear)
    offered = {option.move for option in asked.question.options}
    assert {m.Lift("B2", "5-obelisk_tip"), m.Lift("D4", "5-earth")} <= offered


def test_sixteen_cells_show_the_cover_when_the_digging_begins() -> None:
    assert GAME.visible(digging().state) == dict.fromkeys(CELLS, "6-cover")
    assert len(CELLS) == 16


def test_nothing_is_predicted_while_layers_are_laid() -> None:
    assert GAME.visible(opening().state) == {}
    assert GAME.visible(opening().do(m.NameBottom(ME)).state) == {}


def test_a_cell_shows_its_top_card_or_its_layer_or_a_barricade() -> None:
    table = digging().lift("A1", "bracelet").lift("B1", value=5).lift("C1", value=4)
    shown = GAME.visible(with_lid(table, "D1", RIVAL).state)
    assert [shown[cell] for cell in ("A1", "B1", "C1", "D1", "A2")] == [
        "5-bracelet", "5-obelisk_tip", "5-obelisk_base", "barricade", "6-cover",
    ]  # fmt: skip


def test_the_board_is_described_in_millimetres_for_the_eye() -> None:
    board = cells(OWN)
    assert tuple(board["cells"]) == CELLS
    assert board["cells"]["A1"]["at_mm"] == (57.0, 57.0)
    assert board["cells"]["D4"]["at_mm"] == (207.0, 207.0)
    assert {"empty", "down", "barricade", "1-mask", "6-cover"} <= set(board["labels"])
    assert set(board["layers"]) == {f"layer-{n}" for n in range(1, 7)}


def test_the_layer_of_a_card_adds_up_the_chances_of_its_cards() -> None:
    chances = with_layers(OWN, {"3-earth": 0.5, "3-necklace": 0.25, "2-earth": 0.25})
    assert (chances["layer-3"], chances["layer-2"]) == (0.75, 0.25)
    assert chances["3-earth"] == 0.5


@pytest.mark.parametrize(
    ("label", "depth"),
    [("3-necklace", 3), ("layer-2", 2), (EMPTY, 0), ("down", None), ("?", None),
     ("barricade", None)],
)  # fmt: skip
def test_a_label_says_how_deep_a_cell_is(label: str, depth: int | None) -> None:
    assert depth_of(label) == depth


# Explained


def test_a_lift_is_seen_with_what_it_uncovers() -> None:
    assert judged(digging(), B2="5-snake_tail") == (m.Lift("B2", "5-snake_tail"),)


def test_a_still_tray_is_no_move() -> None:
    table = digging()
    assert judge(GAME, table.state, picture(table, {})) == Unchanged()


def test_two_lifts_between_two_looks_are_both_seen_dig_24() -> None:
    moves = judged(digging(), A1="5-bracelet", C3="5-snake_tail")
    assert set(moves) == {m.Lift("A1", "5-bracelet"), m.Lift("C3", "5-snake_tail")}


def test_a_treasure_lifted_after_the_hazard_goes_back_dig_26() -> None:
    """Before the hazard it counts as dug, after it the card is put back; the pot is lost anyway."""
    before = digging().lift("A1", "bracelet").lift("B1", "mosquito")
    after = digging().lift("B1", "mosquito")
    assert (before.purse(ME), before.pot) == (after.purse(ME), after.pot) == (9, 0)
    refusal = misfit(after, A1="5-bracelet")
    assert (refusal.clause, refusal.cells) == ("DIG-26", ("A1",))
    assert judge(GAME, before.state, picture(before, {})) == Unchanged()


def test_what_was_uncovered_already_is_not_expected_again() -> None:
    """Two cards look alike to the camera, but one of them has been dug."""
    chances = {"A1": {"5-bracelet": 0.5, "5-alabaster_vase": 0.5}}
    table = digging().lift("B1", "bracelet")
    verdict = judge(GAME, table.state, picture(table, chances))
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.Lift("A1", "5-alabaster_vase")
    fresh = digging()
    assert isinstance(judge(GAME, fresh.state, picture(fresh, chances)), Unclear)


def test_a_barricade_is_seen_where_it_is_laid_dig_40() -> None:
    table = digging().lift("A1", "bracelet").do(m.Stop())
    assert judged(table, C2="barricade") == (m.PlayBarricade("C2"),)
    assert judged(digging().lift("A1", "mosquito"), C2="barricade") == (m.PlayBarricade("C2"),)


def test_an_ended_barricade_is_seen_taken_off_or_dug_under_dig_42_dig_43() -> None:
    table = with_lid(digging(), "C2", ME, bans=False)
    assert GAME.visible(table.state)["C2"] == "barricade"
    assert judged(table, C2="6-cover") == (m.TakeOffBarricade("C2"),)
    assert judged(table, C2="5-earth") == (m.Lift("C2", "5-earth"),)


def test_a_cell_known_by_its_layer_alone_agrees_with_any_card_of_it() -> None:
    table = digging()
    for _ in range(3):
        table = table.lift("A1", value=0)
    table = table.lift("A1", value=4)
    assert GAME.visible(table.state)["A1"] == "layer-2"
    assert judge(GAME, table.state, picture(table, {"A1": "2-necklace"})) == Unchanged()
    assert judged(table, A1="1-bracelet") == (m.Lift("A1", "1-bracelet"),)


def test_a_cell_known_by_its_layer_alone_is_not_blamed_for_another() -> None:
    """Even where the eye names a card and no layer, the other cell is the odd one."""
    table = digging()
    for value in (0, 0, 0, 4):
        table = table.lift("A1", value=value)
    refusal = GAME.misfit(table.state, {"A1": "2-necklace", "B1": "3-earth"})
    assert (refusal.clause, refusal.cells) == ("DIG-O-19", ("B1",))
    assert GAME.misfit(table.state, {"A1": "3-earth"}).clause == "DIG-O-20"
    lid = with_lid(table, "A1", RIVAL)
    assert GAME.misfit(lid.state, {"A1": "2-necklace"}).clause == "DIG-41"


# Refused, told apart by depth


def test_two_cards_on_the_cup_are_seen_by_the_depth_dig_o_19() -> None:
    """The top one is lifted; the second goes back and counts as uncovered."""
    table = digging()
    for label in ("4-bracelet", "3-earth", EMPTY):
        refusal = misfit(table, B2=label)
        assert (refusal.clause, refusal.cells) == ("DIG-O-19", ("B2",))
    assert table.refused(m.Lift("B2", "4-bracelet")).clause == "DIG-O-19"
    back = judged(table, B2="5-bracelet")
    assert back == (m.Lift("B2", "5-bracelet"),)
    noted = table.do(*back, m.PutBack("B2", "stuck"))
    assert noted.pot == 2
    assert noted.happened(e.CardPutBack) == [e.CardPutBack("B2", "stuck", ("DIG-O-19",))]


def test_a_card_that_falls_back_is_lifted_all_the_same_dig_o_20() -> None:
    """Once the card below was seen the lift counts; the card is to be taken away."""
    table = digging().lift("B2", "bracelet")
    refusal = misfit(table, B2="6-cover")
    assert (refusal.clause, refusal.cells) == ("DIG-O-20", ("B2",))
    assert table.pot == 2
    assert table.refused(m.Lift("B2", "5-earth")).clause == "DIG-O-20"


def test_a_deliberate_peek_is_a_lift_dig_o_28() -> None:
    """Said by a person, because the camera sees the card lying there again."""
    peeked = digging().lift("B2", "mosquito")
    assert peeked.purse(ME) == 9
    assert misfit(peeked, B2="6-cover").clause == "DIG-O-20"


def test_a_disturbed_neighbour_is_no_lift_dig_o_21() -> None:
    """As high as before, but another card or none that can be read: put it straight."""
    table = digging().lift("B2", "bracelet")
    askew = misfit(table, C2=SOMETHING_ELSE)
    assert (askew.clause, askew.cells) == ("DIG-O-21", ("C2",))
    moved = misfit(table, B2="5-alabaster_vase")
    assert (moved.clause, moved.cells) == ("DIG-O-21", ("B2",))
    noted = table.do(m.PutBack("C2", "disturbed"))
    assert (noted.state, noted.because) == (table.state, {"DIG-O-21"})
    assert table.refused(m.PutBack("Z1", "stuck")).clause == "DIG-22"


def test_nothing_is_put_back_before_or_after_the_digging() -> None:
    assert opening().refused(m.PutBack("A1", "stuck")).clause == "DIG-21"
    over = digging().skip().do(m.Skip())
    assert over.refused(m.PutBack("A1", "stuck")).clause == "DIG-44"
    assert digging().lift("A1", "mosquito").do(m.PutBack("B1", "disturbed")).state.fine == 1


def test_a_lift_and_a_disturbed_neighbour_are_told_apart_dig_o_21() -> None:
    refusal = misfit(digging(), A1="5-bracelet", B1=SOMETHING_ELSE)
    assert (refusal.clause, refusal.cells) == ("DIG-O-21", ("B1",))


def test_a_card_turned_over_is_refused_dig_07() -> None:
    assert misfit(digging(), A1="down").clause == "DIG-07"


def test_a_lift_in_a_barricaded_cell_is_refused_dig_41() -> None:
    table = with_lid(digging(), "C2", RIVAL)
    dug = misfit(table, C2="5-earth")
    assert (dug.clause, dug.say.key, dug.cells) == ("DIG-41", "dig.barricaded", ("C2",))
    taken = misfit(table, C2="6-cover")
    assert (taken.clause, taken.say.key) == ("DIG-41", "dig.barricade_stays")


def test_a_barricade_in_the_middle_of_a_turn_is_refused_dig_40() -> None:
    assert misfit(digging(), C2="barricade").clause == "DIG-40"
    used = digging(barricades=False).lift("A1", "mosquito")
    assert misfit(used, C2="barricade").clause == "DIG-40"
    two = digging().lift("A1", "bracelet").do(m.Stop())
    assert misfit(two, C2="barricade", C3="barricade").clause == "DIG-40"


def test_the_bottom_card_gone_is_refused_dig_o_11() -> None:
    table = dug_to({"A1": 1})
    assert misfit(table, D4=EMPTY).clause == "DIG-O-11"


def test_a_lift_after_the_stop_is_refused_dig_25() -> None:
    stopped = digging().lift("A1", "bracelet").do(m.Stop())
    assert misfit(stopped, B1="5-earth").clause == "DIG-25"


def test_digging_before_the_start_or_after_the_end_is_refused_dig_21_dig_44() -> None:
    table = opening().do(m.NameBottom(ME), *(m.LayLayer(n) for n in range(1, 7)))
    assert misfit(table, B1="5-earth").clause == "DIG-21"
    over = digging().skip().do(m.Skip())
    assert misfit(over, B1="5-earth").clause == "DIG-44"


def test_a_card_that_was_dug_already_is_asked_about_dig_01() -> None:
    again = m.Lift("B1", "5-bracelet")
    for box, move in ((OWN, again), (known(OWN), insisted(again))):
        table = digging(box=box).lift("A1", "bracelet")
        verdict = judge(GAME, table.state, picture(table, {"B1": "5-bracelet"}))
        assert isinstance(verdict, Unclear), verdict
        assert verdict.question.ask.key == "referee.not_in_the_box"
        assert [option.move for option in verdict.question.options] == [move, Leave()]


def test_three_lifts_at_once_have_to_be_named_one_by_one_dig_24() -> None:
    refusal = misfit(digging(), A1="5-bracelet", B1="5-earth", C1="5-snake_tail")
    assert (refusal.clause, set(refusal.cells)) == ("DIG-24", {"A1", "B1", "C1"})


def test_only_the_colour_of_an_uncovered_card_is_not_enough_dig_29() -> None:
    state = digging().state
    refusal = GAME.misfit(state, {"A1": "layer-5"})
    assert (refusal.clause, refusal.cells) == ("DIG-29", ("A1",))
