"""The eye on small rendered scenes of all five kinds of boards, kept beside this file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.errors import Complaint
from calibration.read.reader import Look, Looker
from calibration.read.taught import Taught
from calibration.teach.scenes import Edition, Scene, scenes_in, teachings_in

RENDERED = Path(__file__).parent / "rendered"


def scene(name: str) -> Scene:
    found = [x for x in scenes_in(RENDERED / "dev") if isinstance(x, Scene) and x.id == name]
    return found[0]


NAMES = [path.stem for path in sorted((RENDERED / "dev").glob("*.json"))]


@pytest.fixture(scope="module")
def taught() -> dict[Edition, Taught]:
    return teachings_in(RENDERED / "teach")


def look_at(name: str, taught: dict[Edition, Taught]) -> tuple[Scene, Look]:
    one = scene(name)
    return one, Looker(one.board, taught[one.edition]).look(one.picture())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_read_wrongly_and_almost_everything_read(
    name: str, taught: dict[Edition, Taught]
) -> None:
    one, look = look_at(name, taught)
    assert look.found, look.reason
    said = {key: look.cells[key].label for key in one.truth()}
    clear = {key: label for key, (label, hidden) in one.truth().items() if hidden <= 0.2}
    assert {k: v for k, v in said.items() if v not in (None, one.truth()[k][0])} == {}
    assert sum(said[key] is None for key in clear) <= 0.05 * len(clear)


def test_cells_under_a_hand_are_not_called_empty(taught: dict[Edition, Taught]) -> None:
    one, look = look_at("wall_15_hieroA", taught)
    hidden = [key for key, (_, share) in one.truth().items() if share > 0.5]
    assert hidden
    assert all(look.cells[key].label != "empty" for key in hidden)


def test_a_wall_without_markers_is_found_by_its_shape(taught: dict[Edition, Taught]) -> None:
    one = scene("wall_10_hieroA")
    assert one.board.markers == {}
    looker = Looker(one.board, taught[one.edition])
    looker.look(one.picture())
    assert looker._sight is not None
    corners = looker._sight.pose.project(np.array(one.board.outline_mm))
    assert np.abs(corners - np.array(one.raw["board"]["corners_px"])).max() < 8


def test_corners_clicked_before_a_nudge_still_serve(taught: dict[Edition, Taught]) -> None:
    one = scene("wall_10_hieroA")
    clicked = np.array(one.raw["board"]["corners_px"]) + np.array([4.0, -3.0])
    look = Looker(one.board, taught[one.edition], clicked).look(one.picture())
    assert look.found
    assert all(c.label in (None, one.truth()[k][0]) for k, c in look.cells.items())


def test_corners_clicked_somewhere_else_are_refused(taught: dict[Edition, Taught]) -> None:
    one = scene("wall_10_hieroA")
    clicked = np.array(one.raw["board"]["corners_px"]) * 0.4 + np.array([20.0, 200.0])
    look = Looker(one.board, taught[one.edition], clicked).look(one.picture())
    assert not look.found
    assert look.reason == Complaint("eye.corners")


@pytest.mark.parametrize(("light", "blamed"), [(0.004, "eye.dark"), (9.0, "eye.bright")])
def test_the_light_is_blamed_and_not_the_corners(
    light: float, blamed: str, taught: dict[Edition, Taught]
) -> None:
    one = scene("wall_10_hieroA")
    clicked = np.array(one.raw["board"]["corners_px"])
    picture = np.clip(one.picture() * light, 0, 255).astype(np.uint8)
    look = Looker(one.board, taught[one.edition], clicked).look(picture)
    assert not look.found
    assert look.reason == Complaint(blamed)
