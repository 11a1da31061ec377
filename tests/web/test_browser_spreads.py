"""A box told by photographs, in a real browser: lists of pieces, and squares of the board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from companion.core.sources import OWNER
from companion.rooms import room_of
from companion.workshop.boxes import Boxes, asking_of
from tests.pages.measuring import axe
from tests.web.house_stories import PHONE, Evening, house
from tests.workshop.spreads import of_list, strewn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Page

pytestmark = pytest.mark.browser

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"
SQUARE, RIM = 60, 40
MUMMIES = (4, 17, 31, 42, 55, 60)
"""Where this board shows mummies: two of ours are elsewhere."""


def jpeg(picture: Any) -> FilePayload:
    return {
        "name": "x.jpg",
        "mimeType": "image/jpeg",
        "buffer": cv2.imencode(".jpg", picture)[1].tobytes(),
    }


def opened(evening: Evening, room: str) -> Page:
    page = evening.opened()
    evening.claim(page)
    page.goto(f"{evening.url}/workshop/box#{room}")
    page.wait_for_selector(".spread")
    return page


def test_a_layer_of_the_dig_is_counted_confirmed_and_written(
    browser: Browser, tmp_path: Path
) -> None:
    box = room_of("dig").game.load_box(None)
    faces, pieces = of_list("dig", box, "0")
    worth = {f"1-{one.card}": one.value for one in box.layers[0].cards} | {"1-scorpion": -4}
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = opened(evening, "dig")
        page.set_input_files('.spread [data-part="card:0"]', jpeg(strewn(pieces, 3, 4, 6.0)))
        page.wait_for_selector(".counted", timeout=60_000)
        assert "16 pieces with 10 different pictures" in page.inner_text(".spread")
        finish = page.locator(".counted button.big")
        assert finish.is_disabled()
        ask = "fetch('/workshop/box/dig/spread.json').then(answer => answer.json())"
        groups = page.evaluate(ask)["draft"]["groups"]
        rows = page.locator(".groups > .face")
        for number, group in enumerate(groups):
            (face,) = {faces[window] for window in group["windows"]}
            row = rows.nth(number)
            row.locator("select").select_option(face[2:])
            row.locator('input[type="number"]').fill(str(worth[face]))
            row.locator("button.chip").last.click()
        assert not page.evaluate(WIDER)
        assert axe(page) == []
        finish.click()
        page.wait_for_selector(".counted", state="detached")
        after = Boxes(housed.house.folder).in_force("dig")
        cards = after["layers"][0]["cards"]
        assert {one["card"]: one["value"] for one in cards}["scorpion"] == -4
        assert {one["source"] for one in cards} == {OWNER}
        assert evening.complaints == []


def test_a_piece_set_apart_is_a_group_of_its_own_and_a_bad_picture_says_where(
    browser: Browser, tmp_path: Path
) -> None:
    _, pieces = of_list("sphinx", room_of("sphinx").game.load_box(None))
    picture = strewn(pieces, 2, 8, 5.0)
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = opened(evening, "sphinx")
        page.set_input_files('.spread [data-part="cards"]', jpeg(picture[:, 120:]))
        page.wait_for_selector(".spread [role=alert] canvas", timeout=60_000)
        assert page.locator(".spread [role=alert] canvas").bounding_box()["height"] > 100  # type: ignore[index]
        assert "cut off by the edge" in page.inner_text(".spread [role=alert]")
        page.set_input_files('.spread [data-part="cards"]', jpeg(picture))
        page.wait_for_selector(".groups > .face", timeout=60_000)
        before = page.locator(".groups > .face").count()
        page.locator(".groups > .face").first.locator("button.crop").first.click()
        assert page.locator(".groups > .face").count() == before + 1
        page.locator(".counted button", has_text="Forget").click()
        page.wait_for_selector(".spreads")
        assert Boxes(housed.house.folder).path_of("sphinx") is None
        assert evening.complaints == []


def board_of(mummies: tuple[int, ...], grid: list[list[int]]) -> Any:
    """A photograph of a board on a dark table, straight from above, a little uneven."""
    side = SQUARE * len(grid)
    board = np.full((side, side, 3), (170, 205, 225), np.uint8)
    for y, row in enumerate(grid):
        for x, square in enumerate(row):
            left, top = x * SQUARE, y * SQUARE
            cv2.rectangle(board, (left, top), (left + SQUARE, top + SQUARE), (120, 150, 170), 1)
            if square in mummies:
                cv2.ellipse(board, (left + 30, top + 30), (11, 22), 20, 0, 360, (60, 50, 40), -1)
                cv2.circle(board, (left + 30, top + 22), 6, (200, 230, 240), -1)
    whole = np.full((side + 2 * RIM, side + 2 * RIM, 3), (40, 45, 50), np.uint8)
    whole[RIM:-RIM, RIM:-RIM] = board
    noise = np.random.default_rng(3).normal(0, 3, whole.shape)
    return np.clip(whole + noise, 0, 255).astype(np.uint8)


def test_squares_show_themselves_on_a_photograph_and_the_doubtful_are_asked(
    browser: Browser, tmp_path: Path
) -> None:
    with house(tmp_path) as (housed, url):
        evening = Evening(browser, url, housed, PHONE)
        page = opened(evening, "sphinx")
        grid = Boxes(housed.house.folder).draft("sphinx")["board"]["squares"]
        while "mummy" not in page.inner_text("#asked"):
            number = page.inner_text(".fact > small")
            page.click("text=Next")
            page.wait_for_function(
                "before => document.querySelector('.fact > small').innerText !== before", arg=number
            )
        page.click(".fact details summary")
        picture = board_of(MUMMIES, grid)
        page.set_input_files('[data-board="sphinx"]', jpeg(picture))
        shot = page.locator("canvas.shot")
        shot.wait_for()
        box = shot.bounding_box()
        assert box is not None
        side = picture.shape[0]
        for x, y in ((RIM, RIM), (side - RIM, RIM), (side - RIM, side - RIM), (RIM, side - RIM)):
            shot.click(position={"x": x * box["width"] / side, "y": y * box["height"] / side})
        page.click("section.corners > button")
        asked = set[int]()
        while page.locator(".walk canvas").count():
            square = int(page.get_attribute(".walk canvas", "aria-label").split()[-1])  # type: ignore[union-attr]
            asked.add(square)
            page.click(f'.walk button:has-text("{"It does" if square in MUMMIES else "Nothing"}")')
        listed = set(Boxes(housed.house.folder).draft("sphinx")["mummies"]["squares"])
        assert set(MUMMIES) | listed <= asked
        assert len(asked) <= len(set(MUMMIES) | listed) + 4
        assert not page.evaluate(WIDER)
        page.click(".fact .big")
        page.wait_for_function(
            "() => !document.querySelector('#asked').innerText.includes('mummy')"
        )
        after = Boxes(housed.house.folder).draft("sphinx")
        assert tuple(after["mummies"]["squares"]) == MUMMIES
        assert asking_of("sphinx").levels(after)[OWNER] == 1
        assert evening.complaints == []
