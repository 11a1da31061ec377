"""What lies under the sphinxes reaches no page, stream, file, log, trace, length or moment."""

from __future__ import annotations

import dataclasses
import logging
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.decide import Deciding
from companion.core.observation import Reading, Seen
from companion.core.roles import TABLE, Role, seat
from companion.core.verdict import Refused, Ruling, refuse
from companion.games.sphinx import moves as m
from companion.games.sphinx.rules import HOOD
from companion.journal import Vault, vault
from companion.table import Table
from tests.table.evening import play_by
from tests.web import scenes
from tests.web import sphinx_scenes as scene
from tests.web.sphinx_worlds import (
    CLAIM,
    MOMENTS,
    ROLES,
    WORLDS,
    answered,
    claiming,
    differing,
    everything,
    exported,
    files_of,
    noon,
    page_of,
    sealed,
    singing,
    without_chance,
)

Pair = tuple[Table, Table]


def pair_of(folder: Path, make: Callable[[Path, int], Table]) -> Pair:
    return make(folder / "one", 0), make(folder / "other", 1)


@pytest.fixture(scope="module", params=MOMENTS)
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return pair_of(tmp_path_factory.mktemp("worlds"), MOMENTS[request.param])


def shown(pair: Pair, role: str) -> set[str]:
    """Where the two worlds differ for a role."""
    one, other = (everything(table, page_of(table), role) for table in pair)
    return differing(one, other)


# Pages, streams and answers


@pytest.mark.parametrize("role", ROLES)
def test_two_worlds_look_the_same_to_everybody(worlds: Pair, role: str) -> None:
    """Every address, every answer to a wrong request, and the stream, byte by byte."""
    assert shown(worlds, role) == set()


@pytest.mark.parametrize("role", ["table", "referee", "seat-1"])
def test_that_somebody_noted_something_cannot_be_seen(tmp_path: Path, role: str) -> None:
    """A world without the note, byte by byte: no number, length or answer counts it."""
    noted, silent = claiming(tmp_path / "one", 0), claiming(tmp_path / "other", 0, noted=False)
    for table in (noted, silent):
        scene.do(table, m.StopTracking())
    assert shown((noted, silent), role) == set()


def test_every_address_was_asked(worlds: Pair) -> None:
    asked = everything(worlds[0], page_of(worlds[0]), "referee")
    for path in ("/", "/state", "/events", "/picture.jpg", "/words.json", "/evidence/x.jpg"):
        assert path in asked
    assert {"/answer 0", "/move 5", "/take-back 0", "/put-right 0", "/scan 0"} <= asked.keys()


def _hint(sheet: dict[str, Any], table: Table) -> None:
    sheet["view"]["hint"] = table.state.sealed[-1].colours[0]


def _length(sheet: dict[str, Any], table: Table) -> None:
    sheet["view"]["pad"] = "x" * len(table.state.sealed[-1].colours[0])


def _order(sheet: dict[str, Any], table: Table) -> None:
    first = table.state.sealed[-1].colours[0]
    sheet["view"]["board"]["colours"].sort(key=lambda colour: colour != first)


LEAKS = {"a hint": _hint, "a length": _length, "an order": _order}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_planted_in_what_is_shown_is_noticed(tmp_path: Path, leak: str) -> None:
    pair = pair_of(tmp_path, sealed)
    for table in pair:
        scenes_leaking(table, LEAKS[leak])
    assert {"/state", "/events"} <= shown(pair, "table")


def scenes_leaking(table: Table, leak: Callable[[dict[str, Any], Table], None]) -> None:
    whole = table.snapshot

    def snapshot(role: Role) -> dict[str, Any]:
        told = whole(role)
        leak(told, table)
        return told

    table.snapshot = snapshot  # type: ignore[method-assign]


class LeakyDeciding(Deciding[Any]):
    def __call__(self, state: Any, move: Any) -> Ruling:
        ruling = super().__call__(state, move)
        if isinstance(ruling, Refused) and state.sealed:
            first = state.sealed[-1].colours[0]
            return refuse(ruling.clause, "sphinx.no_such_seat", found=first, expected=[])
        return ruling


def test_a_leak_planted_in_a_refusal_is_noticed(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, sealed)
    for table in pair:
        whole = table.game.decide
        leaky = LeakyDeciding(whole.clause, whole.key, whole.rules, whole.out_of_time)
        play_by(table, dataclasses.replace(table.game, decide=leaky))
    assert any(name.startswith("/move") for name in shown(pair, "table"))


