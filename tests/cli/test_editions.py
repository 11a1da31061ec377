"""companion editions: what was taught, listed, chosen, given away and taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.art import PAPYRUS
from calibration.paint.wall.lesson import learn_painted
from calibration.teach.store import save
from companion.cli import main
from companion.rooms import room_of
from companion.workshop.teach import Editions


def test_a_version_goes_from_one_house_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other, file = tmp_path / "one", tmp_path / "other", tmp_path / "wall.edition"
    around = room_of("wall")
    box = around.game.load_box(None)
    taught = learn_painted(around.board(box), PAPYRUS, around.labels(box)[:2], (960, 540))
    path = save(taught, Editions(one).home("wall"))
    name = f"{path.parent.name}/{path.name}"

    def run(folder: Path, *words: str) -> str:
        assert main(["editions", *words, "--state", str(folder)]) == 0
        return capsys.readouterr().out

    assert name in run(one)
    assert "*" not in run(one)
    assert "in use" in run(one, "use", "wall", name)
    assert f"* wall    {name}" in run(one, "list")
    run(one, "export", "wall", "-o", str(file))
    taken = run(other, "import", str(file))
    assert "Taken" in taken
    (version,) = Editions(other).versions("wall")
    assert (version.number, version.faces) == (1, 3)


def test_what_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["use", "wall", "x/0001-1"], ["export", "moon"], ["import", __file__]):
        assert main(["editions", *words, "--state", str(tmp_path)]) == 1
        assert capsys.readouterr().err.strip()
