"""Powers: turn a corridor or a room, exchange two pawns, move one; who and what is protected."""

from __future__ import annotations

import pytest

from companion.core.observation import Pressed, Reply
from companion.core.roles import TABLE
from companion.core.verdict import Move, Refused
from companion.games.kheops import GAME
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.state import Pawn, Phase
from tests.rooms.kheops.laid import BLUE, SMALL, Position, laid

W, B = Pawn("white", "worker"), Pawn("blue", "worker")


def board(trigger: str, *others: str) -> str:
    """A ground row: U0.0 has the power, the other cells are as given or plain."""
    plain = {
        "U0.0": f"U0.0 {trigger}",
        "D0.0": "D0.0 corridor LR -",
        "U0.1": "U0.1 corridor LRB -",
        "D0.1": "D0.1 room LR -",
        "U0.2": "U0.2 room L -",
    }
    return "\n".join((plain | {line[:4]: line for line in others}).values())


TURN_C, TURN_R = "corridor RB rot_c", "room RB rot_r"
SWAP, MOVE = "corridor RB swap", "corridor RB move"


def triggered(text: str, kind: str = "worker", cell: str = "U0.0", **given: object) -> Position:
    return laid(text, **given).do(m.SetPawn(cell, kind))  # type: ignore[arg-type]


def turned(table: Position) -> set[str]:
    return {move.cell for move in table.legal(m.TurnTile) if isinstance(move, m.TurnTile)}


# Turning


def test_what_may_be_turned_is_shown_with_the_power_kheops_20_21() -> None:
    """A corridor with three openings looks alike after a turn, and may be turned all the same."""
    shown = {
        power: GAME.view(triggered(board(power)).state, TABLE)["power"]["turnable"]
        for power in (TURN_C, TURN_R, MOVE)
    }
    assert shown == {
        TURN_C: ["U0.0", "D0.0", "U0.1"],
        TURN_R: ["U0.0", "D0.1", "U0.2"],
        MOVE: [],
    }


def test_a_corridor_is_turned_kheops_20() -> None:
    table = triggered(board(TURN_C))
    assert (table.phase, table.state.power, table.state.trigger) == (Phase.POWER, "rot_c", "U0.0")
    table.do(m.TurnTile("D0.0", 1))
    assert table.turn_of("D0.0") == 1
    (event,) = table.happened(e.TileTurned)
    assert "KHEOPS-20" in event.because
    assert table.phase == Phase.TILE


def test_a_room_is_turned_kheops_21() -> None:
    table = triggered(board(TURN_R))
    before = table.turn_of("D0.1")
    table.do(m.TurnTile("D0.1", (before + 2) % 3))
    (event,) = table.happened(e.TileTurned)
    assert event.thirds == 2
    assert "KHEOPS-21" in event.because


def test_only_the_right_kind_is_turned_kheops_20_kheops_21() -> None:
    assert triggered(board(TURN_C)).clause(m.TurnTile("D0.1", 1)) == "KHEOPS-20"
    assert triggered(board(TURN_R)).clause(m.TurnTile("D0.0", 1)) == "KHEOPS-21"


def test_any_tile_of_the_kind_may_be_turned_its_own_too_ko_2() -> None:
    assert turned(triggered(board(TURN_C))) == {"U0.0", "D0.0", "U0.1"}
    assert turned(triggered(board(TURN_R))) == {"U0.0", "D0.1", "U0.2"}


def test_a_house_may_turn_the_tile_itself_only_ko_2() -> None:
    table = triggered(board(TURN_C), rotation_target="self")
    assert turned(table) == {"U0.0"}
    assert table.clause(m.TurnTile("D0.0", 1)) == "KO-2"
    table.do(m.TurnTile("U0.0", 0))


def test_a_tile_is_turned_by_a_third_or_two_never_by_nothing_ko_3() -> None:
    table = triggered(board(TURN_C))
    now = table.turn_of("D0.0")
    assert table.clause(m.TurnTile("D0.0", now)) == "KO-3"
    assert table.clause(m.TurnTile("D0.0", 3)) == "KO-3"
    legal = {m.TurnTile("D0.0", (now + step) % 3) for step in (1, 2)}
    assert legal <= table.legal(m.TurnTile)


def test_a_tile_with_three_openings_may_be_chosen_and_looks_the_same_ko_3() -> None:
    table = triggered(board(TURN_C))
    before = GAME.visible(table.state)
    for turn in (0, 1, 2):
        again = Position(table.state).do(m.TurnTile("U0.1", turn))
        assert GAME.visible(again.state) == before
        assert again.happened(e.TileTurned)[0].because[:2] == ("KHEOPS-20", "KO-3")


