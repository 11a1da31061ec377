"""A turn of digging: lift, uncover, stop, skip."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.observation import Pressed, Reply, Ticked
from companion.core.roles import TABLE, seat
from companion.core.verdict import Move
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.state import Phase
from tests.rooms.dig.laid import (
    CELLS,
    ME,
    OWN,
    RIVAL,
    THIRD,
    Position,
    digging,
    dug_to,
    small_box,
    with_lid,
)
from tests.rooms.position import known


def test_turns_go_clockwise_dig_21() -> None:
    table = digging(3)
    for player in (ME, RIVAL, THIRD, ME):
        assert table.turn == player
        cell = CELLS[table.state.turns]
        table = table.lift(cell, "earth" if table.state.turns < 2 else "obelisk_mid").stop()
    assert table.turn == RIVAL


def test_one_may_dig_in_any_cell_dig_22() -> None:
    for cell in CELLS:
        assert digging().lift(cell, "bracelet").pot == 2


def test_one_may_dig_as_deep_as_it_is_open_dig_22_dig_c_09_dig_c_10() -> None:
    """DIG-C-09: nothing but a barricade bars the way down; DIG-C-10: one cell or many."""
    table = digging()
    for card in ("earth", "obelisk_mid", "snake_body", "earth", "earth"):
        table = table.lift("B2", card)
    cell = table.state.at("B2")
    assert cell is not None
    assert table.state.layer(cell) == 1
    banned = with_lid(digging(), "B2", RIVAL)
    assert banned.refused(m.Lift("B2", "5-earth")).clause == "DIG-41"
    assert banned.lift("B1", "earth").state.lifts == 1


def test_a_cell_that_is_not_there_is_refused_dig_22() -> None:
    for cell in ("E1", "A5", "", "a1", "A"):
        assert digging().refused(m.Lift(cell, "5-earth")).clause == "DIG-22"


def test_a_lifted_card_leaves_the_game_dig_23() -> None:
    table = digging().lift("C3", "bracelet")
    assert table.state.covered == 79
    assert GAME.visible(table.state)["C3"] == "5-bracelet"
    deeper = table.lift("C3", "earth")
    assert deeper.state.covered == 78
    assert "5-bracelet" not in GAME.visible(deeper.state).values()
    assert "DIG-23" in deeper.because


def test_any_number_of_cards_may_be_lifted_dig_24() -> None:
    table = digging()
    for cell in CELLS[:8]:
        card = "bracelet" if cell == "A1" else "earth" if cell in ("B1", "C1") else ""
        table = table.lift(cell, card) if card else table.lift(cell, value=0)
    assert table.state.lifts == 8
    assert table.turn == ME


def test_the_turn_ends_by_stopping_dig_25() -> None:
    table = digging(barricades=False).lift("A1", "bracelet")
    assert table.options == ("stop",)
    done = table.do(m.Stop())
    assert (done.turn, done.purse(ME), done.pot) == (RIVAL, 12, 0)
    assert "DIG-25" in done.because


def test_after_stopping_nobody_lifts_before_the_next_turn_dig_25() -> None:
    stopped = digging().lift("A1", "bracelet").do(m.Stop())
    assert stopped.state.phase == Phase.END
    assert stopped.refused(m.Lift("B1", "5-earth")).clause == "DIG-25"
    assert stopped.refused(m.Stop()).clause == "DIG-25"
    assert stopped.quietly().refused(m.EndTurn()).clause == "DIG-25"


def test_a_hazard_ends_the_turn_at_once_dig_26() -> None:
    """The STOP lamp burns, and a lift made after it is undone: refused, nothing scored."""
    table = digging().lift("A1", "bracelet").lift("B1", "mosquito")
    assert table.state.phase == Phase.END
    assert table.question.ask.key == "dig.ask.hazard"
    assert GAME.cues(table.state, table.events).glow == {"stop": "on"}
    assert "stop" in GAME.cues(table.state, table.events).sounds
    assert GAME.view(table.state, TABLE)["digging"]["stop"] is True
    refusal = table.refused(m.Lift("C1", "5-alabaster_vase"))
    assert (refusal.clause, refusal.cells) == ("DIG-26", ("C1",))
    assert "DIG-26" in table.because
    after = table.answer("paid")
    assert after.turn == RIVAL
    assert GAME.cues(after.state, after.events).glow == {}


def test_a_hazard_is_answered_for_even_without_a_barricade_dig_26() -> None:
    """Otherwise a hasty next lift of the same player would count for the next one."""
    table = digging(barricades=False).lift("B1", "mosquito")
    assert (table.turn, table.options) == (ME, ("paid",))


def test_a_turn_may_be_skipped_for_three_silver_dig_27_dig_c_02() -> None:
    """DIG-C-02: nobody has to dig."""
    table = digging().do(m.Skip())
    assert (table.purse(ME), table.state.bank.worth(5)) == (7, 133)
    assert "DIG-27" in table.because
    assert table.quietly().turn == RIVAL


def test_who_has_dug_does_not_skip_dig_27() -> None:
    assert digging().lift("A1", "earth").refused(m.Skip()).clause == "DIG-27"


def test_all_skipping_in_succession_ends_the_game_dig_28_dig_t8_dig_o_07() -> None:
    """DIG-T8: three skip, each pays, the last too; DIG-O-07."""
    table = digging(3).skip().skip()
    assert table.winners is None
    over = table.do(m.Skip())
    assert over.winners == (ME, RIVAL, THIRD)
    assert [over.purse(s) for s in range(3)] == [7, 7, 7]
    assert {"DIG-28", "DIG-O-07"} <= over.because


def test_a_dig_in_between_starts_the_count_anew_dig_t8_dig_28_dig_o_07() -> None:
    """DIG-T8: skip, dig, skip, skip: not over; one more skip is."""
    table = digging(3).skip().lift("A1", "earth").stop().skip().skip()
    assert table.winners is None
    assert table.do(m.Skip()).state.over == "skips"


def test_only_uncovered_cards_count_dig_36_dig_t1_dig_c_12() -> None:
    """DIG-T1, DIG-C-12: find +2, lift that +2, find 0, stop: two silver."""
    table = digging().lift("A1", "bracelet").lift("A1", "earth").stop()
    assert table.purse(ME) == 12


def test_a_hazard_left_lying_is_lifted_without_harm_dig_t2_dig_36() -> None:
    """DIG-T2: only the card below counts."""
    table = digging().lift("A1", "scorpion").answer("paid")
    assert table.purse(ME) == 7
    found = table.lift("A1", "bracelet")
    assert (found.turn, found.pot, found.purse(RIVAL)) == (RIVAL, 2, 10)


def test_a_card_worth_nothing_lets_the_turn_go_on_dig_o_23() -> None:
    table = digging().lift("A1", "earth")
    assert (table.turn, table.pot, table.state.phase) == (ME, 0, Phase.DIG)
    assert "DIG-O-23" in table.because
    assert "DIG-O-23" not in digging().lift("A1", "bracelet").because


# Skipping in odd places


@pytest.mark.parametrize("purse", [0, 1, 2])
def test_who_has_less_than_three_must_dig_dig_o_05(purse: int) -> None:
    table = digging(purses={ME: purse})
    refusal = table.refused(m.Skip())
    assert refusal.clause == "DIG-O-05"
    assert (refusal.say.values["found"], refusal.say.values["expected"]) == (purse, 3)
    assert "skip" not in table.options
    assert digging(purses={ME: 3}).do(m.Skip()).purse(ME) == 0


def test_who_can_only_dig_points_at_a_cell_dig_o_05() -> None:
    poor = digging(purses={ME: 2})
    bare = poor.state.but(scarabs=(0, 2))
    (question,) = GAME.questions(bare)
    assert question.options == ()
    assert question.cells == CELLS
    assert GAME.answer(bare, question, Reply(points=("B2",), fields={"value": 2}), 0.0) == (
        m.Lift("B2", value=2)
    )
    moves = list(GAME.legal_moves(bare))
    assert moves
    assert all(isinstance(move, m.Lift) for move in moves)


@pytest.mark.parametrize("purse", [0, 2])
def test_nobody_is_ever_obliged_to_dig_where_the_house_says_so_dig_o_05_dig_c_02(
    purse: int,
) -> None:
    """never_obliged: a player with less than the fee skips for what is there."""
    table = digging(purses={ME: purse}, never_obliged=True)
    assert "skip" in table.options
    skipped = table.do(m.Skip())
    assert skipped.purse(ME) == 0
    assert [(s.why, s.fee) for s in skipped.happened(e.TurnSkipped)] == [("poor", purse)]
    assert {"DIG-27", "DIG-C-02", "DIG-O-05"} <= skipped.because
    assert digging(purses={ME: 9}, never_obliged=True).do(m.Skip()).purse(ME) == 6


def test_a_skip_of_the_poor_is_chosen_and_counts_dig_28_dig_o_05() -> None:
    table = digging(purses={ME: 0, RIVAL: 0}, barricades=False, never_obliged=True)
    assert table.do(m.Skip(), m.Stop()).state.over == "skips"


def test_without_a_cell_to_dig_a_skip_is_free_dig_o_06_dig_o_05_dig_o_16() -> None:
    """DIG-O-16: only a barricaded cell is left; the others skip free until its owner's turn."""
    table = dug_to({"A1": 2}, players=3, purses={RIVAL: 1})
    done = with_lid(with_lid(table, "B4", RIVAL, bans=False), "C4", THIRD, bans=False)
    played = done.lift("A1", value=0).do(m.Stop(), m.PlayBarricade("A1"))
    skips = played.happened(e.TurnSkipped)
    assert [(s.seat, s.fee, s.why) for s in skips] == [(RIVAL, 0, "nowhere"), (THIRD, 0, "nowhere")]
    assert {"DIG-O-06", "DIG-O-05", "DIG-O-16"} <= set(skips[0].because)
    assert (played.turn, played.purse(RIVAL), played.winners) == (ME, 1, None)
    assert played.state.skipped == ()
    assert [b.cell for b in played.happened(e.BarricadeEnded)] == ["A1"]


