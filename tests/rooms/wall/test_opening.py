"""Scarabs and opening: three at a column open the front sarcophagus for whoever stands there."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.state import Piece
from tests.rooms.wall.laid import ME, RIVAL, Position, col, laid

ONE, TWO = {(5, 0): "camel_R"}, {(5, 0): "camel_R", (5, 1): "camel_R", (6, 0): "snake_L"}


def pair(camel: col, gaze: str = "camel_R", **rules: object) -> Position:
    return laid(wall=ONE, columns={"camel": camel}, **rules).insert(3, gaze, "snake_L")  # type: ignore[arg-type]


def test_a_column_holds_three_scarabs_at_most_wall_40_wo_13() -> None:
    """WO-13: at a column already at three no scarab is taken."""
    table = pair(col(ME, scarabs=3, stack=()))
    assert (table.scarabs("camel"), table.slab) == (3, 13)
    assert {"WALL-40", "WO-13"} <= table.because


def test_the_third_scarab_opens_the_front_sarcophagus_wall_41() -> None:
    table = pair(col(ME, scarabs=2))
    assert table.column("camel").stack == (2, 3)
    assert table.won(ME) == [("camel", 1)]
    assert "WALL-41" in table.because


@pytest.mark.parametrize("stack", [(1, 2, 3), (2, 3), (3,)])
def test_the_front_one_opens_first_wall_06_wall_41(stack: tuple[int, ...]) -> None:
    table = pair(col(ME, scarabs=2, stack=stack, opened_by=RIVAL))
    assert table.won(ME) == [("camel", stack[0])]
    assert table.column("camel").stack == stack[1:]


def test_two_scarabs_open_nothing_wall_41() -> None:
    assert not pair(col(ME, scarabs=1)).happened(e.SarcophagusOpened)


def test_the_sarcophagus_goes_to_whoever_stands_there_wall_42() -> None:
    table = pair(col(RIVAL, scarabs=2), "camel_L")
    assert (table.won(RIVAL), table.won(ME)) == ([("camel", 1)], [])


def test_a_sarcophagus_is_taken_without_asking_wo_26() -> None:
    assert pair(col(ME, scarabs=2)).questions == ()


def test_a_mummy_is_for_its_owners_eyes_only_wall_43() -> None:
    opened = pair(col(ME, scarabs=2))
    noted = opened.do(m.NoteValue(ME, Piece("camel", 1), 4))
    mine = GAME.view(noted.state, seat(ME))
    assert mine["notes"]["values"][0]["value"] == 4
    assert (mine["score"][ME]["low"], mine["score"][ME]["high"]) == (4, 11)
    for role in (TABLE, HALL, REFEREE, seat(RIVAL)):
        shown = msgspec.json.encode(GAME.view(noted.state, role))
        assert shown == msgspec.json.encode(GAME.view(opened.state, role))
    assert GAME.score(noted.state).lines[ME].low == 3


def test_a_value_is_noted_for_an_own_mummy_and_a_possible_value_wall_43() -> None:
    opened = pair(col(ME, scarabs=2))
    assert opened.refused(m.NoteValue(RIVAL, Piece("camel", 1), 4)).clause == "WALL-43"
    assert opened.refused(m.NoteValue(ME, Piece("camel", 1), 5)).clause == "WALL-54"


def test_the_three_scarabs_return_to_the_slab_wall_44() -> None:
    table = pair(col(ME, scarabs=2))
    assert (table.scarabs("camel"), table.slab) == (0, 16)
    assert "WALL-44" in table.because


def test_two_more_for_a_column_with_two_lay_open_clear_and_lay_wall_45() -> None:
    table = laid(wall=TWO, columns={"camel": col(ME, scarabs=2)}).insert(3, "camel_R", "mule_L")
    kinds = [type(x) for x in table.events if isinstance(x, e.ScarabLaid | e.SarcophagusOpened)]
    assert kinds == [e.ScarabLaid, e.SarcophagusOpened, e.ScarabLaid]
    assert (table.scarabs("camel"), table.won(ME)) == (1, [("camel", 1)])


def test_three_scarabs_stay_at_a_column_without_sarcophagi_wall_46() -> None:
    table = pair(col(ME, scarabs=2, stack=()))
    assert (table.scarabs("camel"), table.slab) == (3, 13)
    assert not table.happened(e.SarcophagusOpened)
    again = table.insert(0, "ibis_L").insert(2, "snake_L", "camel_R")
    assert again.scarabs("camel") == 3


def test_researchers_come_to_a_column_without_sarcophagi_too_wall_47() -> None:
    assert pair(col(stack=())).answer("set").holder("camel") == ME
    assert pair(col(RIVAL, stack=())).holder("camel") == ME


def test_slab_and_columns_always_make_sixteen_wall_48() -> None:
    table = pair(col(ME, scarabs=2))
    assert table.slab + sum(column.scarabs for column in table.state.chamber.columns) == 16
    torn = msgspec.structs.replace(table.state.chamber, slab=15)
    (broken,) = GAME.broken(table.state.but(chamber=torn))
    assert (broken.key, broken.values) == ("wall.broken.scarabs", {"found": 15, "expected": 16})


def test_three_scarabs_at_a_vacant_column_wait_wo_12() -> None:
    """WO-12, default wait: nobody qualifies, the lamp pulses, and no fourth scarab comes."""
    table = pair(col(scarabs=2)).answer("set_none")
    assert (table.scarabs("camel"), table.column("camel").stack) == (3, (1, 2, 3))
    assert "WO-12" in table.because
    assert GAME.cues(table.state, ()).glow == {"camel": "pulse"}


def test_waiting_is_reported_once_wo_12() -> None:
    table = pair(col(scarabs=2)).answer("set_none")
    assert len(table.happened(e.SarcophagusWaits)) == 1
    again = table.insert(0, "ibis_L").insert(3, "camel_R", "snake_L").answer("set_none")
    assert again.happened(e.SarcophagusWaits) == []
    assert again.scarabs("camel") == 3


def test_the_next_researcher_at_a_waiting_column_opens_at_once_wo_12() -> None:
    table = pair(col(scarabs=3)).answer("set")
    kinds = [
        type(x)
        for x in table.events
        if isinstance(x, e.ResearcherSet | e.SarcophagusOpened | e.ScarabLaid)
    ]
    assert kinds == [e.ResearcherSet, e.SarcophagusOpened, e.ScarabLaid]
    assert (table.won(ME), table.scarabs("camel")) == ([("camel", 1)], 1)


def test_the_house_may_let_the_mover_take_at_a_vacant_column_wo_12() -> None:
    """WO-12, pending_column = mover_takes."""
    table = pair(col(scarabs=2), pending_column="mover_takes").answer("set_none")
    assert (table.won(ME), table.scarabs("camel"), table.holder("camel")) == (
        [("camel", 1)],
        0,
        None,
    )