def test_where_only_such_tiles_can_be_turned_nothing_is_asked_ko_3() -> None:
    text = board("corridor LRB rot_c", "D0.0 corridor LRT -")
    table = triggered(text)
    assert table.phase == Phase.TILE
    (event,) = table.happened(e.PowerUnused)
    assert (event.why, event.because[-1]) == ("alike", "KO-3")


def test_a_house_may_want_a_turn_that_changes_something_where_one_can_ko_3_kheops_09() -> None:
    """idle_turn = only_if_no_other: the power must be used, if possible."""
    table = triggered(board(TURN_C), idle_turn="only_if_no_other")
    assert "turn_alike" not in {option.name for option in table.question.options}
    assert table.clause(m.TurnTile("U0.1", 1)) == "KO-3"
    table.do(m.TurnTile("D0.0", (table.turn_of("D0.0") + 1) % 3))
    default = triggered(board(TURN_C))
    assert "turn_alike" in {option.name for option in default.question.options}


def test_turned_tiles_keep_their_pawns_ko_26() -> None:
    table = triggered(board(TURN_C, "D0.0 corridor LR - blue-worker"))
    table.do(m.TurnTile("D0.0", 1))
    assert table.pawn("D0.0") == B
    assert "KO-26" in table.happened(e.TileTurned)[0].because


def test_the_tile_of_the_opposing_priest_may_not_be_turned_kheops_46_kheops_p_4() -> None:
    """Blue names the corridor under white's priest: not allowed; any other, its own too, is."""
    text = board(TURN_C, "D0.0 corridor LR - white-priest")
    table = triggered(text, turn=BLUE)
    assert table.clause(m.TurnTile("D0.0", 1)) == "KHEOPS-46"
    assert table.refused(m.TurnTile("D0.0", 1)).cells == ("D0.0",)
    assert turned(table) == {"U0.0", "U0.1"}
    table.do(m.TurnTile("U0.0", 0))


def test_with_no_corridor_to_turn_the_power_is_skipped_kheops_p_4_kheops_09() -> None:
    """A turning sign printed on a room, and the only corridor is the opposing priest's."""
    text = "U0.0 room R rot_c\nD0.0 corridor LR - white-priest\nU0.1 room L -"
    table = triggered(text, turn=BLUE)
    assert table.phase == Phase.TILE
    (event,) = table.happened(e.PowerUnused)
    assert (event.power, event.why) == ("rot_c", "impossible")


def test_the_tile_of_the_opposing_pharaoh_may_not_be_turned_ko_27_kheops_49() -> None:
    table = triggered(board(TURN_C, "D0.0 corridor LR - white-pharaoh"), turn=BLUE)
    assert table.clause(m.TurnTile("D0.0", 1)) == "KO-27"


@pytest.mark.parametrize("kind", ["priest", "pharaoh"])
def test_the_own_priest_may_be_turned_kheops_47_kheops_t_5(kind: str) -> None:
    table = triggered(board(TURN_C, f"D0.0 corridor LR - white-{kind}"))
    table.do(m.TurnTile("D0.0", 1))
    assert "KHEOPS-47" in table.happened(e.TileTurned)[0].because


def test_white_turns_the_corridor_of_the_examples_under_the_own_priest_kheops_t_5() -> None:
    """Unturned, a corridor of the second kind is open to the right and to the left."""
    text = SMALL.replace("U0.1 corridor LRB - white-worker", "U0.1 corridor LRB rot_c")
    table = triggered(text, cell="U0.1")
    assert turned(table) >= {"D0.0"}
    left_right = 0
    table.do(m.TurnTile("D0.0", left_right))
    assert [line.low for line in GAME.score(table.state).lines] == [2, 14]
    blue = triggered(text, cell="U0.1", turn=BLUE)
    assert blue.clause(m.TurnTile("D0.0", left_right)) == "KHEOPS-46"


# Exchanging


def test_an_own_and_an_opposing_pawn_change_places_kheops_22_ko_17() -> None:
    """The pawn just set may be one of them, and no power works where they arrive."""
    table = triggered(board(SWAP, "D0.1 room LR rot_r blue-worker"))
    assert table.phase == Phase.POWER
    swapped = table.do(m.SwapPawns("U0.0", "D0.1"))
    assert (table.pawn("U0.0"), table.pawn("D0.1")) == (B, W)
    assert swapped.phase == Phase.TILE
    assert table.happened(e.PawnsSwapped)[0].because == ("KHEOPS-22", "KO-17")
    assert not table.happened(e.PowerAwaited)


def test_without_an_opposing_pawn_the_exchange_is_skipped_kheops_p_1() -> None:
    table = triggered(board(SWAP))
    assert table.phase == Phase.TILE
    assert table.happened(e.PowerUnused)[0].why == "impossible"


