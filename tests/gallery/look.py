"""One state looked at: brought about in a real browser, pictured, and audited by geometry."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    FloatRect,
    Page,
)

from tests.pages.measuring import BEHIND, joined

from .places import Anywhere, House
from .state import MOST_WAIT, State

FILES = ("audit_page.js", "audit_contrast.js", "audit.js")
SCRIPTS = (BEHIND, *map(Path(__file__).with_name, FILES))
NARROW = 480
"""CSS pixels up to which a page is on a phone."""
SETTLED = 350
"""Milliseconds a page gets to come to rest once it is drawn."""
MOST_SCREENS = 3
"""A longer page is pictured so far."""
MOST_IMAGES = 8_000
"""Milliseconds that pictures get to arrive: a drawn board takes its time."""
IMAGES = """() => [...document.images].every(
  (one) => one.complete || one.loading === "lazy" || one.hidden
)"""
QUIET = """() => document.fonts.ready.then(() => {
  for (const one of document.getAnimations()) try { one.finish(); } catch { one.cancel(); }
})"""


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a page, and where to look."""

    rule: str
    where: str
    words: str = ""
    more: str = ""
    at: tuple[int, int, int, int] = (0, 0, 0, 0)

    def __str__(self) -> str:
        said = f' "{self.words}"' if self.words else ""
        return f"{self.rule}: {self.where}{said} {self.more}".rstrip()


@dataclass
class Looked:
    """A state in one size and language: its picture and what is wrong with it."""

    page: str
    name: str
    size: tuple[int, int]
    language: str
    theme: str = "dark"
    picture: str = ""
    complaints: list[Complaint] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """Give it as JSON takes it."""
        return asdict(self)


def look(
    browser: Browser, place: Anywhere, state: State, size: tuple[int, int], language: str,
    into: Path | None, theme: str = "dark",
) -> Looked:  # fmt: skip
    """Bring a state about, picture it into a folder if there is one, and audit it."""
    found = Looked(state.page, state.name, size, language, theme)
    origin = place.guests if isinstance(place, House) and state.guest else place.origin
    context = _context(browser, origin, found, state.text / 100)
    page = context.new_page()
    heard: list[Complaint] = []
    _listen(page, heard, missing=state.missing)
    with _around(place, state):
        try:
            _bring(page, place, state, origin)
        except (Error, AssertionError) as error:
            line = str(error).strip().splitlines()[0][:160]
            found.complaints.append(Complaint("not reached", state.title, more=line))
        if into is not None:
            found.picture = _pictured(page, into, f"{state.title} {size[0]} {language} {theme}")
        found.complaints += heard + audited(page)
    context.close()
    if state.role and isinstance(place, House):
        place.send_away(state.role)
    return found


def _around(place: Anywhere, state: State) -> AbstractContextManager[None]:
    if state.around is None or not isinstance(place, House):
        return nullcontext()
    return state.around(place)


def audited(page: Page) -> list[Complaint]:
    """What the audit says of a page as it is now."""
    width = (page.viewport_size or {"width": 0})["width"]
    how = {"phone": width <= NARROW}
    said: list[dict[str, Any]] = page.evaluate(joined("audit(how)", *SCRIPTS), how)
    return [Complaint(**{**one, "at": tuple(one["at"])}) for one in said]


def _context(browser: Browser, origin: str, found: Looked, larger: float) -> BrowserContext:
    """All sizes follow that of the text: larger text is a smaller page, enlarged."""
    (width, height), language = found.size, found.language
    context = browser.new_context(
        viewport={"width": round(width / larger), "height": round(height / larger)},
        device_scale_factor=larger,
        locale=language,
        reduced_motion="reduce",
        color_scheme="light" if found.theme == "light" else "dark",
        has_touch=width <= NARROW,
    )
    context.add_cookies([{"name": "language", "value": language, "url": origin}])
    return context


def _bring(page: Page, place: Anywhere, state: State, origin: str) -> None:
    if state.role:
        place.become(page, state.role)
    elif isinstance(place, House) and not state.guest:
        page.context.add_cookies([place.owner])
    room = state.game.file if state.game else ""
    for step in state.before:
        step(page)
    page.goto(origin + state.path.format(game=room))
    page.wait_for_selector(state.waits, state="attached", timeout=MOST_WAIT)
    for step in state.steps:
        step(page)
    page.wait_for_timeout(SETTLED)
    with suppress(Error):  # what never arrives is seen as it is
        page.wait_for_function(IMAGES, timeout=MOST_IMAGES)
    page.evaluate(QUIET)


def _listen(page: Page, heard: list[Complaint], *, missing: bool) -> None:
    """Hear exceptions and errors of the page's scripts, and answers that failed."""

    def console(message: ConsoleMessage) -> None:
        if message.type != "error" or (missing and "Failed to load resource" in message.text):
            return
        heard.append(Complaint("page error", "console", more=message.text[:160]))

    page.on("console", console)
    page.on("pageerror", lambda error: heard.append(
        Complaint("page error", "script", more=str(error)[:160])
    ))  # fmt: skip


def _pictured(page: Page, into: Path, name: str) -> str:
    """Picture the whole page, unless it is longer than some screens."""
    file = f"{name.replace(' ', '-').replace('/', '-')}.png"
    size = page.viewport_size
    assert size is not None
    width, height = size["width"], size["height"]
    whole = int(page.evaluate("document.documentElement.scrollHeight"))
    tall = max(height, min(whole, MOST_SCREENS * height))
    if tall > height:
        clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": tall}
        page.screenshot(path=into / file, full_page=True, clip=clip, animations="disabled")
    else:
        page.screenshot(path=into / file, animations="disabled")
    return file
