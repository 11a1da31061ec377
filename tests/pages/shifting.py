"""How far pages move by themselves while rehearsed people play: the summed layout shift."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from . import measuring
from .looking import MOST_SHIFT, Line
from .tables import HALL, LAPTOP, NAMES, PEOPLE, PHONE

PORT = 9471
ORIGIN = f"http://localhost:{PORT}"
SEAT = "seat"
SIZES = {"phone": PHONE, SEAT: PHONE, "laptop": LAPTOP, "projector": HALL}
SPEED, SECONDS = 5, 60
"""Five minutes of play in one."""


def live(browser: Browser, room: str) -> Iterator[Line]:
    """A line for each size of the table's page, and for a phone: how far it moves by itself."""
    with a_house():
        people = [{"name": name} for name in NAMES[: PEOPLE[room]]]
        _post("begin", {"room": room, "people": people, "rehearsal": {"seed": 7, "speed": SPEED}})
        watched = [_watched(browser, name, size) for name, size in SIZES.items()]
        for _, page, updates in watched:
            page.evaluate("window.shifted = 0; window.shifting = {}")
            updates.bytes.clear()
        watched[0][1].wait_for_timeout(SECONDS * 1000)
        for name, page, updates in watched:
            yield _line(room, name, page, updates)
            page.context.close()


def _watched(
    browser: Browser, name: str, size: tuple[int, int]
) -> tuple[str, Page, measuring.Updates]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(measuring.SHIFTS)
    page = context.new_page()
    updates = measuring.Updates(page)
    page.goto(_way_in(name))
    page.wait_for_selector("html[data-number]")
    page.wait_for_timeout(1500)
    return name, page, updates


def _way_in(name: str) -> str:
    if name != SEAT:
        return ORIGIN
    asked = _post("invite", {"seat": 0})
    return f"{ORIGIN}/join/{asked['code']}"


def _line(room: str, name: str, page: Page, updates: measuring.Updates) -> Line:
    moved = float(page.evaluate("window.shifted"))
    line = Line(room, f"live {name}", shift=moved)
    line.update = max(updates.bytes, default=0) / 1000
    line.note = f"{len(updates.bytes)} updates, {sum(updates.bytes) / 1000:.0f} kB"
    if moved > MOST_SHIFT / 2:
        causes: dict[str, float] = page.evaluate("window.shifting")
        worst = sorted(causes.items(), key=lambda one: -one[1])[:4]
        line.note += "; " + ", ".join(f"{cause} {value:.3f}" for cause, value in worst)
    return line


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


def _post(command: str, body: dict[str, Any]) -> Any:
    headers = {"Content-Type": "application/json", "Origin": ORIGIN}
    data = json.dumps(body).encode()
    asked = urllib.request.Request(f"{ORIGIN}/house/{command}", data, headers)
    return json.loads(urllib.request.urlopen(asked, timeout=60).read())
