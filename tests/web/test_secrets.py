"""Two worlds that differ only in pharaoh cards and mummy values look the same to everybody else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.roles import Role, parse_role, seat
from companion.games.wall import moves as m
from companion.table import Table
from tests.web.scenes import Stream, a_browser, a_table, an_app, do, play, served

SECRETS = ({"animal": "cat", "high": False}, {"animal": "crocodile", "high": True})
PATHS = ("/", "/?projector", "/state", "/state?as=table", "/words.json", "/art.svg", "/nowhere")
Shown = dict[tuple[str, str], bytes]


def a_world(folder: Path, secret: dict[str, Any]) -> Table:
    """A game in the middle, where seat 0 has noted its pharaoh card and its mummies."""
    folder.mkdir()
    table = a_table(folder, "Ada", "Bo", "Cleo", stopped=True)
    do(table, m.Begin())
    do(table, m.NotePharaoh(0, secret["animal"]), seat(0))
    play(table, 11, lambda table: len(table.state.chamber.won[0]) > 1)
    for piece in table.state.chamber.won[0]:
        worth = table.state.box.worth(piece.eyes)
        value = max(worth) if secret["high"] else min(worth)
        do(table, m.NoteValue(0, piece, value), seat(0))
    play(table, 12, lambda table: table.state.turns > 35)
    return table


def noon() -> float:
    return 1000.0


def shown_to(table: Table, role: str) -> Shown:
    """Every byte a role can get by asking: bodies and headers, pages and stream."""
    link = f"{role}-link" if role != "table" else ""
    client = a_browser(an_app(table, clock=noon, play_clock=noon), link)
    cookie = client.get_cookie("pharaohs-table")
    own = {"table": "/", "referee": "/referee"}.get(role, "/seat")
    shown: Shown = {}
    for path in (*PATHS, own):
        answer = client.get(path)
        shown[role, path] = answer.data
        kept = sorted((k, v) for k, v in answer.headers if k not in ("Date", "Set-Cookie"))
        shown[role, f"headers of {path}"] = repr(kept).encode()
    sent = f"{cookie.key}={cookie.value}" if cookie else ""
    with served(table, clock=noon, play_clock=noon) as server:
        for path in ("/events", "/events?as=table"):
            stream = Stream(server, path, sent)
            stream.event()
            shown[role, path] = stream.raw
            stream.close()
    return shown


def differing(worlds: list[Table], role: str) -> set[str]:
    one, other = (shown_to(world, role) for world in worlds)
    assert one.keys() == other.keys()
    return {path for (_, path), data in one.items() if other[role, path] != data}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    folder = tmp_path_factory.mktemp("worlds")
    return [a_world(folder / str(n), secret) for n, secret in enumerate(SECRETS)]


@pytest.mark.parametrize("role", ["table", "referee", "seat-1", "seat-2"])
def test_who_may_not_know_sees_the_same_bytes(worlds: list[Table], role: str) -> None:
    assert differing(worlds, role) == set()


def test_who_may_know_sees_their_own_notes(worlds: list[Table]) -> None:
    assert {"/state", "/events"} <= differing(worlds, "seat-0")
    assert b'"pharaoh":"cat"' in shown_to(worlds[0], "seat-0")["seat-0", "/state"]


def test_even_the_entitled_see_nothing_secret_on_the_public_page(worlds: list[Table]) -> None:
    assert not {"/", "/state?as=table", "/events?as=table"} & differing(worlds, "seat-0")


def test_a_refused_note_tells_nobody_else(worlds: list[Table]) -> None:
    said = set()
    for world, secret in zip(worlds, SECRETS, strict=True):
        client = a_browser(an_app(world, clock=noon), "seat-1-link")
        note = {"type": "NotePharaoh", "seat": 0, "animal": secret["animal"]}
        said.add(client.post("/move", json={"move": note, "base": world.number}).data)
    assert len(said) == 1


def leaking(table: Table, leak: Callable[[dict[str, Any], Role], None]) -> Table:
    """The same table with a leak planted in what it shows."""
    shown = table.snapshot

    def snapshot(role: Role) -> dict[str, Any]:
        told = shown(role)
        leak(told, role)
        return told

    table.snapshot = snapshot  # type: ignore[method-assign]
    return table


LEAKS: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "a value in the view": lambda told, notes: told["view"].update(hint=notes["pharaoh"]),
    "a length": lambda told, notes: told["view"].update(pad="x" * len(notes["pharaoh"])),
    "an order": lambda told, notes: told["view"]["animals"].sort(
        key=lambda animal: animal == notes["pharaoh"]
    ),
    "a better bound": lambda told, notes: told["view"]["score"][0].update(
        low=sum(note["value"] for note in notes["values"])
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("role", ["table", "referee", "seat-1"])
def test_a_planted_leak_would_be_seen(
    worlds: list[Table], leak: str, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for world in worlds:
        notes = world.game.view(world.state, parse_role("seat-0"))["notes"]
        assert all(note["value"] is not None for note in notes["values"][:2])
        known = {**notes, "values": [n for n in notes["values"] if n["value"] is not None]}
        monkeypatch.setattr(world, "snapshot", world.snapshot)
        leaking(world, lambda told, role, known=known: LEAKS[leak](told, known))  # type: ignore
    assert {"/state", "/events"} <= differing(worlds, role)
