"""A table's cable to the hall: what goes through it can be cut, held up and mended.

The house joins through it like any other: it finds page and broker under the cable's address.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from urllib.request import urlopen

HERE, FIRST = "127.0.0.1", 100


class Cable:
    """The hall's two ports under an address of our own: the page, and the broker behind it."""

    def __init__(self, number: int, page: int, broker: int) -> None:
        self.host = f"127.0.0.{FIRST + number}"
        self._page = page
        self._whole = threading.Event()
        self._whole.set()
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self.connections = 0
        self._doors = [socket.create_server((self.host, port)) for port in (page, broker)]
        for door, port in zip(self._doors, (page, broker), strict=True):
            threading.Thread(target=self._let_in, args=(door, port), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self._page}"

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
        for door in self._doors:
            door.close()
        self.flap()

    def _let_in(self, door: socket.socket, port: int) -> None:
        while True:
            try:
                inner, _ = door.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(inner, port), daemon=True).start()

    def _connect(self, inner: socket.socket, port: int) -> None:
        self._whole.wait()
        try:
            outer = socket.create_connection((HERE, port), 5)
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
