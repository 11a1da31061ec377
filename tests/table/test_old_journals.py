"""A journal of an older version opens, stands where the game stood, and can be played on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.game import ROOMS
from companion.core.observation import Said
from companion.core.roles import TABLE, seat
from companion.journal import Journal
from companion.table import Table

JOURNALS = Path(__file__).parent.parent / "journals"
PRIVATE = {"wall": 3, "sphinx": 1}
"""Private entries, which only the key beside a journal opens."""


@pytest.fixture(params=ROOMS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the folder an older table left behind."""
    folder = tmp_path / str(request.param)
    shutil.copytree(JOURNALS / request.param, folder)
    for key in folder.glob("keys/*.key"):
        key.chmod(0o600)
    return folder


@pytest.fixture
def journal(kept: Path) -> Iterator[Journal]:
    with Journal.open(kept / f"{kept.name}.sqlite") as journal:
        yield journal


def facts(kept: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((kept / "facts.json").read_text("utf-8"))
    return found


def resumed(journal: Journal) -> Table:
    return Table.resume(journal, clock=lambda: 1000.0)


def plain(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))


def differences(then: Any, now: Any, at: str = "") -> list[str]:
    """What was there and is different now; what a later version has added does not count."""
    if isinstance(then, dict) and isinstance(now, dict):
        parts = ((f"{at}.{key}", then[key], now.get(key)) for key in then)
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        parts = ((f"{at}[{n}]", *pair) for n, pair in enumerate(zip(then, now, strict=True)))
    else:
        return [] if then == now else [f"{at}: {then!r} became {now!r}"]
    return [one for name, old, new in parts for one in differences(old, new, name)]


def test_it_stands_where_it_stood(kept: Path, journal: Journal) -> None:
    table, then = resumed(journal), facts(kept)
    game, state = table.game, table.state
    assert journal.recovery is None
    assert differences(then["state"], plain(state)) == []
    assert [[line.low, line.high] for line in game.score(state).lines] == then["score"]
    assert [question.id for question in table.questions()] == then["questions"]
    assert [type(past.made.move).__name__ for past in table.timeline.past] == then["moves"]
    assert (table.number, game.turn(state)) == (then["public_number"], then["turn"])


def test_its_private_entries_are_read_with_their_key(kept: Path, journal: Journal) -> None:
    table = resumed(journal)
    private = [entry for entry in journal.entries() if entry.private_to is not None]
    assert len(private) == PRIVATE.get(kept.name, 0)
    assert table.ledger.record.unread == frozenset()
    assert (
        differences(facts(kept)["notes"], table.game.view(table.state, seat(0)).get("notes")) == []
    )


def test_it_can_be_played_on(journal: Journal) -> None:
    table = resumed(journal)
    move = next(table.game.legal_moves(table.state))
    assert table.submit(Said(by=TABLE, move=move, at=1001.0)).kind == "accepted"
    again = resumed(journal)
    assert again.state == table.state
    assert again.timeline.past[-1].made.move == move


def test_a_score_that_changed_would_be_noticed(kept: Path) -> None:
    then = facts(kept)["state"]
    now = json.loads(json.dumps(then)) | {"added": 1}
    assert differences(then, now) == []
    now["seats"][0]["name"] = "Somebody else"
    assert len(differences(then, now)) == 1
