"""The small net: its weights are those that were measured, and what it says of cells adds up."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.read import same_print
from calibration.read.cache import added
from calibration.read.result import CellReading
from calibration.read.same_print import FIGURES, SHA256, WEIGHTS, Exemplars, points_of
from calibration.teach import exemplars as kept
from calibration.teach.exemplars import (
    Shown,
    described,
    packed,
    readable,
    unpacked,
    weighed,
    with_more,
)

STORED = Path(__file__).parent.parent / "embedding" / "cells.npz"


def sphere(*angles: float) -> np.ndarray:
    """Return points on the unit circle, in the first two of all figures."""
    found = np.zeros((len(angles), FIGURES), np.float32)
    found[:, 0], found[:, 1] = np.cos(angles), np.sin(angles)
    return found


def some(**other: Any) -> Exemplars:
    known = Exemplars(("A", "B", "empty"), np.array([0, 1, 2]), sphere(0, 1, 2), 3.0, 0.1, 1.0)
    return replace(known, **other)


def test_the_weights_are_those_that_were_measured_and_small() -> None:
    raw = WEIGHTS.read_bytes()
    assert hashlib.sha256(raw).hexdigest() == SHA256
    assert len(raw) <= 2_000_000


def test_changed_weights_are_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "same_print.onnx"
    other.write_bytes(WEIGHTS.read_bytes() + b"x")
    monkeypatch.setattr(same_print, "WEIGHTS", other)
    same_print._net.cache_clear()
    with pytest.raises(RuntimeError):
        points_of(np.ones((1, 40, 40, 3), np.float32))


def test_stored_cells_are_put_where_training_put_them() -> None:
    with np.load(STORED) as stored:
        cells, points = stored["cells"].astype(np.float32), stored["points"].astype(float)
    again = points_of(cells / same_print.PAPER)
    assert len(cells) >= 20
    assert (again * points).sum(axis=1).min() > 0.999


def test_a_cell_near_one_taught_label_and_far_from_the_others_is_that() -> None:
    chances = np.exp(some().nats(sphere(0.05)))[0]
    assert chances.argmax() == 0
    assert chances[0] > 0.95
    assert chances.sum() == pytest.approx(1)


def test_a_cell_far_from_everything_taught_is_something_else() -> None:
    assert np.exp(some().nats(sphere(4.0)))[0].argmax() == 3


def test_a_label_that_no_cell_shows_is_unlikely() -> None:
    known = some(names=("A", "B", "empty", "C"))
    assert np.exp(known.nats(sphere(0.0)))[0, 3] < 0.01


def test_where_lessons_left_out_are_misread_the_net_has_little_say() -> None:
    """Where labels lie apart it says all it knows, where they lie in a heap a quarter of it."""
    dice = np.random.default_rng(3)
    label = np.tile(np.arange(6), 4)
    lesson, bare = np.repeat(np.arange(4), 6), label == 5
    shown = [Shown(_noisy(dice, label, wide), label, lesson, bare) for wide in (0.02, 2.0)]
    plain, heap = (weighed(one, one) for one in shown)
    assert plain[2] == 1.0
    assert heap[2] == pytest.approx(1 - kept.LESS)


def _noisy(dice: np.random.Generator, label: np.ndarray, spread: float) -> np.ndarray:
    points = np.eye(FIGURES)[label] + spread * dice.normal(size=(len(label), FIGURES)) / 10
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def test_one_lesson_says_nothing_of_its_own_so_what_is_usual_counts() -> None:
    label = np.arange(4)
    one = Shown(sphere(0, 1, 2, 3), label, np.zeros(4, int), label == 3)
    assert weighed(one, one) == kept.USUAL


def test_exemplars_are_kept_and_read_back() -> None:
    before = {"card": some()}
    after = unpacked(packed(before), described(before))
    assert after["card"].names == before["card"].names
    assert np.allclose(after["card"].nats(sphere(0.3)), before["card"].nats(sphere(0.3)), atol=0.01)


def test_points_of_other_weights_are_left_alone() -> None:
    about = described({"card": some()})
    assert readable(about)
    assert not readable(about | {"weights": "0" * 64})
    assert not readable(about | {"layout": 99})
    assert not readable(None)


@pytest.mark.parametrize(
    "wrong", [{"names": []}, {"worth": 0}, {"strange": 3.0}, {"say": 2}, {"names": ["A"]}]
)
def test_a_damaged_description_is_refused(wrong: dict[str, object]) -> None:
    before = {"card": some()}
    about = described(before)
    about["kinds"][0] |= wrong
    with pytest.raises(ValueError, match="card"):
        unpacked(packed(before), about)


def test_more_lessons_are_added_unless_earlier_ones_are_unknown() -> None:
    old, fresh = {"card": some()}, {"card": some(names=("A", "C", "empty"))}
    both = with_more(old, fresh, {"card"})["card"]
    assert both.names == ("A", "B", "empty", "C")
    assert len(both.points) == 6
    assert with_more({}, fresh, {"card"}) == {}
    assert with_more({}, fresh, set()) == fresh
    assert with_more(old, {}, {"card"}) == old


def test_what_the_net_says_settles_a_doubt_but_does_not_name_what_nobody_named() -> None:
    doubt = CellReading({"A": 0.6, "B": 0.3, "?": 0.1})
    nats = [-0.01, -6.0, -6.0]
    assert added(doubt, ("A", "B"), nats).label == "A"
    unseen = CellReading({"A": 1e-7, "B": 0.5, "?": 0.5})
    assert added(unseen, ("A", "B"), nats) == unseen


def test_where_the_two_think_of_different_things_the_cell_stays_open() -> None:
    doubt = CellReading({"A": 0.6, "B": 0.3, "?": 0.1})
    assert added(doubt, ("A", "B"), [-9.0, -0.01, -9.0]) == doubt
    assert added(doubt, ("A", "B"), [-9.0, -9.0, -0.01]) == doubt


def test_a_thing_upside_down_is_the_same_thing_to_the_net() -> None:
    told = CellReading({"A": 0.3, "A_upside_down": 0.65, "?": 0.05})
    after = added(told, ("A",), [-0.1, -3.0]).chances
    assert after["A_upside_down"] / after["A"] == pytest.approx(0.65 / 0.3)
