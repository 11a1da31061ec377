"""Setting up: the box, the base as it lies, hands and pawns, and who begins."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.cells import EMPTY
from companion.core.errors import BadBox, BadHouseRule, BadSeats
from companion.core.house import read_house_rules, switches
from companion.core.observation import Pressed, Reply, Ticked
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Refused
from companion.games.kheops import GAME
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.box import Box
from companion.games.kheops.boxfile import LARGEST_SIDE, load_box, read_box
from companion.games.kheops.faces import openings, read_face
from companion.games.kheops.house import HouseRules
from companion.games.kheops.looking import looked
from companion.games.kheops.outline import is_up, outline, row_and_place
from companion.games.kheops.reader import cells
from companion.games.kheops.state import Phase
from tests.rooms.kheops.laid import OWN, SEATS, Position, box_data, small_box
from tests.rooms.kheops.players import a_base
from tests.rooms.position import known
from tests.saying import refuses

BASE = a_base(Random(4), OWN)


def opened(box: Box = OWN, **rules: Any) -> Position:
    return Position(GAME.opening(box, SEATS, HouseRules(**rules)))


def seen(base: m.LayBase) -> dict[str, str]:
    """The picture of a base: empty where nothing lies."""
    shown = dict.fromkeys(GAME.visible(opened().state), EMPTY)
    return shown | {cell: f"{face}@{turn}" for cell, face, turn in base.tiles}


# Players, pawns, tiles


def test_white_begins_and_owns_the_pharaoh_whoever_sits_first_kheops_01_kheops_06() -> None:
    swapped = (Seat("Ben", "blue"), Seat("Ana", "white"))
    state = Position(GAME.opening(OWN, swapped, HouseRules())).do(BASE, m.Begin()).state
    assert state.seats[state.turn].name == "Ana"
    assert state.reserve("white")["pharaoh"] == 1
    assert state.reserve("blue")["pharaoh"] == 0


@pytest.mark.parametrize(
    "seats",
    [SEATS[:1], (*SEATS, Seat("Cleo", "red")), (SEATS[0], Seat("Ben", "green")), (SEATS[0],) * 2],
)
def test_two_play_white_and_blue_kheops_01(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(BadSeats):
        GAME.opening(OWN, seats, HouseRules())


def test_seventeen_pawns_each_lie_open_kheops_02_kheops_03() -> None:
    shown = GAME.view(opened().state, TABLE)["seats"]
    assert shown[0]["reserve"] == {"worker": 14, "mummy": 1, "priest": 1, "pharaoh": 1}
    assert shown[1]["reserve"] == {"worker": 15, "mummy": 1, "priest": 1, "pharaoh": 0}
    spare = {side["colour"]: side["spare"] for side in box_data()["sides"]}
    assert spare == {"white": 1, "blue": 1}


def test_three_tiles_each_and_25_in_the_pile_kheops_05() -> None:
    state = opened().state
    assert (len(OWN.tiles), len(OWN.base), state.hands, state.pile) == (50, 19, (3, 3), 25)


def test_the_base_is_the_ground_row_and_the_six_upright_cells_on_it_ko_1_kheops_04() -> None:
    ground = [cell for cell in outline(7) if row_and_place(cell)[0] == 0]
    above = [cell for cell in outline(7) if row_and_place(cell)[0] == 1 and is_up(cell)]
    assert (len(ground), len(above)) == (13, 6)
    assert set(OWN.base) == {*ground, *above}
    after = opened().do(BASE, m.Begin()).do(m.SetPawn(_free(), "worker"))
    after.state = after.state.but(phase=Phase.TILE, power="")
    builds = {move.cell for move in after.legal(m.BuildTile) if isinstance(move, m.BuildTile)}
    assert builds == {f"D1.{n}" for n in range(5)}


def _free() -> str:
    return next(cell for cell, face, _ in BASE.tiles if "forbid" not in face)


def test_the_assumed_tiles_have_every_stated_fact_and_are_flagged_ko_24_ko_25() -> None:
    faces = [read_face(tile.face) for tile in OWN.tiles]
    assert Counter(face.kind for face in faces) == {"corridor": 22, "room": 28}
    assert Counter((face.kind, face.openings) for face in faces) == {
        ("corridor", 2): 14, ("corridor", 3): 8, ("room", 1): 10, ("room", 2): 13, ("room", 3): 5,
    }  # fmt: skip
    assert all(len(face.symbols) <= 1 for face in faces)
    marked = Counter(s.partition("_")[0] for f in faces for s in f.symbols if "rot" not in s)
    assert marked == {
        "move": 5, "swap": 5, "forbid": 3, "double": 4, "ankh": 6, "sarcophagus": 6, "curse": 3,
    }  # fmt: skip
    assert all(
        face.kind == "room"
        for face in faces
        if {"ankh", "curse"} & set(face.symbols) or face.sarcophagi
    )
    assert "faces:50" in OWN.assumed
    assert "base" in OWN.assumed


def test_a_turn_carries_the_openings_on_clockwise() -> None:
    """The first edge of an upright cell is its left slope, then the right one, then the ground."""
    assert openings("room-1", 0) == (True, False, False)
    assert openings("room-1", 1) == (False, True, False)
    assert openings("corridor-2", 2) == (True, False, True)
    assert openings("corridor-3", 1) == (True, True, True)


# Laying


def test_the_game_begins_when_the_base_lies_kheops_04_kheops_06() -> None:
    table = opened()
    assert table.clause(m.Begin()) == "KHEOPS-04"
    assert not table.question.options
    assert len(table.question.cells) == 19
    table.do(BASE)
    assert [option.name for option in table.question.options] == ["begin"]
    table.do(m.Begin())
    assert (table.phase, table.state.turn) == (Phase.PAWN, 0)
    assert table.clause(m.Begin()) == "KHEOPS-06"
    assert table.clause(BASE) == "KHEOPS-04"


def test_the_base_can_be_named_tile_by_tile_and_again() -> None:
    table = opened()
    for cell, face, turn in BASE.tiles:
        table.do(m.LayBaseTile(cell, face, turn))
    assert table.state == opened().do(BASE).state
    cell, face, turn = next(tile for tile in BASE.tiles if "-2" in tile[1])
    table.do(m.LayBaseTile(cell, face, (turn + 1) % 3))
    assert table.turn_of(cell) == (turn + 1) % 3
    assert [type(event) for event in table.events] == [e.BaseTileLaid]


def test_a_tile_with_three_openings_is_always_written_with_turn_0() -> None:
    face = "corridor-3"
    assert opened().do(m.LayBaseTile("U0.0", face, 2)).turn_of("U0.0") == 0


WRONG_BASES = {
    "incomplete": (m.LayBase(BASE.tiles[:-1]), "KHEOPS-04", "kheops.base_incomplete"),
    "off the base": (m.LayBaseTile("U6.0", "room-2", 0), "KO-1", "kheops.not_the_base"),
    "a cell twice": (m.LayBase((*BASE.tiles, BASE.tiles[0])), "KO-1", "kheops.not_the_base"),
    "unknown": (m.LayBaseTile("U0.0", "room-1-move", 0), "KHEOPS-04", "kheops.not_in_the_box"),
    "nonsense": (m.LayBaseTile("U0.0", "room-2-moon", 0), "KHEOPS-04", "kheops.no_such_face"),
    "turned oddly": (m.LayBaseTile("U0.0", "room-2", 3), "KHEOPS-11", "kheops.no_such_turn"),
    "seen too often": (
        m.LayBase(tuple((cell, "room-2", 0) for cell in OWN.base)),
        "KHEOPS-04",
        "kheops.too_many_tiles",
    ),
}


@pytest.mark.parametrize(("move", "clause", "key"), WRONG_BASES.values(), ids=WRONG_BASES.keys())
def test_a_wrong_base_is_refused(move: Any, clause: str, key: str) -> None:
    refused = opened(known(OWN)).refused(move)
    assert (refused.clause, refused.say.key) == (clause, key)


# Looking at it


def test_a_base_is_read_from_one_picture_kheops_04() -> None:
    found = looked(opened().state, seen(BASE))
    assert isinstance(found, m.LayBase)
    assert set(found.tiles) == set(BASE.tiles)
    assert looked(opened().do(found).state, seen(BASE)) is None


def test_an_unfinished_base_is_waited_for() -> None:
    shown = seen(BASE) | {"U0.3": EMPTY}
    assert looked(opened().state, shown) is None
    assert looked(opened().state, {c: v for c, v in seen(BASE).items() if c != "U0.3"}) is None


WRONG_LOOKS = {
    "a pawn": ({"U0.0:pawn": "white-worker"}, "KO-1", "kheops.not_the_base"),
    "a tile above": ({"D3.0": "room-2@0"}, "KO-1", "kheops.not_the_base"),
    "unreadable": ({"U0.0": "?"}, "KHEOPS-04", "kheops.cannot_read"),
    "twice": ({c: "room-2@0" for c in ("U0.0", "D0.0")}, "KHEOPS-04", "kheops.too_many_tiles"),
}


@pytest.mark.parametrize(("change", "clause", "key"), WRONG_LOOKS.values(), ids=WRONG_LOOKS.keys())
def test_a_wrong_picture_of_the_base_is_refused(
    change: dict[str, str], clause: str, key: str
) -> None:
    refused = looked(opened(known(OWN)).state, seen(BASE) | change)
    assert isinstance(refused, Refused)
    assert (refused.clause, refused.say.key) == (clause, key)
    assert set(refused.cells) >= {cell.partition(":")[0] for cell in change}


def test_the_done_button_begins_and_the_answer_too() -> None:
    table = opened()
    assert GAME.hears(table.state, Pressed(button="done", at=0.0)) is None
    table.do(BASE)
    assert GAME.hears(table.state, Pressed(button="done", at=0.0)) == m.Begin()
    assert GAME.hears(table.state, Pressed(button="seat-0", at=0.0)) is None
    assert GAME.hears(table.state, Ticked(at=1e9)) is None
    reply = GAME.answer(table.state, table.question, Reply(option="begin"), 0.0)
    assert reply == m.Begin()
    refused = GAME.answer(table.state, table.question, Reply(option="nap"), 0.0)
    assert isinstance(refused, Refused)


def test_the_board_is_given_to_eye_and_painter() -> None:
    board = cells(OWN)
    assert list(board["cells"]) == list(OWN.cells)
    assert board["cells"]["U0.0"]["at_mm"][0] == pytest.approx(30.0)
    width, height = board["board_mm"]
    for cell in board["cells"].values():
        assert 0 < cell["at_mm"][0] < width
        assert 0 < cell["at_mm"][1] < height
    assert board["cells"]["U6.0"]["at_mm"][1] < board["cells"]["U0.0"]["at_mm"][1]
    assert len(board["labels"]) == len(set(board["labels"]))
    assert "blue-pharaoh" not in board["pawn_labels"]
    assert len(board["pawn_labels"]) == 1 + 4 + 3


# The box file


def wrong(**changes: Any) -> dict[str, Any]:
    data = box_data()
    for path, value in changes.items():
        *way, last = path.split("__")
        place: Any = data
        for step in way:
            place = place[int(step)] if step.isdigit() else place[step]
        place[last] = value
    return data


BAD_BOXES = {
    "side": (wrong(pyramid__side=LARGEST_SIDE + 1), "pyramid.side = 13"),
    "odd base": (wrong(pyramid__base=["U0.0", "D0.0"]), "even number"),
    "cell outside": (wrong(pyramid__base=["U0.9"]), "U0.9"),
    "base twice": (wrong(pyramid__base=["U0.0"] * 3), "only once"),
    "hand": (wrong(pyramid__hand=30), "too few"),
    "size": (wrong(pawns__height_mm=0), "more than 0"),
    "few tiles": (wrong(tiles=box_data()["tiles"][:5]), "for 49 cells"),
    "tile twice": (wrong(tiles__0__ids=["T01", "T01", "T02"]), "tile “T01” is listed twice"),
    "no ids": (wrong(tiles__0__ids=[]), "without ids"),
    "kind": (wrong(tiles__0__kind="garden"), "garden"),
    "openings": (wrong(tiles__0__openings=4), "4 openings"),
    "symbol": (wrong(tiles__0__symbols=["sphinx"]), "sphinx"),
    "colour": (wrong(tiles__0__symbols=["sarcophagus_pink_king"]), "pink"),
    "powers": (wrong(tiles__0__symbols=["swap", "move"]), "more than one power"),
    "same colours": (wrong(sides__1__colour="white"), "colours of their own"),
    "too few pawns": (wrong(sides__0__worker=3), "15 turns"),
    "negative pawns": (wrong(sides__0__priest=-1), "fewer than 0 pawns"),
    "unknown field": (wrong(pyramid__colour="gold"), "colour"),
}


@pytest.mark.parametrize(("data", "words"), BAD_BOXES.values(), ids=BAD_BOXES.keys())
def test_a_box_that_contradicts_itself_is_refused(data: dict[str, Any], words: str) -> None:
    with refuses(BadBox, match=words):
        read_box(data)


def test_a_box_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with refuses(BadBox, match="can't read the box file"):
        load_box(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_text("name = ")
    with refuses(BadBox, match="isn't TOML"):
        load_box(tmp_path / "odd.toml")


def test_the_side_is_a_parameter() -> None:
    box = small_box()
    assert (len(box.cells), box.turns_each, box.pile) == (9, 1, 1)
    assert opened(box).state.pyramid == (None,) * 9


def test_a_tile_may_carry_several_symbols_in_the_data_ko_24() -> None:
    data = box_data()
    data["tiles"][-1]["symbols"] = ["ankh", "double"]
    assert "room-2-ankh+double" in read_box(data).faces
    assert read_face("room-2-ankh+double").symbols == ("ankh", "double")


def test_every_switch_is_typed_with_its_default_and_clause() -> None:
    found = {switch.name: (switch.default, switch.clause) for switch in switches(HouseRules)}
    assert found == {
        "rotation_target": ("any_of_kind", "KO-2"), "edge_match": (False, "KO-4"),
        "path_tie": ("none", "KO-5"), "longest_pool": ("all", "KO-7"),
        "isolated_ankh": (True, "KO-9"), "ground_is_outside": (True, "KO-10"),
        "pharaoh_needs_mummy": (False, "KO-13"), "priest_condition": ("own_now", "KO-14"),
        "replaced_pawn": ("reserve", "KO-15"), "power_optional": (False, "KO-18"),
        "idle_turn": ("allowed", "KO-3"),
        "final_tie": ("draw", "KO-22"), "needs_support": (False, "KO-23"),
        "base_value": ("rooms", "KO-29"),
    }  # fmt: skip
    with pytest.raises(BadHouseRule):
        read_house_rules(HouseRules, {"path_tie": "sometimes"})
