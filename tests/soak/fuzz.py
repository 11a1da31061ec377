"""Sends a hundred thousand requests nobody should send to every room, to a house with its workshop
and to a hall, to every route with every role, through the real server, with honest taps between.
Nothing may be answered with 500, and every entry of the journal has been acknowledged.

script/soak fuzz --requests 100000
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion import words
from companion.core.cells import ANYTHING
from companion.core.errors import TableError
from companion.core.game import ROOMS, load_room
from companion.core.roles import Role
from companion.core.seats import Seat
from companion.journal import Journal, JournalError, Vault, read
from companion.rooms import room_of
from companion.table import Table
from companion.table import record as table_record
from companion.web import create_app
from tests.house.played import play

ROOT = Path(__file__).resolve().parents[2]

NAMES = ("Anna", "Ben", "Carla")
MOST_MOVES = 200
BEGUN = 25
"""Steps that people have played before the nonsense begins: a base lies, dice were thrown."""
MAYBE = frozenset({"refitted"})
"""A kind that somebody asks for, or that follows from another entry."""
BY_ITSELF = frozenset({"opened", "released", "doubted"}) | MAYBE
"""Kinds of entries that follow from others, or from the start."""
TEXTS = (
    "", "0", "-1", "seat", "a" * 300, "\x00", "\u202e", "../../etc/passwd", "%00", "<script>", "ß",
    "null", "1e999", "{}", "[]", "💀", "\ud800", "doubt-1", "setup", "InsertCard", "referee", "'--",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 99, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1.5, 1e308)
HEADERS = (
    "Host", "Origin", "Cookie", "Content-Type", "Content-Length", "Accept-Language", "Connection",
    "Transfer-Encoding", "X-Forwarded-For", "X-Forwarded-Host", "Range", "If-None-Match", "Expect",
    "Sec-Fetch-Site", "Upgrade", "If-Modified-Since", "Accept", "Accept-Encoding", "Authorization",
)  # fmt: skip
PAGES = ("house", "hall")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW", "get")


Way = tuple[str, str, str]
"""A role, a method and an address with its parts."""


@dataclass
class Found:
    """What came of it in one room."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    accepted: list[int] = field(default_factory=list)
    hung_up: int = 0
    left: set[Way] = field(default_factory=set)
    """What has not been asked yet by whom."""


def _players(room: str) -> int:
    return min(len(NAMES), room_of(room).people_most)


@contextmanager
def a_table(room: str, folder: Path) -> Iterator[tuple[int, dict[str, str], Path]]:
    """A table in a process of its own: its port, the cookies of its roles, its journal."""
    journal = folder / f"{room}.sqlite"
    with (folder / f"{room}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", room, "--port", "0", "--journal",
             str(journal)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=log,
        )  # fmt: skip
    assert process.stdout is not None
    port, cookies = 0, {"stranger": ""}
    for raw in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/join/(\S+)", raw.decode()):
            port = int(found[1])
            cookies[f"link {len(cookies)}"] = _cookie(port, found[2])
        if raw.startswith(b"Stop with"):
            break
    try:
        yield port, cookies, journal
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def _cookie(port: int, link: str) -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", f"/join/{link}")
    answer = line.getresponse()
    answer.read()
    line.close()
    return (answer.headers["Set-Cookie"] or "").partition(";")[0]


def routes_of(room: str, folder: Path) -> list[tuple[str, str]]:
    """Every method of every route of the page, asked of the app itself."""
    game = load_room(room)
    box = game.load_box(None)
    worn = getattr(box, "pawns", None)
    colours = worn if isinstance(worn, tuple) else box.colours
    seats = [Seat(NAMES[n], colours[n]) for n in range(_players(room))]
    with Journal.open(folder / f"{room}-routes.sqlite") as journal:
        table = Table.begin(journal, game, box, seats, game.house_rules())
        app = create_app(table, words=words.load_all(), tokens={"x": Role("referee")})
        rules = list(app.url_map.iter_rules())
        return [(method, rule.rule) for rule in rules for method in rule.methods or ()]


