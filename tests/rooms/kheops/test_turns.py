"""A turn: pawn, tile, draw, in this order; where a tile may be built, and how the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.games.kheops import GAME
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.state import Phase
from tests.rooms.kheops.laid import BLUE, SMALL, WHITE, Position, laid, small_box

GROUND = """
U0.0 room R -
D0.0 corridor LR -
U0.1 corridor LRB -
D0.1 room LR -
U0.2 room L forbid
"""
WHOLE_BASE = GROUND + "U1.0 room B -\nU1.1 room R -\n"


def building(text: str = WHOLE_BASE, **rules: Any) -> Position:
    return laid(text, **rules).do(m.SetPawn("U0.0", "worker"))


def cells(table: Position) -> set[str]:
    return {move.cell for move in table.legal(m.BuildTile) if isinstance(move, m.BuildTile)}


def test_pawn_tile_and_draw_follow_each_other_and_turns_alternate_kheops_06_kheops_07() -> None:
    table = laid(WHOLE_BASE)
    assert table.clause(m.BuildTile("D1.0", "room-2", 0)) == "KHEOPS-07"
    table.do(m.SetPawn("U0.0", "worker"))
    assert table.clause(m.SetPawn("D0.0", "worker")) == "KHEOPS-07"
    pile, hands = table.state.pile, table.state.hands
    table.do(m.BuildTile("D1.0", "room-2", 0))
    assert [type(event) for event in table.events] == [e.TileBuilt, e.TileDrawn, e.TurnPassed]
    assert (table.state.turn, table.phase) == (BLUE, Phase.PAWN)
    assert (table.state.pile, table.state.hands) == (pile - 1, hands)


def test_a_pawn_is_set_on_a_free_tile_of_the_pyramid_kheops_08() -> None:
    table = laid(WHOLE_BASE).do(m.SetPawn("D0.0", "worker"))
    assert table.pawn("D0.0") is not None
    assert table.state.reserve("white")["worker"] == 13
    table.do(m.BuildTile("D1.0", "room-2", 0))
    assert table.clause(m.SetPawn("D0.0", "worker")) == "KHEOPS-08"
    assert table.clause(m.SetPawn("U2.0", "worker")) == "KHEOPS-08"
    assert table.clause(m.SetPawn("U7.0", "worker")) == "KHEOPS-10"


def test_no_pawn_may_be_set_on_a_forbidden_tile_kheops_25_ko_20() -> None:
    table = laid(WHOLE_BASE)
    for kind in ("worker", "mummy", "pharaoh"):
        assert table.clause(m.SetPawn("U0.2", kind)) == "KHEOPS-25"
    assert "U0.2" not in {getattr(move, "cell", "") for move in table.legal(m.SetPawn)}


def test_a_tile_touches_a_laid_one_inside_the_outline_kheops_10() -> None:
    table = building()
    assert cells(table) == {"D1.0"}
    assert table.clause(m.BuildTile("U2.0", "room-2", 0)) == "KHEOPS-10"
    assert table.clause(m.BuildTile("U0.0", "room-2", 0)) == "KHEOPS-10"
    refused = table.refused(m.BuildTile("U0.3", "room-2", 0))
    assert (refused.clause, refused.say.key) == ("KHEOPS-10", "kheops.outside")


def test_any_turn_is_free_and_edges_need_not_match_kheops_11_ko_4() -> None:
    for turn in range(3):
        assert building().do(m.BuildTile("D1.0", "room-1", turn)).turn_of("D1.0") == turn
    assert building().clause(m.BuildTile("D1.0", "room-1", 3)) == "KHEOPS-11"


def test_edges_must_match_where_the_house_wants_it_ko_4() -> None:
    """U1.0 shows a wall towards D1.0, U1.1 a wall too: only the top may be open."""
    table = building(edge_match=True)
    assert table.legal(m.BuildTile) >= {m.BuildTile("D1.0", "room-1", 2)}
    assert table.clause(m.BuildTile("D1.0", "room-1", 0)) == "KO-4"
    assert table.clause(m.BuildTile("D1.0", "room-2", 0)) == "KO-4"
    assert "KO-4" in table.do(m.BuildTile("D1.0", "room-1", 2)).events[0].because  # type: ignore[attr-defined]


def test_a_wall_may_not_meet_an_opening_either_ko_4() -> None:
    """U1.1 is open towards D1.0, so a tile that shows a wall there does not fit."""
    table = building(WHOLE_BASE.replace("U1.1 room R -", "U1.1 room L -"), edge_match=True)
    assert table.clause(m.BuildTile("D1.0", "room-1", 2)) == "KO-4"
    table.do(m.BuildTile("D1.0", "room-1", 0))


def test_who_has_no_matching_tile_says_so_and_builds_any_ko_4() -> None:
    table = building(edge_match=True)
    assert [option.move for option in table.question.options] == [m.SayNoneFits()]
    table.do(m.SayNoneFits())
    assert GAME.questions(table.state) == ()
    assert table.clause(m.SayNoneFits()) == "KO-4"
    table.do(m.BuildTile("D1.0", "room-1", 0))
    assert not table.state.unmatched
    assert building().clause(m.SayNoneFits()) == "KO-4"


def test_one_touching_side_is_enough_ko_23() -> None:
    """The cell above a single ground tile, and a notch with one neighbour only."""
    table = building("U0.0 room R -\nD0.0 room L -\nU1.0 room R -")
    assert cells(table) == {"U0.1", "D1.0"}


def test_stones_fall_where_the_house_wants_it_ko_23() -> None:
    table = building("U0.0 room R -\nD0.0 room L -\nU1.0 room R -", needs_support=True)
    assert cells(table) == {"U0.1"}
    assert table.clause(m.BuildTile("D1.0", "room-2", 0)) == "KO-23"


def test_a_tile_that_is_used_up_cannot_come_again_kheops_04() -> None:
    """The small box has one corridor that forbids pawns."""
    table = building(
        WHOLE_BASE.replace("U0.2 room L forbid", "U0.2 corridor LR forbid"), box=small_box()
    )
    refused = table.refused(m.BuildTile("D1.0", "corridor-2-forbid", 1))
    assert (refused.clause, refused.say.key) == ("KHEOPS-04", "kheops.too_many_tiles")
    assert set(refused.cells) == {"U0.2", "D1.0"}
    assert table.clause(m.BuildTile("D1.0", "room-2-moon", 0)) == "KHEOPS-04"


def test_with_an_empty_pile_the_hand_is_played_out_kheops_12_ex_k3() -> None:
    table = laid(GROUND)
    table.state = table.state.but(pile=1, hands=(2, 2))
    table.do(m.SetPawn("U0.0", "worker"), m.BuildTile("U1.0", "room-2", 0))
    assert table.happened(e.TileDrawn)
    table.do(m.SetPawn("D0.0", "worker"), m.BuildTile("U1.1", "room-2", 0))
    assert table.happened(e.NothingToDraw)
    assert table.state.hands == (2, 1)
    table.do(m.SetPawn("U0.1", "worker"), m.BuildTile("D1.0", "room-2", 0))
    table.do(m.SetPawn("D0.1", "worker"), m.BuildTile("U2.0", "room-2", 0))
    assert table.phase == Phase.OVER
    assert table.state.hands == (1, 0)


def test_the_game_ends_when_blue_lays_the_last_tile_and_is_explained_path_by_path_kheops_60() -> (
    None
):
    """The small board of the examples, with its last tile laid in play (KHEOPS-T-1)."""
    without_top = SMALL.replace("U2.0 room BR - white-pharaoh\n", "")
    table = laid(without_top.replace("D1.0 corridor RT -", "D1.0 corridor RT - white-pharaoh"),
                 turn=BLUE, phase=Phase.TILE)  # fmt: skip
    table.do(m.BuildTile("U2.0", "room-2", 1))
    kinds = [type(event).__name__ for event in table.events]
    assert kinds == ["TileBuilt", "PyramidFinished", *["PathScored"] * 2, *["AnkhsCounted"] * 2,
                     "GameEnded"]  # fmt: skip
    assert [event.path.points for event in table.happened(e.PathScored)] == [(14, 0), (0, 13)]
    assert [line.low for line in GAME.score(table.state).lines] == [15, 14]
    assert [line.rank for line in GAME.score(table.state).lines] == [1, 2]
    outcome = GAME.is_over(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((WHITE,), ("KHEOPS-80",))
    for move in (m.SetPawn("U2.0", "worker"), m.BuildTile("U2.0", "room-2", 0)):
        assert table.clause(move) == "KHEOPS-60"
    assert table.clause(m.TurnTile("U2.0", 1)) == "KHEOPS-60"


def test_until_the_end_the_score_is_what_it_would_be_now() -> None:
    table = laid("U0.0 room R ankh white-worker\nD0.0 room L -")
    board = GAME.score(table.state)
    assert board.say is not None
    assert [line.rank for line in board.lines] == [None, None]
    assert [line.low for line in board.lines] == [2 * (2 + 5) + 1, 0]
    assert GAME.is_over(table.state) is None


def finished(*, tie: str = "draw", white: str = "", blue: str = "") -> Position:
    """A pyramid on which nobody shares a path: only ankhs and closed pairs count."""
    text = f"""
