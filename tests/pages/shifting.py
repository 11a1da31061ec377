"""How far pages move by themselves while rehearsed people play: the summed layout shift."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from .measuring import CHROMIUM, SHIFTS
from .tables import NAMES, PEOPLE

PORT = 9471
ORIGIN = f"http://localhost:{PORT}"
SIZES = {"phone": (360, 740), "laptop": (1280, 800), "projector": (1920, 1080)}
SPEED, SECONDS = 5, 60
"""Five minutes of play in one."""
MOST = 0.1


def shifts(rooms: Sequence[str], say: Callable[[str], None]) -> int:
    """Print a line for each room and size; fails where a page moves more than it may."""
    worst = 0.0
    with a_house(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        for room in rooms:
            for size, moved in _played(browser, room).items():
                say(f"{room:8} {size:10} {moved:.3f}")
                worst = max(worst, moved)
        browser.close()
    return 0 if worst <= MOST else 1


def _played(browser: Browser, room: str) -> dict[str, float]:
    people = [{"name": name} for name in NAMES[: PEOPLE[room]]]
    _post("begin", {"room": room, "people": people, "rehearsal": {"seed": 7, "speed": SPEED}})
    pages = {}
    for size, (width, height) in SIZES.items():
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_init_script(SHIFTS)
        pages[size] = context.new_page()
        pages[size].goto(ORIGIN)
        pages[size].wait_for_selector("html[data-number]")
        pages[size].wait_for_timeout(1500)
        pages[size].evaluate("window.shifted = 0")
    time.sleep(SECONDS)
    moved = {size: float(page.evaluate("window.shifted")) for size, page in pages.items()}
    for page in pages.values():
        page.context.close()
    _post("leave", {})
    return moved


@contextmanager
def a_house() -> Iterator[None]:
    """A house of its own, in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="pages-") as folder:
        command = [sys.executable, "-m", "companion", "house", "--port", str(PORT)]
        running = subprocess.Popen(
            [*command, "--state", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait()
            yield
        finally:
            running.terminate()
            running.wait(20)


def _wait() -> None:
    for _ in range(120):
        try:
            urllib.request.urlopen(f"{ORIGIN}/house/state", timeout=2).read()
        except OSError:
            time.sleep(0.5)
        else:
            return
    raise TimeoutError("the house does not answer")


def _post(command: str, body: dict[str, Any]) -> None:
    headers = {"Content-Type": "application/json", "Origin": ORIGIN}
    data = json.dumps(body).encode()
    asked = urllib.request.Request(f"{ORIGIN}/house/{command}", data, headers)
    urllib.request.urlopen(asked, timeout=60).read()