def test_a_leak_planted_in_a_correction_is_noticed(tmp_path: Path) -> None:
    """What a past move may really have been must not depend on a hidden colour."""
    pair = pair_of(tmp_path, answered)
    for table in pair:

        def corrections(then: Any, now: Any, move: Any) -> Any:
            return [(now.sealed[-1].colours[0], m.LeaveCard())] if now.sealed else []

        play_by(table, dataclasses.replace(table.game, corrections=corrections))
    assert any(name.startswith("/corrections") for name in shown(pair, "referee"))


def test_a_leak_planted_in_the_stream_is_noticed(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, sealed)
    for table in pair:
        table.gauge("hood", {"last": table.state.sealed[-1].colours[0]})
    streams = [_gauges(table) for table in pair]
    assert streams[0] != streams[1]


def _gauges(table: Table) -> bytes:
    client = scenes.a_browser(page_of(table))
    answer = client.get("/events", buffered=False)
    chunks = iter(answer.response)
    data = b"".join(next(chunks) for _ in range(3))
    answer.close()
    return data


# Files


def test_the_files_of_two_worlds_have_the_same_lengths(worlds: Pair) -> None:
    one, other = (files_of(table.ledger.journal.path.parent) for table in worlds)
    assert {name: len(data) for name, data in one.items()} == {
        name: len(data) for name, data in other.items()
    }


@pytest.mark.parametrize("with_private", [True, False])
def test_exports_of_two_worlds_differ_by_chance_alone(worlds: Pair, with_private: bool) -> None:
    one, other = (without_chance(exported(table, with_private)) for table in worlds)
    assert one == other


def test_no_file_and_no_export_lets_a_canary_sing(worlds: Pair) -> None:
    for number, table in enumerate(worlds):
        texts = [*files_of(table.ledger.journal.path.parent).values()]
        texts += [exported(table, with_private) for with_private in (True, False)]
        assert singing(number, texts) == []


def test_a_seal_written_in_plain_words_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Vault, "lock", lambda self, body, **about: body)
    table = sealed(tmp_path, 0)
    assert singing(0, files_of(tmp_path).values())
    assert singing(0, [exported(table, True)])


@pytest.mark.parametrize("block", [vault.BLOCK, 1])
def test_the_length_of_a_note_is_hidden_by_padding_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    """Without the padding, a short colour could be told from a long one."""
    monkeypatch.setattr(vault, "BLOCK", block)
    lengths = set()
    for colour in ("red", "purple"):
        table = scene.rich(tmp_path / colour)
        scene.do(table, m.NoteColour(0, "G1", colour), seat(0))
        lengths.add(len(exported(table, True)))
    assert (len(lengths) == 1) is (block > 1)


def test_cards_of_a_claim_that_are_in_doubt_lie_in_cipher_too(tmp_path: Path) -> None:
    """What the camera asks about would be somebody's private move."""
    table = scene.at_the_guards(tmp_path, under=WORLDS[0][0], salt=WORLDS[0][1])
    table.submit(Seen(readings=_laid_in_doubt(table), at=table.clock()))
    (doubt, *_) = table.questions()
    assert doubt.topic == "doubt"
    assert any(isinstance(option.move, m.LayClaim) for option in doubt.options)
    assert not any(b"LayClaim" in data for data in files_of(tmp_path).values())


def _laid_in_doubt(table: Table) -> dict[str, Reading]:
    """Everything as it should be, and three cards of which the last may be one or another."""
    expected = table.game.visible(table.state)
    readings = {cell: Reading({label: 1.0}) for cell, label in expected.items()}
    readings |= {f"r0c{n}": Reading({card: 1.0}) for n, card in enumerate(CLAIM[:2])}
    return readings | {"r0c2": Reading({"orange": 0.55, "blue": 0.45})}


# Everything else a process says


def emitted(table: Table, logged: pytest.LogCaptureFixture) -> Iterator[bytes]:
    """Logs, texts of objects, and a trace with all its local values, as a crash would print it."""
    with logged.at_level(logging.DEBUG):
        for role in ROLES:
            yield from everything(table, page_of(table), role).values()
    yield logged.text.encode()
    for thing in (
        table,
        table.state,
        table.timeline,
        table.ledger.record,
        table.ledger.vault,
        table.game,
    ):
        yield repr(thing).encode()
    yield repr([past.made for past in table.timeline.past]).encode()
    yield _crashed(table).encode()


