"""Stories of whole evenings in a real Chromium, from an empty folder, without a terminal.

``script/soak stories [a] [b] [c] [d] [e] [f] [g] [h] [i] [j] [--size phone|laptop|projector|all]
[--shots FOLDER]``;
(a) four phones play the wall with its curse to the end and again, (b) five games one after the
other, then shelf and people, (c) a game left, another played, the first continued, (d) the plug
pulled in each phase, (e) a backup restored on an empty house, (f) a box
nobody taught before: print, aim, teach, confirm its facts, play the wall and Kheops by the camera,
(g) the wall by hand with a photograph every few turns, (h) a family's evening with four phones, a
laptop and a screen, by real taps alone, (i) a family that has never played, every box from an empty
house to the end of its first round, (j) print, a camera, the cards' list from three photographs,
teach, ten moves.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from companion.app.house_app import RunningHouse
from companion.core.game import ROOMS
from tests.conftest import CHROMIUM_NAMES, NO_CHROMIUM
from tests.soak.by_photograph import by_photograph
from tests.soak.family import family
from tests.soak.first_evening import first_evening
from tests.soak.fresh_box import fresh_box
from tests.soak.three_photographs import three_photographs
from tests.web.house_stories import SIZES, Evening, house, settled, shoot


@dataclass(frozen=True)
class Stage:
    """Where a story is played, and where pictures of it go."""

    browser: Browser
    size: dict[str, int]
    folder: Path
    shots: Path | None

    def evening(self, housed: RunningHouse, url: str) -> Evening:
        return Evening(self.browser, url, housed, self.size, shots=self.shots)

    def page(self) -> Page:
        return self.browser.new_context(viewport=self.size).new_page()  # type: ignore[arg-type]

    def shot(self, page: Page, name: str) -> None:
        shoot(page, self.shots, name)


WITH_PHONES = ("sphinx",)
"""Where a claim is laid in secret, from one's own phone."""
FOUR = ("Anna", "Ben", "Carla", "David")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak stories", description=__doc__)
    parser.add_argument("stories", nargs="*", help="which; all without one")
    parser.add_argument("--size", choices=[*SIZES, "all"], default="phone")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the pages")
    wanted = parser.parse_args(words)
    sizes = list(SIZES) if wanted.size == "all" else [wanted.size]
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or _chromium()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for size in sizes:
            for name in wanted.stories or STORIES:
                begun = time.monotonic()
                shots = wanted.shots and wanted.shots / f"{name}-{size}"
                with tempfile.TemporaryDirectory() as folder:
                    STORIES[name](Stage(browser, SIZES[size], Path(folder), shots))
                print(f"story ({name}) on a {size}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    return 0


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None:
        raise SystemExit(f"stories: {NO_CHROMIUM}")
    return found


def four_phones(stage: Stage) -> None:
    """(a) Claim, the wall for four with the curse, played by four phones to the end, rematch."""
    with house(stage.folder) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", FOUR, "Curse of the Pharaoh")
        evening.join(page)
        evening.play(page)
        page.wait_for_selector("#after:not([hidden]) a")
        settled(page)
        stage.shot(page, "over")
        page.locator("#after button", has_text="Rematch").click()
        page.wait_for_function("() => document.querySelector('#after')?.hidden !== false")
        page.wait_for_selector("#game-menu")
        assert [seat.name for seat in evening.table.state.seats] == [*FOUR[1:], FOUR[0]]
        assert evening.complaints == [], evening.complaints


def five_rooms(stage: Stage) -> None:
    """(b) Five games one after the other, one per room, then the shelf and the people."""
    with house(stage.folder) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        for room in ROOMS:
            evening.begin(page, room, ("Anna", "Ben"))
            if room in WITH_PHONES:
                evening.join(page)
            evening.play(page)
            evening.phones_away()
            page.wait_for_selector("#after:not([hidden]) button")
            stage.shot(page, f"{room} over")
            game = housed.house.place.game
            evening.lobby(page)
            page.goto(f"{url}/shelf/{game}")
            page.wait_for_selector(".tally")
            stage.shot(page, f"{room} result")
        page.goto(f"{url}/shelf")
        page.wait_for_function(
            "count => document.querySelectorAll('.cards > li').length === count", arg=len(ROOMS)
        )
        stage.shot(page, "shelf")
        page.goto(f"{url}/people")
        page.wait_for_selector(".person")
        stage.shot(page, "people")
        assert page.locator(".person").count() == 2
        assert evening.complaints == [], evening.complaints


def left_and_continued(stage: Stage) -> None:
    """(c) A game left, another played to its end, the first continued."""
    with house(stage.folder) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, steps=9)
        first, number = housed.house.place.game, evening.table.number
        page.click("#game-menu")
        page.locator("#dialog button", has_text="Leave it").click()
        stage.shot(page, "leaving")
        page.locator("#dialog .main").click()
        page.wait_for_selector(".boxes")
        evening.begin(page, "bowl", ("Anna", "Ben"))
        evening.play(page)
        evening.lobby(page)
        page.goto(f"{url}/shelf")
        page.wait_for_selector(".cards")
        stage.shot(page, "shelf")
        wall = page.locator(".cards li", has_text="The wall")
        wall.locator("button", has_text="Continue").click()
        page.wait_for_selector("#game-menu")
        assert (housed.house.place.game, evening.table.number) == (first, number)
        evening.play(page)
        assert evening.complaints == [], evening.complaints


