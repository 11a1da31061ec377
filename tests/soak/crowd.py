"""A crowd at one table, each kind in a process of its own: phones that watch, people who tap, and
strangers who mean no good. Only this machine's own addresses are used.

.venv/bin/python -m tests.soak.crowd KIND PORT SECONDS COUNT [COOKIES...]
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import resource
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

HOST = "127.0.0.1"
HEAD = b"GET %s HTTP/1.1\r\nHost: localhost\r\n"
PICTURE = (
    b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9000\r\n\r\n"
)
PER_LAPTOP = 250
"""How many connections come from one address."""


async def _open(port: int, home: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HOST, port, local_addr=(home, 0))


# ---- phones ------------------------------------------------------------------------------------


async def _watch(port: int, home: str, cookie: str, counts: Counter[str]) -> None:
    """Follow the stream as a page does: opened again three seconds after it is lost."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await _open(port, home)
            try:
                sent = f"Cookie: {cookie}\r\n" if cookie else ""
                writer.write(HEAD % b"/events" + sent.encode() + b"\r\n")
                first = await reader.readline()
                counts["streams" if b" 200 " in first else "turned away"] += 1
                while data := await reader.read(65536):
                    counts["tables"] += data.count(b"event: table")
            finally:
                writer.close()
            counts["lost"] += 1
        await asyncio.sleep(3)


async def phones(port: int, seconds: float, count: int, cookies: list[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    whose = [*cookies, *[""] * (count - len(cookies))]
    watching = []
    for number, cookie in enumerate(whose):
        home = f"127.0.1.{number // 50 + 1}"
        watching.append(asyncio.create_task(_watch(port, home, cookie, counts)))
        await asyncio.sleep(0.002)
    await _last(seconds, watching)
    return counts


# ---- strangers ---------------------------------------------------------------------------------


async def _silent(port: int, home: str, counts: Counter[str]) -> None:
    reader, writer = await _open(port, home)
    counts["silent"] += 1
    await reader.read()
    writer.close()


async def _half(port: int, home: str, counts: Counter[str]) -> None:
    reader, writer = await _open(port, home)
    writer.write((HEAD % b"/state")[:-9])
    counts["half"] += 1
    await reader.read()
    writer.close()


async def _drip(port: int, home: str, counts: Counter[str]) -> None:
    reader, writer = await _open(port, home)
    writer.write(random.choice((HEAD % b"/", PICTURE)))
    counts["dripping"] += 1
    try:
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.5)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(4096), 0.01)
    finally:
        writer.close()


