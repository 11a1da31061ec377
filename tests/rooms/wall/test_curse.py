"""The variant Curse of the Pharaoh: two piles, a race for three animals, a victim."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.observation import Pressed, Reply, Ticked
from companion.core.roles import TABLE
from companion.core.verdict import Refused
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Phase, Piece
from tests.rooms.wall.laid import (
    FOURTH,
    ME,
    RIVAL,
    SEATS,
    THIRD,
    Position,
    a_box,
    box_data,
    col,
    laid,
)

CAMEL_MULE_IBIS = {(0, 0): "camel_L", (1, 0): "ibis_R", (2, 0): "mule_L"}
FOUND = ((0, 0), (1, 0), (2, 0))
HIGH = {(12, 5): "snake_L", (10, 5): "snake_L", (8, 1): "snake_L"}
"""Enough cards on the wall to have emptied the first pile."""
OWNERS = {"cat": col(stack=(), opened_by=RIVAL), "crocodile": col(stack=(2, 3), opened_by=THIRD)}


def cursed(
    columns: dict[str, col] | None = None, players: int = 3, turn: int = ME, **rules: Any
) -> Position:
    """A curse card lies on top of the second pile; the player on turn has just inserted a card."""
    table = laid(
        wall=CAMEL_MULE_IBIS | HIGH,
        columns=OWNERS if columns is None else columns,
        players=players,
        turn=turn,
        curse_of_the_pharaoh=True,
        **rules,
    )
    return table.insert(2, "mule_R", "crocodile_L")


def searching(**more: Any) -> Position:
    return cursed(**more).do(m.TurnCurse("C0", 100.0))


def opening(players: int) -> Position:
    rules = HouseRules(curse_of_the_pharaoh=True)
    return Position(GAME.opening(GAME.load_box(None), SEATS[:players], rules))


def test_twenty_cards_make_the_first_pile_and_the_rest_the_second_wall_60() -> None:
    state = opening(2).state
    assert sum(state.hands) + state.piles[0] == 20
    assert state.piles[1] == 29
    assert state.piles[1] + len(state.curses_left) == 35


@pytest.mark.parametrize(("players", "left"), [(2, 14), (3, 11), (4, 8)])
def test_the_hands_come_out_of_the_first_pile_wall_61(players: int, left: int) -> None:
    assert opening(players).state.piles == (left, 29)


def test_the_second_pile_is_touched_when_the_first_is_empty_wall_62() -> None:
    table = laid(curse_of_the_pharaoh=True, players=4)
    for turn in range(8):
        assert table.state.piles == (8 - turn, 29)
        table = table.insert(turn % 7, "mule_R" if turn % 2 else "camel_R", "cat_L")
        while table.questions:
            table = table.answer("set_none")
    asked = table.insert(6, "snake_L", "crocodile_R")
    assert asked.question.topic == "draw"
    assert asked.options == ("drew_card", *(f"curse:C{n}" for n in range(6)))
    assert asked.answer("drew_card").state.piles == (0, 28)


def test_no_curse_is_turned_while_the_first_pile_lasts_wall_62() -> None:
    table = laid(curse_of_the_pharaoh=True)
    state = table.state.but(drawing=True)
    assert Position(state).refused(m.TurnCurse("C0")).clause == "WALL-62"


def test_a_snake_on_top_starts_a_curse_round_for_all_to_see_wall_63() -> None:
    table = searching()
    (turned,) = table.happened(e.CurseTurned)
    assert (turned.card, turned.at) == ("C0", 100.0)
    assert "WALL-63" in turned.because
    shown = [GAME.view(table.state, role)["curse"] for role in _roles()]
    assert all(one == shown[0] for one in shown)
    assert shown[0]["animals"] == ["camel", "mule", "ibis"]


def test_a_curse_is_turned_only_when_somebody_is_to_draw_wall_63() -> None:
    table = laid(curse_of_the_pharaoh=True, wall=HIGH)
    assert table.refused(m.TurnCurse("C0")).clause == "WALL-63"
    assert searching().refused(m.TurnCurse("C1")).clause == "WALL-63"


def test_everybody_may_call_at_any_time_wall_64() -> None:
    table = searching(players=4)
    assert table.question.style == "race"
    calls = ("found:0", "found:1", "found:2", "found:3", "given_up")
    assert table.options == (*calls, "limit_30", "limit_60", "limit_90")
    assert searching(players=4, curse_timer=60).options == calls
    for seat in range(4):
        assert table.do(m.CallCurse(seat, 101.0)).question.to.seat == seat
        heard = Pressed(button=f"seat-{seat}", at=101.0)
        assert GAME.hears(table.state, heard) == m.CallCurse(seat, 101.0)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([(0, 0), (1, 0), (2, 0)], True),
        ([(2, 0), (0, 0), (1, 0)], True),
        ([(0, 0), (1, 0), (1, 1)], False),
        ([(0, 0), (1, 0)], False),
        ([(0, 0), (0, 0), (1, 0)], False),
        ([(0, 0), (1, 0), (3, 0)], False),
        ([(-1, 0), (0, 0), (1, 0)], False),
    ],
)
def test_a_find_is_three_side_by_side_in_any_order_wall_65(
    places: list[tuple[int, int]], found: bool
) -> None:
    called = searching().do(m.CallCurse(THIRD, 101.0))
    pointed = called.do(m.PointAt(THIRD, tuple(places)))
    assert bool(pointed.happened(e.AnimalsFound)) is found
    assert bool(pointed.happened(e.CallStruck)) is not found


@pytest.mark.parametrize(
    "line",
    [
        [(3, 0), (4, 0), (5, 0)], [(3, 0), (3, 1), (3, 2)], [(3, 0), (4, 1), (5, 2)],
        [(3, 2), (4, 1), (5, 0)],
    ],
    ids=["row", "file", "rising", "falling"],
)  # fmt: skip
@pytest.mark.parametrize("gazes", ["LLL", "LRL", "RRR"])
def test_a_find_lies_in_any_straight_line_whatever_the_gaze_wall_65(
    line: list[tuple[int, int]], gazes: str
) -> None:
    animals = zip(("mule", "camel", "ibis"), gazes, strict=True)
    wall = {p: f"{a}_{g}" for p, (a, g) in zip(line, animals, strict=True)} | HIGH
    table = laid(wall=wall, columns=OWNERS, players=3, curse_of_the_pharaoh=True)
    called = table.insert(0, "cat_R").do(m.TurnCurse("C0", 1.0)).do(m.CallCurse(ME, 2.0))
    assert called.do(m.PointAt(ME, tuple(line))).happened(e.AnimalsFound)
    hidden = [set(o.move.places) for o in called.question.options[1:]]  # type: ignore[attr-defined]
    assert hidden == [set(line)]


def test_l_shapes_do_not_count_wo_18() -> None:
    wall = {(3, 0): "camel_L", (4, 0): "mule_L", (4, 1): "ibis_L"} | HIGH
    table = laid(wall=wall, columns=OWNERS, players=3, curse_of_the_pharaoh=True)
    called = table.insert(0, "cat_R").do(m.TurnCurse("C0", 1.0)).do(m.CallCurse(ME, 2.0))
    assert called.do(m.PointAt(ME, ((3, 0), (4, 0), (4, 1)))).happened(e.CallStruck)


def test_the_finder_names_a_victim_who_hands_over_a_sarcophagus_wall_66() -> None:
    found = searching().do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert found.question.to.seat == ME
    assert found.options == ("victim:1", "victim:2")
    named = found.answer("victim:1")
    assert named.question.to.seat == RIVAL
    assert named.options == ("piece:cat:1", "piece:cat:2", "piece:cat:3")
    done = named.answer("piece:cat:2")
    assert (done.won(ME), done.won(RIVAL)) == ([("cat", 2)], [("cat", 1), ("cat", 3)])


def test_only_the_victims_own_sarcophagi_can_be_handed_over_wall_66() -> None:
    named = searching().do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND)).answer("victim:1")
    assert named.refused(m.HandOver(Piece("crocodile", 1))).clause == "WALL-66"
    assert named.refused(m.NameVictim(THIRD)).clause == "WALL-66"


def test_players_without_a_sarcophagus_cannot_be_struck_wall_66() -> None:
    found = searching(players=4).do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert found.refused(m.NameVictim(FOURTH)).clause == "WALL-66"
    assert found.refused(m.NameVictim(ME)).clause == "WALL-66"


def test_a_single_victim_with_a_single_piece_needs_no_question_wall_66() -> None:
    only = {"crocodile": col(stack=(2, 3), opened_by=THIRD)}
    done = searching(columns=only).do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert done.won(ME) == [("crocodile", 1)]
    assert done.state.curse is None


def test_afterwards_the_curse_card_leaves_the_game_wall_67() -> None:
    only = {"crocodile": col(stack=(2, 3), opened_by=THIRD)}
    done = searching(columns=only).do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert done.state.curses_left == ("C1", "C2", "C3", "C4", "C5")
    assert done.refused(m.TurnCurse("C0")).clause == "WALL-67"


def test_without_a_find_the_card_leaves_without_effect_wall_68() -> None:
    table = searching()
    done = table.answer("given_up")
    assert done.state.chamber == table.state.chamber
    assert done.state.curses_left == ("C1", "C2", "C3", "C4", "C5")
    assert "WALL-68" in done.because


def test_the_player_on_turn_then_completes_the_draw_wall_69() -> None:
    done = searching().answer("given_up")
    assert (done.state.turn, done.state.drawing) == (ME, True)
    drawn = done.answer("drew_card")
    assert (drawn.state.turn, drawn.state.hands[ME], drawn.questions) == (RIVAL, 3, ())


def test_another_curse_on_top_starts_another_round_wall_69() -> None:
    again = searching().answer("given_up").do(m.TurnCurse("C3", 200.0))
    assert again.state.curse is not None
    assert again.question.ask.values["animals"] == ["ibis", "crocodile", "baboon"]
    drawn = again.answer("given_up", "drew_card")
    assert drawn.state.turn == RIVAL
    assert drawn.state.curses_left == ("C1", "C2", "C4", "C5")


def test_once_all_curses_are_gone_drawing_is_no_question_any_more_wall_69() -> None:
    table = cursed()
    for n in range(6):
        table = table.do(m.TurnCurse(f"C{n}", 10.0 * n)).answer("given_up")
    assert (table.state.turn, table.questions) == (RIVAL, ())
    assert table.happened(e.CardDrawn)


def test_the_finder_receives_wo_17() -> None:
    """WO-17, default finder: even when somebody else turned the card."""
    only = {"crocodile": col(stack=(2, 3), opened_by=THIRD)}
    done = searching(columns=only).do(m.CallCurse(RIVAL, 101.0)).do(m.PointAt(RIVAL, FOUND))
    assert done.won(RIVAL) == [("crocodile", 1)]


def test_the_house_may_give_it_to_who_turned_the_card_wo_17() -> None:
    """WO-17, curse_receiver = turner."""
    only = {"crocodile": col(stack=(2, 3), opened_by=THIRD)}
    table = searching(columns=only, curse_receiver="turner")
    done = table.do(m.CallCurse(RIVAL, 101.0)).do(m.PointAt(RIVAL, FOUND))
    assert (done.won(ME), done.won(RIVAL)) == ([("crocodile", 1)], [])


def test_the_victim_picks_the_piece_wo_18() -> None:
    """WO-18, default curse_pick = victim."""
    named = searching().do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND)).answer("victim:1")
    assert named.question.to.seat == RIVAL


def test_the_house_may_let_the_finder_pick_wo_18() -> None:
    """WO-18, curse_pick = finder."""
    table = searching(curse_pick="finder").do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert table.answer("victim:1").question.to.seat == ME


@pytest.mark.parametrize("receives", ["finder", "turner"])
def test_a_finder_who_is_the_only_owner_keeps_what_is_his_wo_18(receives: str) -> None:
    own = {"cat": col(stack=(), opened_by=RIVAL)}
    table = searching(columns=own, curse_receiver=receives)
    done = table.do(m.CallCurse(RIVAL, 101.0)).do(m.PointAt(RIVAL, FOUND))
    assert done.won(RIVAL) == [("cat", 1), ("cat", 2), ("cat", 3)]
    assert done.state.curse is None
    assert "WO-18" in done.because


def test_a_finder_never_loses_to_the_turner_by_finding_wo_18_wo_17() -> None:
    """Only finder and turner own something, and the turner would receive: nothing moves."""
    own = {"cat": col(stack=(), opened_by=RIVAL), "ibis": col(stack=(2, 3), opened_by=ME)}
    table = searching(columns=own, curse_receiver="turner")
    done = table.do(m.CallCurse(RIVAL, 101.0)).do(m.PointAt(RIVAL, FOUND))
    assert (len(done.won(RIVAL)), len(done.won(ME))) == (3, 1)


def test_when_nobody_owns_a_sarcophagus_nothing_moves_wo_18() -> None:
    done = searching(columns={}).do(m.CallCurse(ME, 101.0)).do(m.PointAt(ME, FOUND))
    assert done.state.curse is None
    assert [done.won(s) for s in range(3)] == [[], [], []]


def test_a_wrong_call_costs_nothing_and_may_be_repeated_wo_18() -> None:
    struck = searching().do(m.CallCurse(ME, 101.0)).answer("mistaken")
    assert struck.question.style == "race"
    assert struck.state.chamber == searching().state.chamber
    again = struck.do(m.CallCurse(ME, 102.0)).do(m.PointAt(ME, FOUND))
    assert again.state.curse is not None
    assert again.state.curse.finder == ME


def test_the_earlier_press_points_first_wo_18() -> None:
    table = searching().do(m.CallCurse(ME, 102.0)).do(m.CallCurse(THIRD, 101.5))
    assert table.question.to.seat == THIRD
    assert table.refused(m.PointAt(ME, FOUND)).clause == "WO-18"
    assert table.answer("mistaken").question.to.seat == ME


@pytest.mark.parametrize(
    ("turn", "callers", "first"),
    [
        (ME, (RIVAL, THIRD), RIVAL),
        (RIVAL, (ME, THIRD), THIRD),
        (THIRD, (RIVAL, ME), ME),
        (RIVAL, (THIRD, RIVAL), RIVAL),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_at_equal_times_the_nearest_clockwise_points_first_wo_18(
    turn: int, callers: tuple[int, ...], first: int, swapped: bool
) -> None:
    table = searching(turn=turn)
    for seat in callers[::-1] if swapped else callers:
        table = table.do(m.CallCurse(seat, 101.0))
    assert table.question.to.seat == first


def test_nobody_calls_twice_at_once_and_nobody_unknown_calls_wo_18() -> None:
    called = searching().do(m.CallCurse(RIVAL, 101.0))
    assert called.refused(m.CallCurse(RIVAL, 101.5)).clause == "WO-18"
    assert called.refused(m.CallCurse(3, 101.5)).clause == "WALL-66"


def test_a_search_has_no_limit_unless_somebody_sets_one_wo_18() -> None:
    """The rulebook has none: however long it takes, the first to find it wins."""
    table = searching()
    assert table.question.seconds is None
    assert GAME.hears(table.state, Ticked(at=1e9)) is None
    assert table.do(m.CallCurse(ME, 1e6)).question.style == "point"
    assert GAME.view(table.state, TABLE)["curse"]["seconds"] is None


@pytest.mark.parametrize("seconds", [30, 60, 90])
def test_the_people_may_set_a_limit_while_they_search_wo_18(seconds: int) -> None:
    """It runs from the moment it was set, and for this search alone."""
    asked = searching()
    limit = GAME.answer(asked.state, asked.question, Reply(option=f"limit_{seconds}"), 120.0)
    assert limit == m.LimitSearch(seconds, 120.0)
    table = asked.do(m.LimitSearch(seconds, 120.0))
    shown = GAME.view(table.state, TABLE)["curse"]
    assert (table.question.seconds, shown["since"], shown["seconds"]) == (seconds, 120.0, seconds)
    assert "limit_60" not in table.options
    assert GAME.hears(table.state, Ticked(at=120.0 + seconds)) is None
    assert GAME.hears(table.state, Ticked(at=120.1 + seconds)) == m.EndCurse(120.1 + seconds)
    late = table.refused(m.CallCurse(ME, 121.0 + seconds))
    assert (late.clause, late.say.values["seconds"]) == ("WO-18", seconds)
    again = table.do(m.EndCurse(121.0 + seconds)).do(m.TurnCurse("C1", 300.0))
    assert again.question.seconds is None


def test_a_limit_is_set_once_and_only_for_a_search_wo_18() -> None:
    limited = searching().do(m.LimitSearch(60, 110.0))
    assert limited.refused(m.LimitSearch(30, 111.0)).clause == "WO-18"
    assert searching().refused(m.LimitSearch(7, 111.0)).clause == "WO-18"
    assert searching(curse_timer=60).refused(m.LimitSearch(30, 111.0)).clause == "WO-18"
    assert cursed().refused(m.LimitSearch(30, 111.0)).clause == "WO-18"


def test_a_search_lasts_sixty_seconds_where_the_house_says_so_wo_18() -> None:
    """WO-18, curse_timer = 60: in time at sixty, too late after."""
    table = searching(curse_timer=60)
    assert table.question.seconds == 60
    assert GAME.hears(table.state, Ticked(at=160.0)) is None
    assert GAME.hears(table.state, Ticked(at=160.01)) == m.EndCurse(160.01)
    assert table.do(m.CallCurse(ME, 160.0)).question.style == "point"
    assert table.refused(m.CallCurse(ME, 160.5)).clause == "WO-18"
    assert table.refused(m.EndCurse(159.0)).clause == "WO-18"
    done = table.do(m.EndCurse(161.0))
    assert done.state.curse is None


def test_who_called_in_time_may_point_after_it_wo_18() -> None:
    called = searching(curse_timer=60).do(m.CallCurse(THIRD, 159.0))
    assert GAME.hears(called.state, Ticked(at=200.0)) is None
    assert called.refused(m.EndCurse(200.0)).clause == "WALL-66"
    assert called.do(m.PointAt(THIRD, FOUND)).happened(e.AnimalsFound)
    assert GAME.hears(called.answer("mistaken").state, Ticked(at=200.0)) == m.EndCurse(200.0)


def test_a_call_before_the_card_was_turned_does_not_count_wo_18() -> None:
    assert searching().refused(m.CallCurse(ME, 99.0)).clause == "WO-18"


@pytest.mark.parametrize("seconds", [5, 300])
def test_the_house_may_search_shorter_or_longer_wo_18(seconds: int) -> None:
    table = searching(curse_timer=seconds)
    assert GAME.hears(table.state, Ticked(at=100.0 + seconds)) is None
    assert GAME.hears(table.state, Ticked(at=100.1 + seconds)) is not None


# When the card is drawn


def inserted(**rules: Any) -> Position:
    """A mule that pairs with the one on the wall; the second pile is next to draw from."""
    table = laid(
        wall=CAMEL_MULE_IBIS | HIGH, columns=OWNERS, players=3, curse_of_the_pharaoh=True, **rules
    )
    return table.insert(1, "mule_R", "crocodile_L")


def test_pairs_are_settled_before_the_card_is_drawn_wo_4() -> None:
    asked = inserted()
    assert asked.question.topic == "researcher"
    assert asked.answer("set").question.topic == "draw"


def test_the_house_may_draw_before_the_pairs_are_settled_wo_4_wall_63() -> None:
    """draw_first: a curse is searched while the pairs still wait."""
    asked = inserted(draw_first=True)
    assert [type(event) for event in asked.events] == [e.CardInserted, e.DrawingFirst]
    assert asked.question.topic == "draw"
    curse = asked.do(m.TurnCurse("C0", 100.0))
    assert curse.question.topic == "curse"
    again = curse.do(m.EndCurse(101.0, given_up=True))
    assert again.question.topic == "draw"
    drawn = again.answer("drew_card")
    assert drawn.question.topic == "researcher"
    assert (drawn.state.turn, drawn.state.hands[ME]) == (ME, 3)
    done = drawn.answer("set")
    assert (done.holder("mule"), done.state.turn) == (ME, RIVAL)
    assert [type(x) for x in done.events].count(e.CardDrawn) == 0


def test_drawing_first_from_the_first_pile_asks_nobody_wo_4() -> None:
    asked = laid(wall={(5, 0): "camel_R"}, draw_first=True).insert(3, "camel_R")
    kinds = [type(event) for event in asked.events]
    assert kinds.index(e.CardDrawn) < kinds.index(e.PairsFormed)
    assert asked.answer("set").state.turn == RIVAL


def test_who_finds_the_curse_before_the_pairs_are_settled_gets_an_old_piece_wo_4() -> None:
    curse = inserted(draw_first=True).do(m.TurnCurse("C0", 100.0)).do(m.CallCurse(ME, 101.0))
    found = curse.do(m.PointAt(ME, FOUND))
    while found.question.topic != "draw":
        found = found.answer(found.options[0])
    assert len(found.won(ME)) == 1
    assert found.answer("drew_card").question.topic == "researcher"


def test_curse_cards_at_the_bottom_are_still_triggered_wo_22() -> None:
    """WO-22: no hieroglyph card is left, but somebody should draw."""
    wall = {(x, 5): "snake_L" for x in range(0, 14, 2)} | CAMEL_MULE_IBIS
    table = laid(wall=wall, columns=OWNERS, players=2 + 1, curse_of_the_pharaoh=True)
    state = table.state
    assert sum(state.piles) == 0 or sum(map(len, state.slots)) == 42
    table = Position(state.but(piles=(0, 0), hands=_hands_for(state)))
    asked = table.insert(0, "cat_R")
    assert asked.options == tuple(f"curse:C{n}" for n in range(6))
    assert "WO-22" in asked.question.because
    assert asked.refused(m.DrawCard()).clause == "WO-22"
    one = asked.do(m.TurnCurse("C4", 5.0)).answer("given_up")
    assert one.options == ("curse:C0", "curse:C1", "curse:C2", "curse:C3", "curse:C5")
    for card in ("C0", "C1", "C2", "C3"):
        one = one.do(m.TurnCurse(card, 6.0)).answer("given_up")
    last = one.do(m.TurnCurse("C5", 9.0)).answer("given_up")
    assert (last.state.turn, last.questions) == (RIVAL, ())
    assert last.happened(e.NothingToDraw)


def test_the_last_card_of_the_wall_draws_no_curse_any_more_wall_49() -> None:
    box = a_box(slots=1, capacity=2, cards=20)
    table = laid(box=box, wall={(0, 0): "ibis_L"}, curse_of_the_pharaoh=True)
    assert table.insert(0, "cat_R").state.phase == Phase.REVEAL


def test_both_variants_play_together_wo_28() -> None:
    table = laid(
        wall={(0, 0): "camel_L", (1, 0): "ibis_R", (2, 0): "mule_L"} | HIGH,
        columns=OWNERS | {"ibis": col(ME)},
        players=3,
        curse_of_the_pharaoh=True,
        eyes_of_the_sphinx=True,
    )
    asked = table.insert(0, "crocodile_L", "ibis_R")
    assert asked.scarabs("ibis") == 1
    assert asked.question.topic == "draw"
    assert asked.do(m.TurnCurse("C0", 1.0)).state.curse is not None


@pytest.mark.parametrize("curse", [False, True])
@pytest.mark.parametrize("sphinx", [False, True])
def test_each_variant_is_its_own_toggle_wo_28(curse: bool, sphinx: bool) -> None:
    rules = HouseRules(curse_of_the_pharaoh=curse, eyes_of_the_sphinx=sphinx)
    state = GAME.opening(GAME.load_box(None), SEATS[:2], rules)
    seconds = rules.curse_timer if curse else 0
    shown = {"curse": curse, "sphinx": sphinx, "seconds": seconds}
    assert GAME.view(state, _roles()[0])["variants"] == shown
    assert bool(state.curses_left) is curse


def test_pointing_on_the_page_makes_the_find_wall_65() -> None:
    called = searching().do(m.CallCurse(THIRD, 101.0))
    reply = Reply(points=("0,0", "1,0", "2,0"))
    assert GAME.answer(called.state, called.question, reply, 0.0) == m.PointAt(THIRD, FOUND)
    nonsense = GAME.answer(called.state, called.question, Reply(points=("here",)), 0.0)
    assert isinstance(nonsense, Refused)


def test_a_call_by_phone_bears_the_moment_it_was_made_wo_18() -> None:
    table = searching()
    assert GAME.answer(table.state, table.question, Reply(option="found:2"), 123.5) == m.CallCurse(
        2, 123.5
    )


@pytest.mark.parametrize("button", ["seat-x", "seat-²", "seat-", "bell", "seat-1"])
def test_a_button_means_nothing_outside_a_curse_round(button: str) -> None:
    assert GAME.hears(laid().state, Pressed(button=button, at=1.0)) is None


@pytest.mark.parametrize("button", ["seat-x", "seat-²", "seat-", "bell"])
def test_a_button_that_is_no_seat_means_nothing_in_a_curse_round(button: str) -> None:
    assert GAME.hears(searching().state, Pressed(button=button, at=1.0)) is None


def test_the_six_curse_cards_show_three_animals_each_wall_60() -> None:
    cards = box_data()["curse_cards"]
    assert len(cards) == 6
    assert all(len(set(card["animals"])) == 3 for card in cards)


def _hands_for(state: Any) -> tuple[int, ...]:
    """All the cards that are not on the wall are in the hands."""
    left = len(state.box.cards) - sum(map(len, state.slots))
    return tuple(left // 3 + (seat < left % 3) for seat in range(3))


def _roles() -> tuple[Any, ...]:
    from companion.core.roles import HALL, REFEREE, TABLE, seat

    return TABLE, HALL, REFEREE, seat(0), seat(1)
