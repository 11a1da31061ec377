"""companion weigh-in: an evening's weights from one walk through bowl, staff and boulders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calibration.teach.weights import read_weights
from companion.cli import main
from companion.cli.weigh_in import (
    ScaleSilent,
    ensure_writable,
    guided,
    load_weights,
    save_weights,
    settled,
)
from companion.config.settings import read_settings
from companion.core.errors import TableError
from tests.saying import refuses

PER_GRAM, ZERO = 420.0, 10_000.0
GRAMS = {"red": 5.7, "green": 2.1, "blue": 2.9, "yellow": 1.2}


class Plate:
    """A scale whose load is changed by the person who is asked."""

    def __init__(self) -> None:
        self.load = 0.0
        self._turn = 0

    def read(self) -> tuple[float, float] | None:
        self._turn += 1
        wobble = (-12, 0, 12, 3)[self._turn % 4]
        return ZERO + PER_GRAM * self.load + wobble, self._turn / 80

    def close(self) -> None: ...


class Obedient:
    """Lays on the plate what is asked for; boulders of a colour differ a little."""

    def __init__(self, plate: Plate) -> None:
        self._plate, self.asked = plate, 0

    def __call__(self, words: str) -> None:
        self.asked += 1
        self._plate.load = self._grams(words)

    def _grams(self, words: str) -> float:
        if "boulder" in words:
            colour = next(each for each in GRAMS if each in words)
            return GRAMS[colour] * (1 + 0.01 * (self.asked % 3 - 1))
        return (
            0.0
            if "empty bowl" not in words and "staff" not in words and "g on" not in words
            else 200.0
            if "bowl" in words
            else 4.2
            if "staff" in words
            else 100.0
        )


def test_one_walk_gives_weights_the_scale_can_use(tmp_path: Path) -> None:
    plate = Plate()
    said: list[str] = []
    weights = guided(plate, tuple(GRAMS), 100.0, 80.0, Obedient(plate), said.append)
    assert weights.counts_per_gram == pytest.approx(PER_GRAM, rel=1e-3)
    assert weights.staff_g == pytest.approx(4.2, abs=0.05)
    assert weights.bowl_g == pytest.approx(200.0, abs=0.1)
    assert dict(weights.boulders) == pytest.approx(GRAMS, rel=0.02)
    assert any("can't tell these apart" in line for line in said)
    settings = read_settings({"weights": str(tmp_path / "deep" / "weights.json")})
    assert load_weights(settings) is None
    save_weights(tmp_path / "deep" / "weights.json", weights)
    assert read_weights(load_weights(settings)) == weights


def test_a_scale_that_does_not_move_is_refused_in_words() -> None:
    plate = Plate()
    with refuses(ValueError, match="put the known weight on the plate"):
        guided(plate, tuple(GRAMS), 100.0, 80.0, lambda words: None, lambda words: None)


def test_a_silent_scale_says_what_to_check() -> None:
    class Silent(Plate):
        def read(self) -> None:
            return None

    with refuses(ScaleSilent, match="four wires"):
        settled(Silent())


def test_without_a_scale_the_wiring_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["weigh-in"]) == 1
    assert "No scale is wired" in capsys.readouterr().err


def test_damaged_weights_are_as_good_as_none(tmp_path: Path) -> None:
    kept = tmp_path / "weights.json"
    settings = read_settings({"weights": str(kept)})
    for text in ("{", "[]", '"x"', ""):
        kept.write_text(text)
        assert load_weights(settings) is None
    kept.write_text(json.dumps({"boulder_g": {}}))
    with refuses(Exception, match="not a number"):
        read_weights(load_weights(settings))
    assert issubclass(ScaleSilent, TableError)


def test_before_anything_is_weighed_it_is_known_whether_it_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with refuses(TableError, match=r"can't keep anything in .*: Not a directory. Set state"):
        ensure_writable(tmp_path / "file" / "folder")
    ensure_writable(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
