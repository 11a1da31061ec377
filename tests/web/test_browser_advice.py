"""Advice and better ideas with real clicks: switched on in the menu, read, and switched off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.roles import TABLE
from companion.games.wall import moves as m
from tests.pages.measuring import axe

from .house_stories import LAPTOP, PHONE, Evening, house, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def switched(page: Page, *names: str) -> None:
    """Tap people in the menu's page of advice."""
    page.click("#game-menu")
    page.locator("#dialog button", has_text="Advice").click()
    page.wait_for_selector("#dialog .switch")
    assert axe(page) == []
    for name in names:
        page.locator("#dialog .switch", has_text=name).locator("input").click()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("room", ["wall", "kheops"])
def test_advice_is_switched_on_read_and_switched_off(
    browser: Browser, tmp_path: Path, room: str
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, room, ("Anna", "Ben"))
        evening.play(page, 14)
        assert page.locator("#advice").count() == 0
        switched(page, "Anna", "Ben")
        page.wait_for_selector("#advice:not([hidden]) li")
        assert 1 <= page.locator("#advice li").count() <= 3
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate(WIDER) == 0
            assert axe(page) == []
        page.goto(f"{url}/?view=words")
        page.wait_for_selector("#advice:not([hidden]) li")
        assert axe(page) == []
        page.focus("#advice > button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#advice", state="hidden")
        assert housed.house.advised() == ()
        assert evening.complaints == []


def test_a_mistake_of_a_beginner_shows_the_better_idea_and_may_be_made(
    browser: Browser, tmp_path: Path
) -> None:
    """The card goes where it brings nothing, while the same card elsewhere opens a sarcophagus."""
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "wall", ("Anna", "Ben"))
        evening.play(page, 9)
        while evening.table.questions():
            evening.play(page, 1)
        state, game = evening.table.state, evening.table.game
        rated = {
            (slot, card.id): why.worth
            for card in state.box.cards
            if card.id not in state.inserted
            for slot in range(state.box.wall.slots)
            if (why := game.advice.weigh(state, m.InsertCard(slot, card.id), TABLE)) is not None
        }
        best = max(rated, key=lambda key: rated[key])
        worst = min((key for key in rated if key[1] == best[1]), key=lambda key: rated[key])
        assert rated[best] - rated[worst] >= game.advice.margin
        page.goto(url)
        page.wait_for_selector("#tutorial:not([hidden])")
        settled(page)
        number = evening.table.number
        page.locator(".slot-head").nth(worst[0]).click()
        page.locator(f'dialog .card[data-card="{worst[1]}"]').click()
        page.wait_for_selector(".better")
        assert f"slot {best[0] + 1}" in page.inner_text(".better")
        assert axe(page) == []
        assert evening.table.number == number
        page.locator("[data-foreseen]").click()
        page.wait_for_function(
            "number => Number(document.documentElement.dataset.number) > number", arg=number
        )
        assert evening.table.state.slots[worst[0]][-1] == worst[1]
        assert evening.complaints == []


def test_the_lesson_is_read_by_ear_too(browser: Browser, tmp_path: Path) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, LAPTOP)
        page = evening.opened()
        evening.claim(page)
        evening.begin(page, "kheops", ("Anna", "Ben"))
        page.goto(f"{url}/?view=words")
        page.wait_for_selector("#tutorial:not([hidden]) .goal")
        assert page.locator("#tutorial .tips[aria-live=polite] li").count() == 3
        assert axe(page) == []
        page.focus("#tutorial header button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#tutorial", state="hidden")
        assert housed.house.learners() == {}
        assert evening.complaints == []
