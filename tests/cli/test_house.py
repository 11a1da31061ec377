"""companion house: what a machine starts, what it says of bad settings, what script/run chooses."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.house_app import HouseParts, RunningHouse
from companion.cli import main, parser
from companion.cli.house import _opened_safely, _preferences
from companion.config.settings import KEPT, EyeSettings, Settings
from companion.core.roles import TABLE
from companion.house import FOLDER, GamePlan, PlannedPerson
from companion.house.preferences import Preferences
from companion.words import load
from companion.workshop.teach import Editions
from tests.house.evenings import house_in
from tests.house.played import play

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def opened_safely(*words: str) -> Iterator[RunningHouse]:
    arguments = parser().parse_args(["house", "--safe", "--port", "0", *words])
    housed = _opened_safely(arguments, threading.Event())
    try:
        yield housed
    finally:
        housed.stop()


def said(housed: RunningHouse) -> list[str]:
    return [saying.key for saying in housed.notices]


def test_safe_mode_opens_the_lobby_whatever_the_settings_say(tmp_path: Path) -> None:
    wrong = tmp_path / "companion.toml"
    wrong.write_text('rom = "wall"\n[web]\nport = 8123\n')
    with opened_safely("--settings", str(wrong), "--state", str(tmp_path / "state")) as housed:
        assert said(housed) == ["table.safe_mode", "table.safe_settings"]
        housed.house.begin(GamePlan("wall", (PlannedPerson("Anna"), PlannedPerson("Ben"))))
        running = housed.house.open
        assert running is not None
        assert len(running.table.snapshot(TABLE)["notices"]) == 2


def test_what_a_house_keeps_is_nobody_elses_to_read(tmp_path: Path) -> None:
    """Names and scores lie there too; an older version left them to every user of the machine."""
    state = tmp_path / "state"
    state.mkdir()
    play(state / "wall-game-20260101-200000.sqlite")
    (state / FOLDER).mkdir()
    (state / FOLDER / "settings.toml").touch()
    for path in (state, *state.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with opened_safely("--state", str(state)) as housed:
        housed.house.begin(GamePlan("wall", (PlannedPerson("Anna"), PlannedPerson("Ben"))))
        housed.house.shelf.refresh()
        os.umask(0o022)  # another program, as its user has it
        assert main(["owner", "--state", str(state)]) == 0
        kept = [state, *state.rglob("*")]
        assert len(kept) > 8
        assert state / FOLDER / "shelf.sqlite" in kept
        shared = [path.name for path in kept if path.stat().st_mode & 0o077]
        assert shared == []


def test_safe_mode_takes_the_address_from_the_settings_that_last_worked(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / KEPT).write_text('[web]\nhosts = ["table.example.org"]\n')
    wrong = tmp_path / "companion.toml"
    wrong.write_text("this is no TOML")
    with opened_safely("--settings", str(wrong), "--state", str(state)) as housed:
        assert said(housed) == ["table.safe_mode", "table.safe_settings"]


def test_safe_mode_without_its_certificate_serves_this_machine_alone(tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        f'[web]\nhost = "0.0.0.0"\ncertificate = "{tmp_path}/no.pem"\nkey = "{tmp_path}/no.key"\n'
    )
    with opened_safely("--settings", str(settings), "--state", str(tmp_path / "s")) as housed:
        assert said(housed) == ["table.safe_mode", "table.safe_settings"]
        assert all("127.0.0.1" in url or "localhost" in url for url in housed.urls)


def test_the_game_of_a_machine_that_had_no_house_yet_goes_on(tmp_path: Path) -> None:
    play(tmp_path / "table.sqlite", steps=4)
    house = house_in(tmp_path)
    assert house.place.game == "table.sqlite"
    house.leave()
    house.stop()
    again = house_in(tmp_path)
    assert again.place.kind == "lobby"  # left is left, even after the next start
    again.stop()


def test_a_finished_game_of_before_stands_on_the_shelf(tmp_path: Path) -> None:
    play(tmp_path / "table.sqlite")
    house = house_in(tmp_path)
    assert house.place.kind == "lobby"
    assert "table.sqlite" in house.unread()
    house.stop()


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("", "companion house --port 8080 "),
        ("--port 9000", "companion house --port 8080 --port 9000"),
        ("wall", "companion rehearse --port 8080 wall"),
        ("bowl --seed 3", "companion rehearse --port 8080 bowl --seed 3"),
        ("--seed 3 --speed 4", "companion rehearse --port 8080 --seed 3 --speed 4"),
        ("--by-hand", "companion rehearse --port 8080 --by-hand"),
    ],
)
def test_script_run_opens_the_lobby_and_a_named_room_goes_straight_to_its_game(
    words: str, command: str
) -> None:
    result = subprocess.run(
        [ROOT / "script" / "run", *words.split()],
        env={**os.environ, "DRY_RUN": "yes"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == f"{command}\n"


def test_a_restored_house_starts_with_its_own_settings(tmp_path: Path) -> None:
    """They arrive with the start after the restore, and count from that start on."""
    arriving = tmp_path / "house" / "arriving"
    arriving.mkdir(parents=True)
    (arriving / "settings.toml").write_text('name = "The tomb of Ben"\n')
    arguments = parser().parse_args(["house", "--state", str(tmp_path)])
    found = _preferences(arguments, Settings(state=str(tmp_path)))
    assert found.settings.name == "The tomb of Ben"
    assert not arriving.exists()


@pytest.mark.parametrize(
    ("camera", "room", "sees"),
    [("none", "wall", "none"), ("/dev/video99", "wall", "gone"), ("99", "bowl", "gone"),
     ("/dev/null", "wall", "kit"), ("/dev/null", "bowl", "off"), ("pi", "dig", "ready")],
)  # fmt: skip
def test_the_lobby_says_what_the_camera_can_do_and_when_it_is_gone(
    tmp_path: Path, camera: str, room: str, sees: str
) -> None:
    eye = EyeSettings(camera=camera, taught=str(tmp_path))
    settings = Settings(eye=eye, room="dig", state=str(tmp_path))
    Editions(tmp_path).use("bowl", "")
    parts = HouseParts(Preferences(None, tmp_path / "own.toml", settings), None, safe=False)
    assert parts.senses(room)["eye"] == sees
    assert f"house.sense.eye.{sees}" in load().texts
