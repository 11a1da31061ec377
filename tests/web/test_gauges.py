"""Gauges in the stream: the same for everybody, no more often than one can look, never a queue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.table import Table
from tests.web.bowl_scenes import a_bowl, shows, wanting
from tests.web.scenes import Stream, a_browser, a_table, an_app, served, state_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return wanting(a_bowl(tmp_path))


def read(stream: Stream) -> tuple[str, Any]:
    gauge = json.loads(stream.event("gauge")["data"])
    return gauge["name"], gauge["shows"]


def test_a_gauge_is_pushed_when_it_shows_something_else(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        stream.snapshot()
        table.gauge("scale", shows("hand_in"))
        assert read(stream) == ("scale", shows("hand_in"))
        stream.close()


def test_who_comes_late_gets_what_every_gauge_shows_now(table: Table) -> None:
    table.gauge("weights", {"staff_g": 4.2})
    table.gauge("scale", shows("idle"))
    table.gauge("scale", shows("armed"))
    with served(table) as server:
        stream = Stream(server)
        assert dict([read(stream), read(stream)]) == {
            "weights": {"staff_g": 4.2},
            "scale": shows("armed"),
        }
        stream.close()


def test_a_burst_is_reported_in_a_few_frames_and_the_last_word_arrives(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        stream.snapshot()
        for n in range(400):
            table.gauge("scale", {"n": n})
        seen = [read(stream)[1]["n"]]
        while seen[-1] != 399:
            seen.append(read(stream)[1]["n"])
        assert seen == sorted(seen)
        assert len(seen) < 100
        stream.close()


def test_a_gauge_is_the_same_bytes_for_every_role(table: Table) -> None:
    table.gauge("scale", shows())
    app = an_app(table)
    frames = set()
    with served(table) as server:
        for link in ("", "seat-0-link", "seat-1-link", "referee-link"):
            cookie = a_browser(app, link).get_cookie("pharaohs-table")
            stream = Stream(server, "/events", f"{cookie.key}={cookie.value}" if cookie else "")
            frames.add(stream.event("gauge")["data"])
            stream.close()
    assert len(frames) == 1


def test_a_gauge_changes_nothing_of_the_table_and_is_not_written_down(table: Table) -> None:
    before = state_of(a_browser(an_app(table)))
    number = table.number
    table.gauge("scale", shows())
    assert state_of(a_browser(an_app(table))) == before
    assert table.number == number


def test_gauges_do_not_hold_up_the_table(table: Table) -> None:
    with served(table) as server:
        stream = Stream(server)
        stream.snapshot()
        table.gauge("scale", shows())
        read(stream)
        table.gauge("scale", shows("hand_in"))
        table.seeing("waiting")
        assert stream.snapshot()["seeing"]["state"] == "waiting"
        assert read(stream)[1]["phase"] == "hand_in"
        stream.close()


def test_a_table_without_instruments_has_no_gauges(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with served(table) as server:
        stream = Stream(server)
        stream.snapshot()
        table.seeing("waiting")
        stream.snapshot()
        assert b"event: gauge" not in stream.raw
        stream.close()