def test_nobody_ends_the_game_alone_by_barring_the_last_cell_dig_28_dig_o_06_dig_o_16() -> None:
    """Forced skips do not count: the others get to choose before the game can end."""
    barred = dug_to({"A1": 2}, players=3).do(m.Skip(), m.PlayBarricade("A1"))
    assert (barred.state.over, barred.turn, barred.state.skipped) == ("", ME, (ME,))
    again = barred.do(m.Skip())
    assert (again.turn, again.options[:1]) == (RIVAL, ("skip",))
    over = again.skip().do(m.Skip())
    assert over.state.over == "skips"
    assert [over.purse(s) for s in range(3)] == [4, 7, 7]


def test_the_house_may_count_forced_skips_dig_o_06_dig_28() -> None:
    """forced_skip_counts: a player who skips and bars the last cell ends the game."""
    table = dug_to({"A1": 2}, players=3, forced_skip_counts=True)
    over = table.do(m.Skip(), m.PlayBarricade("A1"))
    assert over.state.over == "skips"
    assert [over.purse(s) for s in range(3)] == [7, 10, 10]


def test_a_forced_skip_of_an_older_journal_counts_as_it_was_decided_dig_o_06() -> None:
    """Events without the field ``counts`` were decided when every skip counted."""
    nothing = {"gold": 0, "silver": 0}
    old = {"type": "TurnSkipped", "seat": RIVAL, "why": "nowhere", "fee": 0, "coins": nothing,
           "change": nothing, "written": 0, "because": ["DIG-O-06"]}  # fmt: skip
    event = msgspec.convert(old, GAME.events)
    assert GAME.evolve(digging(3).state, event).skipped == (RIVAL,)


