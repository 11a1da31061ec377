"""Every address of a house is asked with a valid request, by everybody, through the real server."""

from __future__ import annotations

import gc
import http.client
import json
import socket
import threading
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import create_environ

from companion.app.house_app import RunningHouse, open_house
from companion.config.settings import Settings
from companion.core.roles import REFEREE, seat
from companion.web.house import exports, shelf
from companion.web.kit.context import EXTENSION
from tests.hall.evenings import free_port
from tests.house.played import play
from tests.web.house_requests import BEGIN, Asked, bodies, requests_to
from tests.web.scenes import Stream

GAME = "wall-game-20260101-200000.sqlite"
LAST = ("/house/leave", "/settings/owner/renew")
"""Asked after everything else: the one closes the table, the other sends the asking phone away."""
ROLES = ("stranger", "seat", "referee", "owner", "kiosk")


class Browser:
    """Somebody with a browser, at an address of this machine."""

    def __init__(self, port: int, home: str = "127.0.0.1") -> None:
        self._port, self._home, self.cookies = port, home, dict[str, str]()

    def ask(self, asked: Asked, seconds: float = 60.0) -> tuple[int, bytes]:
        body = asked.body if isinstance(asked.body, bytes) else json.dumps(asked.body).encode()
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if asked.method == "POST":
            sent["Content-Type"] = asked.kind
        with closing(
            http.client.HTTPConnection("127.0.0.1", self._port, seconds, (self._home, 0))
        ) as line:
            line.request(asked.method, asked.path, body if asked.method == "POST" else None, sent)
            answer = line.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            streamed = "event-stream" in (answer.headers["Content-Type"] or "")
            return answer.status, b"" if streamed else answer.read()

    def get(self, path: str) -> tuple[int, bytes]:
        return self.ask(Asked("GET", path))

    def post(self, path: str, body: Any) -> Any:
        status, data = self.ask(Asked("POST", path, body))
        assert status == 200, data
        return json.loads(data)


@pytest.fixture
def housed(tmp_path: Path) -> Iterator[RunningHouse]:
    play(tmp_path / GAME, steps=30)
    opened = open_house(Settings(state=str(tmp_path)), "127.0.0.1", free_port())
    yield opened
    opened.stop()


def apps_of(housed: RunningHouse) -> list[Flask]:
    site: Any = housed.server.site
    return [app for app in (site._house, site._table) if app is not None]


def begun(housed: RunningHouse) -> Browser:
    """A game on the table, and the browser that began it."""
    host = Browser(housed.server.port)
    host.post("/house/begin", BEGIN)
    return host


def somebody(housed: RunningHouse, role: str, host: Browser) -> Browser:
    browser = Browser(housed.server.port, "127.0.0.9")
    if role in ("owner", "kiosk"):
        assert browser.get(f"/owner/{housed.owner.link(role)}")[0] == 303
    site: Any = housed.server.site
    if role == "seat":
        browser.post("/join", {"code": site.keys().invite(seat(0)).text})
    if role == "referee":
        browser.post("/join", {"code": site.keys().invite(REFEREE).text})
    return browser


def test_every_address_that_takes_something_has_a_valid_body(housed: RunningHouse) -> None:
    begun(housed)
    rules = [rule for app in apps_of(housed) for rule in app.url_map.iter_rules()]
    taken = {rule.rule for rule in rules if "POST" in (rule.methods or ())}
    assert taken == set(bodies(GAME))


def test_every_address_is_among_those_that_are_asked(housed: RunningHouse) -> None:
    begun(housed)
    for app in apps_of(housed):
        assert never_asked(app, requests_to(app, GAME)) == set()


def never_asked(app: Flask, asked: Iterable[Asked]) -> set[str]:
    """The rules that no request comes to: one with a part we know no value for, say."""
    known = app.url_map.bind("localhost")
    paths = [(urlsplit(one.path).path, one.method) for one in asked]
    found = {known.match(*way, return_rule=True)[0].rule for way in paths}
    return {rule.rule for rule in app.url_map.iter_rules()} - found


