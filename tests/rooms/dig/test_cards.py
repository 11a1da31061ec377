"""Scarab and barricade: played when, for how long, and what they do."""

from __future__ import annotations

import pytest

from companion.core.roles import TABLE
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.state import Phase
from tests.rooms.dig.laid import CELLS, ME, RIVAL, THIRD, Position, digging, dug_to, with_lid


def test_a_scarab_is_played_at_the_start_of_a_turn_dig_37_dig_c_14() -> None:
    """DIG-C-14: laid before its player, where everybody sees it."""
    table = digging().answer("scarab")
    assert table.state.doubled
    assert table.state.scarabs == (1, 2)
    assert GAME.view(table.state, TABLE)["digging"]["doubled"] is True
    assert GAME.cues(table.state, table.events).glow == {"scarab": "pulse"}
    assert table.options == ("skip",)
    assert "DIG-37" in table.because


@pytest.mark.parametrize(("card", "purse"), [("snake_tail", 22), ("bracelet", 14), ("earth", 10)])
def test_gains_of_the_whole_turn_are_doubled_dig_38(card: str, purse: int) -> None:
    table = digging().do(m.PlayScarab()).lift("A1", card)
    assert table.stop().purse(ME) == purse
    more = table.lift("B1", "alabaster_vase").stop()
    assert more.purse(ME) == purse + 2


def test_losses_are_doubled_too_dig_38() -> None:
    table = digging().do(m.PlayScarab()).lift("A1", "scorpion")
    assert table.purse(ME) == 4
    assert "DIG-38" in table.because
    assert "DIG-38" not in digging().lift("A1", "scorpion").because


def test_the_scarab_leaves_the_game_at_the_end_of_the_turn_dig_39_dig_c_13() -> None:
    """DIG-C-13: after a stop, a skip or a hazard; the next turn counts single again."""
    doubled = digging().do(m.PlayScarab())
    for end in (
        doubled.lift("A1", "earth").do(m.Stop()),
        doubled.do(m.Skip()),
        doubled.lift("A1", "mosquito"),
    ):
        assert [s.seat for s in end.happened(e.ScarabSpent)] == [ME]
        assert {"DIG-39", "DIG-C-13"} <= end.because
        assert end.quietly().lift("B1", "bracelet").pot == 2
        assert end.state.scarabs == (1, 2)


def test_one_scarab_a_turn_dig_o_09() -> None:
    """The bad input of two scarabs: refused, and nothing is lost."""
    table = digging().do(m.PlayScarab())
    assert table.refused(m.PlayScarab()).clause == "DIG-O-09"
    assert table.state.scarabs[ME] == 1


def test_after_the_first_lift_it_is_too_late_dig_o_10() -> None:
    table = digging().lift("A1", "earth")
    assert table.refused(m.PlayScarab()).clause == "DIG-O-10"
    assert "scarab" not in table.options


def test_two_scarabs_in_a_game_and_no_third_dig_37() -> None:
    bare = Position(digging().state.but(scarabs=(0, 2)))
    assert bare.refused(m.PlayScarab()).clause == "DIG-37"
    assert "scarab" not in bare.options


# Barricade


def stopped() -> Position:
    return digging(3).lift("A1", "bracelet").do(m.Stop())


def test_a_barricade_is_played_at_the_end_of_a_turn_dig_40() -> None:
    table = stopped()
    assert table.options == ("no_barricade", *(f"barricade:{cell}" for cell in CELLS))
    played = table.answer("barricade:C2")
    assert (played.turn, played.state.barricades) == (RIVAL, (0, 1, 1))
    assert GAME.visible(played.state)["C2"] == "barricade"
    assert "DIG-40" in played.because
    assert table.reply(points=("C2",)) == m.PlayBarricade("C2")


def test_a_barricade_is_not_played_in_the_middle_of_a_turn_dig_40() -> None:
    assert digging().refused(m.PlayBarricade("A1")).clause == "DIG-40"
    assert digging().lift("A1", "earth").refused(m.PlayBarricade("A1")).clause == "DIG-40"
    assert stopped().refused(m.PlayBarricade("Z9")).clause == "DIG-40"


def test_each_player_has_one_barricade_dig_40() -> None:
    table = stopped().do(m.PlayBarricade("C2")).skip().skip().lift("B1", "earth").do(m.Stop())
    assert table.turn == RIVAL
    assert table.state.phase == Phase.DIG
    hazard = digging(3, barricades=False).lift("A1", "mosquito")
    assert hazard.refused(m.PlayBarricade("B1")).clause == "DIG-40"


