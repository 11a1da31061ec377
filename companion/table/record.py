"""The table_record: a timeline kept in a journal. What is written here can be read back, whole.

Entries: ``opened`` (box, seats, house rules), ``made`` (a move and its events), ``amended``
(a past move taken out or replaced, with everything derived again), ``refitted`` (left-over
moves fitted in, or let go), ``restored`` (a change of the past undone), ``doubted`` (a question
about what was seen), ``settled`` (that question is closed), ``mannered`` (the house plays in
another manner from here), ``paused`` and ``resumed``, ``ended`` (people stopped before the end),
``reopened`` (they went on after all), ``handed`` (somebody else sits on a seat), ``boxed`` (the
owner says what the box really holds), ``light`` (people play on the table alone, or no longer),
``passed`` (the turn goes on in such a game) and ``released`` (the game is over, and the key of what
belonged to nobody at the table is given away). Each names who acted, by role (``by``) and by
device. What was derived again names a private move by its number alone: its words stay in the
private entry that first held it.

A private entry whose key is lost stays unread: the game goes on as if it had never been written.

The running table folds its own entries with the same functions that bring a game back, so what
is on the card and what is in memory cannot differ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from companion.core.decode import convert

from ..core.errors import TableError
from ..core.game import Game, load_room
from ..core.house import renewed
from ..core.play_mode import LIVING_ROOM
from ..core.roles import TABLE
from ..core.seats import Seat
from ..core.verdict import DOUBT, Leave, Made, Move, Option, Question, Refused, Saying
from ..journal import Entry, is_locked
from .moves import Past, Timeline, Waiting, extended, fitted, reboxed, renamed

VERSION = 1


class Withheld(TableError, ValueError):
    """A journal whose private entries were left out cannot be played on."""


class Ended(msgspec.Struct, frozen=True):
    """People stopped a game before its end."""

    by: str
    reason: str
    at: float = 0.0
    """Seconds of play when they did."""


FROM_THE_MIDDLE = "GoOnFrom"
"""The move of every room that tells how a light game stands, to be followed from there."""


class LightTurn(msgspec.Struct, frozen=True):
    """Whose turn it is in a game whose moves nobody follows."""

    seat: int = 0
    turns: int = 0
    at: float = 0.0
    """Seconds of play when the turn began."""


class Record(msgspec.Struct, frozen=True):
    """Everything a journal holds about a game."""

    game: Game
    timeline: Timeline
    undone: tuple[Past, ...] = ()
    """Moves that were taken out or replaced, for showing them struck through."""
    doubt: Question | None = None
    before: Timeline | None = None
    """The timeline before the last change of the past, while moves are left over."""
    clock: float = 0.0
    """Seconds of play until the last entry."""
    number: int = 0
    """The last public entry."""
    hidden: tuple[int, ...] = ()
    """The private entries, in order. Only this record may count them."""
    unread: frozenset[int] = frozenset()
    """Private entries whose key is lost."""
    manner: str = LIVING_ROOM
    """How the house plays: who may do what."""
    released: frozenset[str] = frozenset()
    """The roles whose key was given away at the end of the game."""
    paused: bool = False
    """Whether the game rests: nothing counts until people go on."""
    ended: Ended | None = None
    """How the game was stopped before its end, if it was."""
    light: LightTurn | None = None
    """The turn of a game that people play on the table alone and count at its end."""

    @property
    def is_light(self) -> bool:
        """Whether the moves are followed by nobody now."""
        return self.light is not None and not self.timeline.state.begun and self.ended is None

    @property
    def is_counted(self) -> bool:
        """Whether people played a light game to its end, and nobody followed it from the middle."""
        past = self.timeline.past
        middle = any(type(one.made.move).__name__ == FROM_THE_MIDDLE for one in past)
        return self.light is not None and not middle

    @property
    def count(self) -> int:
        """How many entries everybody may know of: the number the table shows."""
        return self.public_number(self.number)

    def public_number(self, number: int) -> int:
        """Return the public number of an entry; private ones aren't counted."""
        return number - bisect_left(self.hidden, number)

    def entry_number(self, public: int) -> int:
        """Return the entry behind a public number."""
        number = public
        for hidden in self.hidden:
            number += hidden <= number
        return number


def opened(
    game: Game, box: Any, seats: Sequence[Seat], rules: Any, manner: str = LIVING_ROOM
) -> dict[str, Any]:
    """Return the first entry of a journal."""
    return {
        "version": VERSION,
        "room": game.name,
        "box": msgspec.to_builtins(box),
        "seats": msgspec.to_builtins(tuple(seats)),
        "rules": msgspec.to_builtins(rules),
        "manner": manner,
    }


