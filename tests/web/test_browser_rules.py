"""The rules in a real browser: found from lobby and table, searched, and reached by "why?"."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.game import ROOMS
from tests.pages.measuring import axe

from .house_stories import LAPTOP, PHONE, Evening, house, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SHOWN = "html[data-shown='rules']"
EMPTY = """() => [...document.querySelectorAll(".picture")]
  .map((node) => node.getBoundingClientRect())
  .filter((box) => box.width < 100 || box.height < 60).length"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_the_rules_of_every_box_are_drawn_and_searched_without_a_game(
    browser: Browser, tmp_path: Path
) -> None:
    wrong: list[str] = []
    with house(tmp_path) as (_, url):
        looks: list[dict[str, Any]] = [
            {"viewport": PHONE, "color_scheme": "dark"},
            {"viewport": LAPTOP, "color_scheme": "light"},
        ]
        for look in looks:
            context = browser.new_context(**look, locale="de")
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(url)
            page.locator(".boxes a[href^='/rules/']").first.click()
            for room in ROOMS:
                page.goto(f"{url}/rules/{room}")
                page.wait_for_selector(SHOWN)
                assert page.evaluate(EMPTY) == 0, room
                assert page.evaluate(WIDER) == 0, room
                assert axe(page) == [], (room, look)
            page.fill("#rules-search", "wachter spielfigur xyz")
            assert page.locator(".topic:visible").count() == 0
            page.fill("#rules-search", "WACHTER")
            assert 0 < page.locator(".topic li:visible").count() < 60
            assert wrong == []
            context.close()


def test_why_leads_from_a_ruling_to_its_paragraph(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, steps=4)
        settled(page)
        page.locator("#rulings .clause >> visible=true").first.click()
        link = page.locator("a.to-rules >> visible=true").first
        clause = (link.get_attribute("href") or "").partition("#")[2]
        assert clause
        link.click()
        page.wait_for_selector(SHOWN)
        paragraph = page.locator(f"li.arrived[id='{clause}']")
        paragraph.wait_for()
        assert page.evaluate("() => document.activeElement.classList.contains('arrived')")
        assert clause not in page.inner_text("#main"), "a family reads sentences, not numbers"
        page.go_back()
        page.click("#to-rules")
        page.wait_for_selector(SHOWN)
        assert evening.complaints == []
