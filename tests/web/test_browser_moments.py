"""Great moments, names on the board, light and dark, and sounds: what a page does of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games.bowl import moves as m
from tests.web.bowl_scenes import a_bowl, wanting
from tests.web.scenes import do
from tests.web.test_browser import PHONE, opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PLAYED = """() => {
  window.played = [];
  const told = (what, one) => (played.push(one), what);
  for (const [node, one] of [[OscillatorNode, "tone"], [AudioBufferSourceNode, "noise"]]) {
    const { start } = node.prototype;
    node.prototype.start = function (...at) { return told(start.apply(this, at), one); };
  }
}"""
"""Remember what is played."""
SILENT = "location.protocol === 'about:' || localStorage.setItem('sound', 'off')"


def landslide(page: Page) -> None:
    page.locator("[data-option=landslide]").click()


def test_a_landslide_is_heard_and_seen_and_nobody_has_to_wait(page: Page, tmp_path: Path) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table):
        page.evaluate(PLAYED)
        landslide(page)
        page.wait_for_selector("#effects.landslide i", state="attached")
        page.wait_for_function("() => window.played.includes('noise')")
        shows(page, table)
        page.locator("[data-option=rebuilt]").click()
        shows(page, table)


def test_who_wants_no_motion_and_no_sound_gets_none(page: Page, tmp_path: Path) -> None:
    table = wanting(a_bowl(tmp_path))
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(SILENT)
    with opened(page, table):
        page.evaluate(PLAYED)
        landslide(page)
        page.wait_for_selector("[data-option=rebuilt]")
        shows(page, table)
        assert page.locator("#effects i").count() == 0
        assert page.evaluate("window.played") == []


def test_a_phone_of_a_seat_is_silent_until_somebody_wants_to_hear_it(
    page: Page, tmp_path: Path
) -> None:
    with opened(page, a_bowl(tmp_path), "/join/seat-0-link", PHONE):
        asked = "async () => (await import('/static/shell/sound_switch.js')).soundIsOn()"
        assert page.evaluate(asked) is False


def test_a_place_that_is_named_is_marked_where_a_phone_has_no_room_for_names(
    page: Page, tmp_path: Path
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table, size=PHONE):
        do(table, m.GiveUp())
        shows(page, table)
        tag = page.locator(".cell-tag", has_text="D2")
        tag.wait_for()
        written, field = tag.bounding_box(), page.locator("[data-cell=D2]").bounding_box()
    assert written
    assert field
    assert abs(written["x"] - field["x"]) < 12
    assert abs(written["y"] - field["y"]) < 12


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_follows_the_devices_theme_and_its_board_stays_dark(
    page: Page, tmp_path: Path, theme: str
) -> None:
    lightness = """(at) => {
      const parts = getComputedStyle(document.querySelector(at)).color.match(/\\d+/g);
      return parts.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
    }"""
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    with opened(page, wanting(a_bowl(tmp_path))):
        assert (page.evaluate(lightness, "body") < 128) == (theme == "light")
        assert page.evaluate(lightness, "#room") > 128
