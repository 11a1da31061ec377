"""A painted pyramid: tiles open the sides the rules say, and pawns stand up from the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from calibration.boards.kheops import Shape, kheops_board
from calibration.errors import BadBoard
from calibration.geometry.board import EMPTY, PAWN, Cell
from calibration.paint.faces import UnknownFace, bgr
from calibration.paint.kheops.figures import RINGS, looks
from calibration.paint.kheops.studio import KheopsStudio, lay_tile
from calibration.paint.kheops.tiles import PATH, SYMBOLS, drawing, tile
from calibration.paint.scene import PaintedScene, random_scene
from calibration.paint.solids import above
from calibration.read.single_picture import with_surroundings
from companion.core.game import load_room
from companion.games.kheops.faces import openings, turns_of
from companion.games.kheops.outline import neighbours, outline
from companion.rooms import board_of
from tests.bench.campaign.kheops import small_box
from tests.saying import refuses

GAME = load_room("kheops")
BOX = GAME.load_box(None)
BOARD = board_of(GAME, BOX)
SMALL = board_of(GAME, small_box())


@pytest.mark.parametrize("side", [2, 3, 7])
def test_every_cell_of_the_outline_has_a_tile_and_a_pawn_above_it(side: int) -> None:
    board = board_of(GAME, small_box(side, {2: 2, 3: 3, 7: 19}[side]))
    tiles = [cell for cell in board.cells if cell.kind == "turned_tile"]
    assert tuple(cell.id for cell in tiles) == outline(side)
    pawns = [cell for cell in board.cells if cell.kind == PAWN]
    assert {pawn.stands_on for pawn in pawns} == set(outline(side))
    assert {pawn.rise_mm for pawn in pawns} == {BOX.pawn.height_mm}


def test_neighbours_share_the_edge_the_outline_says() -> None:
    corners = {cell.id: cell.polygon_mm for cell in BOARD.cells if cell.kind == "turned_tile"}
    cells = outline(BOX.side)
    for number, beside in enumerate(neighbours(BOX.side)):
        for edge, other in enumerate(beside):
            if other >= 0:
                mine = _edge(corners[cells[number]], edge)
                theirs = _edge(corners[cells[other]], edge)
                assert mine == pytest.approx(theirs)


def _edge(corners: tuple[tuple[float, float], ...], edge: int) -> tuple[float, float]:
    """The middle of the left, right or lower edge of a cell, as if it pointed up."""
    left, right, tip = corners
    one, other = ((left, tip), (tip, right), (right, left))[edge]
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def test_the_markers_keep_clear_of_the_tiles() -> None:
    for board in (BOARD, SMALL):
        for corners in board.markers.values():
            for point in (*corners, tuple(np.mean(corners, axis=0))):
                assert not any(_holds(cell, point) for cell in board.cells)


def _holds(cell: Cell, point: tuple[float, ...]) -> bool:
    corners = np.array(cell.polygon_mm)
    away, edges = np.array(point) - corners, np.roll(corners, -1, axis=0) - corners
    sides = edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]
    return bool((sides >= 0).all() or (sides <= 0).all())


def _lain() -> Iterator[tuple[str, str, int]]:
    for face in BOX.faces:
        for turn in turns_of(face):
            for cell in ("U0.0", "D0.0"):
                yield cell, face, turn


@pytest.mark.parametrize(("cell", "face", "turn"), tuple(_lain()))
def test_a_tile_opens_the_edges_the_rules_say(cell: str, face: str, turn: int) -> None:
    corners = np.array(SMALL.cell(cell).polygon_mm) * 4
    corners -= corners.min(axis=0) - 4
    picture = np.zeros((240, 260, 3), np.uint8)
    lay_tile(picture, f"{face}@{turn}", corners)
    middle = corners.mean(axis=0)
    shown = []
    for edge in range(3):
        x, y = middle + 0.86 * (np.array(_edge(tuple(map(tuple, corners)), edge)) - middle)
        shown.append(bool(np.abs(picture[round(y), round(x)].astype(int) - bgr(PATH)).max() < 12))
    assert tuple(shown) == openings(face, turn)


def test_no_two_tiles_of_the_box_look_the_same() -> None:
    seen = [tile(face, 90).tobytes() for face in BOX.faces]
    assert len(set(seen)) == len(BOX.faces)


def test_a_tile_may_carry_two_symbols_and_one_nobody_drew() -> None:
    both, one = tile("room-2-ankh+double", 90), tile("room-2-ankh", 90)
    assert not np.array_equal(both, one)
    assert drawing("room-2-ankh+double").symbols == ("ankh", "double")
    assert "moon" not in SYMBOLS
    assert not np.array_equal(tile("room-2-moon", 90), tile("room-2", 90))


@pytest.mark.parametrize("face", ["hall-2", "room-4", "room", "ankh"])
def test_what_is_no_tile_cannot_be_painted(face: str) -> None:
    with refuses(UnknownFace, match=f"“{face}”. I can draw .*corridor-1"):
        tile(face, 60)


@pytest.mark.parametrize("label", ["white-queen", "pink-worker", "worker"])
def test_what_is_no_pawn_cannot_be_painted(label: str) -> None:
    with refuses(UnknownFace, match=f"“{label}”. I can draw .*white-worker"):
        looks(label)


def test_the_kinds_of_pawns_are_told_apart_by_their_rings() -> None:
    assert set(RINGS) == {"worker", "mummy", "priest", "pharaoh"}
    assert len(set(RINGS.values())) == len(RINGS)


def test_the_top_of_a_pawn_is_seen_away_from_its_foot_but_its_foot_is_not() -> None:
    studio = KheopsStudio(SMALL, PaintedScene(seed=1, pitch=14.0, size=(960, 540), noise=0.0))
    bare = studio.view.seen.copy()
    pawn = SMALL.cell("U0.0:pawn")
    studio.crowd((studio.figure("blue-worker", pawn, (0.0, 0.0)),))
    foot = above(studio.view.shot, np.array([pawn.middle_mm]), 0.0)[0]
    top = above(studio.view.shot, np.array([pawn.middle_mm]), pawn.rise_mm)[0]
    assert np.hypot(*(top - foot)) > 5
    x, y = np.round(top).astype(int)
    blue, green, red = (int(part) for part in studio.view.seen[y, x])
    assert blue > green > red
    changed = np.abs(studio.view.seen.astype(int) - bare).max(axis=2) > 8
    _, columns = np.nonzero(changed)
    assert columns.max() - columns.min() < 0.35 * 960


def test_a_pawn_that_leaves_takes_its_shadow_with_it() -> None:
    studio = KheopsStudio(SMALL, random_scene(4, (960, 540)))
    bare = studio.view.seen.copy()
    studio.set({"U1.0:pawn": "white-pharaoh", "D0.1:pawn": "blue-priest"})
    assert not np.array_equal(studio.view.seen, bare)
    studio.set({"U1.0:pawn": EMPTY, "D0.1:pawn": EMPTY})
    assert np.array_equal(studio.view.seen, bare)


def test_nobody_comes_to_stand_just_as_before() -> None:
    studio = KheopsStudio(SMALL, random_scene(4, (960, 540)))
    studio.set({"U1.0:pawn": "white-worker"})
    first = studio.view.seen.copy()
    studio.set({"U1.0:pawn": EMPTY})
    studio.set({"U1.0:pawn": "white-worker"})
    assert not np.array_equal(studio.view.seen, first)


def test_the_same_seed_paints_the_same_picture() -> None:
    labels = {"U0.0": "room-2-ankh@1", "U0.0:pawn": "blue-mummy", "D0.0": "corridor-2@2"}
    one, other = (KheopsStudio(SMALL, random_scene(9, (640, 360)), labels) for _ in range(2))
    assert np.array_equal(one.frame(), other.frame())


def test_a_cell_the_board_does_not_have_is_refused() -> None:
    studio = KheopsStudio(SMALL, random_scene(9, (640, 360)))
    with pytest.raises(BadBoard, match="no cells"):
        studio.set({"U9.9": "room-2@0"})
    with pytest.raises(BadBoard, match="no tiles"):
        kheops_board(Shape((60.0, 52.0), 60.0, (16.0, 24.0)), {})


def test_places_beside_the_outline_touch_it_and_lie_on_the_board() -> None:
    wider = with_surroundings(BOARD)
    beside = [cell for cell in wider.cells if cell.id not in {one.id for one in BOARD.cells}]
    assert {cell.id for cell in beside} == {
        f"beside U{row}.{last} {side}"
        for row in range(1, 7)
        for side, last in (("L", 0), ("R", 6 - row))
    }
    tiles = {cell.middle_mm for cell in BOARD.cells if cell.kind == "turned_tile"}
    for cell in beside:
        nearest = min(np.hypot(*np.subtract(cell.middle_mm, tile)) for tile in tiles)
        assert nearest == pytest.approx(BOX.edge_mm / 3**0.5)