@pytest.mark.parametrize("role", ROLES)
def test_no_address_breaks_for_anybody_while_a_game_is_open(
    housed: RunningHouse, role: str
) -> None:
    host = begun(housed)
    browser = somebody(housed, role, host)
    asked = [one for app in apps_of(housed) for one in requests_to(app, GAME)]
    asked.sort(key=lambda one: LAST.index(one.path) if one.path in LAST else -1)
    answers = {(one.method, one.path): browser.ask(one) for one in asked}
    broken = {way: said for way, (status, said) in answers.items() if status in (500, 502)}
    assert not broken


def test_every_page_of_the_house_is_there_while_a_game_is_open(housed: RunningHouse) -> None:
    owner = somebody(housed, "owner", begun(housed))
    asked = [one for one in requests_to(apps_of(housed)[0], GAME) if one.method == "GET"]
    whole = [one.path for one in asked if one.path.endswith((".json", "/state", "/people"))]
    whole.remove("/workshop/camera/view.json")  # there is no camera
    missing = [path for path in whole if owner.get(path)[0] == 404]
    assert not missing, "an address of the house went to the table's app"


# ---- who has to wait for whom ------------------------------------------------------------------


def test_taps_are_answered_while_strangers_wait_for_their_pictures(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = begun(housed)
    anna = somebody(housed, "seat", host)
    drawn, painting = threading.Event(), threading.Semaphore(0)

    def slow(sheet: Any) -> bytes:
        painting.release()
        drawn.wait(60)
        return b"painted"

    monkeypatch.setattr(exports, "png", slow)
    picture = Asked("GET", f"/shelf/{GAME}/picture.png")
    strangers = [Browser(housed.server.port, f"127.0.1.{n + 1}") for n in range(40)]
    with ThreadPoolExecutor(40) as many:
        waiting = [many.submit(one.ask, picture) for one in strangers]
        assert painting.acquire(timeout=60)
        number = json.loads(anna.get("/state")[1])["number"]
        status, _ = anna.ask(Asked("POST", "/preview", {"move": {}, "base": number}))
        assert status != 429
        answer = anna.post("/answer", {"question": "setup", "option": "begin", "base": number})
        assert answer["kind"] == "accepted"
        assert not any(one.done() for one in waiting), "the tap overtook every picture"
        drawn.set()
        assert {one.result()[0] for one in waiting} == {200}


def test_whoever_has_the_code_or_the_link_comes_in_while_a_picture_is_drawn(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, painting = threading.Event(), threading.Event()

    def slow(sheet: Any) -> bytes:
        painting.set()
        drawn.wait(60)
        return b"painted"

    monkeypatch.setattr(exports, "png", slow)
    stranger, typing, scanning = (Browser(housed.server.port, f"127.0.1.{n}") for n in (1, 2, 3))
    with ThreadPoolExecutor(1) as alone:
        waiting = alone.submit(stranger.get, f"/shelf/{GAME}/picture.png")
        assert painting.wait(60)
        typing.post("/house/claim", {"code": housed.owner.code})
        assert scanning.get(f"/owner/{housed.owner.link()}")[0] == 303
        assert not waiting.done(), "both overtook the picture"
        drawn.set()
    assert housed.owner.holds(scanning.cookies["pharaohs-house"])


def test_whoever_began_the_game_and_the_machines_screen_belong_here(housed: RunningHouse) -> None:
    host = begun(housed)
    people = {role: somebody(housed, role, host) for role in ROLES} | {"host": host}

    def known(browser: Browser) -> str:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return housed.server.site.who(create_environ(headers={"Cookie": cookie}))

    found = {role: known(browser) for role, browser in people.items()}
    assert found == {
        "stranger": "", "seat": "seat-0", "referee": "referee", "owner": "owner", "kiosk": "kiosk",
        "host": "host",
    }  # fmt: skip
    housed.house.leave()
    assert known(host) == "", "it was the host of that game alone"


def test_a_picture_is_drawn_once_until_its_game_changes(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def painted(sheet: Any) -> bytes:
        drawn.append(sheet)
        return b"painted"

    monkeypatch.setattr(exports, "png", painted)
    browser = Browser(housed.server.port)
    for _ in range(3):
        assert browser.get(f"/shelf/{GAME}/picture.png")[0] == 200
    assert len(drawn) == 1
    path = housed.house.folder / GAME
    path.unlink()
    play(path, names=("Carla", "Dan"), steps=12)
    assert browser.get(f"/shelf/{GAME}/picture.png")[0] == 200
    assert len(drawn) == 2


def test_a_picture_that_many_wait_for_is_painted_once(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, waiting, all_wait = [], threading.Semaphore(0), threading.Event()
    queued = shelf.offloaded

    def counted(work: Any, *given: Any) -> Any:
        waiting.release()
        return queued(work, *given)

    def slow(path: Path) -> bytes:
        painted.append(path)
        all_wait.wait(60)
        return b"painted"

    monkeypatch.setattr(shelf, "offloaded", counted)
    monkeypatch.setattr(exports, "board_picture", slow)
    strangers = [Browser(housed.server.port, f"127.0.1.{n + 1}") for n in range(5)]
    with ThreadPoolExecutor(5) as many:
        answers = [many.submit(one.get, f"/shelf/{GAME}/board.jpg") for one in strangers]
        assert all(waiting.acquire(timeout=60) for _ in strangers)
        all_wait.set()
        assert {one.result() for one in answers} == {(200, b"painted")}
    assert len(painted) == 1


def test_a_private_note_has_nothing_drawn_or_read_anew(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for the picture of the open game could hear by its time that a note was made."""
    made: list[Any] = []
    read = shelf.Replay.of

    def painted(sheet: Any) -> bytes:
        made.append(sheet)
        return b"painted"

    def noted(path: Path) -> Any:
        made.append(path)
        return read(path)

    monkeypatch.setattr(exports, "png", painted)
    monkeypatch.setattr(shelf.Replay, "of", noted)
    host = begun(housed)
    anna, stranger = somebody(housed, "seat", host), Browser(housed.server.port, "127.0.0.8")
    number = json.loads(anna.get("/state")[1])["number"]
    anna.post("/answer", {"question": "setup", "option": "begin", "base": number})
    asked = [f"/shelf/{housed.house.place.game}/{name}" for name in ("picture.png", "replay.json")]

    def look() -> int:
        made.clear()
        assert {stranger.get(path)[0] for path in asked} == {200}
        return len(made)

    assert look() > 0
    assert look() == 0
    note = {"type": "NotePharaoh", "seat": 0, "animal": "cat"}
    assert anna.post("/move", {"move": note, "base": number + 1})["kind"] == "accepted"
    assert look() == 0
    owner = somebody(housed, "owner", host)
    owner.post("/house/hand-over", {"seat": 1, "name": "Carla"})
    assert look() > 0, "what everybody may know has changed"


def test_one_client_has_one_picture_drawn_at_a_time(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, most, lock = 0, 0, threading.Lock()

    def slow(sheet: Any) -> bytes:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        threading.Event().wait(0.05)
        with lock:
            at_once -= 1
        return b"painted"

    monkeypatch.setattr(exports, "png", slow)
    monkeypatch.setattr(exports, "pdf", slow)
    owner = somebody(housed, "owner", Browser(housed.server.port))
    ways = [f"/shelf/{GAME}/{name}" for name in ("picture.png", "sheet.pdf")] * 4
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda way: owner.get(way)[0], ways))
    assert set(answers) == {200}
    assert most == 1


def test_strangers_who_listen_keep_nobody_of_the_house_out(housed: RunningHouse) -> None:
    host = begun(housed)
    site: Any = housed.server.site
    counts, limits = site._house.extensions[EXTENSION].open_streams, site.limits
    known = [*(somebody(housed, role, host) for role in ("seat", "owner", "kiosk")), host]
    strangers = [Browser(housed.server.port, f"127.0.1.{n}") for n in (1, 2)]

    def listens(browser: Browser) -> int:
        return browser.get("/house/events")[0]

    counts["all"] = limits.streams
    assert [listens(one) for one in known] == [200] * 4
    assert [listens(one) for one in strangers] == [503, 503]
    counts.pop("all")
    counts["from 127.0.1.1"] = limits.streams_per_address
    assert [listens(one) for one in strangers] == [503, 200]
    site._table.extensions[EXTENSION].open_streams["all"] = limits.streams
    assert [one.get("/events")[0] for one in (*known, *strangers)] == [200] * 4 + [503] * 2


def test_whoever_waits_when_the_house_ends_is_asked_to_come_back(
    housed: RunningHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, painting = threading.Event(), threading.Event()

    def slow(sheet: Any) -> bytes:
        painting.set()
        drawn.wait(60)
        return b"painted"

    monkeypatch.setattr(exports, "png", slow)
    browser = Browser(housed.server.port)
    with ThreadPoolExecutor(2) as both:
        waiting = both.submit(browser.get, f"/shelf/{GAME}/picture.png")
        assert painting.wait(60)
        ending = both.submit(housed.server.stop)
        try:
            assert waiting.result(60) == (503, b""), "nothing is broken, so no 500"
        finally:
            drawn.set()
        ending.result(60)


# ---- what is left of a game --------------------------------------------------------------------


def test_nothing_of_a_game_stays_in_memory_once_it_is_left(housed: RunningHouse) -> None:
    host = Browser(housed.server.port)
    host.post("/house/begin", {**BEGIN, "rehearsal": {"seed": 1, "speed": 10.0}})
    assert housed.house.open is not None
    table = weakref.ref(housed.house.open.table)
    gc.disable()  # nobody comes by chance
    try:
        housed.house.leave()
        assert table() is None
    finally:
        gc.enable()


# ---- letting phones in -------------------------------------------------------------------------


def test_phones_are_let_in_at_once_and_nobody_is_cut_off(housed: RunningHouse) -> None:
    owner = somebody(housed, "owner", Browser(housed.server.port))
    assert housed.server.host == "127.0.0.1"
    owner.post("/house/network", {})
    assert housed.server.host == "0.0.0.0"
    assert owner.get("/house/state")[0] == 200


def test_where_the_network_cannot_be_opened_a_sentence_says_why(housed: RunningHouse) -> None:
    owner = somebody(housed, "owner", Browser(housed.server.port))
    with socket.create_server(("127.0.0.77", housed.server.port)):
        status, said = owner.ask(Asked("POST", "/house/network", {}))
        assert status == 409
        assert str(housed.server.port) in said.decode()
        assert owner.get("/house/state")[0] == 200, "it is served where it was"


# ---- handing a seat over -----------------------------------------------------------------------


def test_a_seat_handed_over_ends_the_stream_and_the_rights_of_its_old_phone(
    housed: RunningHouse,
) -> None:
    host = begun(housed)
    old, owner = somebody(housed, "seat", host), somebody(housed, "owner", host)
    cookie = "; ".join(f"{name}={value}" for name, value in old.cookies.items())
    stream = Stream(housed.server, cookie=cookie)
    assert stream.snapshot()["role"] == "seat-0"
    owner.post("/house/hand-over", {"seat": 0, "name": "Mallory"})
    assert json.loads(old.get("/state")[1])["role"] == "table"
    with pytest.raises(EOFError):
        stream.event("nothing of this kind comes")
    stream.close()
    seats = json.loads(owner.get("/state")[1])["view"]["seats"]
    assert [seat["name"] for seat in seats] == ["Mallory", "Ben"]


def test_a_hand_over_that_is_refused_leaves_name_and_phone_as_they_were(
    housed: RunningHouse,
) -> None:
    host = begun(housed)
    old = somebody(housed, "seat", host)
    status, _ = host.ask(Asked("POST", "/house/hand-over", {"seat": 0, "name": "Mallory"}))
    assert status == 403, "even who began the game does not take somebody's seat"
    shown = json.loads(old.get("/state")[1])
    assert (shown["role"], shown["view"]["seats"][0]["name"]) == ("seat-0", "Anna")


@pytest.mark.parametrize("room", ["0", "", "../wall", "house", "a" * 300])
def test_a_game_in_a_room_there_is_not_gets_a_sentence(housed: RunningHouse, room: str) -> None:
    asked = Asked("POST", "/house/begin", {**BEGIN, "room": room})
    status, said = Browser(housed.server.port).ask(asked)
    assert status == 409
    assert json.loads(said)["kind"] == "refused"
