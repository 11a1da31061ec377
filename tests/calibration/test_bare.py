"""An empty place is a look of its own in every cell, in whatever light it lies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.geometry.board import DOWN, EMPTY, Board
from calibration.geometry.pictures import Levels
from calibration.read.bare import SMALL, Bare, BareCell
from calibration.read.bare_vote import brought_together, frame_of, held_back
from calibration.read.field import KnownLight, field_of
from calibration.read.ground import Ground, ground_of
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.store import ABOUT, BARE, load, save
from tests.calibration.harsh_pyramids import harsh, learn_pyramid, lesson, pyramid


@pytest.fixture(scope="module")
def board() -> Board:
    return pyramid(7)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return learn_pyramid(board)


@pytest.mark.parametrize("seed", [9, 26, 28, 35])
def test_an_empty_place_in_unlike_light_is_no_tile(board: Board, taught: Taught, seed: int) -> None:
    """Each of these lamps and shadows made the eye sure of tiles that were not there."""
    picture, labels = harsh(seed, board)
    look = Looker(board, taught).look(picture)
    wrong = {
        name: (label, look.cells[name].label)
        for name, label in labels.items()
        if look.cells[name].label not in (None, label)
    }
    assert look.found
    assert not wrong


def test_the_table_that_shows_through_a_hole_is_no_tile(board: Board, taught: Taught) -> None:
    picture, labels = harsh(1003, board, through=True)
    look = Looker(board, taught).look(picture)
    holes = [look.cells[name].label for name, label in labels.items() if label == EMPTY]
    assert look.found
    assert holes
    assert DOWN not in holes


def test_bare_and_face_down_are_told_in_the_light_of_the_lesson(
    board: Board, taught: Taught
) -> None:
    for picture, labels in lesson(board):
        look = Looker(board, taught).look(picture)
        said = [look.cells[name].label for name in labels]
        assert all(label in (None, true) for label, true in zip(said, labels.values(), strict=True))
        assert said.count(None) <= 5


def test_the_bare_board_gives_every_cell_its_own_look(board: Board, taught: Taught) -> None:
    assert taught.bare is not None
    assert {cell.id for cell in taught.bare.cells} == {cell.id for cell in board.cells}
    looks, known = taught.bare.looks(board.cells)
    assert known.all()
    assert looks.shape == (len(board.cells), SMALL, SMALL, 3)
    aside = [replace(cell, polygon_mm=tuple((x + 9, y) for x, y in cell.polygon_mm))
             for cell in board.cells]  # fmt: skip
    assert not taught.bare.looks(aside)[1].any()


def test_the_ground_is_seen_around_the_cells_and_not_in_them(board: Board, taught: Taught) -> None:
    assert taught.bare is not None
    assert len(taught.bare.ground) > 20
    tiles, _ = list(lesson(board))[1]
    sight = Looker(board, taught)
    sight.look(tiles)
    assert sight._sight is not None
    seen = ground_of(Levels(tiles), board, sight._sight.pose, sight._sight.light)
    off = np.log(np.median(seen.colours, axis=0) / np.median(taught.bare.ground.colours, axis=0))
    assert np.abs(off).max() < 0.05


def test_a_bare_board_is_kept_with_its_edition(taught: Taught, tmp_path: Path) -> None:
    again = load(save(taught, tmp_path))
    assert taught.bare is not None
    assert again.bare is not None
    assert again.bare.cells == taught.bare.cells
    assert np.abs(again.bare.cells[3].look - taught.bare.cells[3].look).max() < 0.005
    assert np.allclose(again.bare.ground.places, taught.bare.ground.places, atol=1e-3)


def test_an_edition_that_kept_no_bare_board_is_read_on(
    board: Board, taught: Taught, tmp_path: Path
) -> None:
    path = save(replace(taught, bare=None), tmp_path)
    assert not (path / BARE).exists()
    old = load(path)
    assert old.bare is None
    picture, labels = list(lesson(board))[1]
    look = Looker(board, old).look(picture)
    assert all(look.cells[name].label in (None, label) for name, label in labels.items())


def test_a_bare_board_of_another_layout_is_left_out(taught: Taught, tmp_path: Path) -> None:
    path = save(taught, tmp_path)
    about = json.loads((path / ABOUT).read_bytes())
    about["bare"]["layout"] = 99
    (path / ABOUT).write_text(json.dumps(about))
    assert load(path).bare is None


def test_two_opinions_that_are_sure_of_different_things_leave_a_cell_open() -> None:
    old, new = np.array([[0.0, 9.0]]), np.array([[9.0, 0.0]])
    both = brought_together(old, new)
    assert both[0, 0] == both[0, 1]


def test_nothing_lies_face_down_that_the_bare_board_does_not_confirm() -> None:
    empty = np.array([True, False])
    sure_of_a_tile, plain = np.array([[30.0, 0.0]]), np.zeros((1, 2))
    weak = np.array([[3.0, 0.0]])
    held = held_back(sure_of_a_tile, (plain, weak), plain, empty)
    assert held[0, 0] - held[0, 1] < 3
    confirmed = held_back(sure_of_a_tile, (plain, 3 * weak), plain, empty)
    assert confirmed[0, 0] - confirmed[0, 1] == 30


def test_the_light_is_less_known_far_from_where_it_is_seen() -> None:
    places = np.array([(x, y) for x in (-1.0, -0.8, -0.6) for y in (-0.5, 0.0, 0.5)])
    known = KnownLight(places, np.zeros((9, 3)), np.full((9, 3), 0.02), np.zeros((9, 1)))
    field = field_of(known, np.full((1, 3), 0.1))
    there = np.array([(-0.8, 0.1), (0.9, 0.1)])
    nobody = np.array([-1, -1])
    light, wide = field.at(there, np.zeros((2, 1)), nobody, field.inverses())
    assert np.abs(light).max() < 0.05
    assert (wide[1] > wide[0]).all()


def test_cells_shown_later_take_the_place_of_those_shown_before() -> None:
    ground = Ground(np.array([[5.0, 5.0]]), np.ones((1, 3)))
    first, then = (
        Bare(ground, (BareCell("a", "tile", (1.0, 1.0), np.full((SMALL, SMALL, 3), grey)),))
        for grey in (0.2, 0.7)
    )
    edition = Taught("pyramid", "2026-01-01T00:00:00Z", (), bare=first)
    grown = edition.extended((), "2026-01-02T00:00:00Z", then)
    assert grown.bare is not None
    assert grown.bare.cells[0].look.mean() == pytest.approx(0.7)


FRAME = 60.0


@pytest.mark.parametrize(
    ("edges", "lead", "sure"),
    [(40.0, 2.0, True), (26.0, 2.0, False), (30.0, 5.0, True), (10.0, 9.0, False)],
    ids=["a frame of its own", "perhaps a neighbour's", "with the board's word", "no frame"],
)
def test_a_framed_tile_lies_only_where_its_frame_is_seen(
    edges: float, lead: float, sure: bool
) -> None:
    empty = np.array([False, True])
    cost, structure, word = (np.array([[0.0, by]]) for by in (12.0, edges, lead))
    held = held_back(cost, (np.zeros((1, 2)), word), structure, empty, FRAME)
    assert bool(held[0, 1] == 12.0) is sure


def test_without_any_frame_a_place_is_empty_unless_the_board_speaks_against_it() -> None:
    empty = np.array([False, True])
    cost, structure = np.array([[6.0, 0.0]]), np.array([[15.0, 0.0]])
    for word, sure in ((0.5, True), (3.0, False)):
        against = np.array([[0.0, word]])
        held = held_back(cost, (np.zeros((1, 2)), against), structure, empty, FRAME)
        assert bool(held[0, 0] == 6.0) is sure
    unframed = held_back(cost, (np.zeros((1, 2)), np.array([[0.0, 0.5]])), structure, empty)
    assert unframed[0, 0] < 6.0


def test_backs_with_dark_edges_have_a_frame_and_pale_ones_have_none(taught: Taught) -> None:
    bank = taught.bank("tile")
    down = np.array([bank.names.index(DOWN)])
    assert frame_of(bank, down) > 30
    pale = replace(bank, faces=np.full_like(bank.faces, 0.6))
    assert frame_of(pale, down) == 0.0