def test_every_barred_cell_is_freed_before_anybody_skips_twice_dig_o_16_dig_o_06() -> None:
    """However many barricades lie on the last cells, a round brings somebody who may dig."""
    table = dug_to({"A1": 1, "B1": 2, "C1": 1}, players=4)
    for cell, owner in (("A1", RIVAL), ("B1", ME), ("C1", THIRD)):
        table = with_lid(table, cell, owner)
    after = Position(table.state.but(turn=THIRD, phase=Phase.END)).do(m.EndTurn())
    assert [s.seat for s in after.happened(e.TurnSkipped)] == [3]
    assert (after.turn, [c.name for c in after.state.open_cells]) == (ME, ["B1"])


def test_a_turn_without_a_lift_is_a_skip_dig_o_08() -> None:
    """Stopping at once costs the fee; a scarab played in it is used up, and doubles no fee."""
    table = digging().do(m.PlayScarab(), m.Stop())
    assert (table.purse(ME), table.state.scarabs[ME]) == (7, 1)
    assert not table.state.doubled
    assert [s.why for s in table.happened(e.TurnSkipped)] == ["paid"]
    assert "DIG-O-08" in table.because
    assert digging(purses={ME: 2}).do(m.PlayScarab()).refused(m.Stop()).clause == "DIG-O-05"