U0.0 room L {white or "-"} white-worker
D0.0 corridor T -
U0.1 room B {blue or "-"} blue-worker
D0.1 corridor T -
U0.2 corridor R -
U1.0 corridor L -
U1.1 corridor R -
D1.0 corridor T -
"""
    return laid(text, turn=BLUE, phase=Phase.TILE, final_tie=tie).do(
        m.BuildTile("U2.0", "room-1", 0)
    )


def test_the_most_points_win_kheops_80() -> None:
    outcome = GAME.is_over(finished(blue="ankh").state)
    assert outcome is not None
    assert (outcome.winners, outcome.say.key) == ((BLUE,), "kheops.won.most")


@pytest.mark.parametrize(("tie", "winners"), [("draw", (0, 1)), ("blue", (1,)), ("ankhs", (0, 1))])
def test_equal_totals_are_a_draw_unless_the_house_says_otherwise_kheops_81_ko_22(
    tie: str, winners: tuple[int, ...]
) -> None:
    table = finished(tie=tie)
    outcome = GAME.is_over(table.state)
    assert outcome is not None
    assert outcome.winners == winners
    assert "KO-22" in outcome.because
    assert {line.rank for line in GAME.score(table.state).lines} == {1} | (
        {2} if tie == "blue" else set()
    )


@pytest.mark.parametrize(
    ("tie", "winners", "because"),
    [
        ("ankhs", (WHITE,), "KO-22"),
        ("draw", (WHITE, BLUE), "KHEOPS-81"),
        ("blue", (BLUE,), "KO-22"),
    ],
)
def test_more_ankhs_decide_a_tie_where_the_house_wants_it_ko_22(
    tie: str, winners: tuple[int, ...], because: str
) -> None:
    """White: one ankh, 1. Blue: an open path of one room, not the longest, 1."""
    text = """
