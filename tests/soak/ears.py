"""Plays whole rehearsed games by ear and keyboard, through the accessibility tree alone.

Every room to its end, once per language. Each act has to be announced, and once only.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.game import ROOMS, load_room
from companion.core.house import read_house_rules
from companion.core.seats import Seat
from companion.journal import Journal, SystemClock
from companion.rooms import room_of
from companion.table import Table
from companion.words import LANGUAGES, load, load_all
from tests.conftest import CHROMIUM_NAMES
from tests.web.ears import HEARD, Listener
from tests.web.scenes import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_ACTS = 3000
"""A game with more has lost its way."""


@dataclass(frozen=True)
class Heard:
    """What became of one game."""

    room: str
    language: str
    over: bool
    acts: int
    twice: int
    seconds: float

    def __str__(self) -> str:
        end = "over" if self.over else "NOT OVER"
        return (
            f"{self.room:7} {self.language}  {end:8} {self.acts:4} acts  "
            f"{self.twice} announced twice  {self.seconds:5.0f} s"
        )


@contextmanager
def a_new_table(room: str, folder: Path) -> Iterator[Table]:
    game, watch = load_room(room), SystemClock()
    box = game.load_box(None)
    worn = room_of(room).worn(box)
    seats = [Seat(name, colour) for name, colour in zip(("Ada", "Bo"), worn, strict=False)]
    switches = read_house_rules(game.house_rules, {})
    book = Journal.open(folder / "game.journal", clock=watch)
    try:
        yield Table.begin(book, game, box, seats, switches, clock=watch.monotonic)
    finally:
        book.close()


def played(page: Page, room: str, language: str, seed: int) -> Heard:
    """One game from its setup to its end."""
    began, twice, acts = time.monotonic(), 0, 0
    page.add_init_script(HEARD)
    with (
        tempfile.TemporaryDirectory() as folder,
        a_new_table(room, Path(folder)) as table,
        served(table, words=load_all()) as server,
    ):
        listener = Listener(page, table, room_of(room).people(seed), load(language))
        page.goto(f"{server.url}?view=words&lang={language}")
        listener.hears_something_new("")
        listener.announcements()
        while table.game.is_over(table.state) is None and acts < MOST_ACTS:
            listener.plays()
            twice += len(listener.announcements()) > max(1, listener.steps)
            acts += 1
        over = listener.label("phase_over") in listener.said or "outcome" in _ended(listener)
        page.goto("about:blank")
    return Heard(room, language, over, acts, twice, time.monotonic() - began)


def _ended(listener: Listener) -> str:
    """Whether the page itself says who won."""
    outcome = listener.table.game.is_over(listener.table.state)
    return "outcome" if outcome and listener.words.say(outcome.say) in listener.said else ""


def campaign(browser: Browser, rooms: list[str], languages: list[str], seed: int) -> int:
    wrong = 0
    for language in languages:
        for room in rooms:
            context = browser.new_context()
            heard = played(context.new_page(), room, language, seed)
            context.close()
            print(heard, flush=True)
            wrong += not heard.over or heard.twice > 0
    return wrong


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak ears", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS))
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--seed", type=int, default=3)
    wanted = parser.parse_args(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        wrong = campaign(browser, wanted.rooms, wanted.languages, wanted.seed)
        browser.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
