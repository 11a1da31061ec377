"""Special pawns: the mummy replaces, the priest is untouchable, the pharaoh counts two."""

from __future__ import annotations

import pytest

from companion.core.roles import TABLE
from companion.games.kheops import GAME
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.state import Pawn, Phase
from companion.words import load_clauses
from tests.rooms.kheops.laid import BLUE, WHITE, Position, laid

BOARD = """
U0.0 room RB -
D0.0 corridor LR -
U0.1 corridor LR -
D0.1 room LR {there}
U0.2 room L -
"""


def with_pawn(pawn: str, symbol: str = "-", turn: int = BLUE, **rules: object) -> Position:
    """Somebody stands on D0.1, and it is the other's turn."""
    return laid(BOARD.format(there=f"{symbol} {pawn}"), turn=turn, **rules)  # type: ignore[arg-type]


def test_special_pawns_are_set_like_workers_kheops_40() -> None:
    for kind in ("mummy", "pharaoh"):
        table = with_pawn("blue-worker", turn=WHITE).do(m.SetPawn("U0.0", kind))
        assert table.pawn("U0.0") == Pawn("white", kind)
        assert table.state.reserve("white")[kind] == 0
        assert table.phase == Phase.TILE


def test_the_mummy_replaces_an_opposing_worker_who_goes_home_kheops_41_ko_15() -> None:
    table = with_pawn("white-worker")
    assert table.state.reserve("white")["worker"] == 13
    table.do(m.SetPawn("D0.1", "mummy"))
    assert table.pawn("D0.1") == Pawn("blue", "mummy")
    assert table.state.reserve("white")["worker"] == 14
    (event,) = table.happened(e.PawnReplaced)
    assert (event.seat, event.kind, event.why) == (WHITE, "worker", "reserve")
    assert GAME.shown_by(with_pawn("white-worker").state, m.SetPawn("D0.1", "mummy")) == {
        "D0.1:pawn": "blue-mummy"
    }


def test_the_clause_quotes_both_halves_of_the_rulebook_ko_15() -> None:
    """Removed from the game, and handed back: that is why it stays a switch."""
    clause = load_clauses("kheops")["KO-15"]
    assert "rimosso dal gioco e riconsegnato al giocatore proprietario" in clause
    assert "removed from the game and handed back to its owner" in clause


def test_a_house_may_take_replaced_pawns_out_ko_15() -> None:
    table = with_pawn("white-worker", replaced_pawn="out").do(m.SetPawn("D0.1", "mummy"))
    assert table.state.reserve("white")["worker"] == 13
    assert table.state.out == (Pawn("white", "worker"),)
    assert GAME.broken(table.state) == ()


def test_the_power_then_works_for_the_mummys_owner_kheops_42_kheops_p_3() -> None:
    """Blue's mummy onto white's worker on a turning room: blue must turn a room."""
    table = with_pawn("white-worker", "rot_r").do(m.SetPawn("D0.1", "mummy"))
    assert (table.phase, table.state.power, table.state.turn) == (Phase.POWER, "rot_r", BLUE)
    assert table.clause(m.UseNoPower()) == "KO-18"
    assert table.clause(m.BuildTile("U1.0", "room-2", 0)) == "KHEOPS-09"
    table.do(m.TurnTile("U0.0", 0))
    assert table.phase == Phase.TILE


@pytest.mark.parametrize("kind", ["priest", "pharaoh"])
def test_the_mummy_replaces_neither_priest_nor_pharaoh_kheops_43_kheops_45_kheops_49(
    kind: str,
) -> None:
    table = with_pawn(f"white-{kind}")
    assert table.clause(m.SetPawn("D0.1", "mummy")) == "KHEOPS-43"
    assert m.SetPawn("D0.1", "mummy") not in table.legal(m.SetPawn)


def test_the_mummy_replaces_the_other_mummy_which_has_its_power_again_kheops_43_ko_16() -> None:
    table = with_pawn("white-mummy").do(m.SetPawn("D0.1", "mummy"))
    assert table.happened(e.PawnReplaced)[0].because[0] == "KHEOPS-43"
    table.do(m.BuildTile("U1.0", "room-2", 0))
    table.do(m.SetPawn("D0.1", "mummy"))
    assert table.pawn("D0.1") == Pawn("white", "mummy")
    assert table.state.reserve("blue")["mummy"] == 1


