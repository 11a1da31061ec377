"""The big screen: it follows the house, fits without scrolling, and acts for nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from companion.house.status import SCREENS, HouseStatus
from companion.web import Limits, Server
from companion.web.house import HouseSite
from tests.web.scenes import a_browser, a_table, an_app, play
from tests.web.test_house import PLAN, Here, here

__all__ = ["here"]

LETTERS = Path(__file__).with_name("letters.js").read_text()
SIZES = ((1920, 1080), (1280, 720))
PEOPLE = {"wall": 4, "bowl": 4, "sphinx": 4, "dig": 4, "kheops": 2}


def shown(phone: Any) -> dict[str, Any]:
    state: dict[str, Any] = msgspec.json.decode(phone.get("/screen/state").data)
    return state


def test_a_screen_follows_the_house(here: Here) -> None:
    phone = here.phone()
    assert b'data-room=""' in phone.get("/screen").data
    assert shown(phone)["shows"] == "lobby"
    phone.post("/house/begin", PLAN)
    assert b'data-room="wall"' in phone.get("/screen").data
    assert shown(phone)["shows"] == "table"
    phone.post("/house/leave")
    assert shown(phone)["shows"] == "lobby"


def test_the_lobby_on_a_screen_has_a_code_to_scan(here: Here) -> None:
    answer = here.phone().get("/screen/code.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"<svg" in answer.data


def test_owner_and_referee_choose_what_screens_show_and_nobody_else(here: Here) -> None:
    stranger, player, referee, owner = (here.phone() for _ in range(4))
    stranger.post("/house/begin", PLAN)
    player.get("/join/anna")
    referee.get("/join/ref")
    owner.post("/house/claim", {"code": here.owner.code})
    for phone in (stranger, player):
        assert phone.post("/screen/choose", {"shows": "clock"}).status_code == 403
        assert phone.get("/screen/choose").status_code == 403
        assert not shown(phone)["may"]
    assert here.house.place.screen == "table"
    for phone, shows in ((referee, "clock"), (owner, "result")):
        assert phone.get("/screen/choose").status_code == 200
        assert phone.post("/screen/choose", {"shows": shows}).status_code == 200
        assert shown(stranger)["shows"] == shows
    assert referee.post("/screen/choose", {"shows": "the moon"}).status_code == 409


def test_what_screens_show_outlives_a_restart_and_an_unknown_choice_is_the_table() -> None:
    assert HouseStatus(game="a.sqlite", screen="moon").on_screen == "table"
    assert HouseStatus(game=None, screen="result").on_screen == "lobby"
    assert [HouseStatus(game="a.sqlite", screen=one).on_screen for one in SCREENS] == list(SCREENS)


@pytest.mark.parametrize("link", ["", "seat-0-link", "referee-link"])
def test_nothing_is_done_from_a_screen_whoever_has_joined_there(link: str, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    client = a_browser(an_app(table), link)
    for path in ("/move", "/answer", "/press", "/take-back", "/put-right", "/invite"):
        answer = client.post(path, json={}, headers={"Referer": "http://localhost/screen"})
        assert answer.status_code == 403, path
    assert table.number == 0 or client.get("/state").status_code == 200


def test_a_screen_is_shown_the_public_table_whoever_has_joined_there(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 3, lambda one: one.number > 6)
    app = an_app(table)
    pages = {a_browser(app, link).get("/screen").data for link in ("", "seat-0-link")}
    assert len(pages) == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_fits_a_screen(here: Here, browser: Browser, size: tuple[int, int]) -> None:
    with_page(here.site, browser, size)


def with_page(site: HouseSite, browser: Browser, size: tuple[int, int]) -> None:
    server = Server(site, port=0)
    server.start()
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height})
    try:
        page = context.new_page()
        page.goto(server.urls[0] + "screen")
        page.wait_for_selector("#other:not([hidden]) .qr")
        assert page.evaluate(LETTERS) == []
    finally:
        context.close()
        server.stop()


@pytest.mark.parametrize("room", list(PEOPLE))
def test_board_and_scores_fit_a_screen_and_every_letter_is_readable(
    room: str, browser: Browser, tmp_path: Path
) -> None:
    from companion.core.game import load_room
    from companion.journal import Journal
    from companion.table import Table
    from tests.house.played import play as rehearse

    names = ("Anna", "Ben", "Carla", "David")[: PEOPLE[room]]
    path = rehearse(tmp_path / "game.sqlite", room, names, steps=24)
    journal = Journal.open(path)
    table = Table.resume(journal)
    assert load_room(room).is_over(table.state) is None
    server = Server(an_app(table, limits=Limits()), port=0)
    server.start()
    context = browser.new_context()
    posts: list[str] = []
    try:
        page = context.new_page()
        page.on("request", lambda one: posts.append(one.url) if one.method == "POST" else None)
        page.on("pageerror", lambda one: posts.append(str(one)))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(server.urls[0] + "screen")
            page.wait_for_selector("html[data-number][data-fitted]")
            page.wait_for_timeout(300)
            assert page.evaluate(LETTERS) == []
            assert page.locator("button:enabled:visible").count() == 0
            assert page.locator(".clause:visible").count() == 0
            page.mouse.click(width / 3, height / 2)
        assert posts == []
    finally:
        context.close()
        server.stop()
        journal.close()
