"""Stories of an event night in a real browser: organiser, referee, spectator, each at their page.

The hall runs here with its pages; what a story is not about is done beforehand.
"""

from __future__ import annotations

import contextlib
import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.hall_app import HallOpening, RunningHall, open_hall
from companion.hall.evening.acts import Who
from companion.web.server.addresses import own_number
from tests.hall import keys
from tests.web.house_stories import shoot

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

NOBODYS_BROKER = "mqtt://127.0.0.1:9"
"""A night on paper: no table has a machine, and no broker answers."""
GUESTS = ("Anna", "Ben", "Carla", "David", "Emil", "Frida", "Gina", "Hugo")
ORGANISER = Who("organiser", "Olga")
TABLE = Who("table", "1")


def free_port() -> int:
    """A port nobody listens on, below those the system gives to connections that go out."""
    while True:
        port = random.SystemRandom().randrange(12_000, 32_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("0.0.0.0", port))
            return port


@contextlib.contextmanager
def hall(folder: Path, broker: str = NOBODYS_BROKER) -> Iterator[tuple[RunningHall, str]]:
    """A hall in an empty folder, and the address phones reach it by; no broker starts its own."""
    name = (own_number() or ["127.0.0.1"])[0]
    opening = HallOpening(folder, "0.0.0.0", 0, broker=broker, broker_port=free_port())
    halled = open_hall(opening)
    try:
        yield halled, f"http://{name}:{halled.server.port}"
    finally:
        halled.stop()


@dataclass
class Evening:
    """People in front of a hall's pages."""

    browser: Browser
    halled: RunningHall
    url: str
    size: dict[str, int]
    keyboard: bool = False
    """Whether nothing is tapped and all is done by keys."""
    shots: Path | None = None
    complaints: list[str] = field(default_factory=list)

    def opened(self, path: str, size: dict[str, int] | None = None) -> Page:
        context = self.browser.new_context(viewport=size or self.size)  # type: ignore[arg-type]
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.url + path)
        return page

    def claimed(self, path: str, role: str, name: str) -> Page:
        """A page whose person has typed the code of a role."""
        page = self.opened(path)
        self.write(page, "#code", self.halled.codes[role])
        self.write(page, "#name", name)
        self.tap(page.locator("form.claim button"))
        page.wait_for_selector(".tabs, .step")
        return page

    def tap(self, found: Locator) -> None:
        if self.keyboard:
            keys.press(found)
        else:
            found.click()

    def tick(self, found: Locator) -> None:
        if self.keyboard:
            keys.press(found, " ")
        else:
            found.click()

    def write(self, page: Page, field: str, text: str) -> None:
        if self.keyboard:
            keys.write(page.locator(field), text)
        else:
            page.fill(field, text)

    def write_in(self, found: Locator, text: str) -> None:
        if self.keyboard:
            keys.write(found, text)
        else:
            found.fill(text)

    def choose(self, page: Page, field: str, value: str) -> None:
        if self.keyboard:
            keys.choose(page.locator(field), value)
        else:
            page.select_option(field, value)

    def part(self, desk: Page, name: str) -> None:
        """Go to a part of the desk."""
        self.tap(desk.locator(f'.tabs a[href="#{name}"]'))
        desk.wait_for_selector(f"#{name}:not([hidden]) h2")

    def press(self, page: Page, label: str, within: str = "main") -> None:
        self.tap(page.locator(within).get_by_role("button", name=label, exact=True).first)

    def shot(self, page: Page, name: str) -> None:
        shoot(page, self.shots, name)

    def act(self, name: str, body: dict[str, Any] | None = None, who: Who = ORGANISER) -> None:
        self.halled.hall.act(name, body or {}, who)

    @property
    def night(self) -> Any:
        return self.halled.hall.evening.night


def organiser(evening: Evening) -> None:
    """From nothing to the last certificate, on paper: nothing but the desk's own pages."""
    desk = evening.claimed("/desk", "organiser", "Olga")
    evening.part(desk, "settings")
    evening.write(desk, "#title", "Night of the Nile")
    evening.press(desk, "Save", "#settings")
    evening.part(desk, "people")
    evening.write(desk, "#paste", "\n".join([*GUESTS, "anna"]))
    evening.press(desk, "Add them")
    desk.wait_for_selector(".left-out li")
    assert "on the list already" in desk.inner_text(".left-out")
    evening.shot(desk, "people")
    evening.part(desk, "boxes")
    for game, many in (("wall", "1"), ("dig", "1")):
        evening.choose(desk, "#game", game)
        evening.write(desk, "#many", many)
        count = desk.locator("#boxes .names-list > li").count()
        evening.press(desk, "Add boxes")
        desk.wait_for_selector(f"#boxes .names-list > li:nth-child({count + 1})")
    evening.shot(desk, "boxes")
    evening.part(desk, "draw")
    evening.write(desk, "#rounds", "2")
    evening.press(desk, "Draw the rounds")
    desk.wait_for_selector("#round-1")
    evening.shot(desk, "draw")
    for number in (1, 2):
        play_on_paper(evening, desk, number)
    evening.part(desk, "round")
    evening.press(desk, "End the night")
    desk.wait_for_selector("#round .podium")
    assert desk.locator("#round .clock").count() == 0, "nothing runs any more"
    assert desk.locator("#round button").all_inner_texts() == ["Go on with the night after all"]
    evening.part(desk, "results")
    link = desk.locator('#results a[href="/papers/certificates.pdf"]')
    answer = desk.request.get(evening.url + str(link.get_attribute("href")))
    assert answer.body().startswith(b"%PDF")
    evening.shot(desk, "results")
    assert evening.night.over


