"""Turn the public entries of a game into numbered, chained events for the hall.

The same journal gives the same events, whenever they are asked for: what is sent now and what is
replayed after an hour without a line cannot differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.core.roles import TABLE
from companion.core.verdict import clauses
from companion.journal import Entry, Vault, read_with_game
from companion.table import Table
from companion.table import record as table_record
from companion.table.record import Record
from companion.wire.messages import MOST_BYTES, CallMessage, EventMessage, State
from companion.wire.seals import chained

MOST_SENTENCES = 6
AMENDED = "amended"
SETTLED = 2
"""A move changed this many public entries later counts as settled."""


class Follower:
    """Folds the entries of one game and gives an event for each public one."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.events: list[EventMessage] = []
        self._record: Record | None = None
        self.seen: tuple[int, str] | None = None
        """The number and chain of the last entry that was taken in."""
        self.settled: set[int] = set()
        """The events that changed a move of a settled turn."""

    @property
    def head(self) -> tuple[int, str]:
        """How far the game is: the last event's number and hash."""
        last = self.events[-1] if self.events else None
        return (last.seq, last.hash) if last else (0, self.game[:32])

    def follow(self, entries: Iterable[Entry]) -> list[EventMessage]:
        """Take in new entries; skip known ones."""
        fresh = []
        for entry in entries:
            if self.seen is not None and entry.number <= self.seen[0]:
                continue
            self.seen = (entry.number, entry.chain)
            before, self._record = self._record, _folded(self._record, entry)
            if entry.private_to is None:
                fresh.append(self._event(before, self._record, entry))
                self.events.append(fresh[-1])
                if entry.kind == AMENDED and before is not None and _is_settled(before, entry):
                    self.settled.add(fresh[-1].seq)
        return fresh

    def _event(self, before: Record | None, now: Record, entry: Entry) -> EventMessage:
        seq, prev = self.head
        body = entry.body or {}
        seats = None if before is None else before.timeline.state.seats
        changed = now.timeline.state.seats != seats
        return chained(
            EventMessage(
                game=self.game,
                seq=seq + 1,
                prev=prev,
                hash="",
                kind=entry.kind,
                by=str(body.get("by", "")),
                say=tuple(_said(now, entry)),
                scores=scores_of(now),
                over=over_of(now),
                room=now.game.name if before is None else "",
                seats=seats_of(now) if changed else (),
            )
        )


def events_of(path: Path) -> list[EventMessage]:
    """Build the events of a journal that isn't being played."""
    entries, game = read_with_game(path)
    follower = Follower(game)
    follower.follow(Vault.beside(path).opened(entries))
    return follower.events


def _is_settled(before: Record, entry: Entry) -> bool:
    """Check whether play went on since the changed move; private entries don't count."""
    changed = int((entry.body or {}).get("of", before.number))
    return before.count - before.public_number(changed) >= SETTLED


def _folded(record: Record | None, entry: Entry) -> Record:
    return table_record.begun(entry) if record is None else table_record.followed(record, entry)


