"""companion run and rehearse: what their words become before anything is started."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.app import GameSession, Rehearsing
from companion.cli import main
from companion.cli import run as playing


class Started(Exception):
    """Raised in place of starting anything: what was asked for is known by then."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Whatever would have been started."""
    found: dict[str, Any] = {}

    def rehearse(evening: GameSession, how: Rehearsing) -> None:
        found.update(evening=evening, how=how)
        raise Started

    def run(evening: GameSession, camera: str, taught: Path | None, *parts: Any) -> None:
        found.update(evening=evening, camera=camera, taught=taught, parts=parts)
        raise Started

    monkeypatch.setattr(app, "rehearse", rehearse)
    monkeypatch.setattr(app, "run", run)
    return found


def start(tmp_path: Path, *words: str) -> None:
    with pytest.raises(Started):
        main([*words, "--journal", str(tmp_path / "game.sqlite")])


def test_a_rehearsal_is_as_fast_and_as_dim_as_asked(tmp_path: Path, asked: dict[str, Any]) -> None:
    start(tmp_path, "rehearse", "dig", "--seed", "4", "--speed", "3", "--light", "0.9")
    assert asked["evening"].game.name == "dig"
    assert asked["how"] == Rehearsing(seed=4, speed=3.0, harshness=0.9)


def test_people_may_answer_or_play_in_a_rehearsal(tmp_path: Path, asked: dict[str, Any]) -> None:
    start(tmp_path, "rehearse", "--answers", "people", "--by-hand")
    assert (asked["how"].answering, asked["how"].playing) == (False, False)


def test_a_rehearsal_that_would_stand_still_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rehearse", "--speed", "0", "--journal", str(tmp_path / "x.sqlite")]) == 1
    assert "nothing moves" in capsys.readouterr().err


def test_people_sit_down_by_name_and_colour(tmp_path: Path, asked: dict[str, Any]) -> None:
    start(tmp_path, "run", "wall", "--seat", "Ada:green", "--seat", "Bo", "--house-rule",
          "curse_of_the_pharaoh=true")  # fmt: skip
    evening = asked["evening"]
    assert [(seat.name, seat.colour) for seat in evening.seats] == [("Ada", "green"), ("Bo", "red")]
    assert evening.rules.curse_of_the_pharaoh is True


def test_without_a_camera_the_table_is_played_by_hand(
    tmp_path: Path, asked: dict[str, Any]
) -> None:
    start(tmp_path, "run", "kheops")
    assert (asked["camera"], asked["taught"]) == ("none", None)


def test_the_settings_name_camera_and_cards_unless_the_command_line_does(
    tmp_path: Path, asked: dict[str, Any]
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[eye]\ncamera = "pi"\ntaught = "/cards"\n')
    start(tmp_path, "run", "--settings", str(settings))
    assert (asked["camera"], asked["taught"]) == ("pi", Path("/cards"))
    start(tmp_path, "run", "--settings", str(settings), "--camera", "0", "--taught", "/mine")
    assert (asked["camera"], asked["taught"]) == ("0", Path("/mine"))


@pytest.mark.parametrize("command", ["run", "rehearse"])
def test_what_a_table_keeps_is_nobody_elses_to_read(
    tmp_path: Path, asked: dict[str, Any], command: str
) -> None:
    """As in a house: names and scores lie there too."""
    os.umask(0o022)
    start(tmp_path, command)
    (tmp_path / "written").touch()
    assert (tmp_path / "written").stat().st_mode & 0o077 == 0
    os.umask(0o022)
    state = tmp_path / "state"
    state.mkdir(mode=0o755)
    old = state / "wall-game-20260101-200000.sqlite"
    old.touch()
    settings = tmp_path / "companion.toml"
    settings.write_text(f'state = "{state}"\n')
    with pytest.raises(Started):
        main([command, "--settings", str(settings)])
    assert [path.stat().st_mode & 0o077 for path in (old, state)] == [0, 0]


def test_safe_mode_opens_nothing_that_can_fail(tmp_path: Path, asked: dict[str, Any]) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[eye]\ncamera = "pi"\n')
    start(tmp_path, "run", "--safe", "--settings", str(settings))
    assert (asked["camera"], asked["parts"]) == ("none", ())
    assert "safe" in asked["evening"].notices


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "moon"), "no room called “moon”"),
        (("run", "--house-rule", "curse=true"), "Did you mean"),
        (("run", "--players", "9"), "Seat between"),
        (("run", "--box", "/nowhere.toml"), "/nowhere.toml"),
        (("run", "--settings", "/nowhere.toml"), "can't read the settings"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == 1
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_every_option_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "rehearse", "house"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        text = capsys.readouterr().out
        for line in text.splitlines():
            assert "==SUPPRESS==" not in line
        assert "--port" in text
    assert playing.rehearse.__doc__
