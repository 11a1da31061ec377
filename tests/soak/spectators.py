"""Phones that follow several halls with one night in PostgreSQL, one hall killed while it writes.

    script/soak spectators                                  5,000 phones, 5 halls, 12 tables
    script/soak spectators --tables 2000 --phones 500       a night of 6,000 people
    script/soak spectators --data /dev/shm                  without the wait for a disk

Latency is from an act's word to the byte on a phone, by the one clock of this machine, whichever
hall took the act. Only addresses of this machine are used.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from companion.hall.hall import Hall
from companion.hall.store import open_store
from tests.bench.hall import cpu_and_memory
from tests.hall.evenings import NOBODYS_BROKER
from tests.hall.halls import begun
from tests.uplink.post import Post

from .engines import IN_COMMIT, Executioner, postgres
from .night import Program, ask, become_organiser, free_port

HERE = Path(__file__).resolve().parents[2]
WORD = re.compile(rb'"w([0-9.]+)"')
LATE_MS = 250.0
PER_ADDRESS = 100
TIMED = 20
"""One phone in so many is in a process of its own, and its words are timed: reading those of all
would take longer than sending them."""
AGAIN_SECONDS = 2.0
ARRIVING_SECONDS = 0.004
HURRY_SECONDS = 0.2
"""Between two acts of a hall that is to be met in the middle of a write."""
LAST_SECONDS = 30.0
FIRST_SECONDS = 1.0
"""How long the whole evening may take to come to a phone that opens the page."""


# ---- phones, in processes of their own -----------------------------------------------------------


@dataclass
class Line:
    """One phone's connection, and what it has of the piece that is coming."""

    number: int
    socket: socket.socket
    began: float
    whole: bool = False
    rest: bytes = b""