def _said(record: Record, entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield what the entry has brought about, as sentences not yet in words."""
    past = record.timeline.past[-1] if record.timeline.past else None
    if entry.kind != "made" or past is None or past.number != entry.number:
        return
    for event in past.made.events[:MOST_SENTENCES]:
        say = record.game.telling.describe(past.after, event)
        if say is not None:
            yield {"say": msgspec.to_builtins(say), "because": list(clauses(event))}


def scores_of(record: Record) -> tuple[dict[str, Any], ...]:
    """Points as everybody may know them, in the order of the seats."""
    lines = record.game.view(record.timeline.state, TABLE)["score"]
    kept = ("seat", "low", "high", "rank")
    return tuple({name: line[name] for name in kept} for line in lines)


def over_of(record: Record) -> dict[str, Any] | None:
    """Return who has won or why people stopped; None while the game goes on."""
    outcome = record.game.is_over(record.timeline.state)
    if outcome is not None:
        return {"winners": list(outcome.winners), "say": msgspec.to_builtins(outcome.say)}
    if record.ended is not None:
        return {"winners": [], "say": None, "reason": record.ended.reason}
    return None


def seats_of(record: Record) -> tuple[dict[str, Any], ...]:
    return tuple({"name": seat.name, "colour": seat.colour} for seat in record.timeline.state.seats)


MOST_RULINGS = 6
ROOM_BYTES = MOST_BYTES - 512


def state_of(table: Table, follower: Follower, session: int, task: str, offered: str) -> State:
    """Return the open game, cut to what fits into one message."""
    shown, record = table.snapshot(TABLE), table.ledger.record
    seq, link = follower.head
    state = State(
        session=session,
        game=follower.game,
        seq=seq,
        hash=link,
        task=task,
        offered=offered,
        room=table.game.name,
        seats=seats_of(record),
        turn=shown["turn"],
        scores=scores_of(record),
        questions=tuple(map(_question, shown["questions"])),
        rulings=tuple(map(_ruling, shown["rulings"][:MOST_RULINGS])),
        notices=tuple(shown["notices"]),
        over=over_of(record),
        ended=None if record.ended is None else record.ended.reason,
        paused=record.paused,
        seeing=shown["seeing"]["state"],
    )
    return _fitted(state)


def _question(question: dict[str, Any]) -> dict[str, Any]:
    kept = ("id", "topic", "to", "ask", "because", "style", "options")
    return {name: question[name] for name in kept}


def _ruling(ruling: dict[str, Any]) -> dict[str, Any]:
    said = [{"say": one["say"], "because": one["because"]} for one in ruling["sentences"]]
    return {**ruling, "sentences": said, "time": ""}


def _fitted(state: State) -> State:
    """Leave out the oldest rulings, then the answers of questions, until it fits."""
    while len(msgspec.json.encode(state)) > ROOM_BYTES:
        if state.rulings:
            state = msgspec.structs.replace(state, rulings=state.rulings[:-1])
        elif state.questions:
            state = msgspec.structs.replace(state, questions=state.questions[:-1])
        else:
            return msgspec.structs.replace(state, notices=(), turn=None)
    return state


CHANGED, AGAIN, PART, HELP = "changed", "again", "part", "help"
DOUBTED, MADE = "doubted", "made"
BLIND = "paused"
FAILED = ("part.failed", "part.disk_full")
"""Notices about a part that does not work."""
BUTTON = "part.referee"
"""The notice of the referee's own button at the table."""


@dataclass
class HallWatch:
    """What one game has called for already; each thing once."""

    called: set[str] = field(default_factory=set)
    doubts: int = 0
    presses: int = 0
    pressed: bool = False

    def over(
        self, events: Sequence[EventMessage], state: State, settled: Collection[int] = ()
    ) -> list[CallMessage]:
        """Return the calls that follow from new events and the state after them. *settled* are the
        numbers of events that changed a move of a settled turn."""
        calls = [*self._of_events(events, state, settled), *self._of_state(state)]
        fresh = [call for call in calls if call.id not in self.called]
        self.called.update(call.id for call in fresh)
        return fresh

    def _of_events(
        self, events: Sequence[EventMessage], state: State, settled: Collection[int]
    ) -> Iterator[CallMessage]:
        for event in events:
            if event.kind == AMENDED and event.seq in settled:
                yield _call(state, CHANGED, event.seq)
            if event.kind == DOUBTED:
                self.doubts += 1
                if self.doubts > 1:
                    yield _call(state, AGAIN, event.seq)
            elif event.kind == MADE:
                self.doubts = 0

    def _of_state(self, state: State) -> Iterator[CallMessage]:
        if state.seeing == BLIND:
            yield _call(state, PART, 0)
        for notice in state.notices:
            if notice.get("key") in FAILED:
                yield _call(state, PART, 0, str(notice.get("values", {}).get("part", "")))
        pressed = any(notice.get("key") == BUTTON for notice in state.notices)
        self.presses += pressed and not self.pressed
        self.pressed = pressed
        if pressed:
            yield _call(state, HELP, self.presses)


def _call(state: State, why: str, number: int, about: str = "") -> CallMessage:
    name = "-".join(filter(None, (state.game[:12], why, str(number), about)))
    return CallMessage(id=name, why=why, game=state.game, task=state.task, about=about)