def test_nobody_digs_there_until_the_owners_next_turn_dig_41() -> None:
    """The bad input of a lift in a barricaded cell: refused with its clause, cell and owner."""
    table = stopped().do(m.PlayBarricade("C2"))
    for _ in (RIVAL, THIRD):
        refusal = table.refused(m.Lift("C2", "5-earth"))
        assert (refusal.clause, refusal.cells) == ("DIG-41", ("C2",))
        assert refusal.say.values["player"] == "Ana"
        assert not any(
            isinstance(x, m.Lift) and x.cell == "C2" for x in GAME.legal_moves(table.state)
        )
        assert "C2" not in table.question.cells
        table = table.skip()
    assert table.turn == ME


def test_at_the_owners_turn_the_barricade_leaves_the_game_dig_42_dig_43_dig_c_16() -> None:
    """DIG-43, DIG-C-16: and the owner may dig there."""
    table = stopped().do(m.PlayBarricade("C2")).skip().skip()
    assert [(b.seat, b.cell) for b in table.happened(e.BarricadeEnded)] == [(ME, "C2")]
    assert {"DIG-42", "DIG-43"} <= table.because
    assert table.state.barricades == (0, 1, 1)
    dug = table.lift("C2", "obelisk_tip")
    assert dug.pot == 5
    assert dug.state.lids == ()


def test_after_the_ban_anybody_may_dig_there_dig_42() -> None:
    table = stopped().do(m.PlayBarricade("C2")).skip().skip().lift("B1", "earth").do(m.Stop())
    assert table.lift("C2", "obelisk_tip").turn == RIVAL


def test_a_barricade_ends_whether_its_owner_digs_or_skips_dig_o_26() -> None:
    table = stopped().do(m.PlayBarricade("C2")).skip().skip()
    assert "DIG-O-26" in table.because
    assert table.do(m.Skip()).state.over == "skips"
    freed = table.lift("D4", "earth").do(m.Stop())
    assert freed.lift("C2", "obelisk_tip").pot == 5


def test_a_barricade_may_follow_a_skip_or_a_hazard_dig_o_13() -> None:
    for table in (digging(3).do(m.Skip()), digging(3).lift("A1", "mosquito")):
        played = table.answer("barricade:B1")
        assert played.state.is_banned("B1")
        assert "DIG-O-13" in played.because


def test_who_is_just_out_plays_no_barricade_dig_o_13() -> None:
    table = digging(3, purses={ME: 0}).lift("A1", "mosquito")
    assert table.options == ("paid",)
    assert table.refused(m.PlayBarricade("B1")).clause == "DIG-O-13"
    assert table.state.barricades[ME] == 0


def test_a_barricade_on_an_exhausted_cell_is_legal_and_warned_of_dig_o_14() -> None:
    table = dug_to({"A1": 2, "B1": 1}, players=3).lift("A1", value=0).do(m.Stop())
    (pointless,) = table.do(m.PlayBarricade("D4")).happened(e.BarricadePlayed)
    (useful,) = table.do(m.PlayBarricade("B1")).happened(e.BarricadePlayed)
    assert (pointless.pointless, useful.pointless) == (True, False)
    assert "DIG-O-14" in pointless.because
    assert "DIG-O-14" not in useful.because


def test_no_barricade_on_a_barricaded_cell_dig_o_15() -> None:
    table = stopped().do(m.PlayBarricade("C2"), m.Skip())
    assert table.refused(m.PlayBarricade("C2")).clause == "DIG-O-15"
    assert "barricade:C2" not in table.options
    two = table.do(m.PlayBarricade("C3"))
    assert {lid.cell for lid in two.state.lids} == {"C2", "C3"}


def test_covered_cards_under_a_barricade_keep_the_game_open_dig_o_16() -> None:
    table = dug_to({"A1": 1, "B1": 1}, players=2, last={1: ["earth", "earth"]})
    table = with_lid(table, "B1", RIVAL)
    done = table.lift("A1", "earth")
    assert done.winners is None
    mine = done.quietly() if done.state.phase == Phase.END else done.stop()
    assert mine.turn == RIVAL
    assert mine.lift("B1", "earth").state.over == "uncovered"


def test_an_ended_barricade_only_waits_to_be_taken_off_dig_42() -> None:
    table = stopped().do(m.PlayBarricade("C2"))
    assert table.refused(m.TakeOffBarricade("C2")).clause == "DIG-41"
    assert table.refused(m.TakeOffBarricade("A1")).clause == "DIG-42"
    ended = table.skip().skip()
    assert m.TakeOffBarricade("C2") in set(GAME.legal_moves(ended.state))
    off = ended.do(m.TakeOffBarricade("C2"))
    assert GAME.visible(off.state)["C2"] == "6-cover"
    assert off.refused(m.TakeOffBarricade("C2")).clause == "DIG-42"


def test_a_new_barricade_may_go_where_an_ended_one_still_lies_dig_o_15() -> None:
    table = stopped().do(m.PlayBarricade("C2")).skip().skip().lift("B1", "earth").do(m.Stop())
    again = table.do(m.Skip(), m.PlayBarricade("C2"))
    assert again.state.lid("C2") is not None
    assert again.state.is_banned("C2")
    assert len(again.state.lids) == 1
