"""An act is one entry of the night's journal, however many facts it has."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.evening.acts import Who
from companion.hall.evening.state import TOGETHER, HallEvening, followed
from companion.hall.hall import Hall
from companion.hall.store import Store, open_store
from tests.uplink.post import Post

DESK = Who("organiser", "desk")
BOX = "b1"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path)
    yield store
    store.close()


def hall_on(store: Store) -> Hall:
    return Hall(store, lambda will: Post().line(will))


def with_two_machines(hall: Hall) -> Hall:
    hall.act("box", {"game": "wall", "sizes": [2], "place": "1"}, DESK)
    for table in ("left", "right"):
        hall.act("enrol", {"table": table, "box": BOX, "serial": table}, DESK)
    return hall


def test_an_act_of_two_facts_is_one_entry(store: Store) -> None:
    hall = with_two_machines(hall_on(store))
    before = hall.evening.number
    hall.act("enrol", {"table": "left", "box": BOX, "serial": "again"}, DESK)
    (entry,) = store.entries(before)
    assert entry.kind == TOGETHER
    assert [kind for kind, _ in (entry.body or {})["facts"]] == ["enrolled", "enrolled"]
    assert hall.evening.machines["right"].box == ""
    assert hall.evening.machines["left"].box == BOX
    assert hall_on(store).evening == hall.evening, "read back the same"


def test_what_an_act_of_several_facts_brings_is_what_they_bring_one_by_one(store: Store) -> None:
    """Nights written before acts were one entry are read as they were."""
    with_two_machines(hall_on(store))
    one_by_one = HallEvening()
    for entry in store.entries():
        body = entry.body or {}
        for kind, told in body["facts"] if entry.kind == TOGETHER else [(entry.kind, body)]:
            one_by_one = followed(one_by_one, kind, told, entry.number)
    assert one_by_one == hall_on(store).evening


def test_two_halls_that_act_at_once_wait_for_each_other(store: Store) -> None:
    """Neither is told that the other is too busy, and each act is there once."""
    halls = [with_two_machines(hall_on(store)), hall_on(store)]
    before = len(store.entries())
    wrong: list[Exception] = []

    def acting(number: int) -> None:
        try:
            for count in range(100):
                body = {"screen": "1", "shows": "table", "table": f"{number}-{count}"}
                halls[number].act("screen", body, DESK)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=acting, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    told = [(entry.body or {})["table"] for entry in store.entries(before)]
    assert sorted(told) == sorted(f"{one}-{count}" for one in (0, 1) for count in range(100))
