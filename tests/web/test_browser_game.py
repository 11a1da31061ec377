"""A whole game at the page: every card, answer, take-back, shift and value by tapping."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.journal import read
from companion.table import Table
from tests.web.scenes import a_table
from tests.web.test_browser import opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@dataclass
class Visitor:
    """Somebody who plays all seats with one finger. Looks at the page only, never at the table."""

    page: Page
    dice: random.Random
    done: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Do the one thing the page waits for."""
        number = self._number()
        questions = self.page.locator(".question")
        if questions.count():
            self._answer(questions.first)
        else:
            self._insert()
        self.page.wait_for_selector(f"html:not([data-number='{number}'])")

    def take_back(self) -> None:
        number = self._number()
        self.page.locator(".take-back").click()
        self.page.locator(".take-back.armed").click()
        self.page.wait_for_selector(f"html:not([data-number='{number}'])")
        self.done.append("took back")

    def _number(self) -> str:
        return self.page.get_attribute("html", "data-number") or ""

    def _insert(self) -> None:
        free = self.page.locator(".slot-head:enabled:not(.full)")
        free.nth(self.dice.randrange(free.count())).click()
        cards = self.page.locator("dialog .card[data-card]")
        cards.nth(self.dice.randrange(cards.count())).click()
        self.done.append("inserted")

    def _answer(self, question: Locator) -> None:
        name = question.get_attribute("data-question") or ""
        if name.startswith("reveal-"):
            self._reveal(question, int(name.removeprefix("reveal-")))
        else:
            question.locator(".answer").first.click()
        self.done.append(name.partition("-")[0])

    def _reveal(self, question: Locator, seat: int) -> None:
        question.locator(".row:not(.short) .pick").nth(seat).click()
        for row in question.locator(".row.short").all():
            picks = row.locator(".pick")
            picks.nth(self.dice.randrange(picks.count())).click()
        question.locator(".answer.main").click()


def recount(table: Table) -> dict[str, int]:
    """The points of every player, counted from what lies on the table."""
    points = {}
    for seat, reveal in enumerate(table.state.reveals):
        assert reveal is not None
        there = reveal.pharaoh in table.state.chamber.placed(seat)
        worth = sum(value for _, value in reveal.values)
        points[table.state.seats[seat].name] = worth + table.state.box.bonus * there
    return points


def test_a_game_is_played_to_its_end_in_the_browser(hasty_page: Page, tmp_path: Path) -> None:
    page = hasty_page
    table = a_table(tmp_path, "Ada", "Bo")
    with opened(page, table):
        visitor = Visitor(page, random.Random(7))
        while page.locator("#result").is_hidden():
            visitor.play()
            if visitor.done.count("inserted") == 5 and "took back" not in visitor.done:
                visitor.take_back()
        shows(page, table)
        names = page.locator(".standing h3").all_inner_texts()
        points = page.locator(".standing .points").all_inner_texts()
        standing = dict(zip(names, map(int, points), strict=True))
        assert re.search(r"wins|share", page.locator("#result h2").inner_text())
    assert standing == recount(table)
    assert visitor.done.count("inserted") >= 49
    assert {"setup", "researcher", "took back", "shift", "reveal"} <= set(visitor.done)
    kinds = [entry.kind for entry in read(tmp_path / "game.journal")]
    assert kinds.count("amended") == 1
