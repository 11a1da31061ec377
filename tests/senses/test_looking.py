"""``companion look`` on the small rendered scenes: the table, the file, and corrupt scenes."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import pytest

from companion.cli import look
from tests.bench import look as bench

RENDERED = Path(__file__).parent.parent / "calibration" / "rendered"


def run(folder: Path, out: Path, teach: Path = RENDERED / "teach") -> int:
    parser = argparse.ArgumentParser()
    look.add_arguments(parser)
    args = [str(folder), "--teach", str(teach), "--json", str(out), "--threads", "1", "--plain"]
    return look.main(parser.parse_args(args))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One good scene in a folder within a folder."""
    inner = tmp_path / "scenes" / "evening"
    inner.mkdir(parents=True)
    for suffix in ("json", "jpg"):
        shutil.copy(RENDERED / "dev" / f"sphinx_02.{suffix}", inner)
    return tmp_path / "scenes"


def test_every_reading_is_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, tmp_path / "out.json") == 0
    scene = json.loads((tmp_path / "out.json").read_text())["scenes"][0]
    assert (scene["id"], scene["board"], scene["reason"]) == ("sphinx_02", "found", "")
    assert scene["ms_full"] > scene["ms_unchanged"] > 0
    truth = json.loads((folder / "evening" / "sphinx_02.json").read_text())
    assert {cell["id"]: cell["label"] for cell in scene["cells"]} == {
        cell["id"]: cell["label"] for cell in truth["cells"]
    }
    assert all(0.95 <= cell["confidence"] <= 1 for cell in scene["cells"])
    assert "wrong and sure: 0" in capsys.readouterr().out


def test_a_corrupt_scene_is_reported_and_skipped(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = (folder / "evening" / "sphinx_02.jpg").read_bytes()
    scene = json.loads((folder / "evening" / "sphinx_02.json").read_text())
    (folder / "broken.json").write_text('{"id": "bro')
    (folder / "list.json").write_text("[1, 2]")
    (folder / "short.jpg").write_bytes(raw[: len(raw) // 2])
    (folder / "short.json").write_text(json.dumps(scene | {"id": "short", "image": "short.jpg"}))
    (folder / "gone.json").write_text(json.dumps(scene | {"id": "gone", "image": "gone.jpg"}))
    (folder / "odd.json").write_text(json.dumps(scene | {"id": "odd", "cells": [{"id": 1}]}))
    assert run(folder, tmp_path / "out.json") == 0
    said = capsys.readouterr().err
    for name in ("broken.json", "list.json", "short.json", "gone.json", "odd.json"):
        assert name in said
    assert len(json.loads((tmp_path / "out.json").read_text())["scenes"]) == 1


def test_an_edition_nobody_taught_is_refused_with_the_reason(folder: Path, tmp_path: Path) -> None:
    path = folder / "evening" / "sphinx_02.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"palette": 77}))
    assert run(folder, tmp_path / "out.json") == 0
    scene = json.loads((tmp_path / "out.json").read_text())["scenes"][0]
    assert scene["board"] == "refused"
    assert "77" in scene["reason"]
    assert scene["cells"] == []


def test_a_missing_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "nowhere", tmp_path / "out.json") == 1
    assert "nowhere" in capsys.readouterr().err


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    assert run(tmp_path, tmp_path / "out.json") == 1


def test_sets_stand_side_by_side_with_the_bound_of_their_error(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "elsewhere"
    shutil.copytree(folder, other)
    drawn = tmp_path / "reliable.svg"
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    teach = str(RENDERED / "teach")
    given = [str(folder), str(other), "--teach", teach, "--once", "--reliability", str(drawn)]
    assert bench.main(parser.parse_args(given)) == 0
    said = capsys.readouterr().out
    assert "wrong and sure: 0" in said
    assert any(line.split()[0] == "elsewhere" for line in said.splitlines() if "%" in line)
    assert "39.30 %" in said  # 6 cells right: at most 1 - 0.05 ** (1 / 6) are wrong
    svg = drawn.read_text()
    assert svg.startswith("<svg")
    assert "elsewhere: expected error" in svg


def test_what_changed_is_told_cell_by_cell(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert run(folder, out) == 0
    before = json.loads(out.read_text())
    first, second, *_ = before["scenes"][0]["cells"]
    kept = second["label"]
    first["label"], second["label"] = None, "octarine"
    old = tmp_path / "old.json"
    old.write_text(json.dumps(before))
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    teach = str(RENDERED / "teach")
    given = [str(folder), "--teach", teach, "--once", "--against", str(old)]
    capsys.readouterr()
    assert bench.main(parser.parse_args(given)) == 0
    said = capsys.readouterr().out
    assert sum(line.startswith("better: ") for line in said.splitlines()) == 2
    assert f"{second['id']}, {kept}: octarine -> {kept}" in said
    assert "worse: " not in said


def test_pictures_are_made_worse_on_request_and_only_in_known_ways(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    given = [str(folder), "--teach", str(RENDERED / "teach"), "--once", "--worse"]
    assert bench.main(parser.parse_args([*given, "warm light"])) == 0
    assert bench.main(parser.parse_args([*given, "moonlight"])) == 1
    assert "half shadow" in capsys.readouterr().err