def play_on_paper(evening: Evening, desk: Page, number: int) -> None:
    """Announce and start a round, and enter the places of every table."""
    evening.part(desk, "round")
    evening.press(desk, f"Announce round {number}")
    evening.press(desk, f"Start round {number}")
    desk.wait_for_selector("#round .clock")
    evening.shot(desk, f"round-{number}")
    evening.part(desk, "results")
    for table in evening.night.published[number - 1].tables:
        form = f"#enter-{table.box}"
        evening.tap(desk.locator(f"{form} > summary"))
        evening.tap(desk.locator(f"{form} form button"))
        desk.wait_for_function("(at) => !document.querySelector(at)", arg=form)
    assert not evening.night.missing


def prepared(evening: Evening, rounds: int = 2) -> None:
    """Eight people, two boxes, some rounds drawn and the first one running."""
    from companion.hall.seating.solver import draw
    from companion.web.hall.commands_api import DrawBody, _drawn

    evening.act("arrange", {"name": "Night of the Nile"})
    evening.act("come", {"text": "\n".join(GUESTS)})
    evening.act("box", {"game": "wall", "sizes": [2, 3, 4], "count": 1})
    evening.act("box", {"game": "dig", "sizes": [2, 3, 4], "count": 1})
    _drawn(evening.halled.hall, draw, DrawBody(rounds, 7), ORGANISER)
    evening.act("publish", {"round": 1})
    evening.act("start", {"round": 1})


def reported(evening: Evening, number: int = 1) -> None:
    """Every table of a round reports who sits first as the winner."""
    for table in evening.night.published[number - 1].tables:
        told = [{"person": one, "place": n + 1} for n, one in enumerate(table.people)]
        result = {"round": number, "box": table.box, "places": told}
        evening.act("report", {"result": result}, TABLE)


def referee(evening: Evening) -> None:
    """Two calls, the more urgent first; one is claimed and answered, a dispute is settled."""
    prepared(evening)
    reported(evening)
    evening.act("call", {"id": "c1", "box": "b1", "kind": "seat", "seat": 2}, TABLE)
    evening.act("call", {"id": "c2", "box": "b2", "kind": "dispute"}, TABLE)
    evening.act("dispute", {"round": 1, "box": "b2"}, TABLE)
    page = evening.claimed("/referee", "referee", "Rita")
    page.wait_for_selector(".call")
    assert page.locator(".call").first.get_attribute("data-kind") == "dispute"
    evening.shot(page, "calls")
    evening.tap(page.locator(".call").first.get_by_role("button", name="I'll go"))
    page.wait_for_selector(".answering")
    evening.write(page, '[id="answer-c2"]', "counted again together")
    evening.tap(page.locator(".answering > button"))
    page.wait_for_function("() => document.querySelectorAll('.call').length === 1")
    summary = page.locator('[id="correct-1-b2"] > summary')
    evening.tap(summary)
    inputs = page.locator('[id="correct-1-b2"] input[type=number]')
    for n, place in enumerate(range(inputs.count(), 0, -1)):
        evening.write_in(inputs.nth(n), str(place))
    evening.shot(page, "correcting")
    evening.tap(page.locator('[id="correct-1-b2"] form > button'))
    page.wait_for_function("() => !document.querySelector('.result.disputed')")
    assert evening.night.results["1:b2"].status == "confirmed"
    evening.shot(page, "settled")


def spectator(evening: Evening) -> None:
    """Finds the own table, asks why, and follows the standings."""
    prepared(evening)
    reported(evening)
    page = evening.opened("/")
    page.wait_for_selector("#me")
    anna = next(one for one in evening.night.people.values() if one.name == "Anna")
    evening.choose(page, "#me", anna.id)
    page.wait_for_selector(".note.mine")
    table = evening.night.published[0].table_of(anna.id)
    place = evening.night.boxes[table.box].place
    assert f"Table {place}" in page.inner_text(".note.mine")
    evening.tap(page.locator("details summary", has_text="Why am I here"))
    page.wait_for_selector("details ul li")
    assert page.locator("table.standings tbody tr").count() == len(GUESTS)
    evening.shot(page, "follow")
    desk = page.request.get(f"{evening.url}/desk.json")
    assert desk.status == 403