U0.0 room L ankh white-worker
D0.0 corridor T -
U0.1 corridor B -
D0.1 corridor R -
U0.2 room LR - blue-worker
U1.0 corridor R -
D1.0 corridor LR -
U1.1 corridor L -
"""
    table = laid(text, turn=BLUE, phase=Phase.TILE, final_tie=tie)
    table.do(m.BuildTile("U2.0", "room-1", 0))
    assert [line.low for line in GAME.score(table.state).lines] == [1, 1]
    outcome = GAME.is_over(table.state)
    assert outcome is not None
    assert outcome.winners == winners
    assert because in outcome.because


def test_unplayed_pawns_are_worth_nothing_ko_28() -> None:
    table = finished()
    assert sum(table.state.reserve("white").values()) == 16
    assert [line.low for line in GAME.score(table.state).lines] == [0, 0]


def test_where_no_pawn_fits_the_turn_goes_on_kheops_15() -> None:
    """Only a tiny pyramid comes to that: every tile of it is taken or forbidden."""
    text = "U0.0 room R forbid\nD0.0 room L forbid\nU0.1 room R -"
    table = laid(text).do(m.SetPawn("U0.1", "pharaoh"), m.BuildTile("U1.0", "room-1-forbid", 0))
    assert table.happened(e.NoPawnPossible)
    assert table.phase == Phase.TILE
    assert table.do(m.BuildTile("D0.1", "room-1", 0)).phase == Phase.PAWN


def test_lamps_show_whose_turn_it_is_and_that_a_power_waits() -> None:
    table = laid(WHOLE_BASE.replace("U0.0 room R -", "U0.0 room R move"))
    assert GAME.cues(table.state, ()).glow == {"white": "on"}
    table.do(m.SetPawn("U0.0", "worker"))
    cues = GAME.cues(table.state, table.events)
    assert cues.glow == {"white": "on", "power": "pulse"}
    assert cues.sounds == ("power",)


def test_the_view_says_where_what_may_be_done() -> None:
    table = laid(WHOLE_BASE)
    shown = GAME.view(table.state, TABLE)["may"]
    assert "U0.2" not in shown["pawns"]["worker"]
    assert shown["build"] == []
    assert "priest" not in shown["pawns"]
    assert shown["why_not"]["priest"]["clause"] == "KHEOPS-48"
    table.do(m.SetPawn("U0.0", "worker"))
    assert GAME.view(table.state, TABLE)["may"]["build"] == ["D1.0"]
    assert GAME.turn(table.state) == 1
