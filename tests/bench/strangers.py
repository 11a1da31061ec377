"""A seat's taps while forty strangers ask for one address of the house, for every address in turn.

The strangers come from forty addresses and from a process of lower priority: at an event they have
machines of their own. A route is named when the slowest tap of a hundred takes longer than 50 ms.

script/bench strangers --seconds 2
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import os
import re
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.house import FOLDER
from companion.web.house.owner import Owner
from tests.house.played import play
from tests.soak.fuzz_pages import house_addresses
from tests.soak.memory import House
from tests.web.house_requests import BEGIN, Asked
from tests.web.test_every_route import Browser

STRANGERS = 40
MOST_SECONDS = 0.05
GAME = "wall-game-20260101-200000.sqlite"
FEWEST_TAPS = 100


FIRST = 10 if os.geteuid() == 0 else 0
"""The house and whoever taps go before everything else here, as they would have machines of their
own; the strangers behind it."""


def strangers(port: int, asked: Asked, over: Any) -> None:
    """Ask for one address from forty addresses until it is over."""
    os.nice(2 * FIRST or 10)
    threads = [
        threading.Thread(target=_one, args=(port, asked, f"127.0.2.{n + 1}", over), daemon=True)
        for n in range(STRANGERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _one(port: int, asked: Asked, home: str, over: Any) -> None:
    browser = Browser(port, home)
    while not over.is_set():
        with suppress(OSError, http.client.HTTPException):
            browser.ask(asked, 20.0)


class Seat:
    """Taps that are written down: lets the game rest, and go on again."""

    def __init__(self, port: int, cookies: dict[str, str]) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._head = {"Cookie": cookie, "Content-Type": "application/json"}
        self._rests = False

    def tap(self) -> float:
        """Seconds from a tap to its answer."""
        way = "/house/go-on" if self._rests else "/house/pause"
        began = time.perf_counter()
        self._line.request("POST", way, "{}", self._head)
        answer = self._line.getresponse()
        said = answer.read()
        assert answer.status == 200, said
        self._rests = not self._rests
        return time.perf_counter() - began


def _percentile(taps: Sequence[float], part: float) -> float:
    return sorted(taps)[min(len(taps) - 1, round(part * len(taps)))]


def measure(seat: Seat, seconds: float) -> list[float]:
    until, taps = time.monotonic() + seconds, list[float]()
    while time.monotonic() < until or len(taps) < FEWEST_TAPS:
        taps.append(seat.tap())
    return taps


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/bench strangers", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of taps beside each address")
    parser.add_argument("--only", default="", help="addresses in which this occurs")
    wanted = parser.parse_args(arguments)
    os.nice(-FIRST)
    with tempfile.TemporaryDirectory(prefix="strangers-") as name:
        folder = Path(name)
        play(folder / GAME)
        house = House(folder, "--host", "0.0.0.0")
        try:
            return _compare(house, folder, wanted)
        finally:
            house.process.terminate()
            house.process.wait(60)


def _compare(house: House, folder: Path, wanted: argparse.Namespace) -> int:
    found = re.search(r":(\d+)", house.url)
    assert found is not None
    port = int(found.group(1))
    browser = Browser(port)
    browser.get(f"/owner/{Owner(folder / FOLDER / 'owner.json').link()}")
    browser.post("/house/begin", BEGIN)
    anna = Browser(port)
    anna.post("/join", {"code": browser.post("/house/invite", {"seat": 0})["code"]})
    seat, slow = Seat(port, anna.cookies), list[str]()
    quiet = measure(seat, wanted.seconds)
    print(f"{'alone':55} p50 {1e3 * statistics.median(quiet):6.1f} ms"
          f"   p99 {1e3 * _percentile(quiet, 0.99):6.1f} ms", flush=True)  # fmt: skip
    for asked in [one for one in house_addresses() if wanted.only in one.path]:
        over = multiprocessing.Event()
        crowd = multiprocessing.Process(target=strangers, args=(port, asked, over))
        crowd.start()
        time.sleep(0.7)
        taps = measure(seat, wanted.seconds)
        over.set()
        crowd.join(60)
        p99 = _percentile(taps, 0.99)
        mark = "" if p99 <= MOST_SECONDS else "  SLOW"
        slow += [asked.path] if mark else []
        print(f"{asked.method:4} {asked.path:50} p50 {1e3 * statistics.median(taps):6.1f} ms"
              f"   p99 {1e3 * p99:6.1f} ms{mark}", flush=True)  # fmt: skip
    print(
        f"{len(slow)} addresses beside which the slowest of a hundred taps took over 50 ms: {slow}"
    )
    return int(bool(slow))
