"""(h) A family's evening: four phones, a laptop and a screen, and every tap a real one.

The wall with its curse is played by the phones to its end; then the same people dig on the laptop,
leave, go on, finish, look at the result, play a moment of it differently, and see who won how
often. Nobody looks at anything but the pages, and whatever covers a button fails the tap on it.
"""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import Error

from tests.web.house_stories import LAPTOP, PROJECTOR, Evening, house, settled
from tests.web.test_browser_dig_game import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from .stories import Stage

FAMILY = ("Mum", "Opa", "Lena", "Dad")
MOST_TAPS = 1_200
MOST_WAIT = 4_000
"""Milliseconds until every page shows what was tapped."""
LOOK_AGAIN = 100
"""Milliseconds between two looks at the laptop."""
SEARCHING = 0.7
"""How likely somebody goes on searching for the animals of a curse."""
FOUND = 0.95
"""Up to which somebody believes to have found them; the rest says that nobody does."""
BEFORE_LEAVING = 12
"""Things done in the dig before it is left."""


class Finger:
    """Somebody at a phone, who sees what is asked of them and taps."""

    def __init__(
        self, page: Page, seat: int, dice: random.Random, *, at_the_table: bool = False
    ) -> None:
        self.page, self.seat, self.dice = page, seat, dice
        self.at_the_table = at_the_table

    def act(self) -> str:
        """Do what this page waits for; say what that was, or nothing."""
        asked = self.page.locator(".question:not(.theirs):has(.answer:enabled)")
        if asked.count():
            return self._answer(asked.first)
        free = self.page.locator(".slot-head:enabled:not(.full)")
        if not free.count():
            return ""
        self._tap(free)
        self._tap(self.page.locator("dialog .card[data-card]"))
        return "inserted"

    def _answer(self, question: Locator) -> str:
        name = question.get_attribute("data-question") or ""
        form = question.locator(".row .pick")
        if form.count():
            question.locator(".row:not(.short) .pick").nth(self.seat).click()
            for row in question.locator(".row.short").all():
                self._tap(row.locator(".pick"))
            question.locator(".answer.main").click()
        elif self.page.locator(".wall.pointing").count():
            self._point(question)
        elif question.locator(".found").count():
            return self._search(question)
        else:
            self._tap(question.locator(".answer:enabled"))
        return name.partition("-")[0]

    def _search(self, question: Locator) -> str:
        """Look for the cursed animals for a while; somebody says it when nobody finds them."""
        luck = self.dice.random()
        if self.at_the_table or luck < SEARCHING:
            return ""
        if luck < FOUND:
            question.locator(".found").click()
        else:
            question.locator("[data-option=given_up]").click()
        return "curse"

    def _point(self, question: Locator) -> None:
        """Show where the animals are: as many taps on the board as it says."""
        wanted = re.search(r"\d+", question.locator(".hint").inner_text())
        assert wanted is not None
        cells = self.page.locator(".wall.pointing [data-animal]:enabled")
        for n in self.dice.sample(range(cells.count()), int(wanted.group())):
            cells.nth(n).click()

    def _tap(self, those: Locator) -> None:
        those.first.wait_for(timeout=MOST_WAIT)
        those.nth(self.dice.randrange(those.count())).click()


def family(stage: Stage) -> None:
    with house(stage.folder) as (housed, url):
        evening = Evening(stage.browser, url, housed, LAPTOP, shots=stage.shots)
        laptop, screen = evening.opened(), evening.opened(PROJECTOR)
        screen.goto(f"{url}/screen")
        evening.claim(laptop)
        evening.begin(laptop, "wall", FAMILY, "Curse of the Pharaoh")
        evening.join(laptop)
        _only_own_phones(laptop)
        done = _play_the_wall(evening, laptop)
        print(f"  the wall: {done}", flush=True)
        _shoot(stage, evening, laptop, screen, "wall over")
        evening.phones_away()
        _dig_and_leave(laptop)
        stage.shot(laptop, "left")
        _go_on_and_finish(laptop)
        _shoot(stage, evening, laptop, screen, "dig over")
        _what_if(stage, laptop)
        laptop.locator("#head nav a", has_text="People").click()
        laptop.wait_for_selector(".person")
        stage.shot(laptop, "people")
        assert set(laptop.locator(".person h3").all_inner_texts()) == set(FAMILY)
        assert evening.complaints == [], evening.complaints


def _only_own_phones(laptop: Page) -> None:
    laptop.click("#game-menu")
    laptop.locator("#dialog button", has_text="Who may tap").click()
    laptop.locator("#dialog button", has_text="Each phone acts").click()
    laptop.wait_for_selector("#dialog:not([open])", state="attached")


