"""What appears never moves what is about to be pressed: a late tap hits nothing else."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.core.game import ROOMS, load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table
from tests.house.played import step
from tests.web.scenes import OPENED
from tests.web.test_browser import DESK, PHONE, opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

PRESSES = int(os.environ.get("PRESSES", "6"))
"""Presses for each room and size; `script/soak presses` makes a thousand in all."""

AIM = 300
"""Milliseconds from seeing something to pressing it."""

PLACES = """() => [...document.querySelectorAll("main button, main [role=button], main summary")]
  .map((node) => node.getBoundingClientRect())
  .filter((r) => r.width && r.top > 60 && r.bottom < innerHeight - 60)
  .map((r) => [r.x + r.width / 2, r.y + r.height / 2])"""

WATCH = """(aim) => {
  const PRESSABLE = "button, a[href], summary, [role=button]";
  const nameOf = (node) => {
    const it = node?.closest(PRESSABLE);
    if (!it) return null;
    return it.dataset.option ?? it.dataset.cell ?? it.getAttribute("aria-label") ?? it.textContent;
  };
  let seen = [];
  let pressed = 0;
  window.wrong = [];
  window.point = null;
  const look = () => {
    const under = window.point && document.elementFromPoint(...window.point);
    if (window.point) seen.push([performance.now(), nameOf(under)]);
    requestAnimationFrame(look);
  };
  window.watch = (point) => { seen = []; window.point = point; };
  addEventListener("pointerdown", () => { pressed = performance.now(); }, { capture: true });
  addEventListener("click", (event) => {
    const landed = nameOf(event.target);
    if (landed === null) return;
    event.preventDefault();
    event.stopPropagation();
    const meant = seen.filter(([at]) => at <= pressed - aim).at(-1)?.[1] ?? null;
    if (meant === null || meant === landed) return;
    window.wrong.push(`${landed} was pressed, ${meant} was there`);
  }, { capture: true });
  look();
}"""
"""Note what is under the finger, and what a press lands on after the page has had its say."""


def a_game(folder: Path, room: str, seed: int) -> tuple[Table, object]:
    """Open a game of three that is some moves old, and give the people who play it."""
    game, around = load_room(room), room_of(room)
    box = game.load_box(None)
    folder.mkdir()
    book = Journal.open(folder / "game.journal")
    OPENED.append(book)
    seats = tuple(map(Seat, ("Anna", "Ben", "Carla"), around.worn(box)))
    table = Table.begin(book, game, box, seats, game.house_rules())
    people = around.people(seed)
    for _ in range(12):
        step(table, people)
    return table, people


@pytest.fixture(params=[DESK, PHONE], ids=["mouse", "touch"])
def pressed_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A table page under a mouse, or a phone under a finger."""
    size: ViewportSize = request.param
    context = browser.new_context(viewport=size, has_touch=size == PHONE)
    yield context.new_page()
    context.close()


def presses(page: Page, table: Table, people: object, rng: random.Random, most: int) -> int:
    """Aim at something, let the table go on, press a moment later; give how often."""
    has_touch = page.evaluate("navigator.maxTouchPoints > 0")
    press = page.touchscreen.tap if has_touch else page.mouse.click
    made = 0
    while made < most and table.game.is_over(table.state) is None:
        point = rng.choice(page.evaluate(PLACES) or [(5, 5)])
        page.evaluate("point => window.watch(point)", point)
        page.wait_for_timeout(AIM)
        if not step(table, people):
            break
        page.wait_for_timeout(rng.randrange(AIM))
        press(*point)
        made += 1
        page.wait_for_timeout(450)
    return made


@pytest.mark.parametrize("room", ROOMS)
def test_no_press_lands_on_something_else(pressed_page: Page, tmp_path: Path, room: str) -> None:
    page, size = pressed_page, pressed_page.viewport_size
    made, wrong = 0, []
    rng = random.Random(4)
    for seed in range(1, 100):
        table, people = a_game(tmp_path / str(seed), room, seed)
        with opened(page, table, size=size):
            page.evaluate(WATCH, AIM)
            made += presses(page, table, people, rng, PRESSES - made)
            wrong += page.evaluate("window.wrong")
        if made >= PRESSES:
            break
    assert made == PRESSES
    assert wrong == []


def test_nothing_changes_while_a_finger_is_down(page: Page, tmp_path: Path) -> None:
    table, people = a_game(tmp_path / "one", "wall", 2)
    number = table.number
    with opened(page, table):
        page.mouse.move(5, 5)
        page.mouse.down()
        step(table, people)
        page.wait_for_timeout(150)
        assert page.get_attribute("html", "data-number") == str(number)
        page.mouse.up()
        shows(page, table)
