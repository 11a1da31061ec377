"""A whole game of the bowl at the page: every tile, boulder, step and rebuilding by tapping."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.web.bowl_scenes import a_bowl
from tests.web.test_browser import opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST = ("begin", "enter", "rebuilt", "clean", "forward")
"""What a hasty visitor taps where it is offered; among all else the dice choose."""
CLUMSY = 0.08


def choice(options: list[str], dice: Random) -> str:
    if "landslide" in options and dice.random() < CLUMSY:
        return "landslide"
    hasty = [name for name in FIRST if name in options]
    return hasty[0] if hasty else dice.choice(options)


def test_a_game_is_played_to_its_end_in_the_browser(hasty_page: Page, tmp_path: Path) -> None:
    page = hasty_page
    table = a_bowl(tmp_path, 2, {"variant": "quick"})
    dice = Random(11)
    done: list[str] = []
    with opened(page, table):
        while page.locator("#result").is_hidden():
            answers = page.locator(".question .answer")
            options = answers.evaluate_all("all => all.map(one => one.dataset.option)")
            done.append(choice(options, dice))
            number = page.get_attribute("html", "data-number")
            page.locator(f".question .answer[data-option='{done[-1]}']").click()
            page.wait_for_selector(f"html:not([data-number='{number}'])")
        shows(page, table)
        assert "wins" in page.locator("#result h2").inner_text()
        winner = page.locator(".standing.first h3").inner_text()
    assert table.state.winner is not None
    assert winner == table.state.seats[table.state.winner].name
    assert {"begin", "clean", "forward", "enter", "landslide", "rebuilt"} <= set(done)