class Phones:
    """Phones that follow, all in one loop: what they cost must not be taken for the halls'."""

    def __init__(self, first: int, count: int, ports: list[int]) -> None:
        self.times: list[float] = []
        self.first: list[float] = []
        """How long each phone waited for its first evening."""
        self.last: dict[int, str] = {}
        """The last word each phone has."""
        self.counts: Counter[str] = Counter()
        self.bytes = 0
        self._ports = ports
        self._poll = select.epoll()
        self._lines: dict[int, Line] = {}
        self._back: list[tuple[float, int]] = []
        """When each phone that was thrown out comes again."""
        for number in range(first, first + count):
            self._call(number)
            self.listen(ARRIVING_SECONDS)

    def _call(self, number: int) -> None:
        """Come from one of many addresses, as in a house full of phones."""
        port, began = self._ports[number % len(self._ports)], time.monotonic()
        home = f"127.0.{1 + port % 100}.{1 + number // PER_ADDRESS}"
        try:
            line = socket.create_connection(("127.0.0.1", port), 20, (home, 0))
        except OSError:
            self._back.append((began + AGAIN_SECONDS, number))
            return
        line.sendall(b"GET /events?patches=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        line.setblocking(False)
        self._lines[line.fileno()] = Line(number, line, began)
        self._poll.register(line.fileno(), select.EPOLLIN)

    def listen(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for number, _ in self._poll.poll(left):
                self._hear(self._lines[number])

    def come_back(self) -> None:
        now = time.monotonic()
        due = [number for at, number in self._back if at <= now]
        self._back = [(at, number) for at, number in self._back if at > now]
        for number in due:
            self._call(number)

    def _hear(self, line: Line) -> None:
        try:
            data = line.socket.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        now = time.monotonic()
        if not data:
            self._hang_up(line, now)
            return
        self.bytes += len(data)
        line.rest += data
        end = line.rest.rfind(b"\n\n")
        if end >= 0:
            piece, line.rest = line.rest[:end], line.rest[end:]
            self._take(line, piece, now)

    def _take(self, line: Line, piece: bytes, now: float) -> None:
        words = WORD.findall(piece)
        if words:
            self.last[line.number] = max(self.last.get(line.number, ""), words[-1].decode())
        if line.whole:
            self.times.extend(now - float(word) for word in words)
        elif b"event: evening" in piece:
            line.whole = True
            self.first.append(now - line.began)
            self.counts["streams"] += 1

    def _hang_up(self, line: Line, now: float) -> None:
        self._poll.unregister(line.socket.fileno())
        del self._lines[line.socket.fileno()]
        line.socket.close()
        self.counts["lost"] += 1
        self._back.append((now + AGAIN_SECONDS, line.number))


def follow(seconds: float, first: int, count: int, ports: list[int]) -> None:
    """Follow until somebody asks what was heard."""
    phones, until = Phones(first, count, ports), time.monotonic() + seconds
    while len(phones.first) < count and time.monotonic() < until:
        phones.listen(0.1)
        phones.come_back()
    phones.counts["there"] = len(phones.first)
    phones.times.clear()
    came, phones.first = phones.first, []
    print("there", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0] and time.monotonic() < until:
        phones.listen(0.2)
        phones.come_back()
    told = {"times": phones.times, "first": came, "back": phones.first, "last": phones.last,
            "counts": phones.counts, "bytes": phones.bytes}  # fmt: skip
    print(json.dumps(told), flush=True)


class Crowd:
    """Some phones in a process of their own."""

    def __init__(self, first: int, count: int, ports: list[int]) -> None:
        words = ["-m", "tests.soak.spectators", "--follow", "1800", str(first), str(count)]
        self._process = subprocess.Popen(
            [sys.executable, *words, *map(str, ports)],
            cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def come(self) -> bool:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip() == "there"

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._process.communicate("now\n")[0])
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


# ---- halls ---------------------------------------------------------------------------------------


def _pid(hall: Program) -> int:
    assert hall.process is not None
    return hall.process.pid


class PageProcess(Program):
    """A hall with its pages, as the executioner sees it."""

    alive = property(lambda self: self.process is not None and self.process.poll() is None)


@dataclass
class Writer:
    """Acts at one hall, at a pace: every second act is a result, the others say a word."""

    hall: PageProcess
    tables: list[tuple[str, tuple[str, ...]]]
    pace: float
    words: list[str] = field(default_factory=list)
    """Words that were acknowledged."""
    results: list[str] = field(default_factory=list)
    failed: int = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        self.thread = threading.Thread(target=self._write)
        self.thread.start()

    def _write(self) -> None:
        for number in range(1_000_000):
            if self.stop.wait(1 / self.pace):
                return
            with contextlib.suppress(OSError, ValueError, HTTPException):
                self.failed += 1
                if number % 2 and self.tables:
                    box, people = self.tables[-1]
                    places = [{"person": who, "place": n + 1} for n, who in enumerate(people)]
                    told = {"round": 1, "box": box, "places": places, "first": True}
                    if ask(f"{self.hall.url}/act/correct", told)["kind"] != "accepted":
                        continue
                    self.results.append(self.tables.pop()[0])
                else:
                    word = f"w{time.monotonic():.6f}"
                    told = {"screen": "1", "shows": "table", "table": word}
                    if ask(f"{self.hall.url}/act/screen", told)["kind"] != "accepted":
                        continue
                    self.words.append(word)
                self.failed -= 1


def prepare(url: str, tables: int) -> list[tuple[str, tuple[str, ...]]]:
    """Three people at every table, their first round on; returns who sits where."""
    hall = Hall(open_store(Path(), url), lambda will: Post().line(will))
    begun(hall, tables)
    hall.stop()
    return [(one.box, one.people) for one in hall.evening.night.published[0].tables]


@dataclass
class FoundBySpectators:
    """What came of it, and everything that speaks against it."""

    phones: int
    kills: tuple[int, int]
    there: int
    behind: int
    """Phones that have not got the last word in the end."""
    times: list[float]
    first: list[float]
    lost: int
    doubled: int
    written: int

    @property
    def p99(self) -> float:
        return 1000 * _share(self.times, 0.99)

    @property
    def wrong(self) -> list[str]:
        found = {
            f"{self.there} of {self.phones} phones came": self.there < self.phones,
            f"{self.kills[1]} of {self.kills[0]} halls killed": self.kills[1] < self.kills[0],
            "nothing was written": not self.written,
            "no phone heard a word while it was said": not self.times,
            f"{self.behind} phones are behind": self.behind,
            f"{self.lost} acts lost": self.lost,
            f"{self.doubled} acts doubled": self.doubled,
            f"a word took {self.p99:.0f} ms": self.p99 > LATE_MS,
            f"a page took {_share(self.first, 0.99):.1f} s": (
                _share(self.first, 0.99) > FIRST_SECONDS
            ),
        }
        return [what for what, is_so in found.items() if is_so]


def _share(times: list[float], share: float) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def main(words: list[str]) -> int:
    if words[:1] == ["--follow"]:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        ports = [int(port) for port in words[4:]]
        follow(float(words[1]), int(words[2]), int(words[3]), ports)
        return 0
    parser = argparse.ArgumentParser(prog="script/soak spectators", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--phones", type=int, default=5000)
    parser.add_argument("--halls", type=int, default=5, help="a hall takes 1,000 phones at most")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long is written")
    parser.add_argument("--pace", type=float, default=2.0, help="acts a second, in all")
    parser.add_argument("--kills", type=int, default=1)
    parser.add_argument("--port", type=int, default=9860)
    parser.add_argument("--data", help="folder for the database; /dev/shm has no wait for a disk")
    wanted = parser.parse_args(words)
    with (
        tempfile.TemporaryDirectory(prefix="spectators-") as name,
        postgres(free_port(wanted.port), wanted.data) as url,
    ):
        seated = prepare(url, wanted.tables)
        halls = []
        for number in range(wanted.halls):
            folder = Path(name) / f"hall{number}"
            folder.mkdir()
            port = free_port(wanted.port + 10 * (number + 1))
            halls.append(
                PageProcess(
                    f"hall{number}",
                    folder,
                    port,
                    [
                        "companion",
                        "hall",
                        "--state",
                        str(folder),
                        "--port",
                        str(port),
                        "--host",
                        "127.0.0.1",
                        "--broker",
                        NOBODYS_BROKER,
                        "--store",
                        f"{url}?application_name=hall{number}",
                    ],
                )  # fmt: skip
            )
        try:
            found = _followed(wanted, url, halls, seated)
        finally:
            for hall in halls:
                hall.kill()
    print("\n".join(f"FAILED: {one}" for one in found.wrong) or "Nothing falls short.")
    return 1 if found.wrong else 0


def _followed(
    wanted: argparse.Namespace, url: str, halls: list[PageProcess],
    seated: list[tuple[str, tuple[str, ...]]],
) -> FoundBySpectators:  # fmt: skip
    for hall in halls:
        hall.start()
    for hall in halls:
        hall.wait("/hall.json")
        become_organiser(hall.url, hall.folder)
    ports, timed = [hall.port for hall in halls], max(1, wanted.phones // TIMED)
    half = (wanted.phones - timed) // 2
    parts = [(0, timed), (timed, half), (timed + half, wanted.phones - timed - half)]
    crowds = [Crowd(first, count, ports) for first, count in parts]
    try:
        there = sum(crowd.come() for crowd in crowds) == len(crowds)
        print(f"{wanted.phones} phones follow {len(halls)} halls: {there}", flush=True)
        share = len(seated) // len(halls)
        writers = [
            Writer(hall, seated[n * share : (n + 1) * share], wanted.pace / len(halls))
            for n, hall in enumerate(halls)
        ]
        steady, began = halls[-1], time.monotonic()
        before = cpu_and_memory(_pid(steady))
        killed = _written(wanted, url, writers)
        after = cpu_and_memory(_pid(steady))
        busy = 100 * (after[0] - before[0]) / (time.monotonic() - began)
        last = max(word for one in writers for word in one.words)[1:]
        time.sleep(min(LAST_SECONDS, 5 + wanted.tables / 100))
        told = [crowd.told() for crowd in crowds]
    finally:
        for crowd in crowds:
            crowd.end()
    times = told[0]["times"]
    first = [each for one in told for each in one["first"]]
    back = [each for one in told for each in one["back"]]
    lasts = [each for one in told for each in one["last"].values()]
    saved, counted = _saved(url)
    words = [word for one in writers for word in one.words]
    results = [box for one in writers for box in one.results]
    found = FoundBySpectators(
        phones=wanted.phones, kills=(wanted.kills, killed),
        there=sum(one["counts"]["there"] for one in told),
        behind=wanted.phones - sum(each >= last for each in lasts),
        times=times, first=first,
        lost=len(set(words) - saved.keys()) + len(set(results) - counted.keys()),
        doubled=sum(n > 1 for n in (*saved.values(), *counted.values())),
        written=len(words) + len(results),
    )  # fmt: skip
    share = wanted.phones // len(halls)
    print(f"a hall with {share} phones: {after[1]:.0f} MB, {busy:.0f} % of a core")
    counts = sum((Counter(one["counts"]) for one in told), Counter[str]())
    print(
        f"{found.written} acts acknowledged ({len(results)} results), "
        f"{sum(one.failed for one in writers)} unanswered, {killed} halls killed while they "
        f"wrote; {found.lost} lost, {found.doubled} doubled\n"
        f"{len(times)} words heard: p50 {1000 * _share(times, 0.5):.0f} ms, "
        f"p99 {found.p99:.0f} ms; "
        f"first evening p50 {_share(first, 0.5):.2f} s, p99 {_share(first, 0.99):.2f} s, "
        f"of those who came back p99 {_share(back, 0.99):.2f} s; "
        f"{sum(one['bytes'] for one in told) / 1e6:.0f} MB heard; {dict(counts)}; "
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return found


def _written(wanted: argparse.Namespace, url: str, writers: list[Writer]) -> int:
    """Write for a while; halls are killed meanwhile, in the middle of a write, and come back."""
    watch, killed = Executioner(url), 0
    for one in writers:
        one.start()
    for number in range(wanted.kills):
        time.sleep(wanted.seconds / (wanted.kills + 1))
        victim: Any = writers[number % len(writers)].hall
        with _hurrying(victim):
            caught = watch.caught(victim, IN_COMMIT)
            alive = victim.alive
            victim.kill()
        killed += caught and alive
        time.sleep(1)
        victim.start()
        victim.wait("/hall.json")
    time.sleep(wanted.seconds / (wanted.kills + 1))
    for one in writers:
        one.stop.set()
    for one in writers:
        one.thread.join()
    return killed


@contextlib.contextmanager
def _hurrying(hall: PageProcess) -> Iterator[None]:
    """Let a hall write without a rest, so that it can be met in the middle of a write."""
    done = threading.Event()

    def write() -> None:
        for number in range(100_000):
            if done.is_set():
                return
            time.sleep(HURRY_SECONDS)
            told = {"screen": "2", "shows": "table", "table": f"hurry {number}"}
            with contextlib.suppress(OSError, ValueError, HTTPException):
                ask(f"{hall.url}/act/screen", told)

    hurrying = threading.Thread(target=write)
    hurrying.start()
    try:
        yield
    finally:
        done.set()
        hurrying.join()


def _saved(url: str) -> tuple[Counter[str], Counter[str]]:
    """How often each word and each result was saved."""
    store, words, results = open_store(Path(), url), Counter[str](), Counter[str]()
    for entry in store.entries():
        body = entry.body or {}
        if entry.kind == "screened" and body["screen"] == "1":
            words[body["table"]] += 1
        elif entry.kind in ("corrected", "reported"):
            results[body.get("box") or body["result"]["box"]] += 1
    store.close()
    return words, results


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
