"""Hands that know only a keyboard: everything is reached by Tab, and typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator

MOST_TABS = 400
HERE = "(node) => node === document.activeElement"


def reach(found: Locator) -> None:
    """Press Tab until it has the focus; fails where Tab never gets there."""
    found.wait_for(state="visible")
    for _ in range(MOST_TABS):
        if found.evaluate(HERE):
            return
        found.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {found}")


def press(found: Locator, key: str = "Enter") -> None:
    reach(found)
    found.page.keyboard.press(key)


def write(found: Locator, text: str) -> None:
    """Write into a field in place of what stands there."""
    reach(found)
    found.page.keyboard.press("ControlOrMeta+A")
    for number, line in enumerate(text.split("\n")):
        if number:
            found.page.keyboard.press("Enter")
        found.page.keyboard.type(line)


def choose(found: Locator, value: str) -> None:
    """Go down a list until the wanted one is chosen."""
    reach(found)
    found.page.keyboard.press("Home")
    for _ in range(MOST_TABS):
        if found.input_value() == value:
            return
        found.page.keyboard.press("ArrowDown")
    raise AssertionError(f"{value} is not in {found}")