def _play_the_wall(evening: Evening, laptop: Page) -> dict[str, int]:
    """Whoever is asked taps, at the own phone or at the laptop, until that says who has won."""
    dice = random.Random(5)
    fingers = [Finger(phone, seat, dice) for seat, phone in evening.phones.items()]
    fingers.append(Finger(laptop, 0, dice, at_the_table=True))
    done: dict[str, int] = {}
    for _ in range(MOST_TAPS):
        if laptop.locator("#result").is_visible():
            return done
        number = laptop.get_attribute("html", "data-number")
        for finger in dice.sample(fingers, len(fingers)):
            what = _tried(finger)
            if what and _moved(laptop, number, finger.page):
                done[what] = done.get(what, 0) + 1
                _shown_everywhere(laptop, evening.phones.values())
                break
            if what:
                print(f"  {what} came to nothing", flush=True)
        else:
            laptop.wait_for_timeout(200)
    raise AssertionError(f"the wall never ends: {done}")


def _tried(finger: Finger) -> str:
    """What somebody did; nothing where another was faster and the page changed under the finger."""
    try:
        return finger.act()
    except (Error, ValueError):
        finger.page.keyboard.press("Escape")
        return ""


def _moved(laptop: Page, number: str | None, page: Page) -> bool:
    """Whether the table has moved on; a seat is first shown what its move would bring."""
    foreseen = page.locator("[data-foreseen=do]:visible")
    for _ in range(MOST_WAIT // LOOK_AGAIN):
        if laptop.get_attribute("html", "data-number") != number:
            return True
        if foreseen.count():
            with suppress(Error):  # another was faster
                foreseen.click(timeout=MOST_WAIT)
        laptop.wait_for_timeout(LOOK_AGAIN)
    return False


def _shown_everywhere(laptop: Page, phones: object) -> None:
    number = laptop.get_attribute("html", "data-number")
    for phone in phones:  # type: ignore[attr-defined]
        phone.wait_for_function(
            "number => Number(document.documentElement.dataset.number) >= number",
            arg=int(number or 0),
        )


def _dig_and_leave(laptop: Page) -> None:
    """The same people at another box: their names are there already."""
    settled(laptop)
    laptop.locator("#after button", has_text="The dig").click()
    laptop.wait_for_selector(".plan .idea")
    names = laptop.locator(".people input[list]").evaluate_all("all => all.map((one) => one.value)")
    assert sorted(names) == sorted(FAMILY), names
    laptop.locator(".plan button.big").click()
    laptop.click("text=Skip this")
    laptop.wait_for_selector("#game-menu")
    visitor = Visitor(laptop, 5)
    for _ in range(BEFORE_LEAVING):
        visitor.play()
    laptop.click("#game-menu")
    laptop.locator("#dialog button", has_text="Leave it").click()
    laptop.locator("#dialog .main").click()
    laptop.wait_for_selector(".boxes")


def _go_on_and_finish(laptop: Page) -> None:
    laptop.locator(".go-on").click()
    laptop.wait_for_selector("#game-menu")
    visitor = Visitor(laptop, 6)
    for _ in range(MOST_TAPS):
        if laptop.locator("html.over").count():
            break
        visitor.play()
    if laptop.locator(".stop").is_visible():
        laptop.locator(".stop [data-stop='look']").click()


def _what_if(stage: Stage, laptop: Page) -> None:
    """From the result to the replay, and on from its middle as one of the family."""
    settled(laptop)
    laptop.locator("#after a", has_text="The whole result").click()
    laptop.locator("a", has_text="Watch it again").click()
    laptop.wait_for_selector("#room > *")
    for _ in range(9):
        laptop.locator("#on").click()
    laptop.locator("#whatif").click()
    laptop.locator("#dialog button", has_text=FAMILY[0]).click()
    laptop.wait_for_selector("#rehearsal")
    stage.shot(laptop, "what if")
    laptop.click("#game-menu")
    laptop.locator("#dialog button", has_text="Leave it").click()
    laptop.locator("#dialog .main").click()
    laptop.wait_for_selector(".boxes")


def _shoot(stage: Stage, evening: Evening, laptop: Page, screen: Page, name: str) -> None:
    stage.shot(laptop, name)
    stage.shot(screen, f"{name} on the screen")
    for seat, phone in evening.phones.items():
        stage.shot(phone, f"{name} on the phone of {FAMILY[seat]}")
