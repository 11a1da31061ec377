"""The connections: silent, dripping and greedy strangers never cost a seat its place."""

from __future__ import annotations

import resource
import socket
from pathlib import Path
from typing import Any

import pytest

from companion.core.verdict import Saying
from companion.table import Table
from companion.web import Limits
from companion.web.server import connection_limits, http_handler, rate_gate, rate_limit
from companion.web.server.connection_limits import (
    ConnectionLimits,
    household,
    raise_file_limit,
    room_for_connections,
)
from tests.web.scenes import Stream, a_table, served
from tests.web.strangers import Phone, cookie_of, ends, is_open, knock, until


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


class Line:
    """The end of a connection that can be hung up."""

    def __init__(self) -> None:
        self.is_open = True

    def shutdown(self, how: int) -> None:
        self.is_open = False


# ---- who may come in ---------------------------------------------------------------------------


def test_a_newcomer_takes_the_place_of_the_longest_idle_of_the_greediest_address() -> None:
    entrance = ConnectionLimits(20)
    lines = [Line() for _ in range(18)]
    greedy = [entrance.enter(line, "10.0.0.66") for line in lines[:15]]
    modest = [entrance.enter(line, "10.0.0.7") for line in lines[15:]]
    assert all(greedy)
    assert all(modest)
    assert entrance.enter(Line(), "10.0.0.8") is not None
    assert [line.is_open for line in lines] == [False] + [True] * 17


def test_who_is_being_answered_is_not_sent_away() -> None:
    entrance = ConnectionLimits(10)
    lines = [Line() for _ in range(9)]
    for line in lines:
        visit = entrance.enter(line, "10.0.0.66")
        assert visit is not None
        entrance.work(visit)
    assert entrance.enter(Line(), "10.0.0.7") is not None, "the last place is for newcomers"
    assert all(line.is_open for line in lines)


def test_one_address_gets_so_many_places_and_then_only_its_own_again() -> None:
    entrance = ConnectionLimits(100, per_address=3)
    lines = [Line() for _ in range(4)]
    first = entrance.enter(lines[0], "10.0.0.66")
    assert first is not None
    entrance.work(first)
    assert all(entrance.enter(line, "10.0.0.66") for line in lines[1:])
    assert [line.is_open for line in lines] == [True, False, True, True]


def test_when_all_of_an_address_are_being_answered_it_gets_no_more() -> None:
    entrance = ConnectionLimits(100, per_address=2)
    for _ in range(2):
        visit = entrance.enter(Line(), "10.0.0.66")
        assert visit is not None
        entrance.work(visit)
    assert entrance.enter(Line(), "10.0.0.66") is None
    assert entrance.enter(Line(), "10.0.0.67") is not None


def test_a_seat_that_rests_between_two_taps_is_never_sent_away() -> None:
    entrance = ConnectionLimits(10)
    line = Line()
    seat = entrance.enter(line, "10.0.0.7")
    assert seat is not None
    entrance.work(seat)
    entrance.know(seat, joined=True)
    entrance.rest(seat)
    for number in range(200):
        assert entrance.enter(Line(), f"10.0.1.{number}") is not None
    assert line.is_open


def test_who_comes_through_a_trusted_proxy_is_not_counted_by_its_address() -> None:
    entrance = ConnectionLimits(100, per_address=2, trusted=["127.0.0.1"])
    lines = [Line() for _ in range(20)]
    assert all(entrance.enter(line, "127.0.0.1") for line in lines)
    assert all(line.is_open for line in lines)


def test_whoever_leaves_is_forgotten() -> None:
    entrance = ConnectionLimits(10)
    visits = [entrance.enter(Line(), f"10.0.0.{n}") for n in range(5)]
    for number, visit in enumerate(visits):
        assert visit is not None
        entrance.know(visit, joined=number == 0)
        entrance.leave(visit)
    assert len(entrance) == 0
    assert not entrance._inside
    assert not entrance._idle
    assert entrance._strangers == 0


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.168.1.9", "192.168.1.9"),
        ("::ffff:192.168.1.9", "192.168.1.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_a_home_is_one_address_or_one_network_of_the_newer_kind(address: str, home: str) -> None:
    assert household(address) == home


def test_the_page_leaves_files_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    assert room_for_connections() == 1024 - connection_limits.OWN_FILES
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_000_000, 1_000_000))
    assert room_for_connections() == connection_limits.MOST_CONNECTIONS


def test_a_process_takes_all_the_files_it_may_have() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        assert raise_file_limit() == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# ---- at the real server ------------------------------------------------------------------------


