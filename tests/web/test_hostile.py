"""The short form of script/soak fuzz and script/soak hostile: nobody switches the table off."""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from companion.journal import read
from companion.table import Table
from tests.soak.crowd import Tapper, _note, _referee
from tests.soak.fuzz import Fuzzer
from tests.web.dig_scenes import a_dig
from tests.web.scenes import Stream, a_table, an_app, served
from tests.web.strangers import cookie_of, knock

SAID = (
    b"",
    b"GET / HTTP/1.1\r\nHo",
    b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n{",
    b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
)


def test_seats_and_the_referee_play_on_beside_strangers_of_every_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silent, half-open, dripping and flooding connections fill every place there is."""
    monkeypatch.setattr("companion.web.server.serve.room_for_connections", lambda: 120)
    table = a_table(tmp_path)
    links = ("seat-0-link", "seat-1-link", "referee-link")
    with served(table) as server:
        cookies = [cookie_of(table, link) for link in links]
        streams = [Stream(server, cookie=cookie) for cookie in cookies]
        people = [Tapper(server.port, "127.0.0.1", cookie) for cookie in cookies]
        for number in range(300):
            knock(server, SAID[number % 4], f"127.0.2.{number % 5 + 1}")
        for at in range(12):
            _referee(people[2], at)
            _note(people[at % 2], at % 2, at)
        assert sum((one.answers for one in people), Counter[str]()) == {"accepted": 24}
        for one in people:
            one.close()
        for stream in streams:
            while stream.snapshot()["number"] < table.number:
                pass
            stream.close()


@pytest.mark.parametrize("a_room", [a_table, a_dig], ids=["wall", "dig"])
def test_requests_nobody_should_send_break_nothing_and_lose_nothing(
    tmp_path: Path, a_room: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(a_room)
    table: Table = a_room(tmp_path)
    rules = list(an_app(table).url_map.iter_rules())
    routes = [(method, rule.rule) for rule in rules for method in rule.methods or ()]
    with served(table) as server:
        cookies = {name: cookie_of(table, f"{name}-link") for name in ("seat-0", "referee")}
        cookies = {"stranger": "", **cookies}
        before = table.ledger.journal.head[0]
        journal = table.ledger.journal.path
        fuzzer = Fuzzer(table.game.name, server.port, cookies, journal, routes, seed=8)
        fuzzer.run(250, time.monotonic() + 60)
        head = table.ledger.journal.head[0]
    found = fuzzer.found
    assert not found.broken
    assert len(found.left) < len(cookies) * len(routes), "who has asked for what is written down"
    assert found.statuses[200] > 20
    assert found.statuses[400] > 20
    assert found.accepted
    assert len(found.accepted) <= head - before
    assert set(found.accepted) <= {entry.number for entry in read(tmp_path / "game.journal")}
    assert "Traceback" not in capsys.readouterr().err
    assert threading.active_count() < 20
