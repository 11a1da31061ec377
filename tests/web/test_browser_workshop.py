"""The workshop in a real browser: every bench opens on a phone, is fit for all, and waits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.config.wiring import read_wiring
from tests.pages.measuring import axe
from tests.web.house_stories import PHONE, Evening, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

BENCHES = ("", "/camera", "/print", "/teach", "/editions", "/box", "/check", "/weigh")
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"


def test_every_bench_opens_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        for bench in BENCHES:
            page.goto(f"{url}/workshop{bench}")
            page.wait_for_selector("main h2 ~ *")
            assert not page.evaluate(WIDER), bench
            assert axe(page) == [], bench
        assert evening.complaints == []


def test_a_lesson_begun_on_one_phone_waits_on_another(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        first, second = evening.opened(), evening.opened()
        evening.claim(first)
        first.goto(f"{url}/workshop/teach#wall")
        first.fill("#edition", "Grandma's deck")
        first.click("form .big")
        first.wait_for_selector(".ask")
        assert "Clear the board" in first.inner_text(".ask")
        first.set_input_files(
            '[data-snap="teach_phone"]',
            {"name": "x.png", "mimeType": "image/png", "buffer": b"no picture"},
        )
        first.wait_for_selector("#said:not([hidden])")
        second.goto(f"{url}/workshop/teach#wall")
        second.fill("#code", housed.code)
        second.click(".claim button")
        second.wait_for_selector(".ask")
        assert "0 of 15" in second.inner_text(".teaching")
        assert evening.complaints == []


WIRED = {
    "pins": "mock",
    "parts": [
        {"part": "lamp", "name": "1", "pin": 17},
        {"part": "strip", "names": {"2": [2, 3], "3": 7}},
        {"part": "button", "name": "seat 1", "pin": 23},
    ],
}


def test_a_light_walks_along_the_lamps_and_a_dark_one_says_what_to_try(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path, wiring=read_wiring(WIRED)) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        page.goto(f"{url}/workshop/check")
        walk = page.get_by_role("button", name="Walk along the lamps")
        walk.click()
        for lamp in ("Lamp 1", "Lamp 2", "Lamp 3"):
            page.locator(".walking .live", has_text=lamp).wait_for(timeout=20_000)
        walk.wait_for(timeout=20_000)
        row = page.locator("li.part", has_text="Lamp 2")
        row.get_by_role("button", name="Lamp 2: It doesn't").click()
        row.locator(".trouble", has_text="arrow on the strip").wait_for(timeout=20_000)
        row.get_by_role("button", name="Done, it's still the same").click()
        row.locator(".trouble", has_text="74AHCT125").wait_for()
        assert not page.evaluate(WIDER)
        page.screenshot(path=str(tmp_path / "check.png"), full_page=True)
        row.get_by_role("button", name="Lamp 2: It works").click()
        row.locator(".trouble", has_text="It works now").wait_for(timeout=20_000)
        assert evening.complaints == []
