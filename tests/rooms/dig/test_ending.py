"""The end: all uncovered, all skipped, one left; who wins, who ranks where."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.state import Phase
from tests.rooms.dig.laid import (
    ME,
    RIVAL,
    THIRD,
    Position,
    digging,
    dug_to,
    with_lid,
    with_purses,
)


def ranks(table: Position) -> list[int | None]:
    return [line.rank for line in GAME.score(table.state).lines]


def test_the_game_ends_when_all_cards_are_uncovered_dig_44_dig_o_11_dig_o_25() -> None:
    """DIG-O-25: the player who ends the game has stopped and owns the pot."""
    table = dug_to({"A1": 1, "B1": 1}, last={1: ["earth", "necklace"]}).lift("B1", "necklace")
    assert (table.winners, table.purse(ME), table.pot) == (None, 10, 4)
    over = table.lift("A1", "earth")
    assert over.state.over == "uncovered"
    assert (over.purse(ME), over.pot, over.winners) == (14, 0, (ME,))
    assert {"DIG-44", "DIG-O-25"} <= over.because
    assert GAME.questions(over.state) == ()
    assert list(GAME.legal_moves(over.state)) == []


def test_the_game_ends_when_all_have_skipped_dig_44_dig_28() -> None:
    over = digging().skip().do(m.Skip())
    assert over.state.over == "skips"
    assert {"DIG-44", "DIG-28"} <= over.because


@pytest.mark.parametrize(
    "move",
    [m.Lift("A1", "5-earth"), m.Stop(), m.Skip(), m.PlayScarab(), m.PlayBarricade("A1")],
)
def test_after_the_end_nothing_counts_dig_44(move: m.Lift) -> None:
    over = digging().skip().do(m.Skip())
    assert over.refused(move).clause == "DIG-44"
    assert over.refused(m.LeaveGame(ME)).clause == "DIG-O-27"
    assert over.refused(m.EndTurn()).clause == "DIG-25"


def test_a_hazard_as_the_last_card_is_paid_first_dig_o_17() -> None:
    table = dug_to({"A1": 1}, last={1: ["scorpion"]}, players=3)
    over = table.lift("A1", "scorpion")
    assert (over.state.over, over.purse(ME)) == ("uncovered", 7)
    assert over.winners == (RIVAL, THIRD)
    kinds = [type(event) for event in over.events]
    assert kinds.index(e.FinePaid) < kinds.index(e.GameEnded)
    assert "DIG-O-17" in over.because


def test_the_pot_is_lost_when_the_last_card_is_a_hazard_dig_o_25_dig_o_17() -> None:
    table = dug_to({"A1": 1, "B1": 1}, last={1: ["necklace", "scorpion"]})
    over = table.lift("A1", "necklace").lift("B1", "scorpion")
    assert (over.purse(ME), over.pot, over.state.over) == (7, 0, "uncovered")


def test_the_most_money_wins_dig_45_dig_c_17() -> None:
    """DIG-C-17: money held at the end."""
    table = digging(3, purses={ME: 12, RIVAL: 20, THIRD: 16})
    over = table.skip().skip().do(m.Skip())
    assert over.winners == (RIVAL,)
    assert ranks(over) == [3, 1, 2]
    outcome = GAME.is_over(over.state)
    assert outcome is not None
    assert "DIG-45" in outcome.because
    assert ranks(table) == [None, None, None]


def test_a_tie_is_a_shared_victory_dig_o_24() -> None:
    over = digging(3, purses={ME: 9, RIVAL: 20, THIRD: 20}).skip().skip().do(m.Skip())
    outcome = GAME.is_over(over.state)
    assert outcome is not None
    assert outcome.winners == (RIVAL, THIRD)
    assert "DIG-O-24" in outcome.because
    assert ranks(over) == [3, 1, 1]


# Out of the game


def broke(players: int = 3) -> Position:
    return digging(players, purses={ME: 1}).lift("A1", "scorpion")


def test_who_cannot_pay_gives_everything_and_is_out_dig_o_01() -> None:
    """Money to the bank, cards to the box, a lying barricade off at once."""
    table = with_lid(digging(3, purses={ME: 1}), "C3", ME)
    out = table.lift("A1", "scorpion")
    assert (out.purse(ME), out.state.scarabs[ME], out.state.barricades[ME]) == (0, 0, 0)
    assert not out.state.is_banned("C3")
    assert [b.cell for b in out.happened(e.BarricadeEnded)] == ["C3"]
    assert "DIG-O-01" in out.because
    assert out.answer("paid").lift("C3", "earth").turn == RIVAL


def test_who_is_out_is_passed_over_dig_o_01() -> None:
    table = broke().answer("paid")
    assert table.turn == RIVAL
    table = table.lift("B1", "earth").stop()
    assert table.turn == THIRD
    assert table.lift("C1", "earth").stop().turn == RIVAL


def test_who_is_out_ranks_below_all_still_in_and_later_exits_higher_dig_o_01() -> None:
    table = digging(4, purses={ME: 0, RIVAL: 0, THIRD: 3, 3: 40})
    table = table.lift("A1", "mosquito").answer("paid")
    table = table.lift("B1", "scorpion").answer("paid")
    assert table.state.out == (ME, RIVAL)
    over = table.skip().do(m.Skip())
    assert over.winners == (3,)
    assert ranks(over) == [4, 3, 2, 1]


def test_skips_of_those_still_in_end_the_game_dig_o_07() -> None:
    """Two of three are left: two skips in a row suffice."""
    table = broke().answer("paid").skip()
    assert table.winners is None
    assert table.do(m.Skip()).state.over == "skips"


def test_when_one_is_left_the_game_ends_dig_o_02() -> None:
    over = broke(2)
    assert (over.state.over, over.winners) == ("last_player", (RIVAL,))
    assert "DIG-O-02" in over.because
    three = broke().answer("paid")
    poor = Position(with_purses(three.state, {RIVAL: 0, THIRD: 1}))
    done = poor.lift("B1", "snake_head")
    assert (done.state.over, done.winners) == ("last_player", (THIRD,))


def test_the_last_one_in_wins_even_with_less_money_dig_o_02() -> None:
    table = Position(with_purses(digging().state, {ME: 1, RIVAL: 0}))
    over = table.do(m.LeaveGame(ME))
    assert over.winners == (RIVAL,)
    assert ranks(over) == [2, 1]


def test_should_all_be_out_the_last_one_out_wins_dig_o_03() -> None:
    """Unreachable by the rules; a corrected past may show it."""
    state = digging(3).state.but(out=(RIVAL, ME, THIRD), phase=Phase.OVER, over="last_player")
    outcome = GAME.is_over(state)
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((THIRD,), ("DIG-O-03",))


def test_who_leaves_is_out_without_paying_dig_o_27() -> None:
    table = digging(3).do(m.LeaveGame(RIVAL))
    assert (table.purse(RIVAL), table.state.out, table.turn) == (10, (RIVAL,), ME)
    assert (table.state.scarabs[RIVAL], table.state.barricades[RIVAL]) == (0, 0)
    assert table.refused(m.LeaveGame(RIVAL)).clause == "DIG-O-27"
    assert table.refused(m.LeaveGame(9)).clause == "DIG-O-27"
    assert table.lift("A1", "earth").stop().turn == THIRD
    assert "DIG-O-27" in table.because


def test_who_leaves_in_the_own_turn_loses_the_pot_dig_o_27() -> None:
    table = digging(3).do(m.PlayScarab()).lift("A1", "bracelet").do(m.LeaveGame(ME))
    assert (table.pot, table.purse(ME), table.turn) == (0, 10, RIVAL)
    assert not table.state.doubled


def test_a_barricade_goes_with_the_player_who_leaves_dig_o_27() -> None:
    table = with_lid(digging(3), "C3", RIVAL).do(m.LeaveGame(RIVAL))
    assert not table.state.is_banned("C3")


def test_leaving_may_complete_the_skips_dig_o_27_dig_o_07() -> None:
    """Two have skipped, the third leaves instead: all who are in have skipped."""
    table = digging(3).skip().skip()
    assert table.do(m.LeaveGame(THIRD)).state.over == "skips"
    assert digging(3).skip().do(m.LeaveGame(RIVAL)).winners is None


def test_the_skip_of_who_has_left_does_not_count_dig_o_07() -> None:
    table = digging(3).skip().do(m.LeaveGame(ME))
    assert table.state.skipped == ()
    assert table.skip().winners is None


# House rules


def test_agreeing_ends_nothing_unless_the_house_wants_it_dig_c_01() -> None:
    table = digging()
    assert table.refused(m.AgreeToStop()).clause == "DIG-C-01"
    assert "agree" not in table.options
    house = digging(agree_to_stop=True)
    assert "agree" in house.options
    over = house.lift("A1", "bracelet").answer("agree")
    assert (over.state.over, over.purse(ME), over.purse(RIVAL)) == ("agreed", 12, 10)
    assert "DIG-C-01" in over.because


def mask_left(**rules: Any) -> Position:
    return dug_to({"A1": 1}, last={1: ["mask"]}, players=3, purses={RIVAL: 2}, **rules)


def test_with_only_the_mask_left_a_skip_costs_three_all_the_same_dig_o_18() -> None:
    table = mask_left().skip()
    assert table.purse(ME) == 7
    assert table.refused(m.Skip()).clause == "DIG-O-05"


def test_the_house_may_let_the_mask_be_refused_for_nothing_dig_o_18() -> None:
    table = mask_left(mask_last="free_skip")
    over = table.skip().skip().do(m.Skip())
    assert over.state.over == "skips"
    assert [over.purse(s) for s in range(3)] == [10, 2, 10]
    assert "DIG-O-18" in over.because


def test_a_skip_is_free_for_the_last_mask_only_dig_o_18() -> None:
    two = dug_to({"A1": 1, "B1": 1}, last={1: ["mask", "earth"]}, mask_last="free_skip")
    assert two.do(m.Skip()).purse(ME) == 7
    other = dug_to({"A1": 1}, last={1: ["scorpion"]}, mask_last="free_skip")
    assert other.do(m.Skip()).purse(ME) == 7


def last_but_the_mask(card: str, **rules: Any) -> Position:
    return dug_to({"A1": 1, "B1": 1}, last={1: ["mask", card]}, mask_last="ends", **rules)


def test_the_house_may_end_the_game_with_only_the_mask_left_dig_o_18_dig_o_25() -> None:
    """mask_last = ends, as the German edition has it; the player who ends it keeps the pot."""
    over = last_but_the_mask("necklace").lift("B1", "necklace")
    assert (over.state.over, over.purse(ME), over.winners) == ("mask", 14, (ME,))
    assert {"DIG-O-18", "DIG-44", "DIG-O-25"} <= over.because
    assert last_but_the_mask("earth", players=3).lift("B1", value=0).state.over == "mask"


def test_a_hazard_that_leaves_only_the_mask_is_paid_first_dig_o_18_dig_o_17() -> None:
    over = last_but_the_mask("scorpion").lift("B1", "scorpion")
    assert (over.state.over, over.purse(ME), over.winners) == ("mask", 7, (RIVAL,))
    assert "DIG-O-17" in over.because


def test_the_mask_uncovered_early_lets_the_game_go_on_dig_o_18() -> None:
    table = last_but_the_mask("necklace", purses={ME: 20}).lift("A1", "mask").answer("paid")
    assert table.state.over == ""
    assert table.lift("B1", "necklace").state.over == "uncovered"


def test_remembering_is_left_to_the_players_dig_46() -> None:
    """The picture of the layers is there for all; what was dug is not, unless the house helps."""
    fresh = GAME.view(digging().state, TABLE)
    table = digging().lift("A1", "bracelet").lift("A1", "earth")
    shown = GAME.view(table.state, TABLE)
    assert shown["layers"] == fresh["layers"]
    assert shown["tally"] is None
    counts = {card["label"]: card["count"] for card in shown["layers"][4]["cards"]}
    assert counts["5-bracelet"] == 1
    helped = digging(assist=True).lift("A1", "bracelet").lift("A1", "earth")
    tally = {part["layer"]: part["dug"] for part in GAME.view(helped.state, TABLE)["tally"]}
    assert tally[5] == [{"card": "bracelet", "value": 2}]
    assert tally[4] == [{"card": "earth", "value": 0}]


def test_questions_do_not_remember_for_the_players_dig_46() -> None:
    """What is asked, and with which answers, is the same whatever was found before."""
    one = digging().lift("A1", "bracelet").stop()
    other = digging().lift("A1", value=2).stop()
    assert one.question == other.question
    assert not any("lift" in option for option in one.options)
