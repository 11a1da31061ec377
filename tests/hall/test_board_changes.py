"""A page is sent what has changed, not the whole night again, and has what a fresh page has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hall.evening.acts import Who
from companion.hall.records import Round, Seating, Sitting, Wanted
from companion.web.hall.board import HallBoard, HallSnapshot
from tests.hall import halls
from tests.web.patches import patched

PEOPLE, OLGA = 600, Who("organiser", "Olga")
EVENT = re.compile(rb"event: (\w+)\ndata: (.*)\n")


def by_threes(wanted: Wanted, told: Any = None) -> Seating:
    """Everybody at tables of three, in the order in which they came."""
    ids = [person.id for person in wanted.people]
    tables = tuple(
        Sitting(box.id, box.game, tuple(ids[3 * n : 3 * n + 3]))
        for n, box in enumerate(wanted.boxes)
    )
    return Seating(tuple(Round(n + 1, tables) for n in range(wanted.rounds)), 1, "by hand")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[halls.Here]:
    yield from halls.opened(tmp_path, by_threes)


def large(here: halls.Here) -> None:
    """Two hundred tables that play their first round."""
    desk = here.phone("organiser")
    desk.must("/act/come", {"text": "\n".join(f"Person {n}" for n in range(PEOPLE))})
    desk.must("/act/box", {"game": "wall", "sizes": [3], "count": PEOPLE // 3})
    desk.must("/draw", {"rounds": 1})
    desk.must("/act/publish", {"round": 1})
    desk.must("/act/start", {"round": 1})


class Page:
    """What a page knows of the night, from its stream alone."""

    def __init__(self, board: HallBoard) -> None:
        self._board, self.seen = board, HallSnapshot()
        self.evening: Any = None
        self.kinds: list[str] = []

    def hear(self) -> int:
        """Take what is new; return how many bytes it was."""
        self.seen, told = self._board.news(self.seen, halls.WORDS["en"], patches=True)
        for kind, data in EVENT.findall(told):
            self.kinds.append(kind.decode())
            if kind == b"evening":
                self.evening = json.loads(data)
            if kind == b"patch":
                self.evening = patched(self.evening, json.loads(data))
        return len(told)


def correct(here: halls.Here, box: str) -> None:
    sitting = here.hall.evening.sitting(f"1:{box}")
    assert sitting is not None
    told = [{"person": one, "place": n + 1} for n, one in enumerate(sitting.people)]
    here.hall.act("correct", {"round": 1, "box": box, "places": told, "first": True}, OLGA)


def test_an_update_of_one_table_is_small_and_ends_in_what_a_fresh_page_has(
    here: halls.Here,
) -> None:
    large(here)
    board = HallBoard(here.hall)
    page = Page(board)
    whole = page.hear()
    assert page.kinds.count("evening") == 1
    for box in ("b7", "b150", "b33"):
        correct(here, box)
        assert page.hear() < whole / 20
    fresh = Page(board)
    fresh.hear()
    assert page.evening == fresh.evening
    assert page.kinds.count("evening") == 1, "nothing was sent twice"
    assert page.kinds.count("patch") == 3


def test_a_page_that_missed_a_few_changes_gets_them_in_their_order(here: halls.Here) -> None:
    large(here)
    board = HallBoard(here.hall)
    quick, slow = Page(board), Page(board)
    quick.hear()
    slow.hear()
    for box in ("b1", "b2", "b3"):
        correct(here, box)
        quick.hear()
    slow.hear()
    assert slow.evening == quick.evening
    assert slow.kinds.count("patch") == 3


def test_a_page_that_was_away_for_long_gets_the_whole_night(here: halls.Here) -> None:
    large(here)
    board = HallBoard(here.hall)
    quick, slow = Page(board), Page(board)
    quick.hear()
    slow.hear()
    for number in range(1, 60):
        correct(here, f"b{number}")
        quick.hear()
    slow.hear()
    assert slow.evening == quick.evening
    assert slow.kinds.count("evening") == 2