def late(evening: Evening) -> None:
    """Somebody comes after the first round was announced, and plays from the second on."""
    prepared(evening, rounds=3)
    phone = evening.opened("/")
    desk = evening.claimed("/desk", "organiser", "Olga")
    evening.part(desk, "people")
    evening.tick(desk.locator("#door"))
    phone.wait_for_selector("#own-name")
    evening.write(phone, "#own-name", "Ingrid")
    evening.tap(phone.locator("form.claim button"))
    phone.wait_for_selector("#mine .note >> text=let you in")
    evening.shot(phone, "asked")
    evening.tap(desk.locator(".asking").get_by_role("button", name="Let in: Ingrid"))
    phone.wait_for_selector("#mine h2 >> text=Ingrid")
    evening.shot(phone, "joined")
    evening.part(desk, "draw")
    desk.wait_for_selector("#draw .note")
    evening.press(desk, "Draw the rounds")
    desk.wait_for_selector("#round-2")
    ingrid = next(one.id for one in evening.night.people.values() if one.name == "Ingrid")
    assert all(each.table_of(ingrid) or ingrid in each.waiting for each in evening.night.drawn)
    assert evening.night.published[0].table_of(ingrid) is None
    assert phone.input_value("#me") == ingrid, "the phone knows who has joined with it"


def swap(evening: Evening) -> None:
    """Two people of a drawn round change places by hand; the cost is shown, and it is undone."""
    prepared(evening)
    before = evening.night.drawn
    desk = evening.claimed("/desk", "organiser", "Olga")
    evening.part(desk, "draw")
    evening.tap(desk.locator("#round-2 > summary"))
    who = before[0].tables[0].people[0]
    evening.choose(desk, "#swap-2", who)
    desk.wait_for_selector(".swaps li button")
    evening.shot(desk, "swaps")
    evening.tap(desk.locator(".swaps li button").first)
    desk.wait_for_function("() => /by hand back/.test(document.querySelector('#draw').innerText)")
    assert evening.night.drawn != before
    evening.tap(desk.locator("#draw button", has_text="by hand back"))
    desk.wait_for_function("() => !/by hand back/.test(document.querySelector('#draw').innerText)")
    assert evening.night.drawn == before


@contextlib.contextmanager
def rehearsed_house(folder: Path) -> Iterator[tuple[Any, str]]:
    """A house whose games of the night are played on a painted stage."""
    from companion.app.house_app import open_house
    from companion.config.settings import Settings
    from companion.house.plan import Rehearsal

    name, port = (own_number() or ["127.0.0.1"])[0], free_port()
    settings = Settings(state=str(folder), name="House 1")
    housed = open_house(settings, "0.0.0.0", port, rehearsed=Rehearsal(seed=3, speed=2.0))
    try:
        yield housed, f"http://{name}:{port}"
    finally:
        housed.stop()


def at_the_table(evening: Evening, folder: Path) -> None:
    """A house joins, opens its game with one tap and calls; the referee looks and goes there."""
    prepared(evening)
    with rehearsed_house(folder) as (housed, url):
        page = evening.browser.new_context(viewport=evening.size).new_page()  # type: ignore[arg-type]
        page.goto(url)
        page.request.post(f"{url}/house/claim", data={"code": housed.code})
        page.goto(f"{url}/house/hall#at={evening.url}&code={evening.halled.codes['table']}")
        evening.write(page, "#table", "1")
        page.locator("form.plan button.big").click()
        page.get_by_role("button", name="Open the game").click(timeout=60_000)
        page.wait_for_selector("#call", timeout=60_000)
        evening.shot(page, "game")
        page.locator("#call").click()
        page.locator("#dialog").get_by_role("button", name="Ask about a rule").click()
        referee = evening.claimed("/referee", "referee", "Rita")
        referee.locator(".call").get_by_role("button", name="I'll go").click(timeout=60_000)
        referee.locator(".call").get_by_role("button", name="Look at the table").click()
        referee.wait_for_selector("img.live:not([hidden])", timeout=60_000)
        page.wait_for_function("() => /Rita/.test(document.querySelector('#call').innerText)")
        evening.shot(referee, "close-by")
        evening.shot(page, "called")


STORIES = {
    "organiser": organiser,
    "referee": referee,
    "spectator": spectator,
    "late": late,
    "swap": swap,
}
