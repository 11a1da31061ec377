"""A late photograph is walked through while others may act; what was found is taken afterwards."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.core.observation import Answered, Reading, Reply, Seen
from companion.core.roles import TABLE
from companion.core.verdict import DOUBT
from companion.games.dig import GAME as DIG
from companion.games.dig.moves import NameBottom
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.table import Answer, Table
from companion.table.explain.late_picture import follow
from companion.table.sightings import Ahead
from tests.rooms.dig.laid import OWN, SEATS
from tests.rooms.dig.layouts import right as right_layer
from tests.table.evening import Evening
from tests.table.test_forgetting import say
from tests.test_late_picture import after_all, late

ONE_SLOT = (m.InsertCard(3, "H01"), m.InsertCard(3, "H25"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Evening(tmp_path).begin().table


def is_free(table: Table) -> bool:
    """Whether somebody else may act at the table just now."""
    found = list[Answer]()

    def act() -> Answer:
        return Answer("unchanged", table.number)

    other = Thread(target=lambda: found.append(table.changing(act, timeout=0.05)))
    other.start()
    other.join()
    return found[0].kind == "unchanged"


@pytest.fixture
def walks(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each walk whether others could act meanwhile."""
    free = list[bool]()

    def followed(*given: Any) -> Any:
        free.append(is_free(table))
        return follow(*given)

    monkeypatch.setattr("companion.table.sightings.follow", followed)
    return free


def test_nobody_waits_for_a_walk(table: Table, walks: list[bool]) -> None:
    assert table.submit(late(GAME, GAME.visible(after_all(*ONE_SLOT)))).kind == "accepted"
    assert table.state == after_all(*ONE_SLOT)
    assert walks
    assert all(walks)


def test_nor_for_the_one_after_an_answer(table: Table, walks: list[bool]) -> None:
    cards = table.state.box.cards
    right = next(c.id for c in cards if c.faces[0].startswith("mule") and c.id != "H01")
    pair = (m.InsertCard(0, "H01"), m.InsertCard(1, right))
    table.submit(late(GAME, GAME.visible(after_all(*pair))))
    doubt = next(one for one in table.questions() if one.topic == DOUBT)
    chosen = next(option.name for option in doubt.options if option.move == pair[0])
    table.submit(Answered(by=TABLE, question=doubt.id, reply=Reply(option=chosen), at=0.0))
    assert table.state == after_all(*pair)
    assert len(walks) > 1
    assert all(walks)


def test_what_was_thought_ahead_counts_only_for_its_own_state_and_picture() -> None:
    seen = late(GAME, GAME.visible(after_all(*ONE_SLOT)))
    thinking = Ahead(GAME)
    thinking.think(after_all(), seen)
    assert thinking.found(after_all(), seen).states[-1] == after_all(*ONE_SLOT)  # type: ignore[union-attr]
    assert thinking.found(after_all(ONE_SLOT[0]), seen).states[-1] == after_all(*ONE_SLOT)  # type: ignore[union-attr]
    other = late(GAME, GAME.visible(after_all(ONE_SLOT[0])))
    assert thinking.found(after_all(), other).states[-1] == after_all(ONE_SLOT[0])  # type: ignore[union-attr]


def test_where_a_room_forgets_no_picture_is_remembered(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "dig.sqlite")
    table = Table.begin(journal, DIG, OWN, SEATS[:2], DIG.house_rules(), clock=lambda: 0.0)
    say(table, NameBottom(0))
    readings = {cell: Reading({label: 1.0}) for cell, label in right_layer(1).items()}
    table.submit(Seen(readings=readings, at=1.0, picture=b"secret", late=True))
    assert b"secret" not in repr(vars(table._dispatch._sightings._ahead)).encode()