def test_a_replaced_mummy_stays_out_where_the_house_wants_it_ko_16() -> None:
    table = with_pawn("white-mummy", replaced_pawn="out").do(m.SetPawn("D0.1", "mummy"))
    table.do(m.BuildTile("U1.0", "room-2", 0))
    assert table.clause(m.SetPawn("U0.0", "mummy")) == "KHEOPS-02"


def test_only_a_mummy_and_only_an_opposing_pawn_kheops_41_kheops_08() -> None:
    table = with_pawn("white-worker")
    assert table.clause(m.SetPawn("D0.1", "worker")) == "KHEOPS-08"
    own = with_pawn("white-worker", turn=WHITE)
    assert own.clause(m.SetPawn("D0.1", "mummy")) == "KHEOPS-08"


def test_the_mummy_may_be_set_like_a_worker_kheops_44() -> None:
    table = with_pawn("white-worker").do(m.SetPawn("U0.0", "mummy"))
    assert not table.happened(e.PawnReplaced)
    assert "KHEOPS-44" in table.happened(e.PawnSet)[0].because
    assert table.pawn("D0.1") == Pawn("white", "worker")


def test_a_priest_needs_the_own_mummy_on_the_pyramid_kheops_48_kheops_p_5_ko_14() -> None:
    assert with_pawn("blue-mummy", turn=WHITE).clause(m.SetPawn("U0.0", "priest")) == "KHEOPS-48"
    table = with_pawn("white-mummy", turn=WHITE).do(m.SetPawn("U0.0", "priest"))
    assert table.pawn("U0.0") == Pawn("white", "priest")


def gone(condition: str) -> Position:
    """White's mummy was in play and has been replaced by blue's; white is on turn."""
    table = with_pawn("white-mummy", priest_condition=condition).do(m.SetPawn("D0.1", "mummy"))
    return table.do(m.BuildTile("U1.0", "room-2", 0))


@pytest.mark.parametrize(
    ("condition", "allowed"), [("own_now", False), ("own_ever", True), ("any_now", True)]
)
def test_a_house_may_ask_for_a_mummy_at_any_time_or_for_any_mummy_ko_14(
    condition: str, allowed: bool
) -> None:
    table = gone(condition)
    assert (m.SetPawn("U0.0", "priest") in table.legal(m.SetPawn)) == allowed
    if not allowed:
        assert table.clause(m.SetPawn("U0.0", "priest")) == "KHEOPS-48"


def test_without_any_mummy_no_condition_lets_the_priest_in_ko_14() -> None:
    for condition in ("own_now", "own_ever", "any_now"):
        table = with_pawn("blue-worker", turn=WHITE, priest_condition=condition)
        assert table.clause(m.SetPawn("U0.0", "priest")) == "KHEOPS-48"


def test_the_pharaoh_needs_no_mummy_unless_the_house_says_so_ko_13() -> None:
    with_pawn("blue-worker", turn=WHITE).do(m.SetPawn("U0.0", "pharaoh"))
    table = with_pawn("blue-worker", turn=WHITE, pharaoh_needs_mummy=True)
    assert table.clause(m.SetPawn("U0.0", "pharaoh")) == "KO-13"
    with_pawn("white-mummy", turn=WHITE, pharaoh_needs_mummy=True).do(m.SetPawn("U0.0", "pharaoh"))


def test_only_white_has_a_pharaoh_kheops_49() -> None:
    assert with_pawn("white-worker").clause(m.SetPawn("U0.0", "pharaoh")) == "KHEOPS-02"


def test_a_pawn_is_there_once_kheops_02() -> None:
    table = with_pawn("white-mummy", turn=WHITE)
    assert table.clause(m.SetPawn("U0.0", "mummy")) == "KHEOPS-02"
    assert table.clause(m.SetPawn("U0.0", "camel")) == "KHEOPS-02"


def test_the_pharaoh_counts_two_at_the_end_kheops_49_kheops_50() -> None:
    for symbol in ("-", "double"):
        table = with_pawn("white-pharaoh", symbol)
        paths = GAME.view(table.state, TABLE)["paths"]
        assert max(path["strength"][WHITE] for path in paths) == 2
