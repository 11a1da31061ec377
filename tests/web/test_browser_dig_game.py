"""A whole game of the dig at the page: six layers, every lift, stop and barricade by tapping."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.rooms.dig.players import opening_of
from tests.rooms.dig.recount import recount
from tests.web.dig_scenes import a_dig
from tests.web.test_browser import opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Visitor:
    """Somebody who plays all seats with one finger, and looks at the page only."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.dice = Random(seed)
        self.done: list[str] = []

    def play(self) -> None:
        """Do one thing the page offers, and wait for what comes of it."""
        number = self.page.get_attribute("html", "data-number")
        if self.page.locator(".stop").is_visible():
            self.note("paid", ".stop [data-stop='paid']")
        elif self.page.get_attribute("html", "data-phase") in ("dig", "end"):
            self.turn()
        else:
            self.note("laid", ".question .answer")
        self.page.wait_for_selector(f"html:not([data-number='{number}'])")

    def turn(self) -> None:
        """Dig on, play a card, or end the turn."""
        phase = self.page.get_attribute("html", "data-phase")
        offered = self.page.locator(".question .answer")
        options = offered.evaluate_all("all => all.map(one => one.dataset.option)")
        if phase == "end" and self.dice.random() < 0.5:
            self.note("barricaded", ".cell:enabled")
        elif options and self.dice.random() < (0.4 if phase == "dig" else 1):
            chosen = self.dice.choice(options)
            self.note(chosen, f".question .answer[data-option='{chosen}']")
        else:
            self.note("cell", ".cell:enabled")
            self.note("dug", "dialog .digit:not([data-value='-10'])")

    def note(self, what: str, place: str) -> None:
        """Tap one of the places like this, as soon as the page has drawn them."""
        places = self.page.locator(place)
        places.first.wait_for()
        places.nth(self.dice.randrange(places.count())).click()
        self.done.append(what)


def test_a_game_is_played_to_its_end_in_the_browser(hasty_page: Page, tmp_path: Path) -> None:
    page = hasty_page
    table = a_dig(tmp_path, 2)
    with opened(page, table):
        visitor = Visitor(page, 5)
        while table.game.is_over(table.state) is None:
            visitor.play()
        shows(page, table)
        if page.locator(".stop").is_visible():
            page.locator(".stop [data-stop='look']").click()
        ranking = page.locator(".standing .points").all_inner_texts()
    state = table.state
    moves = [msgspec.to_builtins(past.made.move) for past in table.timeline.past]
    tally = recount(opening_of(state), moves)
    assert tally.purses == [state.purse(seat) for seat in range(2)]
    order = sorted(range(2), key=lambda seat: (tally.ranks()[seat], seat))
    assert ranking == [str(tally.purses[seat]) for seat in order]
    assert {"laid", "dug", "stop", "scarab", "paid", "barricaded"} <= set(visitor.done)