def test_the_bottom_card_is_never_lifted_dig_o_11() -> None:
    table = dug_to({"A1": 1})
    for cell in CELLS[1:]:
        refusal = table.refused(m.Lift(cell, value=0))
        assert (refusal.clause, refusal.cells) == ("DIG-O-11", (cell,))


def test_eighty_lifts_exhaust_the_tray_dig_t7() -> None:
    """DIG-T7: sixteen cells, five lifts each."""
    table, lifts = digging(barricades=False, purses={ME: 40, RIVAL: 40}), 0
    while table.winners is None:
        cell = next(c for c in table.state.open_cells)
        left = sorted(GAME.legal_moves(table.state), key=str)
        lift = next(x for x in left if isinstance(x, m.Lift) and x.cell == cell.name)
        table, lifts = table.do(lift).quietly(), lifts + 1
    assert lifts == 80
    assert table.state.over == "uncovered"
    assert table.state.covered == 0


# What is said about the uncovered card


def test_a_number_is_enough_where_there_is_no_camera_dig_29() -> None:
    table = digging().lift("A1", value=4)
    assert table.pot == 4
    assert GAME.visible(table.state)["A1"] == "5-obelisk_base"
    deep = dug_to({"A1": 1}, last={1: ["earth"]})
    assert deep.refused(m.Lift("A1")).clause == "DIG-29"
    assert deep.refused(m.Lift("A1", value=100)).clause == "DIG-29"


def test_a_number_two_cards_share_leaves_the_picture_open_dig_29() -> None:
    """In layer 2 both obelisk foot and necklace are worth 4."""
    table = digging()
    for value in (0, 0, 0):
        table = table.lift("A1", value=value)
    four = table.lift("A1", value=4)
    assert four.pot == 4
    assert GAME.visible(four.state)["A1"] == "layer-2"


@pytest.mark.parametrize("card", ["5-banana", "banana", "9-earth", "cover"])
def test_a_card_nobody_knows_needs_its_number_dig_29(card: str) -> None:
    assert digging().refused(m.Lift("A1", card)).clause == "DIG-29"
    assert digging().lift("A1", card, 3).pot == 3


def test_a_card_cannot_come_to_light_twice_dig_01() -> None:
    table = digging(box=known(OWN)).lift("A1", "bracelet")
    assert table.refused(m.Lift("B1", "5-bracelet")).clause == "DIG-01"
    twice = table.lift("B1", "alabaster_vase").lift("C1", "alabaster_vase")
    assert twice.refused(m.Lift("D1", "5-alabaster_vase")).clause == "DIG-01"


