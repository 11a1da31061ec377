"""Every address of a hall is asked with a valid request, by everybody, through the real server."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app.hall_app import HallOpening, RunningHall, open_hall
from companion.hall.broker.own import PATHS as BROKERS
from companion.hall.evening.acts import ACTS, Who
from companion.hall.evening.state import OWN
from companion.hall.night.fold import _CHANGES
from companion.web.hall.crew import make_link
from companion.web.kit.context import EXTENSION
from tests.hall.evenings import free_port, rehearsed_house
from tests.hall.hall_requests import NIGHT, acts, bodies, requests_to
from tests.web.test_every_route import Browser, never_asked

pytestmark = pytest.mark.skipif(
    shutil.which("mosquitto", path=BROKERS) is None, reason="no Mosquitto on this machine"
)
ROLES = ("spectator", "referee", "organiser")
ELSEWHERE = {"/claim": 403, "/act/close": 403, "/organiser/wrong": 403, "/enrol": 403,
             "/act/keep": 409, "/act/start": 409, "/act/seat": 409, "/act/sit": 409,
             "/act/unstart": 409, "/code.svg": 404, "/code.svg?for=table": 404}  # fmt: skip
"""What is refused although nothing breaks: wrong codes, what is not in cipher or a table's alone, a
draw of another night, a round taken back, free tables in a night of rounds, other people at a table
that has opened its game or has a result, and a picture of an address that nobody else can reach."""


@pytest.fixture
def halled(tmp_path: Path) -> Iterator[RunningHall]:
    halled = open_hall(HallOpening(tmp_path / "hall", "127.0.0.1", 0, broker_port=free_port()))
    yield halled
    halled.stop()


def app_of(halled: RunningHall) -> Flask:
    site: Any = halled.server.site
    app: Flask = site._app
    return app


def somebody(halled: RunningHall, role: str, folder: Path) -> Browser:
    browser = Browser(halled.server.port, f"127.0.0.{ROLES.index(role) + 5}")
    if role == "organiser":
        assert browser.get(f"/organiser/{make_link(folder)}")[0] == 303
    if role == "referee":
        browser.post("/claim", {"code": halled.codes["referee"], "name": "Rita"})
    return browser


@pytest.fixture
def at_table(halled: RunningHall, tmp_path: Path) -> Iterator[str]:
    """A night that has begun, with a house at table 1; the game that is open there."""
    desk = somebody(halled, "organiser", tmp_path / "hall")
    for path, body in NIGHT:
        desk.post(path, body)
    with rehearsed_house(tmp_path / "house") as (housed, _):
        guest = housed.guest
        guest.join(f"http://127.0.0.1:{halled.server.port}", halled.codes["table"], "1")
        until(lambda: guest.shown()["offer"] is not None)
        guest.open("1:b1")
        until(lambda: _game(halled) != "")
        yield _game(halled)


def _game(halled: RunningHall) -> str:
    state = halled.hall.tables.machines["1"].state
    return state.game if state else ""


def until(found: Any) -> None:
    for _ in range(400):
        if found():
            return
        time.sleep(0.05)
    raise AssertionError("it never came to that")


def test_every_address_that_takes_something_and_every_act_has_a_valid_body(
    halled: RunningHall,
) -> None:
    rules = app_of(halled).url_map.iter_rules()
    assert {rule.rule for rule in rules if "POST" in (rule.methods or ())} == {
        "/act/<name>", *bodies()
    }  # fmt: skip
    assert set(acts()) == set(ACTS)


def test_every_address_is_among_those_that_are_asked(halled: RunningHall) -> None:
    app = app_of(halled)
    assert never_asked(app, requests_to(app)) == set()


@pytest.mark.parametrize("role", ROLES)
def test_no_address_of_a_hall_breaks_for_anybody(
    halled: RunningHall, at_table: str, role: str, tmp_path: Path
) -> None:
    browser = somebody(halled, role, tmp_path / "hall")
    sitting = halled.hall.evening.sitting("1:b1")
    assert sitting is not None
    asked = requests_to(app_of(halled), at_table, sitting.people)
    answers = {(one.method, one.path): browser.ask(one) for one in asked}
    broken = {way: said for way, (status, said) in answers.items() if status in (500, 502)}
    assert not broken
    if role == "organiser":
        done = {way[1]: status for way, (status, _) in answers.items() if status >= 400}
        assert done == ELSEWHERE


def test_nothing_written_about_the_hall_is_read_as_something_about_the_night() -> None:
    """A referee gave a call back, and the hall took it for a table's name that is given free."""
    assert not set(OWN) & set(_CHANGES)


def test_an_entry_nobody_could_read_again_is_not_written(
    halled: RunningHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("table")

    hall, by = halled.hall, Who("organiser", "Olga")
    monkeypatch.setitem(OWN, "doored", broken)
    with pytest.raises(KeyError):
        hall.act("door", {"open": True}, by)
    hall.act("come", {"text": "Anna"}, by)
    assert [entry.kind for entry in hall.store.entries(0)][-1:] == ["entered"]


def test_spectators_who_listen_keep_none_of_the_crew_out(
    halled: RunningHall, tmp_path: Path
) -> None:
    crew = [somebody(halled, role, tmp_path / "hall") for role in ("referee", "organiser")]
    counts = app_of(halled).extensions[EXTENSION].open_streams
    counts["all"] = halled.server.site.limits.streams
    assert [one.get("/events")[0] for one in crew] == [200, 200]
    assert somebody(halled, "spectator", tmp_path / "hall").get("/events")[0] == 503