@pytest.fixture
def few_places(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("companion.web.server.serve.room_for_connections", lambda: 60)
    return 60


def test_silent_connections_beyond_all_places_keep_nobody_out(
    table: Table, few_places: int
) -> None:
    """About a thousand of them once took the whole table down."""
    cookie = cookie_of(table, "seat-0-link")
    with served(table) as server:
        seat = Phone(server, cookie)
        assert seat.get("/state")[0] == 200
        own = seat.line.sock
        stream = Stream(server, cookie=cookie)
        stream.event()
        silent = [knock(server, frm=f"127.0.1.{n % 9 + 1}") for n in range(3 * few_places)]
        assert seat.get("/state")[0] == 200
        assert seat.line.sock is own, "the seat kept its connection"
        assert Phone(server, frm="127.0.0.7").get("/state")[0] == 200
        table.seeing("paused", (Saying("eye.restarting"),))
        stream.event()
        until(lambda: sum(map(is_open, silent)) < few_places)
        for line in silent:
            line.close()
        stream.close()


def test_a_connection_that_says_nothing_is_given_up_in_seconds(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_handler, "HEAD_SECONDS", 0.2)
    with served(table) as server:
        assert ends(knock(server)) == b""


@pytest.mark.parametrize("begin", [b"GET / HT", b"GET / HTTP/1.1\r\nHost: local"])
def test_a_head_that_drips_is_given_up_however_long_it_drips(
    table: Table, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr(http_handler, "HEAD_SECONDS", 0.3)
    with served(table) as server:
        line = knock(server, begin)
        line.settimeout(0.02)
        for _ in range(500):
            try:
                line.sendall(b"x")
                if line.recv(1024) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            raise AssertionError("it could drip for ever")
        line.close()


def test_a_kept_connection_that_drips_its_next_request_is_given_up_as_well(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(table) as server:
        phone = Phone(server)
        phone.get("/state")
        monkeypatch.setattr(http_handler, "HEAD_SECONDS", 0.2)
        phone.line.sock.sendall(b"GET /sta")
        assert ends(phone.line.sock) == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: 400\r\n\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\n5",
    ],
)
def test_a_body_that_does_not_come_is_not_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(http_handler, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(http_handler, "BYTES_PER_SECOND", 1e9)
    with served(table) as server:
        head = b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        line = knock(server, head + sent)
        heard = ends(line)
        line.close()
    assert heard.startswith(b"HTTP/1.1 408 ")
    assert b"didn't arrive in time" in heard


def test_a_body_nobody_wants_is_not_swallowed_for_ever(table: Table) -> None:
    with served(table) as server:
        head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        line = knock(server, head + b"Content-Length: 900000000\r\n\r\n")
        heard = ends(line)
        line.close()
    assert heard.startswith(b"HTTP/1.1 404 ")


def test_a_small_body_nobody_wants_does_not_cost_the_connection(table: Table) -> None:
    with served(table) as server:
        phone = Phone(server)
        assert phone.post("/nowhere", {"so": "what"})[0] == 404
        own = phone.line.sock
        assert phone.get("/state")[0] == 200
        assert phone.line.sock is own


def test_a_head_without_an_end_is_cut_off(table: Table) -> None:
    with served(table) as server:
        line = knock(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        heard = b""
        try:
            for number in range(80):
                line.sendall(b"X-%d: %s\r\n" % (number, b"x" * 1000))
            heard = ends(line)
        except ConnectionError:
            heard = b"HTTP/1.1 400 "
        line.close()
    assert heard.startswith(b"HTTP/1.1 400 ")


def test_an_answer_is_one_packet_that_waits_for_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sends, the second held back until the first is confirmed, cost every tap 44 ms."""
    sent: list[tuple[int, int]] = []
    whole = http_handler.Handler.__mro__[1]._sendall

    def noted(self: Any, data: bytes) -> None:
        quick = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        sent.append((quick, len(data)))
        whole(self, data)

    monkeypatch.setattr(http_handler.Handler.__mro__[1], "_sendall", noted)
    with served(table) as server:
        phone = Phone(server)
        _, heard = phone.get("/state")
        phone.close()
    assert len(sent) == 1
    assert sent[0][0] != 0
    assert sent[0][1] > len(heard)


# ---- one request, read in one way --------------------------------------------------------------


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 0\r\nContent-Length: 35\r\n",
        b"Content-Length: 35\r\nContent-Length: 35\r\n",
        b"Content-Length: 35\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n",
        b"Content-Length: +35\r\n",
        b"Content-Length: 0x23\r\n",
    ],
)
def test_a_request_with_two_lengths_is_refused_and_smuggles_nothing(
    table: Table, lengths: bytes
) -> None:
    smuggled = b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with served(table) as server:
        line = knock(server, head + lengths + b"\r\n" + b"0\r\n\r\n" + smuggled)
        heard = ends(line)
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1 ") == 1


# ---- the pace ----------------------------------------------------------------------------------


def test_a_flood_of_requests_is_asked_to_come_back_and_a_seat_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(rate_gate, "LATER_SECONDS", 0.0)
    limits = Limits(address_share=0.0001)
    with served(table, limits=limits) as server:
        flood = Phone(server, frm="127.0.0.66")
        answers: list[int] = []
        while 429 not in answers and len(answers) < 500:
            answers.append(flood.get("/state")[0])
        assert answers[0] == 200
        assert answers[-1] == 429
        seat = Phone(server, cookie_of(table, "seat-0-link"), frm="127.0.0.66")
        assert seat.get("/state")[0] == 200
        assert Phone(server, frm="127.0.0.7").get("/state")[0] == 200
