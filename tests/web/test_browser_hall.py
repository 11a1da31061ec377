"""An event night in a real browser; the longer stories are in script/soak evenings."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app import hall_app
from companion.app.hall_client import HallGuest
from companion.hall.broker.own import PATHS
from companion.hall.seating.solver import draw
from companion.house import GamePlan, PlannedPerson
from companion.rooms import room_of
from companion.web.hall.commands_api import DrawBody, _drawn
from companion.web.server.addresses import own_number
from tests.hall.evenings import ORGANISER, STORIES, Evening, hall, prepared, reported
from tests.hall.long_evenings import folder
from tests.house.played import step
from tests.web.house_stories import LAPTOP, PHONE, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TAPS = 20
NIGHTS = [("organiser", False), ("late", False), ("swap", True)]
"""Stories, each by finger or by keys."""
PLACES = [
    {"name": "Chloë", "place": 1, "points": 31},
    {"name": "Ben", "place": 2, "points": 1},
]


@pytest.mark.parametrize(("story", "keyboard"), NIGHTS)
def test_an_evening_from_nothing_to_its_end(
    browser: Browser, tmp_path: Path, story: str, keyboard: bool
) -> None:
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, LAPTOP if keyboard else PHONE, keyboard)
        STORIES[story](told)
        assert told.complaints == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_folder_of_a_night_opens_as_it_was_published(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, size)
        folder(told)
        assert told.complaints == []


def test_a_phone_that_may_not_speak_for_somebody_says_why(browser: Browser, tmp_path: Path) -> None:
    """Whoever looks first speaks for a name; the next phone reads that, where it looked."""
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, PHONE)
        prepared(told)
        for shows in ("#own-number", "#my-name .note >> text=Another phone speaks for"):
            page = told.opened("/")
            page.select_option("#me", "p1")
            page.click("#my-name > summary")
            page.wait_for_selector(shows)
        assert page.locator("#own-number").count() == 0
        assert told.complaints == []


def my_table(told: Evening, number: int, who: str) -> str:
    """What a phone has to say about somebody's place in a round."""
    table = told.night.published[number - 1].table_of(who)
    assert table is not None
    place, seat = told.night.boxes[table.box].place, table.people.index(who) + 1
    title = {"wall": "The wall", "dig": "The dig"}[table.game]
    return f"Table {place}, {title}, seat {seat}"


def moved(told: Evening) -> str:
    """Somebody whose place in the second round is another one than in the first."""
    told.act("publish", {"round": 2})
    who = next(one for one in told.night.people if my_table(told, 1, one) != my_table(told, 2, one))
    told.act("unpublish", {"round": 2})
    return str(who)


@pytest.mark.parametrize("focus", ["#me", "details summary"])
def test_a_phone_in_somebodys_hand_shows_the_table_of_the_next_round(
    browser: Browser, tmp_path: Path, focus: str
) -> None:
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, PHONE)
        prepared(told)
        reported(told)
        for table in told.night.published[0].tables:
            told.act("confirm", {"round": 1, "box": table.box})
        who = moved(told)
        page = told.opened("/")
        page.select_option("#me", who)
        page.wait_for_selector(".note.mine")
        assert my_table(told, 1, who) in page.inner_text(".note.mine")
        if focus == "#me":
            page.focus(focus)
        else:
            page.locator(focus).first.click()
        told.act("publish", {"round": 2})
        told.act("start", {"round": 2})
        page.wait_for_function("() => /Round 2/.test(document.querySelector('h2').innerText)")
        assert my_table(told, 2, who) in page.inner_text(".note.mine")
        if focus == "#me":
            assert page.evaluate("document.activeElement.id") == "me"
        assert page.input_value("#me") == who
        assert told.complaints == []


