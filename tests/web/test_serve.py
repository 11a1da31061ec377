"""The server: it takes its port or says why not, lets slow talkers go, and ends when told."""

from __future__ import annotations

import errno
import ipaddress
import socket
import threading
from pathlib import Path

import pytest

from companion.core.verdict import Saying
from companion.table import Table
from companion.web import NoSuchAddress, PortTaken, Server
from companion.web.server import addresses, http_handler
from tests.saying import refuses
from tests.web.scenes import Stream, a_table, an_app, served


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def test_a_taken_port_is_named_with_a_way_out(table: Table) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with refuses(PortTaken, match=rf"another program has port {port} .*--port {port + 1}"):
            Server(an_app(table), port=port)


def test_an_address_we_do_not_have_is_named_with_a_way_out(table: Table) -> None:
    with refuses(NoSuchAddress, match=r"192\.0\.2\.1: .*0\.0\.0\.0"):
        Server(an_app(table), host="192.0.2.1", port=0)


def test_a_network_that_knows_no_names_does_not_delay_the_start(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def nobody_answers(name: str = "") -> str:
        asked.append(name)
        return name

    monkeypatch.setattr("gevent.pywsgi.socket.getfqdn", nobody_answers)
    with served(table):
        assert asked == []


def test_the_port_is_free_again_after_the_end(table: Table) -> None:
    with served(table) as server:
        port = server.port
    again = Server(an_app(table), port=port)
    again.start()
    assert again.is_alive()
    again.stop()
    assert not again.is_alive()


def test_stopping_ends_every_stream_and_every_thread(table: Table) -> None:
    before = threading.active_count()
    server = Server(an_app(table), port=0)
    server.start()
    stream = Stream(server)
    stream.event()
    server.stop()
    server.stop()
    with pytest.raises((EOFError, ConnectionError)):
        stream.event()
    stream.close()
    assert threading.active_count() == before


def test_a_change_after_the_end_reaches_nobody_and_harms_nobody(table: Table) -> None:
    with served(table):
        pass
    table.seeing("paused", (Saying("eye.restarting"),))


def test_who_dawdles_over_the_request_is_let_go(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_handler, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(http_handler, "HEAD_SECONDS", 0.1)
    with served(table) as server:
        for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: local"):
            with socket.create_connection((server.host, server.port), timeout=20) as slow:
                slow.sendall(said)
                while slow.recv(4096):
                    pass


def test_three_hundred_who_dawdle_do_not_keep_others_out(table: Table) -> None:
    with served(table) as server:
        slow = [socket.create_connection((server.host, server.port)) for _ in range(300)]
        for one in slow:
            one.sendall(b"GET /state HTTP/1.1\r\nHost: localhost\r\nX-Slow")
        stream = Stream(server)
        assert stream.snapshot()["number"] == table.number
        stream.close()
        for one in slow:
            one.close()


def test_the_address_to_open_is_said(table: Table) -> None:
    with served(table) as server:
        assert server.url == f"http://127.0.0.1:{server.port}/"


def test_a_page_for_the_whole_network_is_named_by_what_a_phone_can_open(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "tomb.lan")
    monkeypatch.setattr(addresses, "own_number", lambda: ["192.168.7.4"])
    server = Server(an_app(table), host="0.0.0.0", port=0)
    port = server.port
    assert server.urls == (f"http://192.168.7.4:{port}/", f"http://tomb.local:{port}/")
    monkeypatch.setattr(addresses, "own_number", list)
    assert server.url == f"http://tomb.local:{port}/"
    server.start()
    server.stop()


def test_a_machine_on_no_network_has_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, where: object) -> None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(addresses.socket, "socket", Unplugged)
    assert addresses.own_number() == []


def test_the_way_into_the_network_is_a_number() -> None:
    assert all(ipaddress.ip_address(number).version == 4 for number in addresses.own_number())