def pulled_plugs(stage: Stage) -> None:
    """(d) The plug is pulled in the lobby, while laying out, in a game, and at the result."""
    plan = {"room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}
    with _plugged(stage.folder) as url:
        _sees(stage, url, ".boxes")
    with _plugged(stage.folder) as url:
        _sees(stage, url, ".boxes")
        _post(url, "/house/begin", plan)
        _post(url, "/house/laying", {"step": 3})
    with _plugged(stage.folder) as url:
        _sees(stage, url, ".step")
        _post(url, "/house/laying", {"step": None})
        _post(url, "/answer", {"question": "setup", "option": "begin", "base": 1})
    with _plugged(stage.folder) as url:
        _sees(stage, url, "#game-menu")
        assert _state(url)["number"] == 2
        _post(url, "/house/end", {"reason": "the plug"})
    with _plugged(stage.folder) as url:
        _sees(stage, url, "#after:not([hidden]) a")
        assert _state(url)["hosted"]["ended"] is True


def restored(stage: Stage) -> None:
    """(e) A backup is saved in one house and restored in another that was never used."""
    with _plugged(stage.folder / "old") as url:
        page = stage.page()
        _named(page, url, "The tomb of Ben")
        _ended(page, url)
        page.goto(f"{url}/settings")
        with page.expect_download() as saved:
            page.click("text=Save a backup")
        backup = stage.folder / "backup.zip"
        saved.value.save_as(backup)
        page.context.close()
    with _plugged(stage.folder / "new") as url:
        page = stage.page()
        page.goto(f"{url}/shelf")
        page.wait_for_selector("text=No games yet")
        stage.shot(page, "empty shelf")
        page.goto(f"{url}/settings")
        page.set_input_files('input[accept=".zip"]', backup)
        page.wait_for_selector("text=This backup brings 1 game")
        stage.shot(page, "question")
        page.click("text=Restore it")
        page.wait_for_selector("text=The house is starting again")
        _until_named(url, "The tomb of Ben")
        page.goto(f"{url}/shelf")
        page.wait_for_selector(".cards li")
        assert "The tomb of Ben" in page.inner_text("h1")
        assert "bedtime" in page.inner_text(".cards li")
        stage.shot(page, "restored shelf")
        page.context.close()


def _named(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/settings")
    page.fill("#field-name", name)
    page.click("form.settings .big")
    page.wait_for_selector("text=Saved.")


def _ended(page: Page, url: str) -> None:
    """A game of the wall, begun in the lobby and ended early."""
    page.goto(f"{url}/#wall")
    fields = page.locator(".people input[list]")
    fields.nth(0).fill("Anna")
    fields.nth(1).fill("Ben")
    page.locator("button.big").first.click()
    page.click("text=Skip this")
    page.click("#game-menu")
    page.locator("#dialog button", has_text="End it now").click()
    page.fill("#reason", "bedtime")
    page.locator("#dialog button", has_text="End the game").click()
    page.locator("#after button", has_text="Go to the lobby").click()
    page.wait_for_selector(".boxes")


def _until_named(url: str, name: str) -> None:
    """Wait until the house has started again as the other one."""
    for _ in range(300):
        with contextlib.suppress(URLError, ConnectionError):
            if name in urlopen(f"{url}/house", timeout=5).read().decode():
                return
        time.sleep(0.2)
    raise AssertionError("the restored house does not come up")


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


def _sees(stage: Stage, url: str, selector: str) -> None:
    page = stage.page()
    page.goto(url)
    page.wait_for_selector(selector)
    stage.shot(page, f"after {selector.strip('.#')[:12]}")
    page.context.close()


def _post(url: str, path: str, body: dict[str, Any]) -> None:
    headers = {"Content-Type": "application/json", "Origin": url}
    urlopen(Request(url + path, json.dumps(body).encode(), headers), timeout=30).read()


def _state(url: str) -> dict[str, Any]:
    state: dict[str, Any] = json.load(urlopen(f"{url}/state", timeout=30))
    return state


Story = Callable[[Stage], None]
STORIES: dict[str, Story] = {
    "a": four_phones,
    "b": five_rooms,
    "c": left_and_continued,
    "d": pulled_plugs,
    "e": restored,
    "f": fresh_box,
    "g": by_photograph,
    "h": family,
    "i": first_evening,
    "j": three_photographs,
}
