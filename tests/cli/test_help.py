"""Every command answers --help before anything heavy is loaded, and takes -v and --debug."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from companion.cli import COMMANDS, main, parser
from companion.core.errors import TableError

HEAVY = (
    *("numpy", "cv2", "flask", "gevent", "reportlab", "PIL", "segno", "gpiozero"),
    *("cryptography", "paho", "psycopg", "picamera2"),
    *("companion.app", "companion.web", "companion.house", "companion.hall", "companion.uplink"),
    *("companion.workshop", "companion.rehearsal", "companion.games"),
    *("calibration.find", "calibration.read", "hardware.real"),
)
"""What takes longer to load than a command may take to answer."""
LOADED = """
import sys
from companion.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(code: str, *words: str) -> list[str]:
    """What a fresh interpreter has loaded once a command has answered."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "usage: companion" in done.stdout
    return done.stderr.split()


def heavy(modules: list[str]) -> list[str]:
    return [name for name in modules if name.startswith(HEAVY)]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_answered_before_anything_heavy_is_loaded(command: str) -> None:
    assert heavy(loaded(LOADED, *command.split(), "--help")) == []


def test_the_list_of_commands_loads_none_of_them() -> None:
    ours = [name for name in loaded(LOADED, "--help") if name.startswith("companion.cli.")]
    assert sorted(ours) == ["companion.cli.command"]


def test_a_command_that_loads_the_page_to_be_helpful_would_be_noticed() -> None:
    assert "flask" in heavy(loaded(f"import companion.web\n{LOADED}", "box", "--help"))


@pytest.fixture
def root() -> logging.Logger:
    return logging.getLogger()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_how_to_hear_more(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args([command, "--help"])
    said = capsys.readouterr().out
    assert "-v, --verbose" in said
    assert "--debug" in said


@pytest.mark.parametrize(
    ("words", "level"),
    [((), logging.WARNING), (("-v",), logging.INFO), (("--debug",), logging.DEBUG)],
)
def test_a_command_logs_as_much_as_it_is_asked_for(
    root: logging.Logger, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], level: int
) -> None:
    assert main(["rules", "wall", *words]) == 0
    assert root.level == level


def test_a_command_that_fails_says_where_if_it_is_asked_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEBUG", raising=False)
    assert main(["replay", "nothing.sqlite", "--debug"]) == 1
    said = capsys.readouterr().err
    assert TableError.__name__ in said
    assert "DEBUG companion.cli: The command failed" in said
    assert main(["replay", "nothing.sqlite"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_without_opencv_a_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_: str) -> None:
        raise ModuleNotFoundError("No module named 'cv2'", name="cv2")

    monkeypatch.setattr("companion.cli.rules.load_room", fails)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["rules", "wall"]) == 1
    said = capsys.readouterr().err
    assert "pharaohs-table[opencv]" in said
    assert "python3-opencv" in said