def _crashed(table: Table) -> str:
    """What a crash in the middle of a ruling would print, local values and all."""
    game, state = table.game, table.state
    seal = m.Seal(*WORLDS[0])

    def broken(state: Any) -> Any:
        moves, sealed_now = [past.made for past in table.timeline.past], state.sealed
        raise RuntimeError(f"broken at {state!r} after {moves!r}, {sealed_now!r} and {seal!r}")

    play_by(table, dataclasses.replace(game, broken=broken))
    try:
        table.submit(scene.Said(by=TABLE, move=m.StopTracking(), at=table.clock()))
    except RuntimeError as error:
        trace = traceback.TracebackException.from_exception(error, capture_locals=True)
        return "".join(trace.format())
    finally:
        play_by(table, game)
    raise AssertionError(f"nothing broke at {state.phase}")


def test_no_canary_sings_in_anything_the_process_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    table = claiming(tmp_path, 0)
    assert singing(0, emitted(table, caplog)) == []
    out, err = capfd.readouterr()
    assert singing(0, [out.encode(), err.encode()]) == []


PLANTED: dict[str, Callable[[Table, pytest.MonkeyPatch], object]] = {
    "a text of the state": lambda table, patch: patch.setattr(
        type(table.state.sealed[-1]), "__repr__", lambda self: str(self.colours)
    ),
    "a text of the move": lambda table, patch: patch.setattr(
        m.Seal, "__repr__", lambda self: f"Seal({self.salt})"
    ),
    "a line in a log": lambda table, patch: table.on_publish(
        lambda number: logging.getLogger("table").debug("under: %s", table.state.sealed[-1].colours)
    ),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_canary_is_heard(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    table = sealed(tmp_path, 0)
    with caplog.at_level(logging.DEBUG):
        PLANTED[leak](table, monkeypatch)
        table.notice("something", None)
        table.seeing("watching")
    assert singing(0, emitted(table, caplog))


# The moment of an answer


def laid(folder: Path, glass: scene.Hourglass, right: bool) -> Table:
    under = (*CLAIM, "blue", "green", "purple") if right else WORLDS[0][0]
    table = scene.at_the_guards(folder, glass=glass, under=under)
    assert scene.lay(table, *CLAIM).kind == "accepted"
    return table


def test_right_and_wrong_are_said_at_the_same_moment(tmp_path: Path) -> None:
    """Two seconds by the table's clock, neither sooner nor later, whatever the answer is."""
    moments = {}
    for right in (True, False):
        glass = scene.Hourglass()
        table = laid(tmp_path / str(right), glass, right)
        begun = glass.seconds
        while table.state.claim.right is None:
            glass.seconds += 0.05
            table.tick()
        assert table.state.claim.right is right
        moments[right] = round(glass.seconds - begun, 3)
    assert moments == {True: 2.0, False: 2.0}


def test_the_table_works_as_much_for_right_as_for_wrong(tmp_path: Path) -> None:
    """Counted in lines of our own code that the answer takes, from tick to publication."""
    counts = {}
    for right in (True, False):
        glass = scene.Hourglass()
        table = laid(tmp_path / str(right), glass, right)
        glass.seconds += 2.0
        counts[right] = _lines_of(table.tick)
        assert table.state.claim.right is right
    assert counts[True] == counts[False]
    assert counts[True] > 50


def _lines_of(work: Callable[[], object]) -> int:
    """How many lines of the companion are executed."""
    import sys

    lines = 0

    def watch(frame: Any, event: str, _: object) -> Any:
        nonlocal lines
        if "/companion/" not in frame.f_code.co_filename:
            return None
        lines += event == "line"
        return watch

    sys.settrace(watch)
    try:
        work()
    finally:
        sys.settrace(None)
    return lines


def test_until_it_is_answered_a_claim_looks_the_same_right_or_wrong(tmp_path: Path) -> None:
    pair = tuple(laid(tmp_path / str(right), scene.Hourglass(), right) for right in (True, False))
    assert len(pair) == 2
    assert shown(pair, "seat-0") == set()


def test_an_answer_that_came_sooner_when_wrong_would_be_noticed(tmp_path: Path) -> None:
    moments = {}
    for right in (True, False):
        glass = scene.Hourglass()
        table = laid(tmp_path / str(right), glass, right)
        whole = table.game

        def hears(state: Any, heard: Any, whole: Any = whole) -> Any:
            hidden = state.sealed[-1].colours[: len(CLAIM)]
            soon = bool(state.claim) and hidden != state.claim.cards
            at = heard.at + (1.0 if soon else 0.0)
            return whole.hears(state, msgspec.structs.replace(heard, at=at))

        play_by(table, dataclasses.replace(whole, hears=hears))
        begun = glass.seconds
        while table.state.claim.right is None:
            glass.seconds += 0.05
            table.tick()
        moments[right] = round(glass.seconds - begun, 3)
    assert moments[True] != moments[False]


# What a look earned


def test_a_note_is_seen_by_its_own_seat_alone(tmp_path: Path) -> None:
    pair = tuple(scene.rich(tmp_path / colour) for colour in ("red", "purple"))
    for table, colour in zip(pair, ("red", "purple"), strict=True):
        scene.do(table, m.NoteColour(0, "G1", colour), seat(0))
    assert len(pair) == 2
    for role in ("table", "referee", "seat-1"):
        assert shown(pair, role) == set()
    assert "/state" in shown(pair, "seat-0")


def test_nobody_can_seal_from_a_page_or_take_the_seal_back(tmp_path: Path) -> None:
    table = scene.a_court(tmp_path, under=None)
    forged = {"type": "Seal", "colours": list(WORLDS[0][0]), "salt": WORLDS[0][1]}
    for role in ROLES:
        client = scenes.a_browser(page_of(table), "" if role == "table" else f"{role}-link")
        answer = client.post("/move", json={"move": forged, "base": table.number})
        assert answer.status_code == 403
    scene.do(table, m.Seal(*WORLDS[0]), HOOD)
    client = scenes.a_browser(page_of(table), "referee-link")
    taken = client.post("/take-back", json={"number": 2, "base": table.number}).get_json()
    assert taken["kind"] == "refused"
    assert table.state.tracked


def test_only_the_referee_scans(tmp_path: Path) -> None:
    table = scene.a_court(tmp_path, under=None)
    for role in ("table", "seat-0"):
        client = scenes.a_browser(page_of(table), "" if role == "table" else f"{role}-link")
        assert client.post("/scan", json={"run": True}).status_code == 403


# After the plug was pulled


def resumed(table: Table) -> Table:
    from companion.journal import Journal

    path = table.ledger.journal.path
    table.ledger.journal.close()
    book = Journal.open(path, clock=scene.Hourglass())
    scenes.OPENED.append(book)
    return Table.resume(book, clock=noon)


def test_a_pulled_plug_loses_neither_the_seal_nor_the_notes(tmp_path: Path) -> None:
    table = answered(tmp_path, 0)
    again = resumed(table)
    assert again.state == table.state
    assert again.state.tracked
    for shown_part in ("view", "rulings", "questions", "moves", "number"):
        assert again.snapshot(seat(0))[shown_part] == table.snapshot(seat(0))[shown_part]


@pytest.mark.parametrize("damage", ["lost", "changed"])
def test_without_its_key_the_game_goes_on_untracked_and_says_so(
    tmp_path: Path, damage: str
) -> None:
    table = answered(tmp_path, 0)
    (key,) = (tmp_path / "keys").iterdir()
    whole = key.read_text()
    if damage == "lost":
        key.unlink()
    else:
        key.write_text("00" * 32 + "\n")
    again = resumed(table)
    assert not again.state.tracked
    assert again.state.pawns == table.state.pawns
    assert again.state.swaps == table.state.swaps
    notice = again.snapshot(TABLE)["notices"][0]
    assert (notice["key"], notice["values"]) == ("table.keys_lost", {"count": 2, "folder": "keys"})
    scene.answer(again, "move:1:back" if again.state.pawns[1] else "move:1:forward")
    key.write_text(whole)
    back = resumed(again)
    assert back.state.tracked
    assert back.snapshot(TABLE)["notices"] == []


def test_an_untracked_claim_is_still_judged_after_the_key_is_lost(tmp_path: Path) -> None:
    table = claiming(tmp_path, 0)
    next((tmp_path / "keys").iterdir()).unlink()
    again = resumed(table)
    assert scene.lay(again, *CLAIM).kind == "accepted"
    scene.answer(again, "right")
    assert again.state.winner == 0


def test_at_the_end_the_key_of_the_seal_is_released_and_no_other(tmp_path: Path) -> None:
    """SPHINX-O-23: anybody with the journal can open the seal; a seat's notes stay its own."""
    table = scene.over(tmp_path)
    scene_notes = [past for past in table.timeline.past if isinstance(past.made.move, m.LayClaim)]
    assert scene_notes
    (key,) = (tmp_path / "keys").iterdir()
    key.unlink()
    again = resumed(table)
    assert again.state.sealed == table.state.sealed
    assert (
        again.game.view(again.state, TABLE)["revealed"]
        == table.game.view(table.state, TABLE)["revealed"]
    )
    kinds = [entry.kind for entry in again.ledger.journal.entries()]
    assert kinds.count("released") == 1


def test_before_the_end_no_key_is_released(tmp_path: Path) -> None:
    kinds = [entry.kind for entry in answered(tmp_path, 0).ledger.journal.entries()]
    assert "released" not in kinds