async def _flood(port: int, home: str, counts: Counter[str]) -> None:
    """Ask again and again, as fast as one is answered."""
    reader, writer = await _open(port, home)
    try:
        while True:
            writer.write(HEAD % random.choice((b"/", b"/state", b"/words.json", b"/no")) + b"\r\n")
            status = (await reader.readline()).split()[1:2]
            if not status:
                return
            counts[f"flood {status[0].decode()}"] += 1
            length = 0
            while (line := await reader.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            await reader.readexactly(length)
    finally:
        writer.close()


KINDS: tuple[Callable[[int, str, Counter[str]], Awaitable[None]], ...] = (
    _silent, _half, _drip, _flood,
)  # fmt: skip


async def _again(kind: Any, port: int, home: str, counts: Counter[str]) -> None:
    """Come back whenever one is thrown out."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
            await kind(port, home, counts)
        counts["thrown out"] += 1
        await asyncio.sleep(0.5)


async def strangers(port: int, seconds: float, count: int, _: list[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    tasks = []
    for number in range(count):
        home = f"127.0.2.{number // PER_LAPTOP + 1}"
        tasks.append(asyncio.create_task(_again(KINDS[number % 4], port, home, counts)))
        await asyncio.sleep(0.001)
    await _last(seconds, tasks)
    return counts


async def _last(seconds: float, tasks: list[asyncio.Task[None]]) -> None:
    """Say that everybody is there, and go home after a while."""
    print("there", flush=True)
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=3)


# ---- people who tap ----------------------------------------------------------------------------


class Tapper:
    """One phone that taps on a kept connection and measures how long each tap takes."""

    def __init__(self, port: int, home: str, cookie: str) -> None:
        self._port, self._home, self._cookie = port, home, cookie
        self._line: http.client.HTTPConnection | None = None
        self.times: list[float] = []
        self.answers: Counter[str] = Counter()

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        if self._line is None:
            self._line = http.client.HTTPConnection(
                HOST, self._port, timeout=30, source_address=(self._home, 0)
            )
        headers = {"Cookie": self._cookie, "Content-Type": "application/json", "Host": "localhost"}
        sent = None if body is None else json.dumps(body)
        self._line.request(method, path, sent, headers)
        response = self._line.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        return answer

    def close(self) -> None:
        if self._line is not None:
            self._line.close()

    def tap(self, path: str, body: Any) -> dict[str, Any]:
        began = time.perf_counter()
        try:
            answer = self.ask("POST", path, body)
        except (OSError, http.client.HTTPException, ValueError) as wrong:
            answer, self._line = {"kind": f"failed: {type(wrong).__name__}"}, None
        self.times.append(time.perf_counter() - began)
        self.answers[answer["kind"]] += 1
        return answer


def _note(phone: Tapper, seat: int, at: int) -> None:
    """A seat's own note: judged, locked and saved like every other move."""
    base = phone.ask("GET", "/state")["number"]
    animal = ("camel", "cat", "ibis", "snake")[at % 4]
    move = {"type": "NotePharaoh", "seat": seat, "animal": animal}
    phone.tap("/move", {"move": move, "base": base})


def _referee(phone: Tapper, at: int) -> None:
    """A card goes in, and is taken back: everybody's page changes twice."""
    state = phone.ask("GET", "/state")
    base, last = state["number"], state["moves"][:1]
    if state["view"]["phase"] == "setup":
        phone.tap("/answer", {"question": "setup", "option": "begin", "base": base})
    elif last and last[0]["kind"] == "InsertCard":
        phone.tap("/take-back", {"number": last[0]["number"], "base": base})
    else:
        move = {"type": "InsertCard", "slot": at % 7, "card": f"H{at % 7}0"}
        phone.tap("/move", {"move": move, "base": base})


def taps(port: int, seconds: float, pause: float, cookies: list[str]) -> dict[str, Any]:
    """Every seat taps; the last cookie is the referee's."""
    until = time.monotonic() + seconds
    people = [Tapper(port, f"127.0.3.{n + 1}", cookie) for n, cookie in enumerate(cookies)]

    def play(seat: int) -> None:
        for at in range(1_000_000):
            if time.monotonic() >= until:
                return
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError, KeyError):
                if seat == len(people) - 1:
                    _referee(people[seat], at)
                else:
                    _note(people[seat], seat, at)
            time.sleep(pause * random.uniform(0.5, 1.5))

    threads = [threading.Thread(target=play, args=(n,)) for n in range(len(people))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {
        "times": [t for one in people for t in one.times],
        "answers": dict(sum((one.answers for one in people), Counter[str]())),
    }


def come(kind: str, port: str, seconds: str, count: str, *cookies: str) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if kind == "taps":
        print(json.dumps(taps(int(port), float(seconds), float(count), list(cookies))), flush=True)
        return
    crowd = {"phones": phones, "strangers": strangers}[kind]

    async def come_and_go() -> None:
        counts = await crowd(int(port), float(seconds), int(count), list(cookies))
        print(json.dumps(dict(counts)), flush=True)
        os._exit(0)  # a task may have missed that it was cancelled (a race in wait_for before 3.12)

    asyncio.run(come_and_go())


if __name__ == "__main__":
    come(*sys.argv[1:])
