"""A painted tray: cards of our own, lying as deep as their layer, and an eye that can read them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.boards.dig import BARRICADE
from calibration.geometry.board import DOWN, EMPTY
from calibration.paint import UnknownFace, random_hand
from calibration.paint.dig.cards import card
from calibration.paint.dig.held import HeldTiles
from calibration.paint.dig.lesson import dig_lesson, learn_dig
from calibration.paint.dig.pictures import GRANITE, SCALES
from calibration.paint.dig.pits import PitPose, Pits
from calibration.paint.dig.studio import DigStudio, tray_scene
from calibration.paint.faces import bgr
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from companion.core.game import load_room
from companion.games.dig.layout import seen_as
from companion.rooms import labels_of
from companion.rooms.dig import tray_of
from tests.saying import refuses

GAME = load_room("dig")
BOX = GAME.load_box(None)
TRAY = tray_of(BOX)
FACES = labels_of(GAME, BOX)
SIZE = (960, 540)
NAMES = [cell.id for cell in TRAY.board.cells]


@pytest.fixture(scope="module")
def taught() -> Taught:
    return learn_dig(TRAY, FACES, SIZE)


def studio(seed: int = 3, harshness: float = 0.5) -> DigStudio:
    return DigStudio(TRAY, tray_scene(seed, SIZE, harshness))


def some_tray(dice: Random) -> dict[str, str]:
    """Every cell dug to some depth, the cards lying any way."""
    heights = {name: dice.randint(0, BOX.top) for name in NAMES}
    return {
        name: f"{dice.choice(sorted(BOX.labels(high)))}@{dice.choice('NESW')}" if high else EMPTY
        for name, high in heights.items()
    }


def test_every_card_of_the_box_has_a_face_of_its_own() -> None:
    faces = {label: card(TRAY, label, 64) for label in FACES}
    assert len({face.tobytes() for face in faces.values()}) == len(FACES) > 55


def test_a_card_nobody_drew_still_gets_a_face() -> None:
    assert not np.array_equal(card(TRAY, "2-lotus", 64), card(TRAY, "2-papyrus", 64))


def test_a_card_of_no_layer_is_refused_by_saying_what_is_expected() -> None:
    with refuses(UnknownFace, match="drawn “9-necklace”.*3-necklace"):
        card(TRAY, "9-necklace", 64)


@pytest.mark.parametrize(("part", "tone"), [("obelisk_mid", GRANITE), ("snake_body", SCALES)])
def test_obelisk_and_snake_run_over_the_edges_of_their_cards(part: str, tone: str) -> None:
    face = card(TRAY, f"3-{part}", 100)
    for edge in (face[0, 42:60], face[99, 42:60]):
        assert (np.abs(edge.astype(int) - bgr(tone)).max(axis=1) < 12).any()


def test_a_card_may_point_four_ways() -> None:
    upright = card(TRAY, "4-mosquito@N", 64)
    assert np.array_equal(np.rot90(upright, 2), card(TRAY, "4-mosquito@S", 64))
    assert np.array_equal(np.rot90(upright, -1), card(TRAY, "4-mosquito@E", 64))


def test_a_deeper_card_lies_aside_smaller_and_in_the_shadow_of_the_walls() -> None:
    scene = replace(tray_scene(3, SIZE, 1.0), pitch=25.0)
    before = DigStudio(TRAY, scene)
    pits = Pits(TRAY, before.view)
    cell = TRAY.board.cell("B3")
    high, low = pits.depth(cell, BOX.top), pits.depth(cell, 1)
    walled_high, walled_low = (each.wall[each.inside > 0].mean() / 255 for each in (high, low))
    assert walled_low > walled_high + 0.02
    assert low.light[low.inside > 0].mean() < high.light[high.inside > 0].mean() - 0.05
    corners = np.array(cell.polygon_mm)
    up, down = (before.view.shot.pixels_of(corners, TRAY.depth_mm(n)) for n in (BOX.top, 1))
    assert np.ptp(down, axis=0).prod() < 0.99 * np.ptp(up, axis=0).prod()
    assert np.abs(down.mean(axis=0) - up.mean(axis=0)).max() > 2.0


def test_only_the_cell_that_changes_is_painted_anew() -> None:
    painted = studio()
    painted.set(dict.fromkeys(NAMES, "5-earth"))
    before = painted.view.seen.copy()
    painted.set({"C2": "4-scorpion"})
    changed = np.argwhere((painted.view.seen != before).any(axis=2))
    x, y, w, h = painted.view.around(TRAY.board.cell("C2").polygon_mm)
    assert len(changed) > 500
    assert changed.min(axis=0)[0] >= y - 8
    assert changed.max(axis=0)[0] <= y + h + 8
    assert changed.min(axis=0)[1] >= x - 8
    assert changed.max(axis=0)[1] <= x + w + 8


def test_a_lid_lies_upon_what_is_there_and_leaves_it_when_it_is_taken_off() -> None:
    painted = studio()
    painted.set({"A1": "3-necklace@W"})
    painted.set({"A1": BARRICADE})
    assert (painted.labels()["A1"], painted.height("A1")) == (BARRICADE, 4)
    painted.set({"A1": "3-necklace@W"})
    assert (painted.lying("A1"), painted.height("A1")) == ("3-necklace@W", 3)


def test_what_is_held_higher_appears_larger() -> None:
    painted = studio()
    low, high = (
        painted.view.shot.spots_of(np.array([(100.0, 100.0, -r), (144.0, 100.0, -r)]))
        for r in (0.0, 120.0)
    )
    assert np.linalg.norm(high[1] - high[0]) > 1.1 * np.linalg.norm(low[1] - low[0])
    empty = painted.view.seen.copy()
    shown = painted.holding(
        random_hand(1), HeldTiles((130.0, 130.0), 30.0, "5-bracelet", shovel=True)
    )
    assert (np.abs(shown.astype(int) - empty).max(axis=2) > 40).sum() > 5000


def test_the_lesson_shows_every_face_once_and_backs_and_lids_at_several_depths() -> None:
    told = [label for _, labels in dig_lesson(TRAY, FACES, (640, 360)) for label in labels.values()]
    assert set(told) == {EMPTY, *FACES}
    assert told.count(DOWN) == told.count(BARRICADE) == 3
    assert all(told.count(face) == 1 for face in FACES if face not in (DOWN, BARRICADE))


@pytest.mark.parametrize(("seed", "harshness"), [(1, 0.3), (2, 0.6), (3, 1.0)])
def test_the_eye_says_which_card_of_which_layer_lies_on_top(
    seed: int, harshness: float, taught: Taught
) -> None:
    painted = studio(100 + seed, harshness)
    lying = some_tray(Random(seed))
    painted.set(lying)
    painted.set({"B2": BARRICADE, "D4": DOWN})
    look = Looker(TRAY.board, taught).look(painted.frame())
    expected = {name: seen_as(label) for name, label in lying.items()}
    assert {name: cell.label for name, cell in look.cells.items()} == expected | {
        "B2": BARRICADE,
        "D4": DOWN,
    }


def test_the_eye_says_which_way_a_head_a_tail_a_foot_and_a_tip_point(taught: Taught) -> None:
    painted = studio(106)
    parts = ("snake_head", "snake_tail", "obelisk_base", "obelisk_tip")
    lying = {name: f"3-{parts[n // 4]}@{'NESW'[n % 4]}" for n, name in enumerate(NAMES)}
    painted.set(lying)
    look = Looker(TRAY.board, taught).look(painted.frame())
    assert {name: cell.label for name, cell in look.cells.items()} == lying


@pytest.mark.parametrize("layer", [2, 3, 4, 5])
def test_the_eye_says_the_line_a_middle_and_a_body_lie_along(layer: int, taught: Taught) -> None:
    """Half turned they look much the same, and nothing hangs on it."""
    painted = studio(200 + layer, 0.6)
    parts = ("obelisk_mid", "snake_body")
    lying = {name: f"{layer}-{parts[n % 2]}@{'NESW'[n // 2 % 4]}" for n, name in enumerate(NAMES)}
    painted.set(lying)
    look = Looker(TRAY.board, taught).look(painted.frame())
    lines = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
    assert {name: cell.label for name, cell in look.cells.items()} == {
        name: label[:-1] + lines[label[-1]] for name, label in lying.items()
    }


def test_a_card_askew_is_never_taken_for_another_one(taught: Taught) -> None:
    dice = Random(5)
    painted = studio(105)
    painted.set(dict.fromkeys(NAMES, "4-earth") | {"B2": "4-bracelet", "C3": "5-mosquito"})
    for name in ("B2", "C3", "A4"):
        painted.disturb(name, PitPose(dice.uniform(8, 14), dice.uniform(-12, 12), 40.0))
    look = Looker(TRAY.board, taught).look(painted.frame())
    true = painted.labels()
    assert all(look.cells[name].label in (None, true[name]) for name in NAMES)
