"""Points and money: pot and purse, fines, coins that change hands, and a bank run dry."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.roles import TABLE
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.coins import Coins, handed_out, paid_in
from companion.games.dig.state import Phase
from tests.rooms.dig.laid import ME, OWN, RIVAL, THIRD, Position, digging, dug_to, small_box

VALUES = {"bracelet": 2, "alabaster_vase": 1, "obelisk_base": 4, "obelisk_tip": 5, "snake_tail": 6,
          "earth": 0, "obelisk_mid": 0, "snake_body": 0}  # fmt: skip


@pytest.mark.parametrize(("card", "value"), VALUES.items())
def test_a_card_is_worth_the_number_on_it_dig_29(card: str, value: int) -> None:
    assert digging().lift("A1", card).pot == value


@pytest.mark.parametrize(("card", "cost"), [("mosquito", 1), ("snake_head", 2), ("scorpion", 3)])
def test_hazards_cost_their_minus_points_dig_29_dig_34(card: str, cost: int) -> None:
    table = digging().lift("A1", card)
    assert table.purse(ME) == 10 - cost
    assert {"DIG-29", "DIG-34"} <= table.because


def test_one_point_is_one_silver_dig_30_dig_c_11() -> None:
    """DIG-C-11: silver, not any coin: six points are a gold coin and a silver one."""
    table = digging().lift("A1", "snake_tail")
    assert table.state.pot == Coins(1, 1)
    assert table.pot == 6
    assert "DIG-30" in table.because


def test_points_are_laid_aside_as_the_pot_dig_31() -> None:
    table = digging().lift("A1", "obelisk_base").lift("B1", "obelisk_base")
    assert (table.pot, table.purse(ME)) == (8, 10)
    assert table.state.bank.worth(5) == 150 - 20 - 8
    shown = GAME.view(table.state, TABLE)["digging"]["pot"]
    assert (shown["silver_worth"], shown["gold"], shown["silver"]) == (8, 0, 8)
    assert "DIG-31" in table.because


def test_the_pot_is_owned_by_stopping_dig_32() -> None:
    table = digging().lift("A1", "obelisk_tip").do(m.Stop())
    assert (table.purse(ME), table.pot) == (15, 0)
    assert table.state.purses[ME] == Coins(2, 5)
    assert "DIG-32" in table.because


def test_a_hazard_loses_the_whole_pot_dig_33() -> None:
    table = digging().lift("A1", "snake_tail").lift("B1", "obelisk_tip").lift("C1", "mosquito")
    assert (table.pot, table.purse(ME)) == (0, 9)
    assert [lost.points for lost in table.happened(e.PotLost)] == [11]
    assert "DIG-33" in table.because
    assert not digging().lift("C1", "mosquito").happened(e.PotLost)


def test_who_cannot_pay_is_out_dig_35() -> None:
    table = digging(3, purses={ME: 2}).lift("A1", "scorpion")
    assert table.state.out == (ME,)
    assert (table.purse(ME), "DIG-35" in table.because) == (0, True)
    assert table.state.phase == Phase.END
    after = table.answer("paid")
    assert after.turn == RIVAL
    assert after.lift("B1", "earth").stop().lift("C1", "earth").stop().turn == RIVAL


def test_the_purse_pays_to_the_last_coin_dig_35() -> None:
    table = digging(3, purses={ME: 3}).lift("A1", "scorpion")
    assert (table.state.out, table.purse(ME)) == ((), 0)


def mask(purse: int, scarab: bool = False, players: int = 3) -> Position:
    table = dug_to({"A1": 1, "B1": 1}, last={1: ["mask", "earth"]}, players=players,
                   purses={ME: purse})  # fmt: skip
    table = table.do(m.PlayScarab()) if scarab else table
    return table.lift("A1", "mask")


def test_a_purse_of_ten_pays_the_mask_dig_t3_dig_c_19() -> None:
    """DIG-T3, DIG-C-19: the fine and nothing more."""
    table = mask(10)
    assert (table.purse(ME), table.state.out) == (0, ())
    kinds = {type(event) for event in table.events}
    assert kinds == {e.CardLifted, e.HazardMet, e.FinePaid, e.TurnEnded}


def test_a_doubled_mask_throws_out_dig_t4() -> None:
    """DIG-T4: owes twenty, has ten."""
    table = mask(10, scarab=True)
    assert (table.purse(ME), table.state.out) == (0, (ME,))
    assert [(p.due, p.points) for p in table.happened(e.PurseEmptied)] == [(20, 10)]


def test_the_pot_never_helps_to_pay_dig_t5_dig_o_04() -> None:
    """DIG-T5, DIG-O-04: pot 30, purse 1, mosquito 1: nothing is left, still in."""
    table = digging(3, purses={ME: 1})
    for cell, card in zip(
        ("A1", "B1", "C1", "D1", "A2", "B2", "C2"),
        ("snake_tail", "obelisk_tip", "obelisk_tip", "obelisk_base", "obelisk_base", "bracelet",
         "alabaster_vase"), strict=True,
    ):  # fmt: skip
        table = table.lift(cell, card)
    table = table.lift("A1", "bracelet").lift("B1", "alabaster_vase")
    assert table.pot == 30
    table = table.lift("D4", "mosquito")
    assert (table.purse(ME), table.pot, table.state.out) == (0, 0, ())
    assert "DIG-O-04" in table.because
    broke = digging(3, purses={ME: 0}).lift("A1", "snake_tail").lift("B1", "mosquito")
    assert broke.state.out == (ME,)


def test_the_printed_example_of_a_doubled_hazard_ex_dig_01_dig_c_15_dig_38() -> None:
    """EX-DIG-01, DIG-C-15: 1x2, 5x2, then -2x2: pot 12 lost, four paid, purse 10 to 6."""
    table = digging().do(m.PlayScarab())
    for _ in range(4):
        table = table.lift("A1", value=0)
    table = Position(table.state).lift("B1", "alabaster_vase")
    assert table.pot == 2
    assert table.lift("A1", "horus_falcon").pot == 12
    table = table.lift("A1", "horus_falcon").lift("C1", "snake_head")
    assert (table.pot, table.purse(ME)) == (0, 6)
    assert [p.points for p in table.happened(e.PotLost)] == [12]
    assert [f.points for f in table.happened(e.FinePaid)] == [4]


# Coins


def test_coins_to_collect_and_to_hand_out_are_said_as_coins() -> None:
    """Purse of two gold pays three: one gold, two silver back."""
    table = digging(purses={ME: 10})
    (skipped,) = table.do(m.Skip()).happened(e.TurnSkipped)
    assert (skipped.coins, skipped.change) == (Coins(1, 0), Coins(0, 2))
    (kept,) = digging().lift("A1", "snake_tail").do(m.Stop()).happened(e.PotKept)
    assert kept.coins == Coins(1, 1)


def settled(table: Position) -> list[tuple[str, int | None, int, bool]]:
    """What the page shows the banker: what, whose, how much, and whether of this turn."""
    shown = GAME.view(table.state, TABLE)["settled"]
    return [(one["what"], one["seat"], one["points"], one["now"]) for one in shown]


def test_the_coins_of_the_last_turn_stay_in_sight_dig_33_dig_34() -> None:
    table = digging().lift("A1", "snake_tail").do(m.Stop())
    assert settled(table) == [("kept", ME, 6, True)]
    table = table.do(m.EndTurn())
    assert settled(table) == [("kept", ME, 6, False)]
    table = table.lift("B1", "obelisk_tip").lift("C1", "scorpion")
    assert settled(table) == [("lost", RIVAL, 5, True), ("fine", RIVAL, 3, True)]
    (_, paid) = GAME.view(table.state, TABLE)["settled"]
    assert (paid["coins"]["gold"], paid["coins"]["silver"]) == (0, 3)


def test_a_doubled_hazard_says_what_it_costs_and_why_ex_dig_01_dig_38() -> None:
    table = digging().do(m.PlayScarab()).lift("A1", "alabaster_vase").lift("B1", "snake_head")
    hazard = GAME.view(table.state, TABLE)["hazard"]
    assert hazard == {
        "card": "snake_head", "value": -2, "times": 2, "fine": 4, "seat": ME, "out": False,
        "because": ["DIG-26", "DIG-33", "DIG-34", "DIG-38"],
    }  # fmt: skip
    assert GAME.view(table.quietly().state, TABLE)["hazard"] is None


def test_a_purse_given_up_and_a_fee_are_said_as_coins_dig_27_dig_o_01() -> None:
    broke = digging(3, purses={ME: 2}).lift("A1", "scorpion")
    assert settled(broke) == [("out", ME, 2, True)]
    assert GAME.view(broke.state, TABLE)["hazard"]["out"] is True
    skipped = digging(purses={ME: 10}).do(m.Skip())
    assert settled(skipped) == [("fee", ME, 3, True)]


def test_change_is_never_given_and_taken_at_once() -> None:
    """One gold and two silver pay three: the gold coin for two silver back, not for four."""
    payment = paid_in(Coins(1, 2), 0, Coins(10, 10), 3, 5, [])
    assert (payment.coins, payment.change) == (Coins(1, 0), Coins(0, 2))


def test_silver_is_changed_for_gold_before_anything_is_written_down_dig_o_12() -> None:
    """DIG-O-12: the bank has gold but no silver; somebody gives five silver for a gold coin."""
    table = digging(players=2)
    state = table.state.but(bank=Coins(4, 0), purses=(Coins(8, 6), Coins(8, 44)))
    done = Position(state).lift("A1", "alabaster_vase")
    assert done.happened(e.CoinsExchanged) == [e.CoinsExchanged(ME, 5)]
    assert done.state.purses[ME] == Coins(9, 1)
    assert done.state.bank == Coins(3, 4)
    assert (done.pot, done.state.pot_owed) == (1, 0)
    assert settled(done) == [("exchanged", ME, 5, True)]


def test_the_account_goes_on_when_the_bank_is_dry_dig_o_12() -> None:
    """DIG-O-12: what the bank has no coins for is written down, and is money all the same."""
    state = digging().state.but(bank=Coins(0, 2), purses=(Coins(10, 24), Coins(10, 24)))
    table = Position(state).lift("A1", "snake_tail")
    (grew,) = table.happened(e.PotGrew)
    assert (grew.coins, grew.written) == (Coins(0, 2), 4)
    assert "DIG-O-12" in grew.because
    assert GAME.view(table.state, TABLE)["credit"] == 4
    kept = table.stop()
    assert (kept.purse(ME), kept.state.owed) == (74 + 6, (4, 0))
    assert GAME.score(kept.state).lines[ME].low == 80
    assert kept.skip().winners is None
    fined = kept.skip().lift("B1", "snake_head")
    assert (fined.state.owed[ME], fined.purse(ME)) == (2, 78)


def test_written_money_is_lost_with_the_pot_and_given_up_with_the_purse_dig_o_12() -> None:
    state = digging(3).state.but(
        bank=Coins(0, 0), purses=(Coins(0, 0), Coins(10, 25), Coins(10, 25)), owed=(2, 0, 0)
    )
    table = Position(state).lift("A1", "snake_tail")
    assert (table.state.pot_owed, table.pot) == (6, 6)
    out = table.lift("B1", "scorpion")
    assert (out.state.out, out.purse(ME), out.state.pot_owed) == ((ME,), 0, 0)
    assert out.state.owed == (0, 0, 0)


def test_a_game_can_take_out_more_than_the_box_holds_dig_o_12() -> None:
    box = small_box([9, 9], [9, 9], gold=4, silver=15)
    table = digging(box=box, purses={ME: 5, RIVAL: 5}, barricades=False).do(m.PlayScarab())
    for cell, card in (("A1", "worth9"), ("A1", "worth9"), ("B1", "worth9"), ("B1", "worth9")):
        table = table.lift(cell, card)
    assert table.state.over == "uncovered"
    assert table.purse(ME) == 5 + 72
    assert table.state.bank == Coins(0, 0)
    assert table.state.owed[ME] == 72 - (4 * 5 + 15 - 10)


@given(
    gold=st.integers(0, 20),
    silver=st.integers(0, 50),
    amount=st.integers(1, 30),
    holders=st.lists(st.builds(Coins, st.integers(0, 9), st.integers(0, 9)), max_size=4),
)
@settings(max_examples=300, deadline=None)
def test_what_is_handed_out_is_the_amount_and_what_is_there(
    gold: int, silver: int, amount: int, holders: list[Coins]
) -> None:
    bank = Coins(gold, silver)
    payment = handed_out(bank, amount, 5, holders)
    assert payment.coins.worth(5) + payment.written == amount
    if payment.exchange is not None:
        assert holders[payment.exchange].silver >= 5
        bank = Coins(bank.gold - 1, bank.silver + 5)
    left = bank - payment.coins
    assert min(left.gold, left.silver) >= 0
    if payment.written and left.worth(5):
        assert left.gold
        assert all(holder.silver < 5 for holder in holders)


@given(
    purse=st.builds(Coins, st.integers(0, 12), st.integers(0, 12)),
    owed=st.integers(0, 8),
    bank=st.builds(Coins, st.integers(0, 5), st.integers(0, 5)),
    amount=st.integers(0, 20),
    helper=st.integers(0, 9),
)
@settings(max_examples=300, deadline=None)
def test_a_purse_pays_exactly_what_it_owes(
    purse: Coins, owed: int, bank: Coins, amount: int, helper: int
) -> None:
    if purse.worth(5) + owed < amount:
        return
    payment = paid_in(purse, owed, bank, amount, 5, [Coins(0, helper)])
    assert payment.coins.worth(5) - payment.change.worth(5) - payment.written == amount
    left = purse - payment.coins
    assert min(left.gold, left.silver, owed + payment.written) >= 0
    if payment.exchange is not None:
        bank = Coins(bank.gold - 1, bank.silver + 5)
    after = bank + payment.coins - payment.change
    assert min(after.gold, after.silver, bank.gold) >= 0


def test_money_is_conserved_from_the_first_coin_to_the_last() -> None:
    table = digging(3).lift("A1", "snake_tail").lift("B1", "scorpion").answer("paid").skip()
    purses = sum(table.purse(s) for s in (ME, RIVAL, THIRD))
    everything = OWN.worth(OWN.money.gold, OWN.money.silver)
    assert purses + table.pot + table.state.bank.worth(5) == everything