def made(by: str, at: float, move: Move, events: Sequence[Any]) -> dict[str, Any]:
    return {
        "by": by,
        "at": at,
        "move": msgspec.to_builtins(move),
        "events": [msgspec.to_builtins(event) for event in events],
    }


def amendment(
    game: Game, by: str, at: float, of: int, kept: int, instead: Move | None, after: Timeline
) -> dict[str, Any]:
    """Build a change of the past, with everything derived again after the *kept* moves."""
    return {
        "by": by,
        "at": at,
        "of": of,
        "instead": None if instead is None else msgspec.to_builtins(instead),
        **derived(game, kept, after),
    }


def derived(game: Game, kept: int, after: Timeline) -> dict[str, Any]:
    """Return what was decided again after the first *kept* moves, and what is left over."""
    return {
        "kept": kept,
        "redone": [
            _as_data(game, p.number, p.by, p.time, p.made.move, p.made.events)
            for p in after.past[kept:]
        ],
        "left": [_as_data(game, w.number, w.by, w.time, w.move) for w in after.left],
        "refusal": msgspec.to_builtins(after.refusal),
    }


def _as_data(
    game: Game, number: int, by: str, time: str, move: Move, events: Sequence[Any] = ()
) -> dict[str, Any]:
    if game.private_to(move) is not None:
        return {"number": number}
    return {
        "number": number,
        "by": by,
        "time": time,
        "move": msgspec.to_builtins(move),
        "events": [msgspec.to_builtins(event) for event in events],
    }


def doubted(question: Question) -> dict[str, Any]:
    options = [
        {"name": o.name, "move": msgspec.to_builtins(o.move), "say": msgspec.to_builtins(o.say)}
        for o in question.options
    ]
    return {
        "id": question.id,
        "ask": msgspec.to_builtins(question.ask),
        "options": options,
        "cells": list(question.cells),
    }


def read_back(entries: Iterable[Entry]) -> Record:
    """Bring a game back from its journal."""
    numbered = iter(entries)
    first = next(numbered, None)
    if first is None or first.kind != "opened":
        raise TableError("fault.journal.no_opening")
    record = begun(first)
    for entry in numbered:
        record = followed(record, entry)
    return record


def _body(entry: Entry) -> dict[str, Any]:
    if entry.body is None:
        raise Withheld("fault.journal.withheld", number=entry.number, whose=entry.private_to)
    return entry.body


def begun(first: Entry) -> Record:
    """Return the record a journal begins with."""
    body = _body(first)
    game = load_room(body["room"])
    box = convert(body["box"], game.load_box.box)
    seats = convert(body["seats"], tuple[Seat, ...])
    rules = convert(renewed(game.house_rules, body["rules"]), game.house_rules)
    timeline = Timeline(game.opening(box, seats, rules))
    return Record(game, timeline, number=first.number, manner=body.get("manner", LIVING_ROOM))


def followed(record: Record, entry: Entry) -> Record:
    """Add one entry to the record."""
    if entry.private_to is not None:
        record = msgspec.structs.replace(record, hidden=(*record.hidden, entry.number))
    if is_locked(entry):
        return msgspec.structs.replace(record, unread=record.unread | {entry.number})
    body = _body(entry)
    reader = READERS.get(entry.kind)
    if reader is None:
        raise TableError("fault.journal.unknown_kind", number=entry.number, kind=entry.kind)
    clock = max(record.clock, _moment(entry, body))
    number = entry.number if entry.private_to is None else record.number
    return msgspec.structs.replace(reader(record, entry, body), clock=clock, number=number)


def _moment(entry: Entry, body: dict[str, Any]) -> float:
    """Return the second of play an entry is about.

    The clock everybody sees goes on from here after a restart, so a note must not move it. A
    private move whose own moment counts, such as cards laid for a claim, does.
    """
    source = body if entry.private_to is None else body.get("move", {})
    return float(source.get("at", 0.0))


