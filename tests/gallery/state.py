"""One state of the product: which page, in which place and game, as whom, after which taps."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from playwright.sync_api import Page

from .games import Game
from .places import House

PHONE, LAPTOP, SCREEN = (390, 844), (1366, 768), (1920, 1080)
SMALL, TABLET = (320, 568), (768, 1024)
SIZES = (PHONE, LAPTOP, SCREEN)
THEMES = ("dark", "light")
"""What every page is looked at in, unless it says otherwise; small and tablet are sampled."""
MOST_WAIT = 15_000
"""Milliseconds until a page has drawn what it should, or has failed to."""

HEARTBEAT = 2_500
"""Milliseconds in which a page hears from the hall at least once."""
SILENCE = 6_000
"""Milliseconds after which a page takes the hall for lost."""

Step = Callable[[Page], None]
Around = Callable[[House], AbstractContextManager[None]]
"""What happens to a house or its game while somebody looks."""


AIM = 350
"""Milliseconds a person looks before tapping: a table does not take a press that comes sooner after
something moved under the finger."""


def tap(what: str, nth: int = 0) -> Step:
    """Tap the first visible of these, as a finger would: something that covers it is a failure."""

    def step(page: Page) -> None:
        wanted = page.locator(f"{what} >> visible=true").nth(nth)
        wanted.scroll_into_view_if_needed(timeout=MOST_WAIT // 2)
        page.wait_for_timeout(AIM)
        wanted.click(timeout=MOST_WAIT // 2)
        page.wait_for_timeout(250)

    return step


def fill(what: str, text: str) -> Step:
    """Write something into a field."""
    return lambda page: page.fill(what, text, timeout=MOST_WAIT // 2)


def choose(what: str, label: str) -> Step:
    """Choose something from a list by what is written there."""

    def step(page: Page) -> None:
        page.select_option(what, label=label, timeout=MOST_WAIT // 2)

    return step


def wait(what: str) -> Step:
    """Wait until something is to be seen."""

    def step(page: Page) -> None:
        page.locator(f"{what} >> visible=true").first.wait_for(timeout=MOST_WAIT // 2)

    return step


def cut_off(page: Page) -> None:
    """The network is gone, and the page has noticed."""
    page.clock.install()
    page.wait_for_timeout(HEARTBEAT)
    page.context.set_offline(True)
    page.clock.fast_forward(SILENCE)
    page.wait_for_selector("#lost:not([hidden])")


@dataclass(frozen=True)
class State:
    """What somebody meets."""

    page: str
    """The group it is shown with: a room, or a family of pages."""
    name: str
    path: str
    waits: str = "html[data-number]"
    where: str = "table"
    game: Game | None = None
    role: str = ""
    guest: bool = False
    """Whether it is met by somebody who is not at the house's own machine."""
    before: tuple[Step, ...] = ()
    """What is done to the browser before the page is opened."""
    around: Around | None = None
    text: int = 100
    """Per cent of the usual size that the browser writes in."""
    steps: tuple[Step, ...] = ()
    sizes: tuple[tuple[int, int], ...] = SIZES
    languages: tuple[str, ...] = ("en",)
    shows: tuple[str, ...] = ()
    """The dialogs that are open in it: the script and the heading it gives them."""
    topics: tuple[tuple[str, str], ...] = ()
    """The kinds of question that are open in it: room and topic."""
    missing: bool = False
    """Whether the page is meant to be answered with an error."""
    short: bool = False
    """Whether the suite looks at it, at two sizes."""

    @property
    def title(self) -> str:
        return f"{self.page} {self.name}"
