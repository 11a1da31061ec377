"""How much a hall carries: tables that report once a second, and phones that follow them.

    script/bench hall                         200 tables, then 2,000 tables, then 1,000 spectators
    script/bench hall --tables 200 --spectators 0 --seconds 15

Real hall, real broker, each in its own process. Latency is from the table's word to the byte on a
page, by the one clock of this machine. Only its own addresses are used.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec

from companion.web.hall.crew import make_link
from companion.web.server.addresses import own_number
from companion.wire import topics
from companion.wire.line import MqttLine, Will
from companion.wire.messages import Beat, Birth, Need, State, pack, unpack
from tests.hall.insiders import let_in

HERE = Path(__file__).resolve().parents[2]
SENT = re.compile(rb'"name":"m([0-9.]+)"')
LINES = 4
ARRIVING_SECONDS = 0.015
"""Phones come one after the other: all of them have one address here, and one address its share."""
ARRIVE_SECONDS = 20.0
MOST_MS = {(200, 1): 50.0, (12, 1000): 250.0}
"""How late the page may be: by tables, and by phones that follow."""
MOST_MB = 150
BROWSER = build_opener(HTTPCookieProcessor())
"""The organiser's, once it has followed a link."""


def ask(url: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    asked = Request(url, data, {"Content-Type": "application/json"})
    with BROWSER.open(asked, timeout=60) as answer:
        return json.loads(answer.read())


def wait_for(url: str) -> None:
    for _ in range(300):
        try:
            ask(url)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{url} does not answer")


class Phones:
    """Phones that follow, all in one loop: what they cost must not be taken for the hall's."""

    def __init__(self, port: int, count: int) -> None:
        self._taken: list[float] = []
        self.streams = 0
        self._poll = select.epoll()
        self._phones: dict[int, tuple[socket.socket, bytearray]] = {}
        home = (own_number() or ["127.0.0.1"])[0]
        for _ in range(count):
            self._call(port, home)
            self.listen(ARRIVING_SECONDS)

    def _call(self, port: int, home: str) -> None:
        """Over the network, as phones do."""
        line = socket.create_connection((home, port), 20)
        line.sendall(f"GET /events HTTP/1.1\r\nHost: {home}:{port}\r\n\r\n".encode())
        self._phones[line.fileno()] = (line, bytearray())
        self._poll.register(line.fileno(), select.EPOLLIN)

    def listen(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for number, _ in self._poll.poll(left):
                self._hear(number)

    def _hear(self, number: int) -> None:
        line, rest = self._phones[number]
        data, now = line.recv(1 << 16), time.monotonic()
        if not data:
            self._poll.unregister(number)
            return
        self.streams += data.startswith(b"HTTP/1.1 200 ")
        rest += data
        end = rest.rfind(b"\n\n")
        if end >= 0:
            self._taken.extend(now - float(sent) for sent in SENT.findall(rest[:end]))
            del rest[:end]

    def counted(self) -> dict[str, Any]:
        recent = sorted(one for one in self._taken if one < 60)
        self._taken.clear()
        return {
            "streams": self.streams,
            "sheets": len(recent),
            "p50": 1000 * statistics.median(recent) if recent else 0,
            "p99": 1000 * recent[int(len(recent) * 0.99) - 1] if recent else 0,
        }


def watch(words: list[str]) -> int:
    port, count, seconds = int(words[0]), int(words[1]), float(words[2])
    phones = Phones(port, count)
    phones.listen(2)
    phones.counted()  # what was sent before they came is not late
    phones.listen(seconds)
    print(json.dumps(phones.counted()))
    return 0


def cpu_and_memory(pid: int) -> tuple[float, float]:
    """Seconds of one core so far, and megabytes now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    status = Path(f"/proc/{pid}/status").read_text()
    rss = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024  # type: ignore[union-attr]
    return ticks, rss


def measure(tables: int, spectators: int, seconds: float, port: int) -> bool:
    """One night of this many tables and phones; says whether every table's last word arrived."""
    folder = Path(tempfile.mkdtemp(prefix="bench-hall-"))
    hall = subprocess.Popen(
        [sys.executable, "-m", "companion", "hall", "--state", str(folder), "--port", str(port),
         "--broker-port", str(port + 1), "--host", "0.0.0.0"],
        cwd=HERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/hall.json")
        BROWSER.open(f"{url}/organiser/{make_link(folder)}").close()
        return _measured(hall.pid, url, folder, tables, spectators, seconds)
    finally:
        hall.terminate()
        hall.wait()


def _measured(
    pid: int, url: str, folder: Path, tables: int, spectators: int, seconds: float
) -> bool:
    names = [f"t{n}" for n in range(tables)]
    for name in names:
        ask(f"{url}/act/enrol", {"table": name})
    from companion.hall.store.local import FILE
    from companion.journal import read_with_game

    night = read_with_game(folder / FILE)[1][:12]
    port = int(url.rpartition(":")[2])
    brokers = let_in(folder, night, port + 1, *(f"bench-{n}" for n in range(LINES)))
    lines = [MqttLine(one, one.user, lambda: Will("x", b"")) for one in brokers]
    tell = Teller(lines, night, names)
    for line in lines:
        line.open(tell.hear, tell.subscribe)
    while not all(line.up for line in lines):
        time.sleep(0.05)
    tell.births()
    followers = max(1, spectators)
    watcher = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.hall", "--watch", str(port), str(followers),
         str(seconds)],
        cwd=HERE, stdout=subprocess.PIPE,
    )  # fmt: skip
    before, began = cpu_and_memory(pid), time.monotonic()
    while watcher.poll() is None:
        tell.second()
    after, passed = cpu_and_memory(pid), time.monotonic() - began
    seen = json.loads(watcher.communicate()[0])
    arrived, waited = _arrived(url, tell)
    for line in lines:
        line.close()
    cpu = 100 * (after[0] - before[0]) / passed
    print(
        f"{tables:5} tables, {followers:4} following ({seen['streams']} streams): "
        f"p50 {seen['p50']:6.1f} ms, p99 {seen['p99']:6.1f} ms; {tell.count} states sent, "
        f"last state of {arrived}/{tables} after {waited:.1f} s, {tell.again} sent again; "
        f"hall {after[1]:.0f} MB, {cpu:.0f} % of a core; {load()}",
        flush=True,
    )
    most = MOST_MS.get((tables, spectators), float("inf"))
    good = arrived == tables and 0 < seen["p99"] <= most and seen["streams"] == followers
    return good and (tables > 200 or after[1] <= MOST_MB)


def load() -> str:
    """How busy the machine is beside us."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def _arrived(url: str, tell: Teller) -> tuple[int, float]:
    """How many tables are shown as they last said, and after how long; tables beat on meanwhile."""
    began = time.monotonic()
    while True:
        shown = {one["table"]: one for one in ask(f"{url}/hall.json")["tables"]}
        arrived = sum(
            bool(shown[name]["seats"]) and shown[name]["seats"][0]["name"] == last
            for name, last in tell.last.items()
        )
        passed = time.monotonic() - began
        if arrived == len(tell.last) or passed > ARRIVE_SECONDS:
            return arrived, passed
        tell.beat()


class Teller:
    """Says for every table, once a second, how it stands; and again what the hall has missed."""

    def __init__(self, lines: list[MqttLine], night: str, names: list[str]) -> None:
        self._lines, self._night, self._names = lines, night, names
        self.last: dict[str, str] = {}
        self.count = self.again = 0
        self._beat = 0
        self._shown: dict[str, State] = {}

    def subscribe(self) -> None:
        for number, line in enumerate(self._lines):
            mine = self._names[number::LINES]
            wanted = [topics.of_table(self._night, name, topics.NEED) for name in mine]
            for first in range(0, len(wanted), 100):
                line.subscribe(wanted[first : first + 100])

    def hear(self, topic: str, payload: bytes) -> None:
        address, need = topics.parse(topic, self._night), unpack(payload, Need)
        if address is not None and need is not None and need.state:
            self.again += 1
            number = self._names.index(address.table)
            self._say(number, address.table, topics.STATE, self._shown[address.table])

    def births(self) -> None:
        for number, name in enumerate(self._names):
            self._say(number, name, topics.BIRTH, Birth(1, True, house=name))

    def second(self) -> None:
        """All tables, spread over one second."""
        began, self._beat = time.monotonic(), self._beat + 1
        for number, name in enumerate(self._names):
            due = began + number / len(self._names)
            if (rest := due - time.monotonic()) > 0.002:
                time.sleep(rest)
            self.last[name] = f"m{time.monotonic():.6f}"
            seats = ({"name": self.last[name], "colour": "red"}, {"name": "Ben", "colour": "blue"})
            scores = tuple({"seat": n, "low": 3, "high": 9, "rank": None} for n in range(2))
            state = State(1, "a" * 32, self._beat, "b" * 32, "1.b1", room="wall", seats=seats,
                          turn=self._beat, scores=scores, number=self._beat)  # fmt: skip
            self._shown[name] = state
            self._say(number, name, topics.STATE, state)
            if self._beat % 2:
                self._beats(number, name)
            self.count += 1
        if (rest := began + 1 - time.monotonic()) > 0:
            time.sleep(rest)

    def beat(self) -> None:
        """Nothing changes any more, but every table is still there."""
        self._beat += 1
        for number, name in enumerate(self._names):
            self._beats(number, name)
            time.sleep(1.0 / len(self._names))

    def _beats(self, number: int, name: str) -> None:
        shown = self._shown[name].number
        self._say(number, name, topics.BEAT, Beat(1, self._beat, house=name, shown=shown), False)

    def _say(
        self, number: int, name: str, what: str, record: msgspec.Struct, sure: bool = True
    ) -> None:
        line = self._lines[number % LINES]
        line.say(topics.of_table(self._night, name, what), pack(record), sure=sure)


def main(words: list[str]) -> int:
    if words[:1] == ["--watch"]:
        return watch(words[1:])
    parser = argparse.ArgumentParser(prog="script/bench hall", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--port", type=int, default=9610)
    wanted = parser.parse_args(words)
    each = [(200, 1), (2000, 1), (12, 1000)]
    if wanted.tables:
        each = [(wanted.tables, wanted.spectators)]
    port, good = wanted.port, True
    for tables, spectators in each:
        good = measure(tables, spectators, wanted.seconds, port) and good
        port += 10
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
