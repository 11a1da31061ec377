"""What the camera sees: the one legal move behind it, or the clause that forbids what it shows."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.cells import EMPTY, difference
from companion.core.observation import Reading, Seen
from companion.core.verdict import Explained, Leave, Refused, Unchanged, Unclear
from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.labels import TWO_PAWNS, read_pawn, read_tile
from companion.games.kheops.misfitting import likely_move
from companion.games.kheops.state import Phase, State
from companion.table.explain.referee import judge
from tests.rooms.kheops.laid import BLUE, OWN, SMALL, WHITE, Position, laid
from tests.rooms.kheops.players import a_base
from tests.rooms.position import known

BOARD = """
U0.0 corridor RB {power}
D0.0 corridor LR - blue-worker
U0.1 corridor LRB - white-priest
D0.1 room LR - white-worker
U0.2 room L forbid
U1.0 corridor BR - white-pharaoh
"""


def board(power: str = "-", **given: object) -> Position:
    return laid(BOARD.format(power=power), **given)  # type: ignore[arg-type]


def looking(state: State, **changes: str) -> Seen:
    """A still look at the pyramid in which some cells show something else."""
    shown = dict(GAME.visible(state)) | changes
    return Seen(
        readings={cell: Reading({label: 0.99, "?": 0.01}) for cell, label in shown.items()}, at=1.0
    )


def explained(table: Position, changes: dict[str, str]) -> list[object]:
    verdict = judge(GAME, table.state, looking(table.state, **changes))
    assert isinstance(verdict, Explained), verdict
    return [made.move for made in verdict.made]


def refused(table: Position, changes: dict[str, str]) -> tuple[str, str]:
    verdict = judge(GAME, table.state, looking(table.state, **changes))
    assert isinstance(verdict, Refused), verdict
    assert verdict == GAME.misfit(table.state, changes)
    return verdict.clause, verdict.say.key.removeprefix("kheops.")


def powered(power: str, turn: int = WHITE) -> Position:
    return board(power, turn=turn).do(m.SetPawn("U0.0", "worker"))


def test_every_cell_shows_its_tile_with_turn_and_who_stands_on_it() -> None:
    shown = GAME.visible(laid(SMALL).state)
    assert shown["U0.0"] == "room-1-ankh@1"
    assert shown["U0.0:pawn"] == "white-worker"
    assert shown["U0.1"] == "corridor-3@0"
    assert shown["D1.0:pawn"] == EMPTY
    assert len(shown) == 2 * 9


def test_labels_are_read_back() -> None:
    assert read_tile(OWN, "room-2-ankh@1") == ("room-2-ankh", 1)
    assert read_tile(OWN, "corridor-3@2") == ("corridor-3", 0)
    for odd in ("room-2-ankh", "room-2-ankh@3", "moon@1", EMPTY, "?", "@", "room-9@1"):
        assert read_tile(OWN, odd) is None
    assert read_pawn(OWN, "white-pharaoh") is not None
    for odd in ("blue-pharaoh", "white", "white-camel", EMPTY, "red-worker"):
        assert read_pawn(OWN, odd) is None


def test_nothing_new_is_nothing() -> None:
    assert isinstance(judge(GAME, board().state, looking(board().state)), Unchanged)


def test_moves_are_explained_by_what_they_show_kheops_08_kheops_10() -> None:
    assert explained(board(), {"U0.0:pawn": "white-worker"}) == [m.SetPawn("U0.0", "worker")]
    assert explained(board(), {"D0.0:pawn": "white-mummy"}) == [m.SetPawn("D0.0", "mummy")]
    table = board().do(m.SetPawn("U0.0", "worker"))
    assert explained(table, {"U1.1": "room-2-ankh@1"}) == [m.BuildTile("U1.1", "room-2-ankh", 1)]


def test_powers_are_explained_by_before_and_after_kheops_20_kheops_22_kheops_23() -> None:
    assert explained(powered("rot_c"), {"D0.0": "corridor-2@2"}) == [m.TurnTile("D0.0", 2)]
    swapped = {"U0.0:pawn": "blue-worker", "D0.0:pawn": "white-worker"}
    assert explained(powered("swap"), swapped) == [m.SwapPawns("U0.0", "D0.0")]


def test_a_pawn_that_moves_is_told_from_one_that_was_carried_away_kheops_23() -> None:
    table = laid("U0.0 corridor RB move\nD0.0 corridor LR -\nU0.1 room L -")
    table.do(m.SetPawn("U0.0", "worker"))
    moved = {"U0.0:pawn": EMPTY, "U0.1:pawn": "white-worker"}
    assert explained(table, moved) == [m.MovePawn("U0.0", "U0.1")]


def test_a_pawn_and_a_tile_at_once_are_two_moves() -> None:
    both = {"U0.0:pawn": "white-worker", "U1.1": "room-2-ankh@1"}
    assert explained(board(), both) == [
        m.SetPawn("U0.0", "worker"), m.BuildTile("U1.1", "room-2-ankh", 1),
    ]  # fmt: skip


def test_a_tile_hidden_below_a_pawn_is_unreadable_and_harms_nothing() -> None:
    table = board()
    seen = looking(table.state, **{"U0.0:pawn": "white-worker"})
    hidden = {**seen.readings, "U0.0": Reading({}, "pawn")}
    verdict = judge(GAME, table.state, Seen(readings=hidden, at=1.0))
    assert isinstance(verdict, Explained)


def test_two_likely_pawns_are_a_question() -> None:
    table = board()
    seen = looking(table.state)
    unsure = {"white-worker": 0.5, "white-mummy": 0.45, EMPTY: 0.05}
    readings = {**seen.readings, "U0.0:pawn": Reading(unsure)}
    verdict = judge(GAME, table.state, Seen(readings=readings, at=1.0))
    assert isinstance(verdict, Unclear)
    moves = {option.move for option in verdict.question.options}
    assert {m.SetPawn("U0.0", "worker"), m.SetPawn("U0.0", "mummy")} < moves


MISFITS = {
    "unreadable": (board(), {"U0.0": "?"}, ("KHEOPS-04", "cannot_read")),
    "an unreadable pawn": (board(), {"U0.0:pawn": "?"}, ("KHEOPS-04", "cannot_read")),
    "two pawns": (board(), {"U0.0:pawn": TWO_PAWNS}, ("KHEOPS-08", "two_pawns")),
    "a tile gone": (board(), {"D0.1": EMPTY}, ("KHEOPS-10", "tile_gone")),
    "another tile": (board(), {"D0.1": "room-3@0"}, ("KHEOPS-10", "tile_exchanged")),
    "tile before pawn": (board(), {"U1.1": "room-2@0"}, ("KHEOPS-07", "pawn_first")),
    "not touching": (
        board().do(m.SetPawn("U0.0", "worker")), {"U2.0": "room-2@0"},
        ("KHEOPS-10", "touches_nothing"),
    ),
    "two tiles": (
        board().do(m.SetPawn("U0.0", "worker")), {"U1.1": "room-2@0", "D1.0": "room-2@0"},
        ("KHEOPS-10", "tiles_at_once"),
    ),
    "turned for nothing": (board(), {"D0.0": "corridor-2@1"}, ("KHEOPS-26", "no_power_now")),
    "two turned": (
        powered("rot_c"), {"D0.0": "corridor-2@1", "U0.0": "corridor-2-rot_c@0"},
        ("KHEOPS-20", "turned_at_once"),
    ),
    "a room turned": (powered("rot_c"), {"D0.1": "room-2@1"}, ("KHEOPS-20", "other_kind")),
    "under the pharaoh": (
        powered("rot_c", BLUE), {"U1.0": "corridor-2@0"}, ("KO-27", "tile_protected"),
    ),
    "the wrong colour": (board(), {"U0.0:pawn": "blue-worker"}, ("KHEOPS-06", "not_on_turn")),
    "on a forbidden tile": (board(), {"U0.2:pawn": "white-worker"}, ("KHEOPS-25", "forbidden")),
    "a priest too soon": (board(turn=BLUE), {"U0.0:pawn": "blue-priest"},
                          ("KHEOPS-48", "priest_needs_mummy")),
    "over a worker": (board(), {"D0.0:pawn": "white-worker"}, ("KHEOPS-08", "occupied")),
    "over a priest": (board(turn=BLUE), {"U0.1:pawn": "blue-mummy"},
                      ("KHEOPS-43", "mummy_may_not")),
    "moved for nothing": (
        board(), {"D0.1:pawn": EMPTY, "U0.0:pawn": "white-worker"}, ("KHEOPS-26", "no_power_now"),
    ),
    "swapped with the priest": (
        powered("swap", BLUE), {"U0.0:pawn": "white-priest", "U0.1:pawn": "blue-worker"},
        ("KHEOPS-45", "pawn_protected"),
    ),
    "a pawn gone": (board(), {"D0.1:pawn": EMPTY}, ("KHEOPS-26", "pawn_gone")),
    "three pawns": (
        board(), {"U0.0:pawn": "white-worker", "D0.0:pawn": "white-worker",
                  "D0.1:pawn": "blue-worker"}, ("KHEOPS-08", "pawns_at_once"),
    ),
    "too much at once": (
        powered("rot_c"), {"D0.0": "corridor-2@1", "U1.1": "room-2@0", "U0.0:pawn": "white-mummy"},
        ("KHEOPS-07", "too_much_at_once"),
    ),
    "the power skipped": (powered("rot_c"), {"U1.1": "room-2@0"}, ("KHEOPS-09", "power_first")),
    "after the end": (
        laid(SMALL, phase=Phase.OVER), {"D1.0:pawn": "blue-worker"}, ("KHEOPS-60", "is_over"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("table", "changes", "told"), MISFITS.values(), ids=MISFITS.keys())
def test_a_picture_no_move_explains_is_refused_with_its_clause(
    table: Position, changes: dict[str, str], told: tuple[str, str]
) -> None:
    if table.phase == Phase.OVER:
        refusal = GAME.misfit(table.state, changes)
        assert (refusal.clause, refusal.say.key.removeprefix("kheops.")) == told
    else:
        assert refused(table, changes) == told


def test_a_misfit_names_cells_of_the_outline() -> None:
    for table, changes, _ in MISFITS.values():
        refusal = GAME.misfit(table.state, changes)
        assert set(refusal.cells) <= set(table.state.box.cells)


def test_the_likely_move_is_the_one_that_shows_these_cells() -> None:
    """Whatever legal move is made, the picture of it looks like that move."""
    for table in (board(), powered("rot_c"), powered("swap"), powered("move")):
        before = GAME.visible(table.state)
        for move in GAME.legal_moves(table.state):
            shown = difference(before, GAME.visible(Position(table.state).do(move).state))
            if shown:
                assert likely_move(table.state, shown) == move


def test_before_the_game_the_picture_is_held_to_the_base_ko_1_kheops_04() -> None:
    state = GAME.opening(OWN, board().state.seats, GAME.house_rules())
    assert GAME.misfit(state, {"U0.0": "room-2@0"}).say.key == "kheops.base_incomplete"
    assert GAME.misfit(state, {"U5.0": "room-2@0"}).clause == "KO-1"
    assert GAME.misfit(state, {"U0.0:pawn": "white-worker"}).clause == "KO-1"


def test_a_whole_base_that_lies_differently_is_named_again_or_read_again_kheops_04() -> None:
    base = a_base(Random(4), OWN)
    shown = {cell: f"{face}@{turn}" for cell, face, turn in base.tiles}
    opening = GAME.opening(OWN, board().state.seats, GAME.house_rules())
    assert GAME.misfit(opening, shown).say.key == "kheops.base_not_told"
    twice = shown | {"U0.0": "room-3@0", "D0.0": "room-3@0"}
    sure = opening.but(box=known(OWN))
    assert GAME.misfit(sure, twice).say.key == "kheops.too_many_tiles"


def test_a_move_of_nowhere_shows_nothing() -> None:
    state = board().state
    for move in (m.SetPawn("X", "worker"), m.TurnTile("U9.9", 1), m.MovePawn("X", "Y"), m.Begin()):
        assert GAME.shown_by(state, move) == {}


@pytest.mark.parametrize("hidden", [Reading({}, "glare"), Reading({"?": 1.0})])
def test_a_pawn_that_has_gone_may_be_in_a_hand_though_one_tile_alone_is_out_of_sight(
    hidden: Reading,
) -> None:
    """It could only have gone to a tile that nobody can make out; that is asked, not ruled."""
    free = BOARD.format(power="move").replace("D0.0 corridor LR - blue-worker", "D0.0 corridor LR")
    table, gone = laid(free).do(m.SetPawn("U0.0", "worker")), m.MovePawn("U0.0", "D0.0")
    seen = looking(table.state, **{"U0.0:pawn": EMPTY})
    readings = {**seen.readings, "D0.0:pawn": hidden}
    verdict = judge(GAME, table.state, Seen(readings=readings, at=1.0), strange={"D0.0:pawn"})
    assert isinstance(verdict, Unclear), verdict
    assert [option.move for option in verdict.question.options] == [gone, Leave()]
