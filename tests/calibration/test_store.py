"""Teachings on disk: whole or not at all, and never believed when damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.errors import BadTeaching
from calibration.geometry.patches import SIDE
from calibration.read.taught import Lesson, Taught
from calibration.teach.store import listed, load, save, undo
from tests.saying import refuses


def taught(version: int = 1, labels: tuple[str, ...] = ("cat_L", "empty")) -> Taught:
    dice = np.random.default_rng(version)
    lessons = tuple(
        Lesson("card", label, dice.random((SIDE, SIDE, 3)).astype(np.float32)) for label in labels
    )
    return Taught("wall", f"2026-03-0{version}T19:45:02Z", lessons, version)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = save(taught(), tmp_path)
    again = load(tmp_path / "wall")
    assert again == load(path)
    assert (again.edition, again.version, again.labels("card")) == ("wall", 1, ("cat_L", "empty"))
    assert np.abs(again.lessons[0].face - taught().lessons[0].face).max() < 0.005


def test_the_newest_version_counts(tmp_path: Path) -> None:
    save(taught(1), tmp_path)
    save(taught(2), tmp_path)
    assert load(tmp_path / "wall").version == 2


def test_a_version_can_be_undone(tmp_path: Path) -> None:
    save(taught(1), tmp_path)
    save(taught(2), tmp_path)
    assert undo(tmp_path / "wall").version == 2
    assert load(tmp_path / "wall").version == 1
    with refuses(BadTeaching, match="no earlier version"):
        undo(tmp_path / "wall")


def test_the_same_version_is_not_overwritten(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    with refuses(BadTeaching, match="already kept"):
        save(taught(), tmp_path)


def test_a_folder_copied_elsewhere_is_as_good(tmp_path: Path) -> None:
    save(taught(), tmp_path / "here")
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    assert load(tmp_path / "there" / "wall").version == 1


def test_a_damaged_newest_version_is_passed_over(tmp_path: Path) -> None:
    save(taught(1), tmp_path)
    last = save(taught(2), tmp_path)
    (last / "faces.npz").write_bytes(b"rubbish")
    assert load(tmp_path / "wall").version == 1
    assert [bool(kept.damage) for kept in listed(tmp_path)] == [False, True]


def test_an_empty_folder_says_how_to_teach(tmp_path: Path) -> None:
    with refuses(BadTeaching, match="companion teach"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("format", "somebody else's", "didn't write"),
        ("layout", 99, "layout 99"),
        ("side", 64, "side 64"),
        ("crc", 1, "damaged"),
        ("lessons", [["card", "cat_L"]], "damaged"),
        ("lessons", [["damaged", "a"], ["card", "b"]], "damaged"),
    ],
)
def test_a_foreign_teaching_is_refused(tmp_path: Path, key: str, value: object, says: str) -> None:
    path = save(taught(), tmp_path)
    about = json.loads((path / "teaching.json").read_text())
    about[key] = value
    (path / "teaching.json").write_text(json.dumps(about))
    with refuses(BadTeaching, match=says):
        load(path)


SHARED = [HealthCheck.function_scoped_fixture]
FILES = st.sampled_from(["faces.npz", "teaching.json"])


@settings(max_examples=60, deadline=None, suppress_health_check=SHARED)
@given(where=st.floats(0, 1), bit=st.integers(0, 7), name=FILES)
def test_a_flipped_bit_is_noticed_or_harmless(
    tmp_path: Path, where: float, bit: int, name: str
) -> None:
    shutil.rmtree(tmp_path / "wall", ignore_errors=True)
    path = save(taught(), tmp_path)
    raw = bytearray((path / name).read_bytes())
    raw[int(where * (len(raw) - 1))] ^= 1 << bit
    (path / name).write_bytes(bytes(raw))
    try:
        again = load(path)
    except BadTeaching:
        return
    # only a name or a date can have changed; the faces are guarded by their sum
    assert name == "teaching.json"
    whole = load(save(taught(), tmp_path / "whole"))
    shutil.rmtree(tmp_path / "whole")
    assert [x.face.tobytes() for x in again.lessons] == [x.face.tobytes() for x in whole.lessons]


@settings(max_examples=30, deadline=None, suppress_health_check=SHARED)
@given(share=st.floats(0, 0.999), name=FILES)
def test_a_shortened_file_is_refused(tmp_path: Path, share: float, name: str) -> None:
    shutil.rmtree(tmp_path / "wall", ignore_errors=True)
    path = save(taught(), tmp_path)
    raw = (path / name).read_bytes()
    (path / name).write_bytes(raw[: int(share * len(raw))])
    with pytest.raises(BadTeaching):
        load(path)
