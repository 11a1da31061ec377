"""Nothing on a page is cut off when sentences get longer, and nothing on it is English by birth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.core.game import ROOMS
from companion.house import FOLDER, House
from companion.journal import Journal
from companion.table import Table
from companion.web import Server
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from companion.words import Words
from tests.house.evenings import Tables
from tests.house.played import play
from tests.languages.pseudo import pseudo
from tests.pages.tables import NAMES, PEOPLE, STEPS
from tests.web.scenes import an_app

READING = Path(__file__).with_name("reading.js").read_text()
PHONE, PROJECTOR = (320, 640), (1920, 1080)
AS_THEY_ARE = [*NAMES, "KHEOPS"]
"""Names of people, and of a game that is called so everywhere."""
HOUSE = ("/", "/#wall", "/shelf", "/people", "/settings")


@cache
def words() -> dict[str, Words]:
    return {"en": pseudo()}


def read(browser: Browser, url: str, size: tuple[int, int], ready: str) -> dict[str, list[str]]:
    """What a page shows outside the brackets, and what it cuts off."""
    page: Page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    try:
        page.goto(url)
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(200)
        found: dict[str, list[str]] = page.evaluate(READING, AS_THEY_ARE)
        return found
    finally:
        page.close()


@pytest.mark.browser
@pytest.mark.parametrize("room", ROOMS)
def test_a_table_holds_longer_words(room: str, browser: Browser, tmp_path: Path) -> None:
    path = play(tmp_path / "game.sqlite", room, NAMES[: PEOPLE[room]], steps=STEPS)
    with Journal.open(path) as journal:
        server = Server(an_app(Table.resume(journal), words=words()), port=0)
        server.start()
        try:
            for size in (PHONE, PROJECTOR):
                assert read(browser, server.url, size, "#seats > *") == {"left": [], "cut": []}
        finally:
            server.stop()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A house with a game on its shelf."""
    play(tmp_path / "evening.sqlite", "wall", NAMES[:2])
    site = HouseSite(Notifier())
    opened = House(tmp_path, Tables())
    owner = Owner(tmp_path / FOLDER / "owner.json")
    create_house_app(opened, site, words=words(), owner=owner, senses=lambda room: {"eye": "none"})
    opened.start()
    server = Server(site, port=0)
    server.start()
    yield server
    server.stop()
    opened.stop()


@pytest.mark.browser
def test_the_house_holds_longer_words(house: Server, browser: Browser) -> None:
    found = {path: read(browser, house.url + path, PHONE, "main > *") for path in HOUSE}
    assert found == {path: {"left": [], "cut": []} for path in HOUSE}


@pytest.mark.browser
def test_english_on_a_page_would_be_noticed(browser: Browser, tmp_path: Path) -> None:
    path = play(tmp_path / "game.sqlite", "wall", NAMES[:2], steps=5)
    with Journal.open(path) as journal:
        server = Server(an_app(Table.resume(journal)), port=0)
        server.start()
        try:
            assert len(read(browser, server.url, PHONE, "#seats > *")["left"]) > 10
        finally:
            server.stop()
