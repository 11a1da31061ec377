"""Somebody who plays by ear: hears roles and names, has a keyboard, and sees nothing.

Rehearsed people decide what to do, because they hold the cards. What they decide is done through
the accessibility tree of the page in words alone: no selector, no picture, no mouse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from companion.core.observation import Reply
from companion.core.roles import TABLE
from companion.core.text_view import TextEntry
from companion.core.verdict import Move, Question
from companion.rehearsal.performance import People
from companion.table import Table
from companion.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE, POLL_MS = 1500, 10
HEARD = """
  window.heard = [];
  addEventListener('DOMContentLoaded', () => {
    const region = [...document.all].find((one) => one.role === 'status' && one.ariaLive);
    new MutationObserver(() => window.heard.push(region.textContent))
      .observe(region, {childList: true, characterData: true, subtree: true});
  });
"""
"""A screen reader's ear: every change of the live region is one announcement."""


def twisted(move: Move) -> Iterator[dict[str, Any]]:
    """A move as the page takes it by hand: tiles of a base go in one by one."""
    made = msgspec.to_builtins(move)
    tiles = made.get("tiles")
    if tiles is None:
        yield made
        return
    for cell, face, turn in tiles:
        yield {"type": f"{made['type']}Tile", "cell": cell, "face": face, "turn": turn}


@dataclass
class Listener:
    """One person, all seats."""

    page: Page
    table: Table
    people: People
    words: Words
    done: list[str] = field(default_factory=list)
    steps: int = 0
    """How many acts the last turn took: a base is laid tile by tile."""

    # What is heard

    def label(self, key: str, **values: Any) -> str:
        return self.words.put(f"page.{key}", values)

    @property
    def said(self) -> str:
        region = self.page.get_by_role("status", name=self.label("plain_said"))
        return region.text_content() or ""

    def announcements(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.heard.splice(0)")
        return found

    def hears_something_new(self, before: str) -> str:
        for _ in range(PATIENCE):
            if self.said != before:
                return self.said
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"nothing was said after {before!r}; done so far: {self.done[-3:]}")

    # What is done

    def types(self, text: str) -> str:
        """Type a command; what is said next."""
        before = self.said
        self.page.get_by_role("textbox", name=self.label("plain_command")).focus()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        return self.hears_something_new(before)

    def presses(self, name: str, within: Locator | Page | None = None) -> str:
        """Go to a button and press it; what is said next."""
        before = self.said
        (within or self.page).get_by_role("button", name=name, exact=True).focus()
        self.page.keyboard.press("Enter")
        return self.hears_something_new(before)

    def fills(self, form: Locator, label: str, at: int, which: int = 0) -> None:
        """Choose the entry of a list by its place, with the keys alone."""
        form.get_by_role("combobox", name=label, exact=True).nth(which).focus()
        self.page.keyboard.press("Home")
        for _ in range(at):
            self.page.keyboard.press("ArrowDown")

    # How a turn is played

    def plays(self) -> None:
        """Do what the people at the table would do next."""
        before = len(self.done)
        self._play()
        self.steps = len(self.done) - before

    def _play(self) -> None:
        state, asked = self.table.state, self.table.questions()
        move = self.people.move(state)
        for made in twisted(move) if move is not None else ():
            if not self._answers(made, asked) and not self._enters(made):
                break
        else:
            if move is not None:
                return
        self._replies(asked[0], self.people.reply(state, asked[0]))

    def _answers(self, made: Mapping[str, Any], asked: tuple[Question, ...]) -> bool:
        options = [option for one in asked if one.style != "point" for option in one.options]
        for number, option in enumerate(options, 1):
            if msgspec.to_builtins(option.move) == made:
                self.done.append(option.name)
                self.types(str(number))
                return True
        return False

    def _enters(self, made: Mapping[str, Any]) -> bool:
        plain, view = self.table.game.plain, self.table.snapshot(TABLE)["view"]
        for entry in plain.entries(view):
            places = chosen(entry, made)
            if places is not None:
                self._fills_in(entry, places)
                return True
        return False

    def _fills_in(self, entry: TextEntry, places: list[int]) -> None:
        self.done.append(str(entry.move["type"]))
        form = self.page.get_by_role("form", name=self.words.say(entry.say), exact=True)
        for one, at in zip(entry.fields, places, strict=True):
            self.fills(form, self.words.say(one.say), at)
        self.presses(self.label("plain_enter"), form)

    def _replies(self, question: Question, reply: Reply) -> None:
        self.done.append(question.topic)
        if reply.option is not None and question.style != "point":
            names = [option.name for one in self.table.questions() for option in one.options]
            self.types(str(names.index(reply.option) + 1))
        elif reply.option is not None:
            self._points(question, reply.option)
        else:
            self._fills_the_form(question, reply.fields)

    def _points(self, question: Question, name: str) -> None:
        """Places are pointed at in the grid; the first answer is the one without any."""
        if name == question.options[0].name:
            self.types("1")
            return
        move = next(option.move for option in question.options if option.name == name)
        before = self.said
        for x, y in msgspec.to_builtins(move)["places"]:
            place = self.label("place", across=x + 1, up=y + 1)
            self.page.get_by_role("grid").first.get_by_role("button", name=f"{place}:").focus()
            self.page.keyboard.press("Enter")
        self.hears_something_new(before)

    def _fills_the_form(self, question: Question, fields: Mapping[str, Any]) -> None:
        plain = self.table.game.plain
        form = self.page.get_by_role("form", name=self.words.say(question.ask), exact=True)
        for one in question.fields:
            at = list(one["choices"]).index(fields[str(one["name"])])
            self.fills(form, self.words.say(plain.field(one)), at)
        self.presses(self.label("plain_give"), form)


def chosen(entry: TextEntry, made: Mapping[str, Any]) -> list[int] | None:
    """The place of each choice that makes this move; None where this entry cannot."""
    if any(made.get(name) != value for name, value in entry.move.items()):
        return None
    places = []
    for one in entry.fields:
        values = [choice.value for choice in one.choices]
        if made.get(one.name) not in values:
            return None
        places.append(values.index(made[one.name]))
    return places
