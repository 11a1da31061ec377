"""Stories of an evening in a real browser: people in the lobby, phones at the seats, no terminal.

The house runs here with all its parts; what people decide comes from rehearsed people, and every
move and answer goes through the page of the phone whose turn it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.house_app import RunningHouse, open_house
from companion.config.settings import Settings
from companion.rooms import room_of
from companion.table import Table
from companion.web.server.addresses import own_number

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
PROJECTOR = {"width": 1920, "height": 1080}
SIZES = {"phone": PHONE, "laptop": LAPTOP, "projector": PROJECTOR}
MOST_STEPS = 600
SEND = """async ([path, body]) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { code: answer.status, ...(await answer.json().catch(() => ({}))) };
}"""


@contextlib.contextmanager
def house(folder: Path, **settings: Any) -> Iterator[tuple[RunningHouse, str]]:
    """A house in an empty folder, and the address phones reach it by."""
    name = (own_number() or ["127.0.0.1"])[0]
    housed = open_house(Settings(state=str(folder), **settings), "0.0.0.0", 0)
    try:
        yield housed, f"http://{name}:{housed.server.port}"
    finally:
        housed.stop()


@dataclass
class Evening:
    """People in front of a house."""

    browser: Browser
    url: str
    housed: RunningHouse
    size: dict[str, int]
    complaints: list[str] = field(default_factory=list)
    phones: dict[int, Page] = field(default_factory=dict)
    shots: Path | None = None
    """A folder for pictures of the pages, where somebody wants to look at them."""

    def opened(self, size: dict[str, int] | None = None) -> Page:
        """A browser of its own, whose complaints are heard."""
        page = self.browser.new_context(viewport=size or self.size).new_page()  # type: ignore[arg-type]
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    @property
    def table(self) -> Table:
        running = self.housed.house.open
        assert running is not None
        return running.table

    def claim(self, page: Page) -> None:
        """Type the owner's code, where this browser is not at the machine itself."""
        page.goto(self.url)
        page.wait_for_selector(".boxes")
        if page.locator("#code").count():
            page.fill("#code", self.housed.code)
            page.click(".claim button")
            page.wait_for_selector(".claim", state="detached")

    def begin(self, page: Page, room: str, names: tuple[str, ...], *variants: str) -> None:
        """From the lobby to the table, by way of laying out the box."""
        page.goto(self.url)
        page.click(f'.boxes a[href="#{room}"]')
        page.wait_for_selector(".plan .idea")
        fields = page.locator(".people input[list]")
        while fields.count() < len(names):
            page.click(".plan fieldset > button.quiet")
        for number, name in enumerate(names):
            fields.nth(number).fill(name)
        shoot(page, self.shots, f"{room} plan")
        for variant in variants:
            page.locator(".switch.big", has_text=variant).locator("input").check()
        page.locator("button.big").first.click()
        page.wait_for_selector(".step")
        shoot(page, self.shots, f"{room} setup")
        page.click("text=Skip this")
        page.wait_for_selector("#game-menu")
        shoot(page, self.shots, f"{room} begun")

    def join(self, page: Page) -> None:
        """Every seat gets a phone by the code the table's page shows."""
        page.click("#game-menu")
        page.locator("#dialog button", has_text="Phones").click()
        seats = len(self.table.state.seats)
        page.wait_for_function(
            "count => document.querySelectorAll('.door .qr').length > count", arg=seats
        )
        shoot(page, self.shots, "phones")
        addresses = page.locator(".door figcaption span:last-child").all_inner_texts()
        for number, address in enumerate(addresses[:seats]):
            phone = self.opened(PHONE)
            phone.goto(address)
            phone.wait_for_selector("#game-menu")
            name = self.table.state.seats[number].name
            assert name in phone.inner_text("#game-menu")
            page.wait_for_function(
                "name => document.querySelector('#sheet').innerText.includes(name)", arg=name
            )
            self.phones[number] = phone
        page.keyboard.press("Escape")

    def phones_away(self) -> None:
        """Everybody with a phone goes home."""
        for phone in self.phones.values():
            phone.context.close()
        self.phones.clear()

    def lobby(self, page: Page) -> None:
        """From the end of a game to the lobby; what covers the page is tapped away first."""
        page.wait_for_selector("#after:not([hidden]) button")
        settled(page)
        stop = page.locator(".stop")
        if stop.count() and stop.first.is_visible():
            stop.first.press("Escape")
        page.locator("#after button", has_text="Go to the lobby").click()
        page.wait_for_selector(".boxes")

    def play(self, table_page: Page, steps: int = MOST_STEPS, seed: int = 3) -> None:
        """Play through the pages, to the end or for some steps."""
        table = self.table
        people = room_of(table.game.name).people(seed)
        for _ in range(steps):
            if table.game.is_over(table.state) is not None:
                return
            path, body, seat = wanted(table, people)
            page = self.phones.get(seat, table_page) if seat is not None else table_page
            answer = page.evaluate(SEND, [path, body])
            assert answer.get("kind") == "accepted", (path, body, answer)
        assert steps < MOST_STEPS, "the game never ends"


def settled(page: Page) -> None:
    """Wait until presses are taken: for a blink the page takes none on what is new."""
    page.wait_for_function(
        "() => { const { number, shown } = document.documentElement.dataset;"
        " return number !== undefined && number === shown; }"
    )


def shoot(page: Page, folder: Path | None, name: str) -> None:
    """A picture of a page for somebody to look at."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=True)


def wanted(table: Table, people: Any) -> tuple[str, dict[str, Any], int | None]:
    """What somebody does next: where it is sent, what, and by which seat."""
    number, questions = table.number, table.questions()
    asked = [one for one in questions if not one.by_sight]
    move = None if asked else people.move(table.state)
    if move is None:
        question = (asked or list(questions))[0]
        reply = people.reply(table.state, question)
        body = {"question": question.id, "base": number, **_said(reply)}
        seats = [field["seat"] for field in question.fields if "seat" in field]
        return "/answer", body, question.to.seat if question.to.seat is not None else _one(seats)
    who = getattr(move, "seat", getattr(table.state, "turn", None))
    return "/move", {"move": msgspec.to_builtins(move), "base": number}, who


def _one(seats: list[int]) -> int | None:
    return seats[0] if seats else None


def _said(reply: Any) -> dict[str, Any]:
    plain = msgspec.to_builtins(reply)
    return {name: value for name, value in plain.items() if value not in (None, [], {})}