class Fuzzer:
    """One who sends nonsense, and now and then plays on honestly, from one seed."""

    def __init__(
        self,
        room: str,
        port: int,
        cookies: dict[str, str],
        journal: Path,
        routes: Any,
        seed: int,
    ) -> None:
        """*cookies* says by whom everything is asked; whoever comes last there plays honestly."""
        self._journal = journal
        self.room, self._port, self._cookies = room, port, cookies
        self._dice = random.Random(seed)
        self._homes = [f"127.0.{4 + seed % 200}.{n + 1}" for n in range(40)]
        self._lines: dict[tuple[str, str], http.client.HTTPConnection] = {}
        self.found = Found(left={(role, *way) for role in cookies for way in routes})
        self._ways = sorted(self.found.left)

    def run(self, requests: int, until: float) -> None:
        ways = (self._nonsense, self._torn, self._raw, self._honest)
        while self.found.sent < requests and time.monotonic() < until:
            self._dice.choices(ways, (60, 12, 8, 20))[0]()
        for line in self._lines.values():
            line.close()

    # What is sent

    def _value(self, deep: int = 0) -> Any:
        dice = self._dice
        kind = dice.randrange(8 if deep < 3 else 5)
        if kind < 2:
            return dice.choice(TEXTS)
        if kind < 4:
            return dice.choice(NUMBERS)
        if kind == 4:
            return dice.choice((None, True, False))
        if kind == 5:
            return [self._value(deep + 1) for _ in range(dice.randrange(4))]
        return {dice.choice(FIELDS): self._value(deep + 1) for _ in range(dice.randrange(5))}

    def _move(self) -> dict[str, Any]:
        """A move of this room with values that may be anything."""
        name, fields = self._dice.choice(_moves_of(self.room))
        return {"type": name, **{each: self._value(1) for each in fields}}

    def _body(self) -> bytes:
        dice = self._dice
        body: Any = self._value()
        if dice.random() < 0.7:
            body = {
                "move": self._move(), "base": dice.choice((0, 1, 10**6, None)),
                "question": dice.choice(TEXTS), "number": dice.choice(NUMBERS),
                "seat": dice.choice((0, 1, 2, 3, 99)), "option": dice.choice(TEXTS),
                "points": self._value(2), "fields": self._value(2), "choices": self._value(2),
                "run": self._value(3),
            }  # fmt: skip
            wanted = dice.choice((("move", "base"), ("question", "base", "option"), ("seat",),
                ("number", "base"), ("number", "move", "base"), ("run",), ("choices",),
                ("question", "base", "points", "fields")))  # fmt: skip
            body = {name: body[name] for name in wanted}
        raw = json.dumps(body).encode("utf-8", "surrogatepass")
        if dice.random() < 0.1:
            at = dice.randrange(len(raw) + 1)
            raw = raw[:at] + bytes(dice.randrange(256) for _ in range(3)) + raw[at:]
        return raw

    def _way(self) -> Way:
        """Who asks for what: every other time something that was never asked so far."""
        new = self.found.left and self._dice.random() < 0.5
        way = self._dice.choice(sorted(self.found.left) if new else self._ways)
        self.found.left.discard(way)
        return way

    def _path(self, method: str, rule: str) -> tuple[str, str]:
        dice = self._dice
        path = re.sub(r"<[^>]*>", lambda _: quoted(dice.choice(TEXTS)), rule)
        if dice.random() < 0.3:
            path += "?" + "&".join(
                f"{dice.choice(('as', 'lang', 'cell', 'x'))}={quoted(dice.choice(TEXTS))}"
                for _ in range(dice.randrange(1, 4))
            )
        return method if dice.random() < 0.9 else dice.choice(METHODS), path

    def _headers(self, cookie: str) -> dict[str, str]:
        dice = self._dice
        headers = {"Content-Type": "application/json"}
        if dice.random() < 0.1:
            headers["Content-Type"] = dice.choice(("image/jpeg", "text/plain", "", "application/x"))
        if cookie:
            headers["Cookie"] = cookie if dice.random() < 0.9 else cookie[:-3] + "xyz"
        if dice.random() < 0.2:
            name = dice.choice(HEADERS)
            if name not in ("Content-Length", "Transfer-Encoding", "Connection", "Expect"):
                value = dice.choice((*TEXTS, "..", "localhost", "[::1", "de,en;q=x", "bytes=9-1"))
                headers[name] = value.encode("latin-1", "replace").decode("latin-1")
        return {k: v.replace("\x00", "").replace("\r", "") for k, v in headers.items()}

    def _nonsense(self) -> None:
        role, *way = self._way()
        method, path = self._path(*way)
        cookie = self._cookies[role]
        body = self._body() if self._dice.random() < 0.8 and method != "HEAD" else None
        self._send(method, path, body, self._headers(cookie), cookie)

    def _torn(self) -> None:
        """A body that is longer or shorter than it says, or comes in broken chunks."""
        dice = self._dice
        method, path = self._path(*dice.choice(self._ways)[1:])
        body = self._body()
        kind = dice.choice((
            f"Content-Length: {dice.choice((0, 1, len(body) // 2, len(body), -1, 10**12, 'x'))}",
            "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
            "Content-Length: 4\r\nTransfer-Encoding: chunked", "Expect: 100-continue",
        ))  # fmt: skip
        chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if dice.random() < 0.5 else body
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{kind}\r\n\r\n"
        self._bytes(head.encode("utf-8", "replace") + chunked)

    def _raw(self) -> None:
        dice = self._dice
        start = dice.choice((b"", b"GET / HTTP/1.1\r\n", b"POST /move HTTP/1.0\r\nHost: localhost",
                             b"GET http://x/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01",
                             b"GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n"))  # fmt: skip
        self._bytes(
            start + bytes(dice.randrange(256) for _ in range(dice.randrange(80))) + b"\r\n\r\n"
        )

    def _honest(self) -> None:
        """Answer an open question, or make a move by hand, as a page would."""
        dice, cookie = self._dice, [*self._cookies.values()][-1]
        raw = self._send("GET", "/state", None, {"Cookie": cookie}, cookie)
        try:
            state = json.loads(raw or b"")
        except ValueError:
            return
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        questions = [q for q in state["questions"] if q["options"]]
        base = state["number"]
        if questions and dice.random() < 0.8:
            question = dice.choice(questions)
            option = dice.choice(question["options"])["name"]
            body: dict[str, Any] = {"question": question["id"], "option": option, "base": base}
            self._send("POST", "/answer", json.dumps(body).encode(), headers, cookie)
        elif state["moves"] and dice.random() < 0.3:
            number = dice.choice(state["moves"])["number"]
            body = {"number": number, "base": base}
            self._send("POST", "/take-back", json.dumps(body).encode(), headers, cookie)
        else:
            body = {"move": self._legal() or self._guess(), "base": base}
            self._send("POST", "/move", json.dumps(body).encode(), headers, cookie)

    def _legal(self) -> dict[str, Any] | None:
        """A move the rules allow just now, as somebody looking at the table makes it."""
        try:
            record = table_record.read_back(Vault.beside(self._journal).opened(read(self._journal)))
        except (JournalError, TableError):
            return None  # it is being written just now
        state = record.timeline.state
        moves = [*itertools.islice(record.game.legal_moves(state), MOST_MOVES)]
        plain = [msgspec.to_builtins(move) for move in moves]
        sayable = [move for move in plain if ANYTHING not in move.values()]
        return self._dice.choice(sayable) if sayable else None

    def _guess(self) -> dict[str, Any]:
        """A move with values that might fit."""
        move = self._move()
        likely = (0, 1, 2, "H00", "H10", "cat")
        return {k: v if k == "type" else self._dice.choice(likely) for k, v in move.items()}

    # How it is sent

    def _send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], cookie: str
    ) -> bytes | None:
        home = self._dice.choice(self._homes)
        line = self._lines.get((home, cookie))
        if line is None:
            line = self._lines[home, cookie] = self._line(home)
        self.found.sent += 1
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            self.found.statuses[answer.status] += 1
            if answer.headers["Content-Type"] == "text/event-stream; charset=utf-8":
                line.close()
                return None
            data = answer.read()
        except (OSError, http.client.HTTPException, ValueError):
            self.found.hung_up += 1
            line.close()
            return None
        self._judge(method, path, body, answer.status, data)
        return data

    def _line(self, home: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=60, source_address=(home, 0)
        )

    def _judge(self, method: str, path: str, body: bytes | None, status: int, data: bytes) -> None:
        if status == 500:
            self.found.broken.append(f"{self.room}: {method} {path[:80]} {(body or b'')[:300]!r}")
        if status == 200 and data.startswith(b'{"kind":"accepted"'):
            answer = json.loads(data)
            if "number" in answer:  # a code made or a phone sent away isn't an entry
                self.found.accepted.append(answer["number"])

    def _bytes(self, raw: bytes) -> None:
        self.found.sent += 1
        home = self._dice.choice(self._homes)
        try:
            with socket.create_connection(("127.0.0.1", self._port), 20, (home, 0)) as line:
                line.sendall(raw)
                line.shutdown(socket.SHUT_WR)
                heard = b""
                while data := line.recv(65536):
                    heard += data
                    if b"text/event-stream" in heard:
                        break
        except OSError:
            self.found.hung_up += 1
            return
        status = heard[9:12]
        if not status.isdigit():
            self.found.hung_up += 1
            return
        self.found.statuses[int(status)] += 1
        self._judge(
            "raw", repr(raw[:160]), raw[-200:], int(status), heard.partition(b"\r\n\r\n")[2]
        )


