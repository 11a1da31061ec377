"""A shelf of a thousand games: how soon its page has them, and how much memory the house takes."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from companion.core.game import ROOMS
from tests.house.played import play

from .memory import _megabytes, _until

GAMES = 1000


def figures() -> Iterator[tuple[str, float, str]]:
    """The time of every way to the shelf, and the memory of the house that has them all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        with _house(folder) as (program, url):
            begun = time.monotonic()
            while _get(url, "/shelf/games.json")["reading"]:
                time.sleep(1.0)
            yield f"shelf: {GAMES} games read for the first time", _since(begun), "s"
        with _house(folder) as (program, url):
            begun = time.monotonic()
            first = _get(url, "/shelf/games.json")
            yield "shelf: the first games after a restart", 1000 * _since(begun), "ms"
            assert first["count"] == GAMES
            begun = time.monotonic()
            for start in range(60, GAMES, 60):
                _get(url, f"/shelf/games.json?from={start}")
            yield "shelf: scrolled to the last game", 1000 * _since(begun), "ms"
            begun = time.monotonic()
            _get(url, "/people.json")
            yield "shelf: the people's page", 1000 * _since(begun), "ms"
            yield "shelf: memory of the house", _megabytes(program.pid), "MB"


def fill(folder: Path, games: int = GAMES) -> None:
    """Put many finished games on a shelf: some that were played, and copies of them."""
    made = folder / "made"
    made.mkdir()
    played = [play(made / f"{room}-game-0.sqlite", room, seed=3) for room in ROOMS]
    for number in range(games):
        one = played[number % len(played)]
        _copied(one, folder / f"{one.name.split('-')[0]}-game-{number:05}.sqlite")
    shutil.rmtree(made)


def _copied(one: Path, other: Path) -> None:
    for part in one.parent.rglob(f"{one.stem}*"):
        if part.is_file():
            place = other.parent / part.parent.relative_to(one.parent)
            place.mkdir(exist_ok=True)
            shutil.copy(part, place / part.name.replace(one.stem, other.stem))


@contextlib.contextmanager
def _house(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("house", "--host", "127.0.0.1", "--port", str(port), "--state", str(folder))
    program = subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}/"
    try:
        _until(lambda: _answers(url), "the house does not answer")
        yield program, url.rstrip("/")
    finally:
        program.terminate()
        program.communicate()


def _answers(url: str) -> bool:
    try:
        return bool(_get(url.rstrip("/"), "/house/state"))
    except (URLError, OSError):
        return False


def _get(url: str, path: str) -> dict[str, Any]:
    with urlopen(url + path, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def _since(begun: float) -> float:
    return time.monotonic() - begun