def test_a_name_from_right_to_left_moves_nothing_around_it(
    browser: Browser, tmp_path: Path
) -> None:
    """Its number stays in front of it, and the names beside it stay in their order."""
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, PHONE)
        told.act("come", {"text": "محمد علي\nשרה לוי\nBen"})
        told.act("box", {"game": "wall", "sizes": [3], "count": 1})
        _drawn(halled.hall, draw, DrawBody(1, 7), ORGANISER)
        told.act("publish", {"round": 1})
        told.act("start", {"round": 1})
        reported(told)
        page = told.opened("/")
        page.wait_for_selector(".result .places li")
        assert all(
            page.evaluate(NUMBERS_FIRST, where) for where in (".places li", ".standings tbody th")
        )
        seats = page.locator("#round .seats bdi").all()
        lefts = [box["x"] for seat in seats if (box := seat.bounding_box())]
        assert lefts == sorted(lefts)
        told.act("correct", {**places_of(told), "quietly": False})
        desk = told.claimed("/desk#results", "organiser", "Olga")
        told.tap(desk.locator("#settled > summary"))
        assert desk.evaluate(NUMBERS_FIRST, "#settled .places li")
        assert told.complaints == []


NUMBERS_FIRST = """(where) => [...document.querySelectorAll(where)].every((one) => {
  const number = document.createRange();
  number.selectNodeContents(one.firstChild);
  const name = one.querySelector("bdi").getBoundingClientRect();
  return number.getBoundingClientRect().right <= name.left + 8;
})"""


def places_of(told: Evening) -> dict[str, Any]:
    """The first table's result, the other way round."""
    table = told.night.published[0].tables[0]
    turned = [{"person": one, "place": n + 1} for n, one in enumerate(table.people[::-1])]
    return {"round": 1, "box": table.box, "places": turned}


@pytest.mark.skipif(not own_number(), reason="this machine is in no network")
def test_the_halls_own_machine_shows_the_address_that_others_type(
    browser: Browser, tmp_path: Path
) -> None:
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, f"http://127.0.0.1:{halled.server.port}", LAPTOP)
        told.act("screen", {"screen": "1", "shows": "follow"})
        host = url.removeprefix("http://")
        told.opened("/screen").wait_for_selector(f"#main >> text={host}")
        told.opened("/enrol#CODE").wait_for_selector(f"#main >> text={url}")
        desk = told.claimed("/desk#screens", "organiser", "Olga")
        desk.wait_for_selector(f"#screens a >> text={host}/screen?n=1")
        assert "127.0.0.1" not in desk.inner_text("#screens")
        assert told.complaints == []


