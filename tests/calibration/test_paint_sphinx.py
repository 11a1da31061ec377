"""The court of the sphinx as painted: walls follow the way, pawns stand up, cards and dice lie."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry.board import EMPTY
from calibration.paint.faces import UnknownFace
from calibration.paint.scene import random_scene
from calibration.paint.solids import Slab, above
from calibration.paint.sphinx.faces import card, die
from calibration.paint.sphinx.studio import SphinxStudio, built, niche_mm, pawn
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.rooms import board_of
from companion.rooms.sphinx import prints_of

GAME = load_room("sphinx")
BOX = GAME.load_box(None)
BOARD, PRINTS = board_of(GAME, BOX), prints_of(BOX)
SIZE = (640, 360)
SEATS = [Seat("Anna", "red"), Seat("Ben", "blue")]


@pytest.fixture(scope="module")
def studio() -> SphinxStudio:
    return SphinxStudio(BOARD, PRINTS, random_scene(4, SIZE, 0.5))


def test_the_board_has_every_cell_the_rules_look_at() -> None:
    expected = set(GAME.visible(GAME.opening(BOX, SEATS, GAME.house_rules())))
    floors = {f"{cell}:floor" for cell in expected if cell.startswith("s")}
    assert expected | floors | {"die1", "die2", "die3"} == {cell.id for cell in BOARD.cells}


def test_walls_stand_where_the_way_does_not_lead_on() -> None:
    """On a spiral of 9 by 9 there are 144 borders between squares, and the way crosses 80."""
    slabs = [solid for solid in built(PRINTS) if isinstance(solid, Slab)]
    outer = 4
    assert len(slabs) == 144 - 80 + outer


def test_a_pawn_shows_its_top_above_its_square_and_leaves_no_trace(studio: SphinxStudio) -> None:
    bare = studio.view.seen.copy()
    studio.set({"s20": "red"})
    x, y = BOARD.cell("s20").middle_mm
    ((across, down),) = above(studio.view.shot, np.array([(x, y)]), 20.0)
    blue, green, red = (int(part) for part in studio.view.seen[round(down), round(across)])
    assert red > 2 * green > 0
    assert red > 2 * blue > 0
    studio.set({"s20": EMPTY})
    assert np.abs(studio.view.seen.astype(int) - bare).max() <= 1


def test_a_pawn_throws_its_shadow_beside_it(studio: SphinxStudio) -> None:
    bare = studio.view.seen.copy()
    studio.set({"s20": "yellow"})
    changed = (studio.view.seen.astype(int) - bare).sum(axis=2)
    assert (changed < -60).sum() > 20
    studio.set({"s20": EMPTY})


def test_sphinxes_of_the_temples_stand_outside_the_corridor() -> None:
    left, top = PRINTS.court.corner_mm(0, 0)
    right, low = PRINTS.court.corner_mm(9, 9)
    for square in PRINTS.niches:
        x, y = niche_mm(PRINTS, square)
        assert not (left < x < right and top < y < low)


def test_what_cannot_be_painted_is_refused_by_name() -> None:
    with pytest.raises(UnknownFace, match="beige"):
        card("beige", 40, 60)
    with pytest.raises(UnknownFace, match="7"):
        die("7", 40)
    with pytest.raises(KeyError):
        pawn((0.0, 0.0), "beige", 8.0, 20.0)
