"""May I ...? with real clicks: every room, on a phone and a laptop, by tap, by words, by ear."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.game import ROOMS
from tests.pages.measuring import axe

from .house_stories import LAPTOP, PHONE, Evening, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PLACES = {
    "wall": ('.window[data-cell="6,3"]', '.pillar[data-animal="cat"]'),
    "bowl": ('[data-cell="P3"]', '.contents [data-about="blue"]'),
    "dig": ('[data-cell="B2"]', '[data-cell="D4"]'),
    "kheops": ('[data-cell="U0.2"]', '[data-cell="D1.0"]'),
    "sphinx": ('[data-cell="s20"]', '.statue[data-seat="G1"]'),
}
CENTRED = "node => node.scrollIntoView({ block: 'center' })"
SAID = ".may-answer"


def tap(page: Page, place: str) -> str:
    """Tap a place while a tap is awaited, with the mouse, and read what is answered."""
    page.wait_for_selector(".may-catcher")
    node = page.locator(place).first
    node.evaluate(CENTRED)
    box: Any = node.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(SAID)
    return page.inner_text("#dialog")


@pytest.mark.parametrize("room", ROOMS)
def test_a_tap_on_the_table_is_answered(browser: Browser, tmp_path: Path, room: str) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, room, ("Anna", "Ben"))
        evening.play(page, 16)
        number = evening.table.number
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.click("#may-i")
            for n, place in enumerate(PLACES[room]):
                if n:
                    page.locator(".may-answer .less").click()
                said = tap(page, place)
                assert len(said.split()) > 10
                assert axe(page) == []
            page.locator(".may-answer .less").click()
            page.locator("#may-typed").fill("why did Ben get that?")
            page.keyboard.press("Enter")
            page.wait_for_selector(SAID)
            assert "Ben" in page.inner_text("#dialog h2")
            page.keyboard.press("Escape")
        assert evening.table.number == number
        assert evening.complaints == []


def test_the_question_ends_with_escape_and_the_page_plays_on(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, 1)
        page.click("#may-i")
        page.wait_for_selector(".may-bar")
        page.keyboard.press("Escape")
        assert page.locator(".may-bar, .may-catcher").count() == 0
        page.wait_for_selector(".slot-head:not([disabled])")
        page.locator(".slot-head").first.click()
        page.wait_for_selector("#dialog[open]")
        assert evening.complaints == []


def test_by_ear_a_typed_question_is_said(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "kheops", ("Anna", "Ben"))
        evening.play(page, 16)
        page.goto(f"{url}/?view=words")
        page.wait_for_selector("html.shown")
        page.get_by_label("May I ...?").fill("U0.2")
        page.keyboard.press("Enter")
        page.locator("#said", has_text="U0.2").wait_for()
        assert axe(page) == []
        assert evening.complaints == []
