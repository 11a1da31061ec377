"""Two worlds that differ only in pharaoh cards and mummy values look the same to everybody else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.observation import TookBack
from companion.core.roles import TABLE, Role, parse_role, seat
from companion.games.wall import moves as m
from companion.table import Table
from companion.table.inquiry import places_of
from companion.table.moves import Past, amended, public
from companion.web import Limits
from tests.web.scenes import Stream, a_browser, a_table, an_app, asks, do, play, served
from tests.web.test_pages import raise_a_doubt

SECRETS: tuple[dict[str, Any] | None, ...] = (
    {"animal": "cat", "high": False},
    {"animal": "crocodile", "high": True},
    None,
)
"""What seat 0 has noted in each world; in the last one it has noted nothing at all."""
PATHS = (
    *("/", "/?projector", "/state", "/state?as=table", "/words.json", "/art.svg", "/nowhere"),
    *("/advice.json", "/advice.json?as=table", "/plain.json"),
)
TYPED = ("why did blue get that", "cat", "Ada", "mummy 7", "points", "hazard left below")
"""What somebody types who would like to know more than they may."""
Shown = dict[tuple[str, str], bytes]


def a_world(folder: Path, secret: dict[str, Any] | None) -> Table:
    """A game in the middle, where seat 0 may have noted its pharaoh card and its mummies."""
    folder.mkdir()
    table = a_table(folder, "Ada", "Bo", "Cleo", stopped=True)
    do(table, m.Begin())
    if secret:
        do(table, m.NotePharaoh(0, secret["animal"]), seat(0))
    play(table, 11, lambda table: len(table.state.chamber.won[0]) > 1)
    for piece in table.state.chamber.won[0] if secret else ():
        worth = table.state.box.worth(piece.eyes)
        value = max(worth) if secret and secret["high"] else min(worth)
        do(table, m.NoteValue(0, piece, value), seat(0))
    play(table, 12, lambda table: table.state.turns > 35)
    return table


def changed(table: Table) -> Table:
    """A move is taken back and another is left over, so that old numbers are spoken of too."""
    gone = next(past for past in public(table.game, table.timeline) if _is_missed(table, past))
    took = TookBack(by=TABLE, at=0.0, number=table.number_of(gone), base=table.number)
    assert table.submit(took).kind == "accepted"
    assert asks(table, "left")
    return table


def _is_missed(table: Table, past: Past) -> bool:
    """Whether a later move would no longer fit without this one."""
    return bool(amended(table.game, table.timeline, past.number, None).left)


def noon() -> float:
    return 1000.0


def shown_to(table: Table, role: str) -> Shown:
    """Every byte a role can get by asking: bodies and headers, pages and stream."""
    link = f"{role}-link" if role != "table" else ""
    client = a_browser(an_app(table, clock=noon, play_clock=noon, **taught(table)), link)
    cookie = client.get_cookie("pharaohs-table")
    own = {"table": "/", "referee": "/referee"}.get(role, "/seat")
    shown: Shown = {}
    past = (f"/corrections/{number}" for number in range(table.number + 2))
    for path in (*PATHS, own, *past):
        answer = client.get(path)
        shown[role, path] = answer.data
        kept = sorted((k, v) for k, v in answer.headers if k not in ("Date", "Set-Cookie"))
        shown[role, f"headers of {path}"] = repr(kept).encode()
    for place in places_of(table.game, table.game.view(table.state, TABLE)):
        shown[role, f"may i {place}"] = answer_to(client, place=place)
    for typed in TYPED:
        shown[role, f"may i {typed}"] = answer_to(client, typed=typed)
    sent = f"{cookie.key}={cookie.value}" if cookie else ""
    with served(table, clock=noon, play_clock=noon, **taught(table)) as server:
        for path in ("/events", "/events?as=table"):
            stream = Stream(server, path, sent)
            stream.event()
            shown[role, path] = stream.raw
            stream.close()
    return shown


def taught(table: Table) -> dict[str, Any]:
    """Everybody is new to the game and wants advice."""
    seats = range(len(table.state.seats))
    everybody = {number: frozenset[str]() for number in seats}
    return {"learners": lambda: everybody, "advised": lambda: tuple(seats)}


def answer_to(client: Any, **asked: str) -> bytes:
    """What somebody is told who asks "May I ...?"."""
    answer = client.post("/may-i", json=asked)
    assert answer.status_code == 200
    return bytes(answer.data)


def differing(worlds: list[Table], role: str) -> set[str]:
    one, *others = (shown_to(world, role) for world in worlds)
    assert all(one.keys() == other.keys() for other in others)
    hints = {msgspec.msgpack.encode(world.hint()) for world in worlds}
    return {
        path
        for (_, path), data in one.items()
        if any(other[role, path] != data for other in others)
    } | ({"what the eye is told"} if len(hints) > 1 else set())


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    folder = tmp_path_factory.mktemp("worlds")
    return [a_world(folder / str(n), secret) for n, secret in enumerate(SECRETS)]


@pytest.mark.parametrize("role", ["table", "referee", "seat-1", "seat-2"])
def test_who_may_not_know_sees_the_same_bytes(worlds: list[Table], role: str) -> None:
    assert differing(worlds, role) == set()


def test_after_a_change_of_the_past_the_numbers_count_no_note(tmp_path: Path) -> None:
    worlds = [changed(a_world(tmp_path / str(n), secret)) for n, secret in enumerate(SECRETS)]
    for role in ("table", "seat-1"):
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
        note = {"type": "NotePharaoh", "seat": 0, "animal": secret["animal"] if secret else "cat"}
        said.add(client.post("/move", json={"move": note, "base": world.number}).data)
    assert len(said) == 1


ACTS: dict[str, dict[str, Any]] = {
    "/take-back": {"number": 10**25},
    "/put-right": {"number": 1, "move": {"type": "Begin"}},
    "/move": {"move": {"type": "Begin"}},
    "/answer": {"question": "gone", "option": "drop"},
}


@pytest.mark.parametrize("path", ACTS)
@pytest.mark.parametrize("late", [0, 1, 10**25])
def test_the_answer_to_an_act_counts_no_note(worlds: list[Table], path: str, late: int) -> None:
    """Taken, too late or out of the future: the numbers of every answer are the same."""
    said = set()
    for world in worlds:
        client = a_browser(an_app(world, clock=noon))
        answer = client.post(path, json={**ACTS[path], "base": world.number - late})
        said.add((answer.status_code, answer.data))
    assert len(said) == 1


def test_a_note_closes_no_question_of_the_others(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 2, lambda t: t.state.turns > 3 and not t.questions())
    raise_a_doubt(table)
    before = a_browser(an_app(table)).get("/state").data
    do(table, m.NotePharaoh(0, "cat"), seat(0))
    assert a_browser(an_app(table)).get("/state").data == before


def test_a_note_does_not_shift_the_beat_of_anybodys_stream(tmp_path: Path) -> None:
    """Somebody writes faster than the heart beats, and the others hear it beat all the same."""
    table, stop = a_table(tmp_path), threading.Event()
    do(table, m.Begin())
    writer = threading.Thread(target=_scribble, args=(table, stop))
    with served(table, Limits(heartbeat_seconds=0.2)) as server:
        stream = Stream(server)
        stream.event()
        writer.start()
        try:
            assert stream.event("clock")["data"]
        finally:
            stop.set()
            writer.join()
            stream.close()


def _scribble(table: Table, stop: threading.Event) -> None:
    """Seat 0 notes something again and again, faster than the heart beats."""
    while not stop.wait(0.02):
        do(table, m.NotePharaoh(0, "cat"), seat(0))


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
    pair = worlds[:2]
    for world in pair:
        notes = world.game.view(world.state, parse_role("seat-0"))["notes"]
        assert all(note["value"] is not None for note in notes["values"][:2])
        known = {**notes, "values": [n for n in notes["values"] if n["value"] is not None]}
        monkeypatch.setattr(world, "snapshot", world.snapshot)
        leaking(world, lambda shown, role, known=known: LEAKS[leak](shown, known))  # type: ignore
    assert {"/state", "/events"} <= differing(pair, role)


def _by_the_journal(shown: dict[str, Any], table: Table) -> None:
    shown["number"] = table.ledger.record.number


def test_a_number_that_counts_notes_would_be_seen(
    worlds: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    for world in worlds:
        monkeypatch.setattr(world, "snapshot", world.snapshot)
        leaking(world, lambda told, role, table=world: _by_the_journal(told, table))  # type: ignore
    assert {"/state", "/events"} <= differing(worlds, "table")