@pytest.mark.parametrize(("kind", "clause"), [("priest", "KHEOPS-45"), ("pharaoh", "KHEOPS-49")])
def test_the_opposing_priest_and_pharaoh_cannot_be_exchanged_kheops_p_6_kheops_45(
    kind: str, clause: str
) -> None:
    text = board(SWAP, f"D0.0 corridor LR - white-{kind}", "D0.1 room LR - white-worker")
    table = triggered(text, turn=BLUE)
    assert table.clause(m.SwapPawns("U0.0", "D0.0")) == clause
    assert table.legal(m.SwapPawns) == {m.SwapPawns("U0.0", "D0.1")}
    alone = triggered(board(SWAP, f"D0.0 corridor LR - white-{kind}"), turn=BLUE)
    assert alone.happened(e.PowerUnused)


@pytest.mark.parametrize("kind", ["priest", "pharaoh", "mummy"])
def test_the_owner_may_exchange_a_special_pawn_kheops_47(kind: str) -> None:
    text = board(SWAP, f"D0.0 corridor LR - white-{kind}", "D0.1 room LR - blue-mummy")
    table = triggered(text).do(m.SwapPawns("D0.0", "D0.1"))
    assert table.pawn("D0.1") == Pawn("white", kind)
    assert table.pawn("D0.0") == Pawn("blue", "mummy")


def test_an_exchange_takes_one_of_each_kheops_22() -> None:
    table = triggered(board(SWAP, "D0.1 room LR - blue-worker", "D0.0 corridor LR - white-worker"))
    for own, other in (("D0.1", "U0.0"), ("U0.0", "D0.0"), ("U0.2", "D0.1"), ("U0.0", "U0.2")):
        assert table.clause(m.SwapPawns(own, other)) == "KHEOPS-22"


# Moving


def test_an_own_pawn_moves_and_no_power_works_there_kheops_23_ko_19() -> None:
    text = board(MOVE, "D0.0 corridor LR - white-worker", "U0.2 room L rot_r")
    table = triggered(text).do(m.MovePawn("D0.0", "U0.2"))
    assert (table.pawn("D0.0"), table.pawn("U0.2")) == (None, W)
    assert table.phase == Phase.TILE
    assert table.happened(e.PawnMoved)[0].because == ("KHEOPS-23", "KO-19")


def test_the_very_pawn_just_set_may_move_kheops_24() -> None:
    table = triggered(board(MOVE)).do(m.MovePawn("U0.0", "U0.2"))
    assert (table.pawn("U0.0"), table.pawn("U0.2")) == (None, W)
    assert "KHEOPS-24" in table.happened(e.PawnMoved)[0].because


def test_a_first_pawn_on_a_move_must_go_on_kheops_p_2_kheops_09_kheops_26() -> None:
    """To another free tile that is not forbidden, and no second power works."""
    table = triggered(board(MOVE, "D0.0 corridor LR forbid", "U0.2 room L move"))
    assert table.legal(m.MovePawn) == {m.MovePawn("U0.0", c) for c in ("U0.1", "D0.1", "U0.2")}
    assert table.clause(m.BuildTile("U1.0", "room-2", 0)) == "KHEOPS-09"
    assert table.clause(m.UseNoPower()) == "KO-18"
    table.do(m.MovePawn("U0.0", "U0.2"))
    assert table.phase == Phase.TILE


def test_a_move_goes_to_a_free_tile_that_is_not_forbidden_ko_19_ko_20_ko_30() -> None:
    table = triggered(board(MOVE, "D0.0 corridor LR forbid", "D0.1 room LR - blue-worker"))
    assert table.clause(m.MovePawn("U0.0", "D0.0")) == "KO-20"
    assert table.clause(m.MovePawn("U0.0", "D0.1")) == "KO-19"
    assert table.clause(m.MovePawn("U0.0", "U1.0")) == "KO-19"
    assert table.clause(m.MovePawn("U0.0", "U0.0")) == "KO-30"


def test_only_own_pawns_move_kheops_23() -> None:
    table = triggered(board(MOVE, "D0.1 room LR - blue-worker"))
    assert table.clause(m.MovePawn("D0.1", "U0.2")) == "KHEOPS-23"
    assert table.clause(m.MovePawn("U0.2", "U0.1")) == "KHEOPS-23"


def test_the_owner_may_move_the_priest_kheops_47() -> None:
    table = triggered(board(MOVE, "D0.0 corridor LR - white-priest"))
    table.do(m.MovePawn("D0.0", "U0.2"))
    assert "KHEOPS-47" in table.happened(e.PawnMoved)[0].because


# When powers work


