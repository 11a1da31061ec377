"""Evenings in a real Chromium: from the lobby to the table, to the result, and on to the next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.observation import Said
from companion.core.roles import REFEREE
from companion.games.wall.moves import Begin

from .house_stories import LAPTOP, PHONE, PROJECTOR, Evening, house, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
        for view in ("Text view", "Picture view"):
            page.click("#game-menu")
            page.get_by_role("link", name=view, exact=True).click()
            page.wait_for_selector(f"html[data-number='{evening.table.number}']")
        page.click("#game-menu")
        page.locator("#dialog button", has_text="End it now").click()
        page.fill("#reason", "bedtime")
        page.locator("#dialog button", has_text="End the game").click()
        page.wait_for_selector("#after:not([hidden]) a")
        settled(page)
        assert page.evaluate(BELOW_WHAT_FOLLOWS)
        page.wait_for_timeout(400)  # what has only just appeared takes no press
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
        page.wait_for_selector(".boxes")
        ways = page.locator(".ways button")
        assert "Continue the wall" in ways.first.inner_text()
        assert "Play the wall again" in ways.last.inner_text()
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


def test_a_plan_and_the_shelf_stay_in_hand_while_the_house_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    """Nothing typed is thrown away, and a card that is still there is the same card."""
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, steps=2)
        housed.house.leave()
        page.wait_for_selector(".boxes")
        shelf = evening.opened()
        shelf.goto(f"{url}/shelf")
        shelf.wait_for_selector(".cards li")
        shelf.evaluate("document.querySelector('.cards li').marked = true")
        page.click('.boxes a[href="#dig"]')
        page.locator(".people input[list]").first.fill("Zoë")
        with page.expect_response("**/house/state"), shelf.expect_response("**/shelf/games.json*"):
            evening.claim(evening.opened())
        page.wait_for_timeout(300)
        assert page.locator(".people input[list]").first.input_value() == "Zoë"
        assert shelf.evaluate("document.querySelector('.cards li').marked")
        assert evening.complaints == []


def test_the_owner_sends_another_phone_away_and_makes_a_new_code(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page, other = evening.opened(), evening.opened()
        for one in (page, other):
            _becomes_owner(one, url, housed.code)
        page.reload()
        listed = page.locator(".owners li")
        listed.nth(1).wait_for()
        assert [("this" in text) for text in listed.all_inner_texts()] == [True, False]
        listed.nth(1).get_by_role("button").click()
        listed.nth(1).wait_for(state="detached")
        _becomes_owner(other, url, housed.code)
        page.reload()
        code = housed.code
        page.get_by_role("button", name="New code, and everybody else out").click()
        assert housed.owner.code == code, "it is asked once more"
        page.locator(".owners .row button").click()
        page.wait_for_function("(old) => !document.body.innerText.includes(old)", arg=code[:4])
        assert housed.owner.code != code
        assert listed.count() == 1
        other.reload()
        other.locator("#code").wait_for()
        assert evening.complaints == []


def _becomes_owner(page: Page, url: str, code: str) -> None:
    """Type the code under Settings, as one does on a further phone."""
    page.goto(f"{url}/settings")
    page.fill("#code", code)
    page.click(".claim button")
    page.wait_for_selector(".owners li")


def test_a_page_that_may_not_tap_says_who_does_and_the_way_out(
    browser: Browser, tmp_path: Path
) -> None:
    """A family without phones chose that each phone plays for its own seat."""
    with house(tmp_path, manner="seats") as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.begin(page, "wall", ("Anna", "Ben"))
        settled(page)
        assert "Anna, Ben decide this" in page.inner_text(".question .waiting >> nth=0")
        assert "Phones" in page.inner_text(".question .waiting >> nth=1")
        housed.house.open.table.submit(Said(by=REFEREE, move=Begin(), at=0.0))  # type: ignore[union-attr]
        page.wait_for_selector("html[data-phase='play']")
        told = page.locator("#questions").evaluate(
            "box => getComputedStyle(box, '::after').content"
        )
        assert "Anna enters this move, on their own phone." in told
        assert "Who may tap?" in told
        page.click("#game-menu")
        page.locator("#dialog button", has_text="Who may tap?").click()
        page.locator("#dialog button", has_text="Living room").click()
        page.wait_for_function(
            "() => getComputedStyle(document.querySelector('#questions'), '::after')"
            ".content.includes('tap the slot')"
        )
        settled(page)
        page.wait_for_timeout(400)  # what has only just appeared takes no press
        page.locator(".slot-head").first.click()
        page.locator("dialog .card[data-card]").first.click()
        page.wait_for_selector("[data-cell='0,0'][data-animal]")
        assert evening.complaints == []
