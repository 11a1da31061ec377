"""Stories of whole evenings in a real Chromium, from an empty folder, without a terminal.

``script/soak stories [a] [b] [c] [d] [--size phone|laptop|projector]``; (a) four phones play the
wall with its curse to the end and again, (b) five games one after the other, then shelf and people,
(c) a game left, another played, the first continued, (d) the plug pulled in each phase.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
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

from playwright.sync_api import Browser, sync_playwright

from companion.core.game import ROOMS
from tests.conftest import CHROMIUM_NAMES, NO_CHROMIUM
from tests.web.house_stories import SIZES, Evening, house

FOUR = ("Anna", "Ben", "Carla", "David")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak stories", description=__doc__)
    parser.add_argument("stories", nargs="*", help="which; all without one")
    parser.add_argument("--size", choices=[*SIZES, "all"], default="phone")
    wanted = parser.parse_args(words)
    sizes = list(SIZES) if wanted.size == "all" else [wanted.size]
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or _chromium()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in sizes:
            for name in wanted.stories or STORIES:
                begun = time.monotonic()
                with tempfile.TemporaryDirectory() as folder:
                    STORIES[name](browser, SIZES[size], Path(folder))
                print(f"story ({name}) on a {size}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    return 0


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None:
        raise SystemExit(f"stories: {NO_CHROMIUM}")
    return found


def four_phones(browser: Browser, size: dict[str, int], folder: Path) -> None:
    """(a) Claim, the wall for four with the curse, played by four phones to the end, rematch."""
    with house(folder) as (housed, url):
        evening = Evening(browser, url, housed, size)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", FOUR, "Curse of the Pharaoh")
        evening.join(page)
        evening.play(page)
        page.wait_for_selector("#after:not([hidden]) a")
        page.locator("#after button", has_text="Rematch").click()
        page.wait_for_function("document.querySelector('#after')?.hidden !== false")
        page.wait_for_selector("#game-menu")
        assert [seat.name for seat in evening.table.state.seats] == [*FOUR[1:], FOUR[0]]
        assert evening.complaints == [], evening.complaints


def five_rooms(browser: Browser, size: dict[str, int], folder: Path) -> None:
    """(b) Five games one after the other, one per room, then the shelf and the people."""
    with house(folder) as (housed, url):
        evening = Evening(browser, url, housed, size)
        page = evening.opened()
        for room in ROOMS:
            evening.begin(page, room, ("Anna", "Ben"))
            evening.play(page)
            evening.lobby(page)
        page.goto(f"{url}/shelf")
        page.wait_for_function(
            "count => document.querySelectorAll('.cards > li').length === count", arg=len(ROOMS)
        )
        page.goto(f"{url}/people")
        page.wait_for_selector(".person")
        assert page.locator(".person").count() == 2
        assert evening.complaints == [], evening.complaints


def left_and_continued(browser: Browser, size: dict[str, int], folder: Path) -> None:
    """(c) A game left, another played to its end, the first continued."""
    with house(folder) as (housed, url):
        evening = Evening(browser, url, housed, size)
        page = evening.opened()
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, steps=9)
        first, number = housed.house.place.game, evening.table.number
        housed.house.leave()
        page.wait_for_selector(".boxes")
        evening.begin(page, "bowl", ("Anna", "Ben"))
        evening.play(page)
        evening.lobby(page)
        page.goto(f"{url}/shelf")
        wall = page.locator(".cards li", has_text="The wall")
        wall.locator("button", has_text="Continue").click()
        page.wait_for_selector("#game-menu")
        assert (housed.house.place.game, evening.table.number) == (first, number)
        evening.play(page)
        assert evening.complaints == [], evening.complaints


def pulled_plugs(browser: Browser, size: dict[str, int], folder: Path) -> None:
    """(d) The plug is pulled in the lobby, while laying out, in a game, and at the result."""
    plan = {"room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}
    with _plugged(folder) as url:
        _sees(browser, size, url, ".boxes")
    with _plugged(folder) as url:
        _sees(browser, size, url, ".boxes")
        _post(url, "/house/begin", plan)
        _post(url, "/house/laying", {"step": 3})
    with _plugged(folder) as url:
        _sees(browser, size, url, ".step")
        _post(url, "/house/laying", {"step": None})
        _post(url, "/answer", {"question": "setup", "option": "begin", "base": 1})
    with _plugged(folder) as url:
        _sees(browser, size, url, "#game-menu")
        assert _state(url)["number"] == 2
        _post(url, "/house/end", {"reason": "the plug"})
    with _plugged(folder) as url:
        _sees(browser, size, url, "#after:not([hidden]) a")
        assert _state(url)["hosted"]["ended"] is True


@contextlib.contextmanager
def _plugged(folder: Path) -> Iterator[str]:
    """A house that runs as a program of its own until its plug is pulled."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("house", "--port", str(port), "--host", "127.0.0.1", "--state", str(folder))
    program = subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}"
    try:
        _until_open(url)
        yield url
    finally:
        program.send_signal(signal.SIGKILL)
        program.communicate()


def _until_open(url: str) -> None:
    for _ in range(300):
        with contextlib.suppress(URLError, ConnectionError):
            urlopen(f"{url}/house/state", timeout=5).read()
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")


def _sees(browser: Browser, size: dict[str, int], url: str, selector: str) -> None:
    context = browser.new_context(viewport=size)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(selector)
    context.close()


def _post(url: str, path: str, body: dict[str, Any]) -> None:
    headers = {"Content-Type": "application/json", "Origin": url}
    urlopen(Request(url + path, json.dumps(body).encode(), headers), timeout=30).read()


def _state(url: str) -> dict[str, Any]:
    state: dict[str, Any] = json.load(urlopen(f"{url}/state", timeout=30))
    return state


Story = Callable[[Browser, dict[str, int], Path], None]
STORIES: dict[str, Story] = {
    "a": four_phones,
    "b": five_rooms,
    "c": left_and_continued,
    "d": pulled_plugs,
}
