"""A light game with real clicks: chosen in the lobby, passed on, counted at the end, marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.pages.measuring import axe

from .house_stories import LAPTOP, PHONE, Evening, house, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def begun(evening: Evening, page: Page, room: str) -> None:
    """Choose Light in the lobby and come to the table."""
    page.goto(evening.url)
    page.click(f'.boxes a[href="#{room}"]')
    page.wait_for_selector(".plan .ways")
    for number, name in enumerate(("Anna", "Ben")):
        page.locator(".people input[list]").nth(number).fill(name)
    page.locator(".ways input").nth(1).check()
    page.locator("button.big").first.click()
    page.wait_for_selector(".step")
    page.click("text=Skip this")
    page.wait_for_selector("#light h2")
    settled(page)


def counted(page: Page, room: str) -> None:
    """Say how the game ended."""
    settled(page)
    page.locator("#light .choices").last.locator("button").first.click()
    page.wait_for_selector("#dialog[open]")
    assert axe(page) == []
    if room == "dig":
        page.locator("#dialog input[type=number]").first.fill("3")
        page.locator("#dialog .answer.main").click()
    elif room == "wall":
        cells = page.locator("#dialog fieldset").first.locator("button")
        for number in range(3):
            cells.nth(number).click()
        page.locator("#dialog .answer.main").click()
    else:
        page.locator("#dialog .choices button").nth(1).click()


@pytest.mark.parametrize("room", ["wall", "bowl", "dig", "sphinx"])
def test_a_light_game_is_played_and_counted(browser: Browser, tmp_path: Path, room: str) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        begun(evening, page, room)
        assert axe(page) == []
        assert page.locator("#questions .question").count() == 0
        page.locator("#light .answer.main").click()
        page.locator("#light h2", has_text="Ben").wait_for()
        counted(page, room)
        if room == "wall":
            page.wait_for_selector("#questions form, #questions .question")
            assert str(evening.table.state.phase) in ("shift", "reveal")
        else:
            page.wait_for_selector("#result:not([hidden])")
            evening.lobby(page)
            page.goto(f"{url}/shelf")
            page.wait_for_selector(".light-game")
        assert evening.complaints == []


def test_a_pyramid_opens_the_camera_and_a_plan_is_remembered(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        begun(evening, page, "kheops")
        page.locator("#light .choices").last.locator("button").first.click()
        page.wait_for_selector("#dialog .photo-choose input[type=file]", state="attached")
        page.keyboard.press("Escape")
        page.locator("#light .choices").last.locator("button").nth(1).click()
        page.wait_for_selector("html:not(.light) #questions .question")
        assert evening.complaints == []


def told(page: Page, room: str) -> None:
    """Fill in how it stands, as far as it differs from the beginning."""
    if room == "sphinx":
        for n, square in enumerate(("7", "12")):
            page.locator("#dialog input[type=number]").nth(n).fill(square)
        page.locator("#dialog fieldset").first.locator("input[type=checkbox]").first.check()
    elif room == "dig":
        page.locator("#dialog fieldset").first.locator("input").first.fill("2")
        page.locator("#dialog .purse", has_text="A1").locator("input").first.fill("1")
    elif room == "bowl":
        page.locator("#dialog select").first.select_option(index=1)
        page.locator("#dialog .many-fields select").first.select_option(index=1)
    else:
        page.locator("#dialog .slots-now button").first.click()
        page.locator("#dialog .card-now .card").first.click()


@pytest.mark.parametrize("room", ["wall", "bowl", "dig", "sphinx"])
def test_a_light_game_is_followed_from_the_middle_on(
    browser: Browser, tmp_path: Path, room: str
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        begun(evening, page, room)
        page.locator("#light .answer.main").click()
        page.locator("#light h2", has_text="Ben").wait_for()
        settled(page)
        page.locator("#light .choices button", has_text="Follow from here").click()
        page.wait_for_selector("#dialog form.at-end")
        assert axe(page) == []
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0
        told(page, room)
        page.locator("#dialog form.at-end > .answer.main").click()
        page.wait_for_selector("html:not(.light)")
        state = evening.table.state
        assert state.begun
        assert state.turn == 1
        assert evening.table.ledger.record.is_light is False
        assert evening.complaints == []


def test_a_pyramid_no_photograph_shows_is_entered_by_hand(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        begun(evening, page, "kheops")
        page.locator("#light .choices").last.locator("button").first.click()
        page.wait_for_selector("#dialog .photo-choose")
        page.locator("#dialog input[type=file]").first.set_input_files(
            files={"name": "dark.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
        )
        page.wait_for_selector("#dialog .banner.refusal")
        page.locator("#dialog .photo-choose button", has_text="by hand").click()
        page.wait_for_selector("#dialog .photo-views [data-cell]", state="attached")
        page.locator("#dialog .answer.main", has_text="Follow").click()
        page.wait_for_selector("#sheet:not([hidden])")
        assert not evening.table.state.begun, "the base has to be told first"
        assert evening.complaints == []
