"""What the camera page costs: looked at twice a second, and by nobody.

``script/soak camera [--seconds 30] [--rooms wall,kheops]``

A house runs as a program of its own with a camera that is never still and an edition that was
taught. Its time on the cores is counted, its viewer's too, and the files in its folder before and
after.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import numpy as np

from calibration.teach.store import save
from companion.core.game import load_room
from companion.rooms import board_of, room_of
from companion.workshop.teach import Editions
from hardware.simulated.frame_file import FrameFile
from tests.soak.painting import studio_of
from tests.soak.photographs import tale

SIZE = (1280, 720)
EVERY = 0.5
LETS_GO = 8.0
"""After this long without a look the camera is closed."""
MOST = 15.0
"""Percent of one core."""
TICKS = os.sysconf("SC_CLK_TCK")


def looked_at(room: str, seconds: float, folder: Path) -> tuple[float, float, list[str]]:
    """Percent of a core while somebody looks and while nobody does; files that were written."""
    studio = _painted(room)
    screen = FrameFile.create(folder / "camera.frames", SIZE)
    settings = folder / "companion.toml"
    settings.write_text(f'[eye]\ncamera = "{folder / "camera.frames"}"\n')
    _teach(room, folder / "house")
    grain, still = np.random.default_rng(1), studio.frame().astype(np.int16)
    pictures = [
        np.clip(still + grain.integers(-3, 4, still.shape), 0, 255).astype(np.uint8)
        for _ in range(4)
    ]
    with _house(folder / "house", settings) as (url, pid):
        for n in range(6):  # what is worked out once
            screen.show(pictures[n % 4])
            _view(url, room)
        files, before = _files(folder / "house"), _cpu(pid)
        begun = time.monotonic()
        looks = 0
        while time.monotonic() - begun < seconds:
            screen.show(pictures[looks % 4])
            _view(url, room)
            looks += 1
            time.sleep(max(0.0, begun + looks * EVERY - time.monotonic()))
        took = time.monotonic() - begun
        busy = 100 * (_cpu(pid) - before) / (looks * EVERY)
        written = sorted(_files(folder / "house") - files)
        print(f"  {room}: {looks} looks in {took:.0f} s", flush=True)
        time.sleep(LETS_GO)
        before, begun = _cpu(pid), time.monotonic()
        time.sleep(seconds)
        idle = 100 * (_cpu(pid) - before) / (time.monotonic() - begun)
    return busy, idle, written


def _painted(room: str) -> Any:
    told = tale(room, 1)
    board = board_of(told.game, told.states[0].box)
    studio = studio_of(room, board, 3, SIZE)
    shown = told.game.visible(told.states[len(told.states) // 2])
    studio.set({cell: label for cell, label in shown.items() if cell in studio.labels()})
    return studio


def _teach(room: str, state: Path) -> None:
    editions = Editions(state)
    path = save(room_of(room).taught(load_room(room).load_box(None), SIZE), editions.home(room))
    editions.use(room, f"{path.parent.name}/{path.name}")


def _view(url: str, room: str) -> None:
    answer = urlopen(f"{url}/workshop/camera/view.json?room={room}", timeout=60).read()
    assert b'"picture"' in answer, answer[:300]


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def _cpu(pid: int) -> float:
    """Seconds a program and those it started have had of the cores."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / TICKS
    children = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(child) for file in children for child in file.read_text().split()]
    return own + sum(_cpu(child) for child in below)


@contextmanager
def _house(folder: Path, settings: Path) -> Iterator[tuple[str, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("--port", str(port), "--host", "127.0.0.1", "--settings", str(settings))
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "house", *words, "--state", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urlopen(f"{url}/house/state", timeout=5).read()
                break
            except (URLError, ConnectionError):
                time.sleep(0.1)
        yield url, program.pid
    finally:
        program.terminate()
        program.wait()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak camera", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rooms", default="wall,kheops")
    wanted = parser.parse_args(words)
    trouble = 0
    for room in wanted.rooms.split(","):
        with tempfile.TemporaryDirectory() as folder:
            busy, idle, written = looked_at(room, wanted.seconds, Path(folder))
        print(
            f"{room:7} {busy:5.1f} % of a core at 2 looks a second, {idle:4.1f} % when nobody "
            f"looks; files written: {written or 'none'}",
            flush=True,
        )
        trouble += busy > MOST or idle > 1.0 or bool(written)
    return 1 if trouble else 0
