"""Show me a game: played, paused, gone back and hurried with real clicks, on phone and laptop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.game import ROOMS
from tests.pages.measuring import axe

from .house_stories import LAPTOP, PHONE, Evening, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SHOWN = "html[data-shown='demonstration']"
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_every_room_shows_a_game_from_the_lobby_on(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        for room in ROOMS:
            page.goto(f"{url}/rules/{room}")
            page.wait_for_selector("html[data-shown='rules']")
            page.click(".to-demonstration")
            page.wait_for_selector(SHOWN)
            back, rest, on = (page.locator(".ways > button").nth(n) for n in range(3))
            first = page.inner_text(".told")
            on.click()
            assert page.inner_text(".told") != first
            back.click()
            assert page.inner_text(".told") == first
            page.locator(".speeds button").last.click()
            rest.click()
            page.wait_for_function("() => document.querySelector('progress').value > 0")
            rest.click()
            for size in (PHONE, LAPTOP):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                assert page.evaluate(WIDER) == 0, room
                assert axe(page) == [], (room, size)
            while on.is_enabled():
                on.click()
        assert evening.complaints == []
