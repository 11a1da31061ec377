"""The learnt reader: taught under some lamps, it reads under another, and does not guess."""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import BadTeaching
from calibration.geometry.board import Cell, window
from calibration.read.chances import SURE
from calibration.read.features import WIDE
from calibration.read.learnt import Learnt
from calibration.read.taught import Lesson, Taught
from calibration.teach import train_set
from calibration.teach.learnt_reader import learn
from calibration.teach.store import LEARNT, load, save
from calibration.teach.train_set import Showing

SIDE = 6
FACES = ("A", "K", "blank")
CELLS = tuple(
    Cell(f"{r}.{c}", "card", window(c, r, 1, 1)) for r in range(SIDE) for c in range(SIDE)
)
PLACES = np.array([(x, y) for y in np.linspace(-1, 1, SIDE) for x in np.linspace(-1, 1, SIDE)])
PRINT = np.array([(0.2, 0.5, 0.2), (0.3, 0.3, 0.8), (0.75, 0.5, 0.3), (0.5, 0.45, 0.8)])
Picture = tuple[list[str], NDArray[np.float32]]


def board(dice: np.random.Generator, lamp: tuple[float, float, float]) -> Picture:
    """The patches of a printed board with some tiles a little aside, in the light of a lamp."""
    labels, patches = [], []
    for number in range(len(CELLS)):
        patch = np.tile(PRINT[number % len(PRINT)].astype(np.float32), (WIDE, WIDE, 1))
        label = str(dice.choice(("empty", *FACES), p=(0.55, 0.15, 0.15, 0.15)))
        if label != "empty":
            x, y = 12 + dice.integers(-2, 3, 2)
            patch[y : y + 28, x : x + 28] = (0.75, 0.88, 0.9)
            if label != "blank":
                at = (int(x) + 4, int(y) + 23)
                ink = np.zeros((WIDE, WIDE), np.uint8)
                cv2.putText(ink, label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, 255, 2)
                patch[ink > 127] = 0.1
        patch = patch * np.array(lamp) + dice.normal(0, 0.01, patch.shape)
        labels.append(label)
        patches.append(np.clip(patch, 0, 1.2).astype(np.float32))
    return labels, np.stack(patches)


@cache
def reader() -> Learnt:
    dice = np.random.default_rng(3)
    lamps = ((1, 1, 1), (0.95, 1, 1), (1, 0.95, 0.9), (0.9, 0.95, 1))
    shown = [board(dice, lamp) for lamp in lamps]
    names = tuple(cell.id for cell in CELLS)
    showings = [Showing("card", names, tuple(said), PLACES, seen) for said, seen in shown]
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(train_set, "SAMPLES", 900)
        learnt = learn(showings)
    assert learnt is not None
    return learnt


def test_tiles_are_read_under_a_lamp_nobody_taught() -> None:
    labels, patches = board(np.random.default_rng(8), (0.62, 0.8, 0.95))
    readings = reader().readings(patches, CELLS, PLACES)
    said = [readings[cell.id].label for cell in CELLS]
    assert all(one in (None, label) for one, label in zip(said, labels, strict=True))
    assert sum(one is not None for one in said) >= 0.8 * len(said)


def test_a_bare_red_square_is_no_blank_tile_in_any_light() -> None:
    dice = np.random.default_rng(9)
    for lamp in ((0.7, 0.8, 1.0), (1.0, 0.9, 0.7), (0.6, 0.6, 0.6)):
        labels, patches = board(dice, lamp)
        readings = reader().readings(patches, CELLS, PLACES)
        bare = [cell.id for cell, label in zip(CELLS, labels, strict=True) if label == "empty"]
        assert {readings[name].label for name in bare} <= {"empty", None}


def test_an_arm_over_the_board_is_not_read() -> None:
    patches = board(np.random.default_rng(10), (1, 1, 1))[1]
    patches[12:18] = np.array((0.35, 0.5, 0.75), np.float32)
    chances = reader().chances(patches, CELLS, PLACES)
    assert (chances[12:18, :-1] < SURE).all()


def test_what_was_learnt_is_kept_with_its_edition(tmp_path: Path) -> None:
    lesson = Lesson("card", "A", np.zeros((32, 32, 3), np.float32))
    path = save(
        Taught("letters", "2026-03-01T19:45:02Z", (lesson,), 1, {"card": reader()}), tmp_path
    )
    again = load(path).learnt["card"]
    patches = board(np.random.default_rng(8), (1, 1, 1))[1]
    before, after = (one.chances(patches, CELLS, PLACES) for one in (reader(), again))
    assert np.allclose(before, after, atol=1e-5)


def test_a_reader_of_another_layout_is_left_out_and_a_damaged_one_refused(tmp_path: Path) -> None:
    lesson = Lesson("card", "A", np.zeros((32, 32, 3), np.float32))
    path = save(
        Taught("letters", "2026-03-01T19:45:02Z", (lesson,), 1, {"card": reader()}), tmp_path
    )
    about = json.loads((path / "teaching.json").read_text())
    about["learnt"]["layout"] += 1
    (path / "teaching.json").write_text(json.dumps(about))
    assert load(path).learnt == {}
    assert load(path).labels("card") == ("A",)
    about["learnt"]["layout"] -= 1
    (path / "teaching.json").write_text(json.dumps(about))
    (path / LEARNT).write_bytes((path / LEARNT).read_bytes()[:-9])
    with pytest.raises(BadTeaching, match="damaged"):
        load(path)


def test_a_reader_of_the_first_layout_is_read_on(tmp_path: Path) -> None:
    lesson = Lesson("card", "A", np.zeros((32, 32, 3), np.float32))
    path = save(
        Taught("letters", "2026-03-01T19:45:02Z", (lesson,), 1, {"card": reader()}), tmp_path
    )
    about = json.loads((path / "teaching.json").read_text())
    about["learnt"]["layout"] = 1
    for kind in about["learnt"]["kinds"]:
        del kind["likeness"], kind["hues"], kind["worth"]
    with np.load(path / LEARNT) as archive:
        kept = {name: archive[name] for name in archive if not name.endswith(("/prints", "/rims"))}
    with (path / LEARNT).open("wb") as file:
        np.savez_compressed(file, **kept)
    about["learnt"]["crc"] = zlib.crc32((path / LEARNT).read_bytes())
    (path / "teaching.json").write_text(json.dumps(about))
    labels, patches = board(np.random.default_rng(8), (1, 1, 1))
    readings = load(path).learnt["card"].readings(patches, CELLS, PLACES)
    said = [readings[cell.id].label for cell in CELLS]
    assert all(one in (None, label) for one, label in zip(said, labels, strict=True))
    assert sum(one is not None for one in said) >= 0.8 * len(said)
