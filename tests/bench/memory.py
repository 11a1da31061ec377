"""How much memory a table takes: the real daemon is started and its processes are looked at."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

SIZE = (1280, 720)
PATIENCE_SECONDS = 120.0
BEGIN = {"question": "setup", "option": "begin"}


def without_eye() -> float:
    """Megabytes of a table played by hand, after its page has been looked at."""
    with tempfile.TemporaryDirectory() as folder, _running(Path(folder)) as (table, url):
        for page in ("", "state", "words.json", "art.svg"):
            urlopen(url + page, timeout=60).read()
        _post(url, "answer", BEGIN)
        return _megabytes(table.pid)


def with_eye() -> float:
    """Megabytes of a table and its eye together, after the eye has read a card."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        taught = _prepare(home)
        words = ("--camera", str(home / "pictures"), "--taught", str(taught))
        with _running(home, *words) as (table, url):
            _post(url, "answer", BEGIN)
            _until(lambda: _state(url)["number"] > 2, "the eye never saw the card")
            return _megabytes(table.pid)


def _prepare(home: Path) -> Path:
    """Paint a wall with one card in it; return where the teaching of our cards is kept."""
    import cv2

    from calibration.art import PAPYRUS
    from calibration.paint import Studio, random_scene
    from calibration.paint.wall.lesson import learn_painted
    from calibration.teach.store import save
    from companion.core.game import load_room
    from companion.rooms import board_of, labels_of

    game = load_room("wall")
    box = game.load_box(None)
    board = board_of(game, box)
    taught = save(learn_painted(board, PAPYRUS, labels_of(game, box), SIZE), home / "cards")
    labels = dict(zip(("0,0", "1,0"), box.cards[0].cells[0], strict=False))
    studio = Studio(board, PAPYRUS, random_scene(7, SIZE, 0.2), None)
    studio.set(labels)
    (home / "pictures").mkdir()
    for number in range(12):
        cv2.imwrite(str(home / "pictures" / f"{number:02}.png"), studio.frame())
    return taught


@contextlib.contextmanager
def _running(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    command = [sys.executable, "-m", "companion", "run", "wall", "--port", str(port)]
    table = subprocess.Popen(
        [*command, "--journal", str(home / "table.sqlite"), *words], stdout=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}/"
    try:
        _until(lambda: _serves(url), "the page never answered")
        yield table, url
    finally:
        table.terminate()
        table.wait(60)


def _serves(url: str) -> bool:
    try:
        return bool(_state(url))
    except (URLError, OSError):
        return False


def _state(url: str) -> dict[str, Any]:
    with urlopen(url + "state", timeout=60) as answer:
        state: dict[str, Any] = json.load(answer)
    return state


def _post(url: str, act: str, body: dict[str, Any]) -> None:
    asked = body | {"base": _state(url)["number"]}
    request = Request(url + act, json.dumps(asked).encode(), {"Content-Type": "application/json"})
    urlopen(request, timeout=60).read()


def _until(happened: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        if time.monotonic() > end:
            raise TimeoutError(otherwise)
        time.sleep(0.2)


def _megabytes(pid: int) -> float:
    """Resident memory of a process and of everything it has started."""
    return sum(_resident(each) for each in [pid, *_children(pid)]) / 1e6


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    own = [int(word) for task in tasks for word in task.read_text().split()]
    return [each for child in own for each in (child, *_children(child))]


def _resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0
