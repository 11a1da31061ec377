"""Halls that share a night in PostgreSQL, with a server of our own where Debian's is installed."""

from __future__ import annotations

import importlib.util
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.store import open_store
from companion.hall.store import postgres as store_module
from companion.hall.store.postgres import PostgresStore
from companion.journal import Entry
from tests.hall.evenings import free_port
from tests.soak.engines import BINARIES, BOX, MACHINES, found_on, postgres, prepare
from tests.uplink.post import Post

DESK = Who("organiser", "desk")
is_here = importlib.util.find_spec("psycopg") and shutil.which("initdb", path=":".join(BINARIES))
pytestmark = pytest.mark.skipif(not is_here, reason="no PostgreSQL on this machine")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres(free_port()) as url:
        yield url


@pytest.fixture
def url(server: str) -> str:
    """A night of its own, with one box and two machines."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS pharaoh_entry, pharaoh_night")
    prepare(server)
    return server


@pytest.fixture
def hall_on(url: str) -> Iterator[Callable[[], Hall]]:
    """Halls of that night, closed at the end."""
    made: list[Hall] = []

    def one_more() -> Hall:
        made.append(Hall(open_store(Path(), url), lambda will: Post().line(will)))
        return made[-1]

    yield one_more
    for hall in made:
        hall.stop()


def shown(hall: Hall, told: str) -> None:
    hall.act("screen", {"screen": "1", "shows": "table", "table": told}, DESK)


def test_two_halls_wait_for_each_other_and_write_everything_once(
    url: str, hall_on: Callable[[], Hall]
) -> None:
    halls = [hall_on() for _ in range(2)]

    def act(number: int) -> None:
        for k in range(30):
            shown(halls[number], f"{number}-{k}")
            body = {"table": MACHINES[(number + k) % 2], "box": BOX, "serial": f"{number}+{k}"}
            halls[number].act("enrol", body, DESK)

    working = [threading.Thread(target=act, args=(number,)) for number in range(2)]
    for one in working:
        one.start()
    for one in working:
        one.join()
    whole, halves, times = found_on(url)
    assert len(times) == 120
    assert set(times.values()) == {1}
    assert whole
    assert not halves


def test_a_hall_that_freezes_in_its_turn_loses_it(
    url: str, hall_on: Callable[[], Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = store_module.LIMITS.replace(str(store_module.MOST_TURN_MS), "300")
    monkeypatch.setattr(store_module, "LIMITS", limits)
    frozen, other = hall_on(), hall_on()
    with frozen.store.turn():
        shown(other, "went on")
    shown(frozen, "awake")
    assert Counter(found_on(url)[2]) == {"went on": 1, "awake": 1}


def test_the_limit_of_a_wait_is_longer_than_that_of_a_turn() -> None:
    assert store_module.MOST_WAIT_MS >= 2 * store_module.MOST_TURN_MS


def test_a_connection_lost_in_a_turn_loses_and_doubles_nothing(
    url: str, hall_on: Callable[[], Hall]
) -> None:
    import psycopg

    hall, other = hall_on(), hall_on()
    store = hall.store
    assert isinstance(store, PostgresStore)
    inserted = store._insert
    moments = {"one": "after", "two": "before", "three": "overtaken"}

    def cut(connection: Any, entry: Entry) -> None:
        what = moments.pop((entry.body or {})["table"], "")
        if what == "after":
            inserted(connection, entry)
        if what:
            with psycopg.connect(url, autocommit=True) as watch:
                pid = connection.info.backend_pid
                watch.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
        if what == "overtaken":
            shown(other, "in between")
        inserted(connection, entry)

    store._insert = cut  # type: ignore[method-assign]
    for told in ("one", "two", "three"):
        shown(hall, told)
    assert not moments
    assert Counter(found_on(url)[2]) == {"one": 1, "two": 1, "three": 1, "in between": 1}
