"""A whole scan at the terminal, from painted pictures, in a process of its own: it names no colour.

The process then runs the table on the same journal and is killed so that it prints its trace.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from calibration.geometry.pictures import jpeg
from calibration.paint.scene import random_scene
from calibration.paint.sphinx.lesson import learn_sphinx
from calibration.paint.sphinx.studio import SphinxStudio
from calibration.teach.store import save
from companion.core.game import load_room
from companion.journal import Vault, read
from companion.rooms import board_of
from companion.rooms.sphinx import prints_of
from tests.web import scenes
from tests.web.sphinx_scenes import a_court, begun

SIZE = (960, 540)
SHOWN = ("purple", "purple", "empty", "red", "down", "orange", "blue", "green", "yellow")
"""What lies on the field, picture by picture: one card twice, none, and one face down."""
COLOURS = re.compile(r"\b(red|blue|yellow|green|purple|orange)\b")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what was taught, and with the pictures of a scan."""
    home = tmp_path_factory.mktemp("studio")
    game = load_room("sphinx")
    box = game.load_box(None)
    board, prints = board_of(game, box), prints_of(box)
    save(learn_sphinx(board, prints, box.pawns, box.colours, SIZE), home / "taught")
    court = SphinxStudio(board, prints, random_scene(4, SIZE, harshness=0.2))
    (home / "pictures").mkdir()
    for number, label in enumerate(SHOWN):
        court.set({"r0c0": label})
        (home / "pictures" / f"{number:02}.jpg").write_bytes(jpeg(court.frame(), 95))
    return home


def companion(*words: str | Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "DEBUG": "1", "PYTHONFAULTHANDLER": "1", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
    )  # fmt: skip


def scan(studio: Path, journal: Path, pictures: Path) -> tuple[int, str]:
    (taught,) = (studio / "taught").iterdir()
    process = companion("scan", "sphinx", "--players", "2", "--pictures", pictures,
                        "--taught", taught, "--journal", journal)  # fmt: skip
    printed, _ = process.communicate(timeout=300)
    return process.returncode, printed


def test_a_scan_from_pictures_seals_the_colours_and_names_none(
    studio: Path, tmp_path: Path
) -> None:
    journal = tmp_path / "game.sqlite"
    code, printed = scan(studio, journal, studio / "pictures")
    assert code == 0, printed
    assert "read 6, all different" in printed
    assert "two sphinxes have the same colour" in printed
    assert "face down" in printed
    assert not COLOURS.search(printed)
    entries = Vault.beside(journal).opened(read(journal))
    sealed = entries[-1]
    assert sealed.private_to == "hood"
    assert sealed.body is not None
    assert sorted(sealed.body["move"]["colours"]) == sorted(set(SHOWN) - {"empty", "down"})
    _run_and_crash(journal, sealed.body["move"]["salt"], sealed.body["move"]["colours"])


def _run_and_crash(journal: Path, salt: str, colours: list[str]) -> None:
    """Play on in a real process, look at its pages, and let it die with a trace."""
    process = companion("run", "sphinx", "--journal", journal, "--port", "0")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(6)]
    url = next(line.split()[-1] for line in lines if "http" in line)
    pages = [urllib.request.urlopen(url + path).read() for path in ("", "state", "words.json")]
    process.send_signal(signal.SIGABRT)
    printed, _ = process.communicate(timeout=60)
    assert "Fatal Python error: Aborted" in printed
    order = re.compile(r"\W{1,20}".join(colours).encode())
    files = [path.read_bytes() for path in journal.parent.glob("game*")]
    for data in (*pages, *files, "".join([*lines, printed]).encode()):
        assert salt.encode() not in data
        assert not order.search(data)


def test_a_game_that_has_begun_is_not_scanned_without_a_word_of_all(
    studio: Path, tmp_path: Path
) -> None:
    journal = tmp_path / "game.journal"
    begun(a_court(tmp_path))
    scenes.OPENED.pop().close()
    code, printed = scan(studio, journal, studio / "pictures")
    assert code == 1
    assert "I kept nothing" in printed
    assert "of 6 read" not in printed


def test_a_scan_that_ends_early_keeps_nothing(studio: Path, tmp_path: Path) -> None:
    few = tmp_path / "few"
    few.mkdir()
    (few / "00.jpg").write_bytes((studio / "pictures" / "00.jpg").read_bytes())
    code, printed = scan(studio, tmp_path / "game.sqlite", few)
    assert code == 1
    assert "I kept nothing" in printed
    assert not (tmp_path / "game.sqlite").exists()
