"""The stream: everything at once, then every change; nobody who listens holds up the table."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from pathlib import Path

import gevent
import pytest

from companion.games.wall import moves as m
from companion.table import Table
from companion.web import Limits, Server
from companion.web.server.notifier import AT_ONCE, Notifier
from tests.web.scenes import Stream, a_browser, a_table, an_app, do, play, served


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def get(server: Server, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_a_stream_begins_with_the_whole_table(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        assert stream.response.headers["Content-Type"].startswith("text/event-stream")
        event = stream.event()
        assert event["id"] == str(table.number)
        assert json.loads(event["data"])["view"]["phase"] == "setup"
        stream.close()


def test_a_change_is_pushed_without_asking(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        before = stream.snapshot()
        do(table, m.Begin())
        after = stream.snapshot()
        assert (before["view"]["phase"], after["view"]["phase"]) == ("setup", "play")
        assert after["number"] == table.number
        stream.close()


def test_a_change_made_by_tapping_reaches_the_others(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        stream.snapshot()
        connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        body = json.dumps({"question": "setup", "option": "begin", "base": table.number})
        connection.request("POST", "/answer", body, {"Content-Type": "application/json"})
        assert json.loads(connection.getresponse().read())["kind"] == "accepted"
        assert stream.snapshot()["view"]["phase"] == "play"
        connection.close()
        stream.close()


def test_who_comes_back_gets_everything_again(table: Table) -> None:
    with served(table) as server:
        first = Stream(server)
        seen = first.event()["id"]
        first.close()
        play(table, 1, lambda table: table.state.turns > 3)
        again = Stream(server)
        assert int(again.event()["id"]) > int(seen)
        again.close()


def test_a_quiet_stream_is_kept_awake(table: Table) -> None:
    with served(table, limits=Limits(heartbeat_seconds=0.05)) as server:
        stream = Stream(server)
        stream.event()
        stream.event("clock")
        stream.event("clock")
        assert b": still here\n" in stream.raw
        stream.close()


def test_the_seconds_of_play_come_along_for_countdowns(table: Table) -> None:
    with served(table, play_clock=lambda: 12.5) as server:
        stream = Stream(server)
        assert stream.event("clock")["data"] == "12.500"
        stream.close()


def test_fifty_streams_all_hear_and_the_page_still_answers(table: Table) -> None:
    with served(table) as server:
        streams = [Stream(server) for _ in range(50)]
        for stream in streams:
            stream.event()
        do(table, m.Begin())
        assert get(server, "/").status == 200
        assert {stream.snapshot()["view"]["phase"] for stream in streams} == {"play"}
        for stream in streams:
            stream.close()


def test_what_a_role_is_shown_is_written_once_for_all(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    written: list[str] = []
    shown = table.snapshot
    table.snapshot = lambda role: written.append(str(role)) or shown(role)  # type: ignore
    with served(table) as server:
        streams = [Stream(server) for _ in range(10)]
        first = {stream.event()["data"] for stream in streams}
        do(table, m.Begin())
        second = {stream.event()["data"] for stream in streams}
        assert len(first) == len(second) == 1
        assert written == ["table", "table"]
        for stream in streams:
            stream.close()


def test_a_reader_who_never_reads_does_not_hold_up_the_table(table: Table) -> None:
    with served(table) as server:
        deaf = socket.create_connection((server.host, server.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        listening = Stream(server)
        listening.event()
        play(table, 2, lambda table: table.state.turns > 20)
        while listening.snapshot()["number"] < table.number:
            pass
        deaf.close()
        listening.close()


def test_somebodys_private_note_disturbs_nobody_else(table: Table) -> None:
    do(table, m.Begin())
    with served(table, limits=Limits(heartbeat_seconds=0.2)) as server:
        cookie = a_browser(an_app(table), "seat-0-link").get_cookie("pharaohs-table")
        assert cookie is not None
        public = Stream(server)
        own = Stream(server, cookie=f"{cookie.key}={cookie.value}")
        public.event()
        own.event()
        do(table, m.NotePharaoh(0, "cat"))
        assert own.snapshot()["view"]["notes"]["pharaoh"] == "cat"
        public.event("clock")
        public.event("clock")
        assert public.raw.count(b"event: table") == 1
        public.close()
        own.close()


def cookie_of(table: Table, link: str) -> str:
    cookie = a_browser(an_app(table), link).get_cookie("pharaohs-table")
    assert cookie is not None
    return f"{cookie.key}={cookie.value}"


@pytest.mark.parametrize(
    ("limits", "link"),
    [
        (Limits(streams=3), ""),
        (Limits(streams_per_address=3), ""),
        (Limits(streams_per_role=3), "seat-0-link"),
    ],
)
def test_when_too_many_watch_the_next_is_asked_to_come_back(
    table: Table, limits: Limits, link: str
) -> None:
    with served(table, limits=limits) as server:
        sent = cookie_of(table, link) if link else ""
        streams = [Stream(server, cookie=sent) for _ in range(3)]
        for stream in streams:
            stream.event()
        crowded = Stream(server, cookie=sent)
        assert crowded.response.status == 503
        assert crowded.response.headers["Retry-After"]
        assert get(server, "/").status == 200
        for stream in [*streams, crowded]:
            stream.close()


@pytest.mark.parametrize("limits", [Limits(streams=3), Limits(streams_per_address=3)])
@pytest.mark.parametrize("link", ["seat-0-link", "referee-link"])
def test_strangers_who_watch_take_no_place_of_a_seat_or_of_the_referee(
    table: Table, limits: Limits, link: str
) -> None:
    with served(table, limits=limits) as server:
        strangers = [Stream(server) for _ in range(4)]
        assert [one.response.status for one in strangers] == [200, 200, 200, 503]
        seat = Stream(server, cookie=cookie_of(table, link))
        assert seat.snapshot()["number"] == table.number
        for stream in [*strangers, seat]:
            stream.close()


def test_a_place_is_free_again_when_somebody_leaves(table: Table) -> None:
    with served(table, limits=Limits(streams=1, heartbeat_seconds=0.05)) as server:
        first = Stream(server)
        first.event()
        first.close()
        deadline = time.monotonic() + 20
        second = Stream(server)
        while second.response.status == 503 and time.monotonic() < deadline:
            second.close()
            time.sleep(0.05)
            second = Stream(server)
        assert second.response.status == 200
        second.close()


def test_many_tap_at_once_and_each_gets_an_answer(table: Table) -> None:
    do(table, m.Begin())
    kinds: list[str] = []

    def tap(slot: int) -> None:
        connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        move = {"type": "InsertCard", "slot": slot % 7, "card": f"H{slot}0"}
        body = json.dumps({"move": move, "base": base})
        connection.request("POST", "/move", body, {"Content-Type": "application/json"})
        kinds.append(json.loads(connection.getresponse().read())["kind"])
        connection.close()

    with served(table) as server:
        base = table.number
        threads = [threading.Thread(target=tap, args=(slot,)) for slot in range(7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(kinds) == ["accepted"] + ["stale"] * 6
    assert len(table.state.inserted) == 1


def test_seats_hear_of_a_change_before_a_crowd_of_strangers() -> None:
    """However many watch, seats and the referee are woken at once, the others by and by."""
    notifier, woken = Notifier(), []
    notifier.attach()
    crowd = [notifier.waiter(stranger=True) for _ in range(3 * AT_ONCE)]
    seat = notifier.waiter()
    notifier._wake()
    assert seat.is_set()
    while not all(flag.is_set() for flag in crowd):
        woken.append(sum(flag.is_set() for flag in crowd))
        gevent.sleep(0)
    assert woken[0] == 0
    assert AT_ONCE in woken
    notifier.close()


def test_when_the_page_closes_strangers_go_home_too() -> None:
    notifier = Notifier()
    notifier.attach()
    flags = [notifier.waiter(stranger=True), notifier.waiter()]
    notifier.close()
    assert all(flag.is_set() for flag in flags)
