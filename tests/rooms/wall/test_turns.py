"""A turn at the wall: one card from above, upright, never out again, then a new one."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.observation import Reading, Seen
from companion.core.verdict import Accepted, Move, Refused, Unchanged
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Phase, State
from companion.table.explain.referee import judge
from tests.rooms.position import known
from tests.rooms.wall.laid import ME, RIVAL, Position, a_box, col, laid
from tests.rooms.wall.players import a_game

UPSIDE_DOWN = {"6,0": "camel_R_upside_down", "7,0": "mule_R_upside_down"}


def test_turns_go_clockwise_wall_13() -> None:
    table = laid(players=3)
    turns = []
    for slot in range(6):
        turns.append(table.state.turn)
        table = table.insert(slot, "mule_R" if slot % 2 else "camel_R")
    assert turns == [0, 1, 2, 0, 1, 2]


def test_a_turn_is_one_card_into_one_slot_wall_14() -> None:
    table = laid().insert(4, "camel_R")
    (inserted,) = table.happened(e.CardInserted)
    assert (inserted.seat, inserted.slot, inserted.because) == (ME, 4, ("WALL-14",))
    assert GAME.visible(table.state)["8,0"] == "camel_R"


@pytest.mark.parametrize("slot", [-1, 7, 99])
def test_a_slot_the_wall_does_not_have_is_refused_wall_14(slot: int) -> None:
    state = laid().with_card("camel_R").state
    sure = Position(state.but(box=known(state.box)))
    assert sure.refused(m.InsertCard(slot, "NEW")).clause == "WALL-14"


def test_a_second_card_in_the_same_turn_has_to_wait_wall_14() -> None:
    asked = laid(wall={(5, 0): "camel_R"}).insert(3, "camel_R")
    assert asked.question.topic == "researcher"
    assert asked.with_card("mule_R").refused(m.InsertCard(0, "NEW")).clause == "WALL-19"


def test_a_card_that_is_not_in_the_box_is_refused_wall_08() -> None:
    assert laid().refused(m.InsertCard(0, "H99")).clause == "WALL-08"


def test_a_card_upside_down_is_refused_and_counts_for_nothing_wall_15_wo_24() -> None:
    """WO-24: it is corrected at once, the only exception to WALL-18."""
    table = laid()
    refusal = GAME.misfit(table.state, UPSIDE_DOWN)
    assert refusal.clause == "WALL-15"
    assert refusal.say.values["slot"] == 4
    looked = Seen(readings=_readings(table.state, UPSIDE_DOWN), at=0.0)
    assert isinstance(judge(GAME, table.state, looked), Refused)


def test_the_turned_card_put_right_counts_wo_24() -> None:
    table = laid().with_card("camel_R", "mule_R")
    right = {"6,0": "camel_R", "7,0": "mule_R"}
    verdict = judge(GAME, table.state, Seen(readings=_readings(table.state, right), at=0.0))
    assert [made.move for made in verdict.made] == [m.InsertCard(3, "NEW")]  # type: ignore[union-attr]


def test_a_turn_cannot_be_passed_wall_16() -> None:
    moves = list(GAME.legal_moves(laid().state))
    assert moves
    assert all(isinstance(move, m.InsertCard) for move in moves)


def test_a_card_that_makes_no_pair_is_accepted_and_passes_the_turn_wall_16() -> None:
    table = laid(wall={(5, 0): "ibis_R"}).insert(3, "camel_R")
    assert not table.happened(e.PairsFormed)
    assert table.state.turn == RIVAL


def test_a_card_held_before_the_wall_changes_nothing_wall_17() -> None:
    table = laid(wall={(5, 0): "camel_R"})
    readings = _readings(table.state, {}) | {
        cell: Reading({}, "hand") for cell in ("6,0", "7,0", "6,1", "7,1")
    }
    assert isinstance(judge(GAME, table.state, Seen(readings=readings, at=0.0)), Unchanged)


def test_a_card_tried_high_above_its_place_is_not_inserted_wall_17_wo_30() -> None:
    table = laid().with_card("camel_R", "mule_R")
    held = {"6,3": "camel_R", "7,3": "mule_R"}
    verdict = judge(GAME, table.state, Seen(readings=_readings(table.state, held), at=0.0))
    assert isinstance(verdict, Refused)
    assert verdict.clause == "WO-30"


def test_a_card_taken_out_is_named_and_stays_in_the_game_wall_18() -> None:
    table = laid(wall={(6, 0): "camel_R", (7, 0): "mule_L"})
    refusal = GAME.misfit(table.state, {"6,0": "empty", "7,0": "empty"})
    assert refusal.clause == "WALL-18"
    assert refusal.say.values["faces"] == ["camel_R", "mule_L"]
    assert refusal.say.values["slot"] == 4


def test_a_card_exchanged_for_another_is_named_wall_18() -> None:
    table = laid(wall={(6, 0): "camel_R", (7, 0): "mule_L"})
    refusal = GAME.misfit(table.state, {"6,0": "ibis_R"})
    assert (refusal.clause, refusal.cells) == ("WALL-18", ("6,0",))


def test_a_card_on_the_wall_cannot_be_inserted_again_wall_18() -> None:
    table = laid().insert(3, "camel_R")
    assert table.refused(m.InsertCard(0, "NEW")).clause == "WALL-18"


def test_no_move_takes_a_card_out_of_the_wall_wall_18() -> None:
    """Whatever is played, the cards of a slot stay below those that come later."""
    for before, _, _, after in a_game(Random(18), GAME.load_box(None), HouseRules(), 3):
        for old, new in zip(before.slots, after.slots, strict=True):
            assert new[: len(old)] == old


def test_the_hand_is_refilled_to_three_after_the_pairs_wall_19_wo_4() -> None:
    """WO-4: resolve, then draw."""
    table = laid(wall={(5, 0): "camel_R"}, columns={"camel": col(ME)}).insert(3, "camel_R")
    kinds = [type(event) for event in table.events]
    assert kinds.index(e.ScarabLaid) < kinds.index(e.CardDrawn) < kinds.index(e.TurnPassed)
    assert table.state.hands == (3, 3)


def test_nothing_is_drawn_while_a_pair_is_unresolved_wall_19_wo_4() -> None:
    asked = laid(wall={(5, 0): "camel_R"}).insert(3, "camel_R")
    assert asked.state.hands == (2, 3)
    assert asked.answer("set").state.hands == (3, 3)


def test_drawing_is_nobodys_question_in_the_base_game_wall_19() -> None:
    assert laid().insert(0, "camel_R").questions == ()
    assert laid().refused(m.DrawCard()).clause == "WALL-19"


def test_a_full_slot_cannot_be_chosen_wall_20() -> None:
    table = laid(wall={(6, 6): "ibis_L"}).with_card("camel_R")
    sure = Position(table.state.but(box=known(table.state.box)))
    assert sure.refused(m.InsertCard(3, "NEW")).clause == "WALL-20"
    offered = {move.slot for move in GAME.legal_moves(table.state)}  # type: ignore[attr-defined]
    assert offered == {0, 1, 2, 4, 5, 6}


def test_with_an_empty_pile_the_game_goes_on_with_fewer_cards_wo_15() -> None:
    last = [
        (before.hands, after.hands, [type(event) for event in events])
        for before, move, events, after in a_game(Random(15), GAME.load_box(None), HouseRules(), 2)
        if before.phase == Phase.PLAY and not sum(before.piles) and isinstance(move, m.InsertCard)
    ]
    assert len(last) == 6
    assert last[-1][1] == (0, 0)
    assert all(e.CardDrawn not in events for _, _, events in last)


@pytest.mark.parametrize(
    ("players", "insertions"), [(2, [25, 24]), (3, [17, 16, 16]), (4, [13, 12, 12, 12])]
)
def test_forty_nine_cards_are_shared_out_fairly_wall_58(
    players: int, insertions: list[int]
) -> None:
    inserted = [
        event.seat
        for _, _, events, _ in a_game(Random(58), GAME.load_box(None), HouseRules(), players)
        for event in events
        if isinstance(event, e.CardInserted)
    ]
    assert [inserted.count(seat) for seat in range(players)] == insertions


def test_a_card_jammed_above_a_gap_is_not_inserted_wo_30() -> None:
    table = laid(wall={(6, 0): "ibis_R"})
    refusal = GAME.misfit(table.state, {"6,2": "camel_R", "7,2": "cat_R"})
    assert (refusal.clause, refusal.say.values["slot"]) == ("WO-30", 4)


def test_half_a_card_in_its_windows_is_not_inserted_wo_30() -> None:
    assert GAME.misfit(laid().state, {"6,0": "camel_R"}).clause == "WO-30"


def test_a_card_rests_on_the_one_before_wo_30() -> None:
    table = laid(wall={(6, 0): "ibis_R"}).insert(3, "camel_R", "mule_R")
    assert GAME.visible(table.state)["6,1"] == "camel_R"
    assert GAME.visible(table.state)["7,1"] == "mule_R"


@pytest.mark.parametrize("move", [m.ResolveNext("camel", True), m.SetResearcher(), m.SetNone()])
def test_without_a_pair_nobody_sets_a_researcher_wall_25(move: Move) -> None:
    table = laid()
    assert table.refused(move).clause in ("WALL-25", "WALL-38")
    assert isinstance(GAME.decide(table.state, next(GAME.legal_moves(table.state))), Accepted)


def test_the_game_ends_when_the_cards_run_out_before_the_wall_is_full_wo_16() -> None:
    table = laid(box=a_box(slots=2, capacity=9, cards=7), wall={(0, 5): "ibis_R"})
    ended = table.insert(1, "camel_R")
    assert ended.state.phase == Phase.REVEAL
    assert ended.happened(e.WallFilled)[0].because == ("WO-16",)


def test_the_game_ends_when_the_wall_is_full_though_cards_are_left_wo_16_wall_49() -> None:
    table = laid(box=a_box(slots=1, capacity=3, cards=49), wall={(0, 1): "ibis_R"})
    ended = table.insert(0, "camel_R")
    assert ended.state.phase == Phase.REVEAL
    assert ended.happened(e.WallFilled)[0].because == ("WALL-49",)


def _readings(state: State, changed: dict[str, str]) -> dict[str, Reading]:
    shown = dict(GAME.visible(state)) | changed
    return {cell: Reading({label: 1.0}) for cell, label in shown.items()}
