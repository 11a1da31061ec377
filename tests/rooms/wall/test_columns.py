"""What a pair does at its column: researcher, scarab, and who is asked."""

from __future__ import annotations

import pytest

from companion.games.wall import events as e
from companion.games.wall import moves as m
from tests.rooms.wall.laid import ME, RIVAL, THIRD, Position, col, laid, with_rules

SAME, DIFFERENT = "camel_R", "camel_L"
FIVE_HELD = {a: col(ME) for a in ("mule", "snake", "ibis", "crocodile", "cat")}


def pair(gaze: str, camel: col, **more: object) -> Position:
    """One camel pair: a camel looking right stands there, the new one looks as *gaze* says."""
    players = more.pop("players", 2)
    columns = {"camel": camel} | dict(more.pop("columns", {}))  # type: ignore[call-overload]
    wall = {(5, 0): SAME}
    return laid(wall=wall, columns=columns, players=players, **more).insert(3, gaze, "snake_L")  # type: ignore[arg-type]


@pytest.mark.parametrize("gaze", [SAME, DIFFERENT])
@pytest.mark.parametrize("holder", [None, ME, RIVAL])
def test_each_pair_brings_one_scarab_whoever_stands_there_wall_26(
    gaze: str, holder: int | None
) -> None:
    table = pair(gaze, col(holder))
    table = table.answer("set_none") if table.questions else table
    assert (table.scarabs("camel"), table.slab) == (1, 15)


@pytest.mark.parametrize(("gaze", "clause"), [(DIFFERENT, "WALL-27"), (SAME, "WALL-29")])
def test_at_a_vacant_column_the_player_may_set_a_researcher(gaze: str, clause: str) -> None:
    """WALL-27 (different gaze) and WALL-29 (same gaze)."""
    asked = pair(gaze, col())
    assert asked.options == ("set", "set_none")
    assert clause in asked.question.because
    done = asked.answer("set")
    assert done.holder("camel") == ME
    assert done.state.reserve(ME) == 4
    assert clause in done.because


@pytest.mark.parametrize(("gaze", "clause"), [(DIFFERENT, "WALL-27"), (SAME, "WALL-29")])
def test_at_a_vacant_column_the_player_may_decline(gaze: str, clause: str) -> None:
    """WALL-27 and WALL-29 say "may": WO-6, default optional."""
    done = pair(gaze, col()).answer("set_none")
    assert done.holder("camel") is None
    assert done.scarabs("camel") == 1
    assert clause in pair(gaze, col()).question.because


def test_different_gaze_at_an_occupied_column_brings_a_scarab_and_no_more_wall_28() -> None:
    table = pair(DIFFERENT, col(RIVAL))
    assert table.questions == ()
    assert (table.holder("camel"), table.scarabs("camel")) == (RIVAL, 1)
    assert "WALL-28" in table.because


def test_same_gaze_at_a_rivals_column_is_an_exchange_wall_30() -> None:
    table = pair(SAME, col(RIVAL))
    assert table.questions == ()
    assert table.holder("camel") == ME
    assert (table.state.reserve(ME), table.state.reserve(RIVAL)) == (4, 5)
    assert {"WALL-30", "WALL-32"} <= table.because


@pytest.mark.parametrize("gaze", [SAME, DIFFERENT])
def test_at_ones_own_column_a_pair_brings_its_scarab_only_wall_31(gaze: str) -> None:
    table = pair(gaze, col(ME))
    assert table.questions == ()
    assert (table.holder("camel"), table.state.reserve(ME)) == (ME, 4)
    assert "WALL-31" in table.because


def test_never_two_researchers_at_a_column_wall_32() -> None:
    """The displaced one goes home before the new one comes, so not even for a moment."""
    kinds = [type(event) for event in pair(SAME, col(RIVAL)).events]
    assert kinds.index(e.ResearcherReturned) < kinds.index(e.ResearcherSet)


def test_with_an_empty_reserve_one_may_move_a_researcher_wall_33() -> None:
    asked = pair(SAME, col(), columns=FIVE_HELD)
    assert asked.options == (
        "move_from:mule", "move_from:snake", "move_from:ibis",
        "move_from:crocodile", "move_from:cat", "set_none",
    )  # fmt: skip
    assert "WALL-33" in asked.question.because
    done = asked.answer("move_from:ibis")
    assert (done.holder("camel"), done.holder("ibis")) == (ME, None)
    assert "WALL-33" in done.because


def test_with_an_empty_reserve_nothing_comes_from_the_reserve_wall_33() -> None:
    asked = pair(SAME, col(), columns=FIVE_HELD)
    assert asked.refused(m.SetResearcher()).clause == "WALL-33"
    assert asked.refused(m.SetResearcher("camel")).clause == "WALL-33"


def test_while_the_reserve_lasts_no_researcher_is_moved_wall_33() -> None:
    asked = pair(SAME, col(), columns={"mule": col(ME)})
    assert asked.refused(m.SetResearcher("mule")).clause == "WALL-33"


