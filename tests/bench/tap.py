"""How long a tap takes on a kept connection, and how long the same bytes take without the page."""

from __future__ import annotations

import http.client
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion import words
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.table import Table
from companion.web import Server, create_app


def _median_ms(once: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        before = time.perf_counter()
        once()
        taken.append(1000 * (time.perf_counter() - before))
    return statistics.median(taken)


def echoed(times: int) -> float:
    """The way there and back: what no page can be faster than."""
    here, there = socket.socketpair()

    def echo() -> None:
        while data := there.recv(4096):
            there.sendall(data)

    thread = threading.Thread(target=echo, daemon=True)
    thread.start()

    def once() -> None:
        here.sendall(b"x" * 300)
        here.recv(4096)

    with here, there:
        found = _median_ms(once, times)
        here.shutdown(socket.SHUT_RDWR)
        thread.join()
    return found


def answered(times: int) -> float:
    """A press of a button nobody waits for, answered by the real server."""
    game = load_room("wall")
    box = game.load_box(None)
    seats = [Seat(name, colour) for name, colour in zip("AB", box.colours, strict=False)]
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "tap") as journal:
        table = Table.begin(journal, game, box, seats, game.house_rules())
        server = Server(create_app(table, words=words.load_all(), tokens={}), port=0)
        server.start()
        line = http.client.HTTPConnection(server.host, server.port, timeout=20)

        def once() -> None:
            line.request("POST", "/press", '{"seat": 0}', {"Content-Type": "application/json"})
            line.getresponse().read()

        try:
            return _median_ms(once, times)
        finally:
            line.close()
            server.stop()
