"""A table's cable to the hall: what goes through it can be cut, held up and mended.

The house joins through it like any other, and its broker's address is the cable's own.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

HERE = "127.0.0.1"


class Cable:
    """Two ports of our own: one for joining, one for the broker."""

    def __init__(self, hall: str, broker: int) -> None:
        self._hall, self._broker = hall, broker
        self._whole = threading.Event()
        self._whole.set()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self.connections = 0
        self._door = socket.create_server((HERE, 0))
        self.port: int = self._door.getsockname()[1]
        self._web = ThreadingHTTPServer((HERE, 0), self._handler())
        threading.Thread(target=self._let_in, daemon=True).start()
        threading.Thread(target=self._web.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self._web.server_address[1]}"

    def cut(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def flap(self) -> None:
        """Every connection ends at once; new ones are taken."""
        for pair in tuple(self._pairs):
            _end(*pair)

    def close(self) -> None:
        self._web.shutdown()
        self._door.close()
        self.flap()

    def _let_in(self) -> None:
        while True:
            try:
                inner, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(inner,), daemon=True).start()

    def _connect(self, inner: socket.socket) -> None:
        self._whole.wait()
        try:
            outer = socket.create_connection((HERE, self._broker), 5)
            outer.settimeout(None)
        except OSError:
            inner.close()
            return
        self.connections += 1
        pair = (inner, outer)
        self._pairs.add(pair)
        for one in pair:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for one, other in (pair, pair[::-1]):
            threading.Thread(target=self._carry, args=(one, other, pair), daemon=True).start()

    def _carry(
        self, one: socket.socket, other: socket.socket, pair: tuple[socket.socket, socket.socket]
    ) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                self._whole.wait()
                other.sendall(data)
        _end(*pair)
        self._pairs.discard(pair)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        cable = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                code, answer = cable._asked(self.path, body)
                self.send_response(code)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *told: object) -> None:
                """Nobody reads it."""

        return Handler

    def _asked(self, path: str, body: bytes) -> tuple[int, bytes]:
        """The hall's own answer, with the broker at the end of this cable."""
        asked = Request(self._hall + path, body, {"Content-Type": "application/json"})
        try:
            with urlopen(asked, timeout=20) as answer:
                told = json.loads(answer.read())
        except HTTPError as refused:
            return refused.code, refused.read()
        told["broker"]["port"] = self.port
        return 200, json.dumps(told).encode()


def _end(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class Watch:
    """A spectator's page: when each table was last shown as lost, and as living."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.lives: dict[str, bool] = {}
        self.buried: list[tuple[float, str]] = []
        """Every moment at which a table began to be shown as lost."""
        self._ended = False
        threading.Thread(target=self._look, daemon=True).start()

    def close(self) -> None:
        self._ended = True

    def seconds_until(self, table: str, lives: bool, most: float) -> float | None:
        """How long it takes until the page shows a table so; None where it never does."""
        began = time.monotonic()
        while time.monotonic() - began < most:
            if self.lives.get(table) is lives:
                return time.monotonic() - began
            time.sleep(0.02)
        return None

    def _look(self) -> None:
        while not self._ended:
            with contextlib.suppress(OSError, ValueError):
                self._follow()
            time.sleep(0.2)

    def _follow(self) -> None:
        with urlopen(f"{self._url}/events", timeout=8) as stream:
            kind = b""
            for line in stream:
                if line.startswith(b"event: "):
                    kind = line[7:].strip()
                elif line.startswith(b"data: ") and kind == b"table":
                    self._shown(json.loads(line[6:]))

    def _shown(self, table: dict[str, object]) -> None:
        name, lives = str(table["table"]), bool(table["lives"])
        if self.lives.get(name) and not lives:
            self.buried.append((time.monotonic(), name))
        self.lives[name] = lives