FIELDS = ("type", "slot", "card", "seat", "animal", "base", "number", "option", "cell", "at", "x")


def quoted(text: str) -> str:
    return "".join(f"%{b:02x}" for b in text.encode("utf-8", "surrogatepass"))


def _moves_of(room: str) -> list[tuple[str, tuple[str, ...]]]:
    """The names and fields of every move of a room."""
    if room not in _MOVES:
        kinds = load_room(room).moves
        kinds = getattr(kinds, "__args__", (kinds,))
        _MOVES[room] = [(kind.__name__, kind.__struct_fields__) for kind in kinds]
    return _MOVES[room]


_MOVES: dict[str, list[tuple[str, tuple[str, ...]]]] = {}


def fuzz(room: str, requests: int, seed: int, folder: Path, until: float) -> tuple[Found, str]:
    """Fuzz one room and compare its journal with what was acknowledged."""
    routes = routes_of(room, folder)
    played = play(folder / f"{room}.sqlite", room, NAMES[: _players(room)], steps=BEGUN)
    before = len(read(played))
    with a_table(room, folder) as (port, cookies, journal):
        one = Fuzzer(room, port, cookies, journal, routes, seed)
        one.run(requests, until)
    entries = read(journal)[before:]
    people = [e for e in entries if e.kind not in BY_ITSELF and (e.body or {}).get("by") != "clock"]
    settled = [entry for entry in entries if entry.kind in MAYBE]
    heard = len(one.found.accepted)
    missing = set(one.found.accepted) - {entry.number for entry in entries}
    lost = len(missing) + max(0, heard - len(people) - len(settled))
    unheard = max(0, len(people) - heard)
    log = (folder / f"{room}.log").read_text(errors="replace")
    summary = (
        f"{room:7} {one.found.sent:7} sent, {one.found.statuses[500]} answered 500, "
        f"{len(entries):5} entries, {len(one.found.accepted):5} acknowledged, "
        f"{lost} lost, {unheard} not acknowledged, {len(log.splitlines())} lines of log"
    )
    if lost or unheard:
        one.found.broken.append(f"{room}: {summary}")
    return one.found, summary


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak fuzz", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=[*ROOMS, *PAGES])
    parser.add_argument("--requests", type=int, default=100_000, help="in all rooms together")
    parser.add_argument("--minutes", type=float, default=20.0, help="at the most")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    from tests.soak.fuzz_pages import fuzz_hall, fuzz_house

    pages = dict(zip(PAGES, (fuzz_house, fuzz_hall), strict=True))
    rooms, until = wanted.rooms, time.monotonic() + 60 * wanted.minutes
    results: dict[str, tuple[Found, str]] = {}
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:

        def one(number: int, room: str) -> None:
            share = -(-wanted.requests // len(rooms))
            seed = wanted.seed + number
            if room in pages:
                results[room] = pages[room](share, seed, Path(name), until)
            else:
                results[room] = fuzz(room, share, seed, Path(name), until)

        threads = [threading.Thread(target=one, args=(n, room)) for n, room in enumerate(rooms)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    statuses = sum((found.statuses for found, _ in results.values()), Counter[int]())
    for room in rooms:
        print(results[room][1])
    sent, hung_up = (sum(getattr(f, n) for f, _ in results.values()) for n in ("sent", "hung_up"))
    print(f"{sent} requests, answers {dict(sorted(statuses.items()))}, {hung_up} hung up")
    broken = [words for found, _ in results.values() for words in found.broken]
    broken += [f"{n}: nobody asked {way}" for n in rooms for way in sorted(results[n][0].left)]
    for each in broken[:20]:
        print(each)
    return 1 if broken or statuses[500] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