def test_a_card_and_a_number_must_agree_dig_29() -> None:
    assert digging(box=known(OWN)).refused(m.Lift("A1", "5-bracelet", 3)).clause == "DIG-29"
    assert digging().lift("A1", "bracelet", 2).pot == 2


def test_a_layer_laid_wrongly_is_played_as_it_lies_dig_o_22() -> None:
    """No card of layer 5 is worth 3: the number counts as printed, and the table says so."""
    table = digging(box=known(OWN)).lift("A1", value=3)
    assert table.pot == 3
    assert table.happened(e.LayoutFoundWrong) == [e.LayoutFoundWrong("A1", 5, 3)]
    assert "DIG-O-22" in table.because
    assert not digging().lift("A1", value=2).happened(e.LayoutFoundWrong)


def test_a_broken_snake_found_later_changes_nothing_dig_o_22() -> None:
    """Head and tail come up in corners far apart: both count as printed."""
    table = digging().lift("A1", "snake_tail").lift("D4", "snake_head")
    assert table.purse(ME) == 8
    assert not table.happened(e.LayoutFoundWrong)


# On the page and at the buttons


def test_pointing_at_a_cell_with_a_number_is_a_lift() -> None:
    table = digging()
    assert table.reply(points=("A1",), fields={"value": "-2"}) == m.Lift("A1", value=-2)
    assert table.reply(points=("A1",), fields={"value": 4}) == m.Lift("A1", value=4)
    assert table.reply(points=("A1",), fields={"card": "5-earth"}) == m.Lift("A1", "5-earth")
    wrong = table.reply(points=("A1",), fields={"value": "lots"})
    assert wrong.clause == "DIG-29"  # type: ignore[union-attr]
    assert table.reply(option="perhaps").clause == "DIG-22"  # type: ignore[union-attr]


def test_buttons_stop_skip_and_double() -> None:
    table = digging()
    assert GAME.hears(table.state, Pressed(button="skip", at=0.0)) == m.Skip()
    assert GAME.hears(table.state, Pressed(button="stop", at=0.0)) == m.Skip()
    assert GAME.hears(table.state, Pressed(button="scarab", at=0.0)) == m.PlayScarab()
    dug = table.lift("A1", "earth")
    assert GAME.hears(dug.state, Pressed(button="stop", at=0.0)) == m.Stop()
    assert GAME.hears(dug.state, Pressed(button="skip", at=0.0)) is None
    assert GAME.hears(dug.state, Pressed(button="scarab", at=0.0)) is None
    assert GAME.hears(dug.state, Pressed(button="trombone", at=0.0)) is None
    assert GAME.hears(dug.state, Ticked(at=1e9)) is None


def test_questions_go_to_the_player_on_turn_and_only_the_open_ones() -> None:
    table = digging()
    assert table.question.to == seat(ME)
    assert table.question.by_sight
    assert table.options == ("skip", "scarab")
    assert table.lift("A1", "earth").options == ("stop",)


def test_an_unknown_move_is_refused() -> None:
    class Juggle(Move, frozen=True):
        pass

    assert digging().refused(Juggle()).clause == "DIG-25"


def test_another_tray_works_from_data_alone() -> None:
    """Two cells, two layers to uncover."""
    table = digging(box=small_box([5, -1], [0, 2]), barricades=False)
    table = table.lift("A1", "worth2").lift("A1", "worth5").stop()
    assert table.purse(ME) == 17
    over = table.lift("B1", "worth0").lift("B1", "worthminus1")
    assert over.state.over == "uncovered"
    assert over.winners == (ME,)


def test_who_has_dug_the_last_open_cell_can_only_stop_dig_25_dig_o_16() -> None:
    table = with_lid(dug_to({"A1": 1, "B1": 1}, last={1: ["earth", "mask"]}), "B1", RIVAL)
    dug = table.lift("A1", "earth")
    assert list(GAME.legal_moves(dug.state)) == [m.Stop()]
    assert dug.do(m.Stop()).quietly().turn == RIVAL