def test_a_column_left_behind_is_vacant_and_keeps_its_scarabs_wo_14() -> None:
    held = FIVE_HELD | {"mule": col(ME, scarabs=2)}
    done = pair(SAME, col(), columns=held).answer("move_from:mule")
    assert (done.holder("mule"), done.scarabs("mule")) == (None, 2)
    assert "WO-14" in done.because


def test_within_a_pair_the_researcher_comes_before_the_scarab_wall_34_wo_5() -> None:
    """WO-5, default: researcher, scarab, opening: the exchange is in time for the third scarab."""
    table = pair(SAME, col(RIVAL, scarabs=2))
    kinds = [type(event) for event in table.events]
    order = [kinds.index(k) for k in (e.ResearcherSet, e.ScarabLaid, e.SarcophagusOpened)]
    assert order == sorted(order)
    assert table.won(ME) == [("camel", 1)]


def test_with_the_scarab_first_the_exchange_comes_too_late_wo_5() -> None:
    """WO-5, pair_order = scarab_first: the rival opens, then the researchers are exchanged."""
    table = pair(SAME, col(RIVAL, scarabs=2), pair_order="scarab_first")
    assert table.won(RIVAL) == [("camel", 1)]
    assert (table.won(ME), table.holder("camel"), table.scarabs("camel")) == ([], ME, 0)


def test_a_pair_that_helps_a_rival_is_accepted_all_the_same_wall_35() -> None:
    table = pair(DIFFERENT, col(RIVAL, scarabs=2))
    assert table.questions == ()
    assert table.won(RIVAL) == [("camel", 1)]


def test_at_a_vacant_column_the_house_may_demand_a_researcher_wo_6() -> None:
    """WO-6, researcher_placement = compulsory."""
    table = pair(DIFFERENT, col(), researcher_placement="compulsory")
    assert table.questions == ()
    assert table.holder("camel") == ME


def test_an_exchange_must_take_place_while_the_reserve_lasts_wo_6() -> None:
    """WO-6, default swap_mandatory = true: nobody is asked, and declining isn't an answer."""
    assert pair(SAME, col(RIVAL)).happened(e.ResearcherSet)[0].seat == ME


def test_an_exchange_is_a_choice_where_the_house_says_so_wo_6() -> None:
    """WO-6, swap_mandatory = false."""
    asked = pair(SAME, col(RIVAL), swap_mandatory=False)
    assert asked.options == ("set", "set_none")
    assert asked.question.because[0] == "WALL-30"
    assert asked.answer("set_none").holder("camel") == RIVAL
    assert asked.answer("set").holder("camel") == ME


@pytest.mark.parametrize("holder", [None, RIVAL])
@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize("placement", ["optional", "compulsory"])
def test_with_an_empty_reserve_a_researcher_is_always_a_choice_wo_6(
    holder: int | None, swap: bool, placement: str
) -> None:
    """WO-6: with reserve 0 optional, whatever the switches say."""
    asked = pair(
        SAME, col(holder), columns=FIVE_HELD, swap_mandatory=swap, researcher_placement=placement
    )
    assert "set_none" in asked.options
    assert asked.answer("set_none").holder("camel") == holder


def test_declining_is_refused_where_a_researcher_must_be_set_wo_6() -> None:
    asked = pair(DIFFERENT, col())
    compulsory = with_rules(asked, researcher_placement="compulsory")
    assert compulsory.refused(m.SetNone()).clause == "WO-6"


def test_different_gaze_on_a_vacant_column_brings_a_scarab_too_wo_29() -> None:
    """WO-29, default scarab_on_vacant = true."""
    assert pair(DIFFERENT, col()).answer("set").scarabs("camel") == 1


def test_different_gaze_on_a_vacant_column_may_bring_the_researcher_only_wo_29() -> None:
    """WO-29, scarab_on_vacant = false; same gaze still brings one, an occupied column too."""
    off = {"scarab_on_vacant": False}
    table = pair(DIFFERENT, col(), **off).answer("set")
    assert (table.holder("camel"), table.scarabs("camel"), table.slab) == (ME, 0, 16)
    assert "WO-29" in table.because
    assert pair(DIFFERENT, col(), **off).answer("set_none").scarabs("camel") == 0
    assert pair(SAME, col(), **off).answer("set").scarabs("camel") == 1
    assert pair(DIFFERENT, col(RIVAL), **off).scarabs("camel") == 1


def test_an_exchange_returns_the_researcher_to_its_owner_and_nobody_else_wall_30() -> None:
    table = pair(SAME, col(THIRD), players=3, columns={"mule": col(RIVAL)})
    (returned,) = table.happened(e.ResearcherReturned)
    assert returned.seat == THIRD
    assert [table.state.reserve(s) for s in range(3)] == [4, 4, 5]
