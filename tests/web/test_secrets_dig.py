"""Two worlds that differ only in what lies below look the same to everybody, page and journal."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.roles import Role
from companion.games.dig import moves as m
from companion.journal import read
from companion.journal.lines import export
from companion.table import Table
from tests.rooms.dig.laid import CELLS, OWN
from tests.rooms.dig.layouts import THREE_AND_THREE, TWO_AND_FOUR, layer, shuffled
from tests.web.dig_scenes import a_dig, make, named
from tests.web.scenes import a_browser, an_app
from tests.web.test_secrets import differing, leaking

ROLES = ["table", "referee", "seat-0", "seat-1"]
Layers = dict[int, dict[str, str]]


def layers(drawing: str, seed: int) -> Layers:
    """All six layers, laid whole, the bottom in an order of its own."""
    whole = {n: layer(n, drawing) for n in range(2, 6)}
    return {1: shuffled(1, Random(seed)), **whole, 6: dict.fromkeys(CELLS, "6-cover")}


BELOW = (layers(THREE_AND_THREE, 1), layers(TWO_AND_FOUR, 2))


def looked_at(table: Table, cells: dict[str, str], picture: bytes) -> None:
    """The camera is sure of every cell, and of a few only later."""
    for sure in (0.6, 0.999):
        readings = {
            cell: Reading({label: sure, SOMETHING_ELSE: 1 - sure}) for cell, label in cells.items()
        }
        answer = table.submit(Seen(readings=readings, at=time.monotonic(), picture=picture))
    assert answer.kind == "accepted", answer


def a_world(folder: Path, below: Layers) -> Table:
    """Six layers seen and checked one by one; the first player is about to dig."""
    folder.mkdir()
    table = named(a_dig(folder, stopped=True))
    for cells in below.values():
        looked_at(table, cells, repr(cells).encode())
    assert table.state.checked == (True,) * 6
    return make(table, m.TurnTray(0), m.TurnTray(1), m.PutBoard())


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    folder = tmp_path_factory.mktemp("worlds")
    return [a_world(folder / str(n), below) for n, below in enumerate(BELOW)]


def test_the_two_worlds_differ_in_every_layer_that_counts() -> None:
    one, other = BELOW
    assert all(one[n] != other[n] for n in range(1, 6))


@pytest.mark.parametrize("role", ROLES)
def test_what_lies_below_reaches_no_page_and_no_stream_dig_46(
    worlds: list[Table], role: str
) -> None:
    assert differing(worlds, role) == set()


def test_what_lies_below_reaches_no_journal_and_no_export_dig_46(worlds: list[Table]) -> None:
    """Entry by entry the same, except for the moment, the boot and the chain, which never are."""
    books = [read(world.ledger.journal.path) for world in worlds]
    assert len(books[0]) > 9
    bodies = [[(e.kind, {**(e.body or {}), "at": None}) for e in book] for book in books]
    assert bodies[0] == bodies[1]
    for world in worlds:
        out = io.StringIO()
        export(world.ledger.journal.path, out, with_private=True)
        files = [path.read_bytes() for path in world.ledger.journal.path.parent.glob("game*")]
        assert files
        for below in range(1, 6):
            for label in OWN.labels(below):
                assert label not in out.getvalue()
                assert all(label.encode() not in data for data in files)


def test_the_picture_of_a_layer_is_neither_shown_nor_kept_dig_46(tmp_path: Path) -> None:
    table = named(a_dig(tmp_path))
    client = a_browser(an_app(table), "referee-link")
    unplugged = table.on_watching(lambda: b"what the camera sees just now")
    for number in range(1, 6):
        looked_at(table, BELOW[0][number], b"a picture of what will lie below")
        assert table.picture() == b""
        assert client.get("/picture.jpg").status_code == 204
    make(table, m.LayLayer(6), m.TurnTray(0), m.TurnTray(1), m.PutBoard())
    assert client.get("/picture.jpg").data == b"what the camera sees just now"
    unplugged()
    assert client.get("/picture.jpg").status_code == 204
    looked_at_the_cover(table)
    assert client.get("/picture.jpg").data == b"sand"


def looked_at_the_cover(table: Table) -> None:
    readings = {cell: Reading({"6-cover": 1.0}) for cell in CELLS}
    table.submit(Seen(readings=readings, at=time.monotonic(), picture=b"sand"))


def test_a_look_at_a_lower_layer_is_no_lift_once_the_digging_begins(tmp_path: Path) -> None:
    """The camera fails while layer five is half covered by a hand; people go on by word."""
    table = named(a_dig(tmp_path))
    for number in range(1, 5):
        looked_at(table, BELOW[0][number], b"")
    readings = {"A1": Reading({BELOW[0][5]["A1"]: 1.0})}
    table.submit(Seen(readings=readings, at=time.monotonic()))
    make(table, m.LayLayer(5), m.LayLayer(6), m.TurnTray(0), m.TurnTray(1))
    client = a_browser(an_app(table))
    body = {"question": "frame", "option": "begin_digging", "base": table.number}
    assert client.post("/answer", json=body).json["kind"] == "accepted"
    assert table.state.lifts == 0
    assert table.state.covered == 80


LEAKS: dict[str, Callable[[dict[str, Any], Layers], None]] = {
    "a card below": lambda told, below: told["view"]["tray"]["cells"][0].update(
        hint=below[5]["C1"]
    ),
    "a length": lambda told, below: told["view"].update(pad="x" * len(below[5]["C1"])),
    "an order": lambda told, below: told["view"]["layers"][4]["cards"].sort(
        key=lambda kind: kind["label"] != below[5]["C1"]
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_would_be_seen(
    worlds: list[Table], leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for world, below in zip(worlds, BELOW, strict=True):
        monkeypatch.setattr(world, "snapshot", world.snapshot)

        def plant(told: dict[str, Any], role: Role, below: Layers = below) -> None:
            LEAKS[leak](told, below)

        leaking(world, plant)
    assert {"/state", "/events"} <= differing(worlds, "table")