def test_a_draw_says_how_far_it_is_and_everything_else_goes_on(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is loaded while it is made shows it too; meanwhile the night can be changed."""
    goes_on, half = threading.Event(), threading.Event()

    def slow(wanted: Any, said: Callable[[float], None]) -> Any:
        said(0.5)
        half.set()
        assert goes_on.wait(60)
        return draw(wanted)

    monkeypatch.setattr(hall_app, "_draw", slow)
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, LAPTOP)
        told.act("come", {"text": "Anna\nBen\nCarla"})
        told.act("box", {"game": "wall", "sizes": [3], "count": 1})
        desk = told.claimed("/desk#draw", "organiser", "Olga")
        told.press(desk, "Draw the rounds")
        assert half.wait(60)
        desk.wait_for_selector("#draw .lead >> text=50 %")
        again = told.claimed("/desk#draw", "organiser", "Olga")
        again.wait_for_selector("#draw progress")
        told.part(desk, "settings")
        told.write(desk, "#title", "Night of the Nile")
        told.press(desk, "Save", "#settings")
        desk.wait_for_selector("#head h1 >> text=Night of the Nile")
        told.part(desk, "draw")
        goes_on.set()
        desk.wait_for_selector("#draw button >> text=Draw the rounds")
        assert told.complaints == []


def test_no_tap_at_the_desk_is_lost_while_tables_report(browser: Browser, tmp_path: Path) -> None:
    """Between mouse down and mouse up the rows are brought up to date, every time."""
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, LAPTOP)
        prepared(told)
        desk = told.claimed("/desk", "organiser", "Olga")
        told.part(desk, "round")
        summary = desk.locator('[id="trouble-1-b1"] > summary')
        for tap in range(1, TAPS + 1):
            summary.scroll_into_view_if_needed()
            summary.hover()
            desk.mouse.down()
            stir(told, desk, tap)
            desk.mouse.up()
            opened = desk.locator('[id="trouble-1-b1"]').get_attribute("open") is not None
            assert opened == (tap % 2 == 1), tap
        summary.click()
        found = desk.locator('[id="trouble-1-b1"] button', has_text="can't be played any more")
        found.hover()
        desk.mouse.down()
        stir(told, desk, TAPS + 1)
        desk.mouse.up()
        desk.wait_for_selector('[id="trouble-1-b1"] button:has-text("Is back")')
        assert "b1" in told.night.broken
        assert told.complaints == []


def stir(told: Evening, desk: Page, number: int) -> None:
    """Something of the other table changes, and the page has shown it."""
    told.act("arrange", {"name": f"Night {number}"})
    told.act("break" if number % 2 else "mend", {"box": "b2"})
    label = "Is back" if number % 2 else "can't be played any more"
    desk.wait_for_function(
        "([at, label]) => new RegExp(label, 'i').test(document.getElementById(at).textContent)",
        arg=["trouble-1-b2", label],
    )


def until(true: Callable[[], Any]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def play(guest: HallGuest, task: str) -> None:
    """Open the sitting that waits, and play it to its end."""
    guest.open(task)
    table = guest.table()
    assert table is not None
    people = room_of(table.game.name).people(3)
    while table.game.is_over(table.state) is None:
        assert step(table, people)


@pytest.mark.skipif(shutil.which("mosquitto", path=PATHS) is None, reason="no Mosquitto here")
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_table_itself_asks_whether_everybody_agrees_when_its_game_is_over(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    """A real hall, a real house, real taps: the question stands where the people are."""
    with (
        hall(tmp_path / "hall", broker="") as (halled, url),
        house(tmp_path / "house") as (housed, at),
    ):
        told = Evening(browser, halled, url, size)
        prepared(told)
        guest = housed.guest
        assert guest is not None
        guest.join(url, halled.codes["table"], "1")
        until(lambda: guest.enrolment.kept.offer)
        play(guest, "1:b1")
        page = browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
        page.on("pageerror", lambda error: told.complaints.append(str(error)))
        page.goto(at)
        page.wait_for_selector("#agree p")
        assert "Do you all agree with the result?" in page.inner_text("#agree")
        assert page.get_by_role("button", name="Rematch").count() == 0, "the next round decides"
        page.get_by_role("link", name="Event night").wait_for()
        until(lambda: "1:b1" in told.night.results)
        page.get_by_role("button", name="We agree", exact=True).click()
        until(lambda: told.night.results["1:b1"].status == "confirmed")
        page.wait_for_selector("#agree", state="hidden")
        assert told.complaints == []


class Night:
    """What the hall tells a house, and what was said to it."""

    def __init__(self) -> None:
        self.agree: dict[str, Any] | None = {"task": "1:b7", "places": PLACES, "said": ""}
        self.judged: list[tuple[bool, str]] = []

    def shown(self, _: Any) -> dict[str, Any]:
        return {
            "joined": True, "title": "Night of the Nile", "table": "7", "up": True, "hall": True,
            "left": None, "offer": None, "waiting": 0, "agree": self.agree,
        }  # fmt: skip

    def judge(self, _: Any, agreed: bool, task: str) -> None:
        self.judged.append((agreed, task))
        assert self.agree is not None
        self.agree = {**self.agree, "said": "confirm" if agreed else "dispute"}


def test_the_question_shows_the_result_and_goes_when_it_is_settled(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night()
    monkeypatch.setattr(HallGuest, "shown", lambda self: night.shown(self))
    monkeypatch.setattr(HallGuest, "judge", lambda self, *said: night.judge(self, *said))
    with house(tmp_path) as (housed, url):
        housed.house.begin(
            GamePlan("wall", (PlannedPerson("Chloë", "red"), PlannedPerson("Ben", "blue")))
        )
        page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
        page.goto(url)
        page.request.post(f"{url}/house/claim", data={"code": housed.code})
        page.goto(f"{url}/house/hall")
        page.wait_for_selector(".places")
        assert page.locator(".places li").all_inner_texts() == [
            "1. Chloë, 31 points",
            "2. Ben, 1 point",
        ]
        page.get_by_role("button", name="We agree", exact=True).click()
        page.wait_for_function("() => !/Do you all agree/.test(document.body.innerText)")
        assert night.judged == [(True, "1:b7")]
        assert page.locator(".places li").count() == 2
        night.agree = None
        page.wait_for_selector(".places", state="detached")
