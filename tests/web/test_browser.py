"""The page in a real browser: it is alive, it fits, and a tap does what it says."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import TimeoutError

from companion.core.observation import Seen
from companion.core.verdict import Saying, refuse
from companion.games.wall import moves as m
from companion.table import Table
from companion.table.last_seen import LastSeen
from companion.web import Server
from tests.web.scenes import a_table, an_app, asks, do, play, served
from tests.web.test_pages import NAMES_THAT_BITE, raise_a_doubt

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1440, "height": 900}
DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")
"""The smallest picture a browser shows."""
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}


@contextmanager
def quiet(page: Page, server: Server) -> Iterator[None]:
    """Nothing is complained about, nothing is asked of another machine, no dialog opens."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
    page.on("request", lambda request: elsewhere(request.url, server, complaints))
    yield
    assert complaints == []


def elsewhere(url: str, server: Server, complaints: list[str]) -> None:
    if urlsplit(url).netloc != f"{server.host}:{server.port}":
        complaints.append(f"asked {url}")


@contextmanager
def opened(
    page: Page, table: Table, path: str = "/", size: ViewportSize | None = None, **more: Any
) -> Iterator[Page]:
    """The page of a table in the browser, showing the newest state."""
    page.set_viewport_size(size or DESK)
    with served(table, **more) as server, quiet(page, server):
        page.goto(server.url.rstrip("/") + path)
        shows(page, table)
        yield page
        page.goto("about:blank")


def shows(page: Page, table: Table) -> None:
    """Wait until the page stands where the table does, which may go on meanwhile."""
    for patience in (2_000, 5_000, 20_000):
        try:
            page.wait_for_selector(f"html[data-number='{table.number}']", timeout=patience)
        except TimeoutError:
            if patience == 20_000:
                raise
        else:
            return


def moved_on(page: Page, table: Table, number: int) -> None:
    """Wait until the page shows what came after a number of the table's."""
    page.wait_for_function(
        "then => Number(document.documentElement.dataset.number) > then", arg=number
    )
    shows(page, table)


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def tap(page: Page, text: str) -> None:
    page.get_by_role("button", name=re.compile(text)).first.click()


@pytest.mark.parametrize("phase", ["setup", "play", "shift", "reveal", "over"])
def test_the_page_fits_every_screen_at_every_time(page: Page, tmp_path: Path, phase: str) -> None:
    table = a_table(tmp_path, "Wilhelmina Konstantinopo", "Bo", "Cleo", "Dido")
    play(table, 21, lambda table: str(table.state.phase) == phase and table.state.turns != 5)
    with opened(page, table):
        for size in (PHONE, SMALL_PHONE, DESK, PROJECTOR):
            page.set_viewport_size(size)
            assert page.get_attribute("html", "data-phase") == phase
            assert not scrolls_sideways(page), size


def test_on_a_desk_wall_columns_and_slab_are_seen_without_scrolling(
    page: Page, tmp_path: Path
) -> None:
    table = play(a_table(tmp_path), 3, lambda table: table.state.turns > 20)
    for size, path in ((DESK, "/"), (PROJECTOR, "/?projector")):
        with opened(page, table, path, size):
            slab = page.locator(".slab").bounding_box()
            assert slab is not None
            assert slab["y"] + slab["height"] <= size["height"]


def test_a_move_appears_without_reloading(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    with opened(page, table):
        page.evaluate("window.stillTheSamePage = true")
        do(table, m.InsertCard(2, "H33"))
        shows(page, table)
        window = page.locator("[data-cell='4,0']")
        assert window.get_attribute("aria-label") == "Place 5, row 1: ibis looking left"
        assert page.locator(".window.fresh").count() == 2
        assert page.locator("#turn").inner_text() == "Bo’s turn"
        assert "drops the ibis looking left" in page.locator(".ruling").first.inner_text()
        assert page.evaluate("window.stillTheSamePage")


def test_the_game_begins_and_a_card_goes_in_by_tapping(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with opened(page, table):
        tap(page, "begin")
        page.wait_for_selector("html[data-phase='play']")
        page.locator(".slot-head").nth(3).click()
        page.locator("dialog [data-card='H25']").click()
        page.wait_for_selector("[data-cell='6,0'][data-animal='snake']")
        assert table.state.slots[3] == ("H25",)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (1366, 768), (1920, 1080)])
def test_every_card_left_is_on_one_screen_and_large_enough_to_tap(
    page: Page, tmp_path: Path, width: int, height: int
) -> None:
    table = a_table(tmp_path)
    with opened(page, table):
        page.set_viewport_size({"width": width, "height": height})
        tap(page, "begin")
        page.wait_for_selector("html[data-phase='play']")
        page.locator(".slot-head").nth(3).click()
        page.wait_for_selector("dialog .card")
        boxes = page.evaluate(VISIBLE_CARDS)
        assert len(boxes) == len(table.state.box.cards)
        assert all(box["on_top"] for box in boxes)
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44
        assert len({(box["x"], box["y"]) for box in boxes}) == len(boxes)


