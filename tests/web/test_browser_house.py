"""Evenings in a real Chromium: from the lobby to the table, to the result, and on to the next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .house_stories import LAPTOP, PHONE, PROJECTOR, Evening, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

BELOW_WHAT_FOLLOWS = """() => {
  const [after, main] = ["#after", "main"].map((one) => document.querySelector(one));
  return after.getBoundingClientRect().bottom <= main.getBoundingClientRect().top + 0.5;
}"""


def test_two_people_claim_play_with_phones_end_early_and_play_again(
    browser: Browser, tmp_path: Path
) -> None:
    """A short form of story (a); to the end it is played by `script/soak stories`."""
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", ("Anna", "<b>نور</b>"), "Curse of the Pharaoh")
        assert evening.table.state.rules.curse_of_the_pharaoh
        evening.join(page)
        evening.play(page, steps=6)
        for view in ("Page in words", "Drawn page"):
            page.click("#game-menu")
            page.get_by_role("link", name=view, exact=True).click()
            page.wait_for_selector(f"html[data-number='{evening.table.number}']")
        page.click("#game-menu")
        page.locator("#dialog button", has_text="End it now").click()
        page.fill("#reason", "bedtime")
        page.locator("#dialog button", has_text="End the game").click()
        page.wait_for_selector("#after:not([hidden]) a")
        assert page.evaluate(BELOW_WHAT_FOLLOWS)
        page.locator("#after a", has_text="The whole result").click()
        page.wait_for_selector(".tally")
        assert "bedtime" in page.inner_text("h2")
        assert "<b>نور</b>" in page.inner_text(".tally")
        first = housed.house.place.game
        page.locator("button", has_text="Rematch").click()
        page.wait_for_selector("#game-menu")
        assert housed.house.place.game != first
        assert [seat.name for seat in evening.table.state.seats] == ["<b>نور</b>", "Anna"]
        assert evening.complaints == []


def test_a_game_is_left_another_is_begun_in_two_taps_and_the_first_continued(
    browser: Browser, tmp_path: Path
) -> None:
    """Story (c), on a laptop; the people of last time are there without typing."""
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, steps=5)
        first, number = housed.house.place.game, evening.table.number
        page.click("#game-menu")
        page.locator("#dialog button", has_text="Leave it").click()
        page.locator("#dialog .main").click()
        page.click('.boxes a[href="#dig"]')
        page.locator("button.big").first.click()
        page.wait_for_selector(".step")
        assert [seat.name for seat in evening.table.state.seats] == ["Anna", "Ben"]
        assert evening.table.game.name == "dig"
        housed.house.leave()
        page.wait_for_selector(".boxes")
        page.goto(f"{url}/shelf")
        page.locator(".cards li", has_text="The wall").locator(
            "button", has_text="Continue"
        ).click()
        page.wait_for_selector("#game-menu")
        assert housed.house.place.game == first
        assert evening.table.number == number
        assert evening.complaints == []


def test_laying_out_the_box_comes_back_to_its_step_after_a_pulled_plug(
    browser: Browser, tmp_path: Path
) -> None:
    """Story (d), in the phase of laying out, on a projector."""
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PROJECTOR)
        page = evening.opened()
        page.goto(f"{url}/#kheops")
        fields = page.locator(".people input[list]")
        fields.nth(0).fill("Anna")
        fields.nth(1).fill("Ben")
        page.locator("button.big").first.click()
        page.wait_for_selector(".step")
        page.click(".row .big")
        page.wait_for_function("() => location.hash === '#2'")
        page.wait_for_timeout(300)
    with house(tmp_path) as (housed, url):
        assert housed.house.place.laying == 1
        page = Evening(browser, url, housed, PROJECTOR).opened()
        page.goto(url)
        page.wait_for_selector(".step")
        assert page.url.endswith("/house/setup#2")
        page.click("text=Skip this")
        page.wait_for_selector("#game-menu")
        assert housed.house.place.laying is None