def test_a_power_works_when_a_pawn_is_set_and_not_when_its_tile_is_built_kheops_26() -> None:
    table = laid(board("corridor RB -", "D0.0 corridor LR -")).do(m.SetPawn("U0.0", "worker"))
    for move in (m.TurnTile("D0.0", 1), m.SwapPawns("U0.0", "D0.0"), m.MovePawn("U0.0", "D0.0")):
        assert table.clause(move) == "KHEOPS-26"
    table.do(m.BuildTile("U1.0", "room-2-rot_r", 0))
    assert table.phase == Phase.PAWN
    assert table.clause(m.TurnTile("U0.2", 1)) == "KHEOPS-26"


def test_a_power_is_compulsory_even_where_it_harms_ko_18_kheops_09() -> None:
    table = triggered(board(TURN_C))
    assert table.clause(m.UseNoPower()) == "KO-18"
    assert m.UseNoPower() not in set(GAME.legal_moves(table.state))
    assert table.clause(m.SetPawn("D0.0", "worker")) == "KHEOPS-09"


def test_a_house_may_leave_powers_unused_ko_18() -> None:
    table = triggered(board(TURN_C), power_optional=True)
    assert GAME.hears(table.state, Pressed(button="skip", at=0.0)) == m.UseNoPower()
    table.do(m.UseNoPower())
    assert table.happened(e.PowerUnused)[0].why == "declined"
    assert table.phase == Phase.TILE


def test_another_power_is_refused_by_naming_the_one_that_waits() -> None:
    table = triggered(board(MOVE))
    assert table.refused(m.TurnTile("D0.0", 1)).say.key == "kheops.other_power"
    assert table.clause(m.SwapPawns("U0.0", "D0.0")) == "KHEOPS-23"


# Asking


def test_a_power_is_asked_about_and_the_camera_may_answer() -> None:
    table = triggered(board(TURN_C))
    question = table.question
    assert question.by_sight
    assert question.to.seat == 0
    assert question.because == ("KHEOPS-09", "KHEOPS-20")
    names = [option.name for option in question.options]
    assert names == ["turn:U0.0:0", "turn:U0.0:2", "turn:D0.0:1", "turn:D0.0:2", "turn_alike"]
    assert question.cells == ("U0.0", "D0.0", "U0.1")
    tapped = [(option.cells, dict(option.fields)) for option in question.options]
    assert tapped[1:3] == [(("U0.0",), {"turn": 2}), (("D0.0",), {"turn": 1})]
    assert tapped[-1] == ((), {})


def test_an_exchange_with_one_answer_is_a_step_to_be_done() -> None:
    question = triggered(board(SWAP, "D0.1 room LR - blue-worker")).question
    assert (question.style, question.points) == ("step", 2)
    assert [option.move for option in question.options] == [m.SwapPawns("U0.0", "D0.1")]


ANSWERS = [
    (TURN_C, Reply(option="turn:D0.0:1"), m.TurnTile("D0.0", 1)),
    (TURN_C, Reply(points=("D0.0",), fields={"turn": 2}), m.TurnTile("D0.0", 2)),
    (TURN_C, Reply(points=("U0.1",)), m.TurnTile("U0.1", 0)),
    (SWAP, Reply(points=("D0.1", "U0.0")), m.SwapPawns("U0.0", "D0.1")),
    (SWAP, Reply(points=("U0.0", "D0.1")), m.SwapPawns("U0.0", "D0.1")),
    (MOVE, Reply(points=("U0.0", "U0.2")), m.MovePawn("U0.0", "U0.2")),
]


def test_a_tile_that_may_not_be_turned_is_refused_when_it_is_tapped_kheops_20() -> None:
    """The page sends the tap alone: which clause forbids the tile is for the rules to say."""
    table = triggered(board(TURN_C, "D0.1 room LR - blue-worker"))
    move = GAME.answer(table.state, table.question, Reply(points=("D0.1",)), 0.0)
    assert isinstance(move, m.TurnTile)
    assert table.clause(move) == "KHEOPS-20"


@pytest.mark.parametrize(("power", "reply", "move"), ANSWERS)
def test_a_power_is_answered_by_name_or_by_pointing(power: str, reply: Reply, move: Move) -> None:
    table = triggered(board(power, "D0.1 room LR - blue-worker"))
    assert GAME.answer(table.state, table.question, reply, 0.0) == move


@pytest.mark.parametrize(
    ("power", "reply", "clause"),
    [
        (TURN_C, Reply(points=("D0.0",)), "KO-3"),
        (TURN_C, Reply(points=("D0.0", "U0.0")), "KHEOPS-20"),
        (MOVE, Reply(points=("U0.0",)), "KHEOPS-23"),
        (SWAP, Reply(option="dance"), "KHEOPS-09"),
    ],
)
def test_an_answer_that_says_too_little_is_refused(power: str, reply: Reply, clause: str) -> None:
    table = triggered(board(power, "D0.1 room LR - blue-worker"))
    refused = GAME.answer(table.state, table.question, reply, 0.0)
    assert isinstance(refused, Refused)
    assert refused.clause == clause