VISIBLE_CARDS = """() => [...document.querySelectorAll("dialog .card")].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  const corners = [[x + 3, y + 3], [x + width - 3, y + height - 3]];
  const on_top = corners.every(([a, b]) => card.contains(document.elementFromPoint(a, b)));
  return { x, y, width, height, on_top };
})"""


def test_a_question_is_answered_by_a_tap(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 5, lambda table: asks(table, "researcher"))
    mover = table.state.turn
    before = len(table.state.chamber.placed(mover))
    with opened(page, table, size=PHONE):
        page.locator(".answer[data-option='set']").click()
        page.wait_for_selector(".question", state="detached")
        assert len(table.state.chamber.placed(mover)) == before + 1


def test_take_back_needs_two_taps(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    number = table.number
    with opened(page, table):
        page.locator(".take-back").click()
        assert "Tap again" in page.locator(".take-back").inner_text()
        assert table.number == number
        page.locator(".take-back").click()
        page.wait_for_selector(".ruling.undone")
        assert table.state.slots[2] == ()


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, DESK])
def test_a_move_is_taken_back_by_two_taps_at_the_same_place(
    page: Page, tmp_path: Path, size: ViewportSize
) -> None:
    table = a_table(tmp_path, "Wilhelmina Konstantinopo", "Bo")
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    with opened(page, table, size=size):
        button = page.locator(".take-back")
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        for _ in range(2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(350)
        page.wait_for_selector(".ruling.undone")
        assert table.state.slots[2] == ()


def test_an_older_card_is_put_right(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    do(table, m.InsertCard(5, "H12"))
    with opened(page, table):
        page.locator(".earlier summary").click()
        page.locator(".ruling .correct").nth(1).click()
        tap(page, "another card")
        page.locator("dialog [data-card='H44']").click()
        page.wait_for_selector("[data-cell='4,0'][data-animal='crocodile']")
        assert table.state.slots[2] == ("H44",)


def test_a_shift_is_done_step_by_step(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 21, lambda table: asks(table, "shift"))
    with opened(page, table):
        seat = table.state.shift.seat
        won = len(table.state.chamber.won[seat])
        while table.state.shift and table.state.shift.seat == seat:
            number = table.number
            assert page.locator(".pillar.from").count() == 1
            assert page.locator(".pillar.to").count() == 1
            assert re.match(r"(?i)step \d of \d", page.locator(".pace").inner_text())
            assert page.locator(".pillar.to [data-lamp='on']").count() == 1
            page.locator(".answer[data-option='shift_done']").click()
            moved_on(page, table, number)
        assert len(table.state.chamber.won[seat]) > won


def test_a_hidden_value_is_noted_on_the_own_phone_and_shown_there_alone(
    page: Page, tmp_path: Path
) -> None:
    table = play(a_table(tmp_path), 6, lambda table: table.state.chamber.won[0])
    with opened(page, table, "/join/seat-0-link", PHONE):
        page.locator("#notes summary").click()
        page.locator("#notes .pick[data-value='cat']").click()
        page.locator("#notes .row.short .pick").first.click()
        page.wait_for_selector("#notes .row.short .pick[aria-checked='true']")
        page.wait_for_selector("body:not(.busy)")
        assert table.state.secrets[0].pharaoh == "cat"
        assert not scrolls_sideways(page)
        page.goto(page.url.replace("/seat", "/"))
        shows(page, table)
        assert page.locator("#notes").is_hidden()


def test_the_reveal_is_filled_in_and_the_result_shows_every_part(
    page: Page, tmp_path: Path
) -> None:
    table = play(a_table(tmp_path), 4, lambda table: asks(table, "reveal"))
    with opened(page, table):
        for seat in (0, 1):
            card = page.locator(f"[data-question='reveal-{seat}']")
            done = card.get_by_role("button", name="That's what they show")
            assert done.is_disabled()
            card.locator(".row:not(.short) .pick").nth(seat).click()
            for row in card.locator(".row.short").all():
                row.locator(".pick").first.click()
            done.click()
            card.wait_for(state="detached")
            shows(page, table)
        page.wait_for_selector("#result")
        assert page.locator(".standing").count() == 2
        assert page.locator(".standing li").count() >= 2
        assert re.search(r"wins|share", page.locator("#result h2").inner_text())


def test_half_filled_values_survive_what_others_do(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 4, lambda table: asks(table, "reveal"))
    with opened(page, table):
        page.locator("[data-question='reveal-0'] .pick").first.click()
        won, worth = table.state.chamber.won[1], table.state.box.worth
        do(table, m.TurnOver(1, "ibis", tuple((piece, worth(piece.eyes)[0]) for piece in won)))
        shows(page, table)
        chosen = page.locator("[data-question='reveal-0'] .pick[aria-checked='true']")
        assert chosen.count() == 1


def test_a_curse_is_called_on_the_phone_and_pointed_at_on_the_wall(
    page: Page, tmp_path: Path
) -> None:
    rules = {"curse_of_the_pharaoh": True, "curse_timer": 60}
    table = play(a_table(tmp_path, "Ada", "Bo", rules=rules), 9, lambda t: asks(t, "curse"))
    now = table.state.curse.since
    with opened(page, table, "/join/seat-1-link", PHONE, play_clock=lambda: now + 20):
        page.locator(".found").first.wait_for()
        assert page.locator(".found").count() == 1
        page.locator(".countdown", has_text=re.compile(r"^(40|39|38) s")).wait_for()
        page.locator(".found").click()
        page.wait_for_selector(".wall.pointing")
        shows(page, table)
        filled = page.locator(".window:enabled")
        for n in range(3):
            filled.nth(n).click()
        page.wait_for_selector(".wall:not(.pointing)")
        assert table.state.curse is None or not table.state.curse.calls


def test_a_search_without_a_limit_is_given_one_on_the_page(page: Page, tmp_path: Path) -> None:
    """WO-18: nothing counts down until somebody at the table asks for it."""
    rules = {"curse_of_the_pharaoh": True}
    table = play(a_table(tmp_path, "Ada", "Bo", rules=rules), 9, lambda t: asks(t, "curse"))
    with opened(page, table, play_clock=lambda: table.state.curse.limited):
        page.locator(".found").first.wait_for()
        assert page.locator(".found").count() == 2
        assert page.locator(".countdown").inner_text() == ""
        page.locator("[data-option=limit_60]").click()
        page.locator(".countdown", has_text=re.compile(r"^(60|59|58) s")).wait_for()
        assert page.locator("[data-option=limit_60]").count() == 0
    assert table.state.curse.limit == 60


def test_a_doubt_shows_what_the_camera_saw_and_marks_the_windows(
    page: Page, tmp_path: Path
) -> None:
    table = play(a_table(tmp_path), 2, lambda t: t.state.turns > 3 and not t.questions())
    raise_a_doubt(table)
    with opened(page, table, crop=lambda picture, cells: DOT):
        assert page.locator(".question .evidence").count() == 1
        assert page.locator(".window.asked").count() == 2
        page.locator(".answer[data-option='none']").click()
        page.wait_for_selector(".question", state="detached")


def test_without_pictures_a_doubt_asks_for_none(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 2, lambda t: t.state.turns > 3 and not t.questions())
    raise_a_doubt(table)
    with opened(page, table):
        assert page.locator(".question .answer").count() == 3
        assert page.locator(".question .evidence").count() == 0


def test_the_referee_looks_through_the_camera(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with opened(page, table, "/join/referee-link"):
        assert page.locator("#picture img").is_hidden()
        page.wait_for_timeout(2100)
        table.submit(Seen(readings={}, at=0.0, picture=DOT))
        do(table, m.Begin())
        page.locator("#picture img").wait_for(state="visible")


def test_a_refusal_is_a_banner_with_its_clause_and_its_windows(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    with opened(page, table):
        refusal = refuse("WALL-15", "wall.upside_down", cells=("4,0",), slot=3)
        table._commit.sight = LastSeen(refusal=refusal)
        table.seeing("waiting", (Saying("eye.outside"),))
        page.wait_for_selector(".banner.refusal")
        assert "is upside down" in page.locator(".banner.refusal").inner_text()
        assert page.locator(".window.wrong").count() == 1
        assert "Move the camera back" in page.locator(".banner.complaint").inner_text()
        page.locator(".banner.refusal .clause").click()
        page.locator("#sheet").get_by_text("WALL-15").first.wait_for()


def test_a_name_cannot_become_markup(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path, *NAMES_THAT_BITE[:4])
    play(table, 1, lambda table: table.state.turns > 6)
    with opened(page, table):
        shown = page.locator(".seat h3").all_inner_texts()
        assert shown == list(NAMES_THAT_BITE[:4])


def test_the_keyboard_reaches_and_answers_a_question(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with opened(page, table):
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        for _ in range(12):
            page.keyboard.press("Tab")
            focused = page.evaluate("document.activeElement.dataset.option")
            if focused == "begin":
                break
        page.keyboard.press("Enter")
        page.wait_for_selector("html[data-phase='play']")


def test_the_newest_ruling_is_spoken(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    with opened(page, table):
        do(table, m.InsertCard(2, "H33"))
        page.locator("#spoken", has_text="ibis").wait_for(state="attached")


def test_a_lost_connection_is_reported_and_found_again(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    page.set_viewport_size(DESK)
    with served(table) as server:
        port = server.port
        page.goto(server.url)
        shows(page, table)
    page.wait_for_selector("#lost", state="visible")
    do(table, m.Begin())
    again = Server(an_app(table), port=port)
    again.start()
    shows(page, table)
    assert page.locator("#lost").is_hidden()
    assert page.locator("#turn").inner_text() == "Ada’s turn"
    page.goto("about:blank")
    again.stop()


def test_what_the_eye_does_is_reported(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with opened(page, table):
        table.submit(Seen(readings={}, at=0.0))
        table.seeing("paused", (Saying("eye.restarting"),))
        page.wait_for_selector(".eye[data-seeing='paused']")
        assert "The camera has stopped" in page.locator("#alerts").inner_text()