def _made(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    done = _read_made(record.game, body)
    timeline = extended(
        record.game, record.timeline, entry.number, body["by"], entry.wall_time, done
    )
    secret = entry.private_to is not None and _looks_alike(record, timeline)
    doubt = record.doubt if secret else None
    return msgspec.structs.replace(record, timeline=timeline, doubt=doubt)


def _looks_alike(record: Record, timeline: Timeline) -> bool:
    """Whether everybody still sees the same table: a note closes no question of the others."""
    before, after = record.timeline.state, timeline.state
    return record.game.view(before, TABLE) == record.game.view(after, TABLE)


def _read_made(game: Game, body: dict[str, Any]) -> Made:
    read = convert(body, game.made)
    return Made(read.move, read.events)


def _amended(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    gone = tuple(past for past in record.timeline.past if past.number == body["of"])
    timeline = _rebuilt(record, record.timeline, body)
    return msgspec.structs.replace(
        record,
        timeline=timeline,
        undone=(*record.undone, *gone),
        doubt=None,
        before=(record.before or record.timeline) if timeline.left else None,
    )


def _refitted(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    timeline = _rebuilt(record, record.timeline, body)
    before = record.before if timeline.left else None
    return msgspec.structs.replace(record, timeline=timeline, before=before, doubt=None)


def _restored(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    assert record.before is not None
    timeline = _rebuilt(record, record.before, body)
    return msgspec.structs.replace(record, timeline=timeline, before=None, doubt=None)


def _rebuilt(record: Record, base: Timeline, body: dict[str, Any]) -> Timeline:
    """Rebuild the kept moves of *base*, followed by everything that was derived again."""
    timeline = Timeline(base.opening, base.past[: body["kept"] - _missing(record, base, body)])
    for one in _readable(record, body["redone"]):
        wait = _read_waiting(record, one)
        done = _read_made(record.game, one) if "move" in one else None
        if done is None:
            timeline = fitted(record.game, timeline, (wait,))
        else:
            timeline = extended(record.game, timeline, wait.number, wait.by, wait.time, done)
    left = tuple(_read_waiting(record, one) for one in _readable(record, body["left"]))
    refusal = convert(body["refusal"], Refused | None)
    return Timeline(timeline.opening, timeline.past, left, refusal)


def _missing(record: Record, base: Timeline, body: dict[str, Any]) -> int:
    """Return how many of the kept moves can't be read any more."""
    if not record.unread:
        return 0
    redone = {one["number"] for one in (*body["redone"], *body["left"])}
    first = min((*redone, body.get("of", record.number + 1)))
    return sum(number < first for number in record.unread)


def _readable(record: Record, redone: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (one for one in redone if one["number"] not in record.unread)


def _read_waiting(record: Record, one: dict[str, Any]) -> Waiting:
    """Read a move that was derived again or is left over; a private one as it was first made."""
    if "move" not in one:
        return _known(record, one["number"])
    move = convert(one["move"], record.game.moves)
    return Waiting(one["number"], one["by"], one["time"], move)


def _known(record: Record, number: int) -> Waiting:
    timelines = [record.timeline, *([record.before] if record.before else [])]
    for timeline in timelines:
        past = timeline.find(number)
        if past is not None:
            return Waiting(past.number, past.by, past.time, past.made.move)
        for wait in timeline.left:
            if wait.number == number:
                return wait
    raise TableError("fault.journal.incomplete", number=number)


def _doubted(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, doubt=read_doubt(record.game, body))


def read_doubt(game: Game, body: dict[str, Any]) -> Question:
    options = tuple(
        Option(
            o["name"],
            Leave() if o["move"] == {"type": "Leave"} else convert(o["move"], game.moves),
            convert(o["say"], Saying),
        )
        for o in body["options"]
    )
    return Question(
        topic=DOUBT,
        id=body["id"],
        ask=convert(body["ask"], Saying),
        because=(),
        options=options,
        cells=tuple(body["cells"]),
    )


def _settled(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, doubt=None)


def _mannered(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, manner=body["manner"])


def _released(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, released=record.released | {body["role"]})


def _paused(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, paused=entry.kind == "paused")


def _ended(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    ended = Ended(body["by"], body["reason"], float(body.get("at", 0.0)))
    return msgspec.structs.replace(record, ended=ended, paused=False)


def _reopened(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    return msgspec.structs.replace(record, ended=None)


def _handed(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    number, name = int(body["seat"]), str(body["name"])
    before = None if record.before is None else renamed(record.before, number, name)
    timeline = renamed(record.timeline, number, name)
    return msgspec.structs.replace(record, timeline=timeline, before=before)


def _boxed(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    box = convert(body["box"], record.game.load_box.box)
    before = None if record.before is None else reboxed(record.game, record.before, box)
    timeline = reboxed(record.game, record.timeline, box)
    return msgspec.structs.replace(record, timeline=timeline, before=before, doubt=None)


def _lit(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    light = LightTurn(at=float(body.get("at", 0.0))) if body["on"] else None
    return msgspec.structs.replace(record, light=light, doubt=None)


def _passed(record: Record, entry: Entry, body: dict[str, Any]) -> Record:
    before = record.light or LightTurn()
    light = LightTurn(int(body["seat"]), before.turns + 1, float(body.get("at", 0.0)))
    return msgspec.structs.replace(record, light=light)


READERS = {
    "made": _made,
    "amended": _amended,
    "refitted": _refitted,
    "restored": _restored,
    "doubted": _doubted,
    "settled": _settled,
    "released": _released,
    "mannered": _mannered,
    "paused": _paused,
    "resumed": _paused,
    "ended": _ended,
    "reopened": _reopened,
    "handed": _handed,
    "boxed": _boxed,
    "light": _lit,
    "passed": _passed,
}
