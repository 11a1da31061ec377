"""``companion look`` on the small rendered scenes: the table, the file, and corrupt scenes."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import pytest

from companion.cli import looking

RENDERED = Path(__file__).parent.parent / "calibration" / "rendered"


def run(folder: Path, out: Path, teach: Path = RENDERED / "teach") -> int:
    parser = argparse.ArgumentParser()
    looking.add_arguments(parser)
    args = [str(folder), "--teach", str(teach), "--json", str(out), "--threads", "1", "--plain"]
    return looking.main(parser.parse_args(args))


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
