"""People who are no friends of the table: connections by hand, from addresses of this machine."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable
from typing import Any

from companion.table import Table
from companion.web import Server
from tests.web.scenes import a_browser, an_app

LAPTOP = "127.0.0.66"
"""Every address that begins with 127 is this machine."""
OPENED: list[socket.socket | http.client.HTTPConnection] = []
"""What is closed after each test."""


def knock(server: Server, said: bytes = b"", frm: str = LAPTOP) -> socket.socket:
    """Open a connection and say something, or nothing."""
    line = socket.create_connection((server.host, server.port), 20, source_address=(frm, 0))
    OPENED.append(line)
    if said:
        line.sendall(said)
    return line


def ends(line: socket.socket) -> bytes:
    """Everything heard until the other side hangs up."""
    heard = b""
    try:
        while data := line.recv(65536):
            heard += data
    except ConnectionError:
        pass
    return heard


def is_open(line: socket.socket) -> bool:
    """Whether the other side has not hung up."""
    line.setblocking(False)
    try:
        return line.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        line.settimeout(20)


def cookie_of(table: Table, link: str) -> str:
    cookie = a_browser(an_app(table), link).get_cookie("pharaohs-table")
    assert cookie is not None
    return f"{cookie.key}={cookie.value}"


class Phone:
    """A kept connection, as a browser has it."""

    def __init__(self, server: Server, cookie: str = "", frm: str = "127.0.0.1") -> None:
        self.line = http.client.HTTPConnection(
            server.host, server.port, timeout=20, source_address=(frm, 0)
        )
        OPENED.append(self.line)
        self._headers = {"Cookie": cookie} if cookie else {}

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        self.line.request("GET", path, headers={**self._headers, **headers})
        answer = self.line.getresponse()
        return answer.status, answer.read()

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, bytes]:
        sent = {"Content-Type": "application/json", **self._headers, **headers}
        self.line.request("POST", path, json.dumps(body), sent)
        answer = self.line.getresponse()
        return answer.status, answer.read()

    def close(self) -> None:
        self.line.close()


def until(happened: Callable[[], bool]) -> None:
    for _ in range(2000):
        if happened():
            return
        time.sleep(0.01)
    raise AssertionError("waited twenty seconds in vain")
