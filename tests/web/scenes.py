"""Tables for the page: real rules, a real journal, played by a seeded player who only plays on."""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from calibration import art
from companion import words
from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.observation import Said
from companion.core.play_mode import LIVING_ROOM
from companion.core.roles import TABLE, Role
from companion.core.seats import Seat
from companion.core.verdict import Move
from companion.games.wall import moves as m
from companion.journal import Journal, SystemClock
from companion.table import Answer, Table
from companion.web import Limits, Server, create_app

COLOURS = ("red", "blue", "green", "yellow")
OPENED: list[Journal] = []
"""Journals to close once the tests of a module are over."""


class StoppedClock:
    """It is always noon, and no time passes: two games can be compared byte by byte."""

    def monotonic(self) -> float:
        return 1000.0

    def wall(self) -> datetime:
        return datetime(2026, 3, 1, 12, tzinfo=UTC)


def a_table(
    folder: Path,
    *names: str,
    rules: Mapping[str, Any] | None = None,
    stopped: bool = False,
    manner: str = LIVING_ROOM,
) -> Table:
    """Open a new game of the wall."""
    game = load_room("wall")
    seats = [Seat(n, c) for n, c in zip(names or ("Ada", "Bo"), COLOURS, strict=False)]
    switches = read_house_rules(game.house_rules, rules or {})
    watch = StoppedClock() if stopped else SystemClock()
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    box, clock = game.load_box(None), watch.monotonic
    return Table.begin(book, game, box, seats, switches, clock=clock, manner=manner)


def do(table: Table, move: Move, by: Role = TABLE) -> Answer:
    answer = table.submit(Said(by=by, move=move, at=time.monotonic()))
    assert answer.kind == "accepted", answer
    return answer


def some_move(table: Table, rng: random.Random) -> Move:
    """A legal move; where only the table will tell, something the box allows."""
    move = rng.choice(list(table.game.legal_moves(table.state)))
    if not isinstance(move, m.TurnOver):
        return move
    state = table.state
    shown = [reveal.pharaoh for reveal in state.reveals if reveal]
    pharaoh = rng.choice([animal for animal in state.box.pharaohs if animal not in shown])
    won = state.chamber.won[move.seat]
    return m.TurnOver(
        move.seat, pharaoh, tuple((p, rng.choice(state.box.worth(p.eyes))) for p in won)
    )


def play(table: Table, seed: int, until: Callable[[Table], Any] = lambda table: False) -> Table:
    """Play on until something is true, or to the end."""
    rng = random.Random(seed)
    while not until(table) and table.game.is_over(table.state) is None:
        do(table, some_move(table, rng))
    return table


def asks(table: Table, topic: str) -> bool:
    """Whether a question about this is open."""
    return any(question.topic == topic for question in table.questions())


@cache
def the_words() -> Mapping[str, words.Words]:
    """Every language, read once for all tests; a sentence that is missing is an error."""
    return words.load_all(strict=True)


@cache
def the_art() -> dict[str, str]:
    return art.paths()


def tokens_for(table: Table) -> dict[str, Role]:
    """Links that can be told apart in a test; real ones come from new_tokens."""
    seats = {f"seat-{n}-link": Role("seat", n) for n in range(len(table.state.seats))}
    return {**seats, "referee-link": Role("referee")}


def an_app(table: Table, **more: Any) -> Flask:
    """The page of a table; a sentence that is missing is an error here."""
    given: dict[str, Any] = {
        "words": the_words(),
        "tokens": tokens_for(table),
        "art": the_art(),
        "secret": b"the same in every test",
        "clock": time.monotonic,
        **more,
    }
    return create_app(table, **given)


def a_browser(app: Flask, joined: str = "") -> Any:
    """A browser without a screen; *joined* is the link it has opened."""
    client = app.test_client()
    if joined:
        assert client.get(f"/join/{joined}").status_code == 303
    return client


def state_of(client: FlaskClient, query: str = "") -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(client.get(f"/state{query}").data)
    return shown


@contextmanager
def served(table: Table, limits: Limits | None = None, **more: Any) -> Iterator[Server]:
    """The page of a table on a free port of this machine."""
    server = Server(an_app(table, limits=limits, **more), port=0)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Stream:
    """One open stream of events, read as a phone would."""

    def __init__(self, server: Server, path: str = "/events", cookie: str = "") -> None:
        self._connection = http.client.HTTPConnection(server.host, server.port, timeout=20)
        self._connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        self.response = self._connection.getresponse()
        self.raw = b""

    def event(self, kind: str = "table") -> dict[str, str]:
        """The next event of a kind."""
        while True:
            found = self._block()
            if found.get("event") == kind:
                return found

    def snapshot(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.event()["data"])
        return shown

    def _block(self) -> dict[str, str]:
        fields: dict[str, str] = {}
        while line := self._line():
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields

    def _line(self) -> str:
        line = self.response.readline()
        if not line:
            raise EOFError("the stream has ended")
        self.raw += line
        return line.decode().rstrip("\n")

    def close(self) -> None:
        self._connection.close()
