"""A game as the hall hears of it: its public entries, numbered without the private ones, chained.

The same journal gives the same events, whenever they are asked for: what is sent now and what is
replayed after an hour without a line cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion import chronicle
from companion.chronicle import Record
from companion.core.roles import TABLE
from companion.core.verdict import clauses
from companion.hall.wire.messages import Event
from companion.hall.wire.seals import chained
from companion.journal import Entry, Vault, read_with_game

MOST_SENTENCES = 6
AMENDED = "amended"
SETTLED = 2
"""So many public entries later a changed move is one of a settled turn."""


class Follower:
    """Folds the entries of one game and gives an event for each public one."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.events: list[Event] = []
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

    def follow(self, entries: Iterable[Entry]) -> list[Event]:
        """Take in entries that are new; what was seen before is passed over."""
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

    def _event(self, before: Record | None, now: Record, entry: Entry) -> Event:
        seq, prev = self.head
        body = entry.body or {}
        seats = None if before is None else before.timeline.state.seats
        changed = now.timeline.state.seats != seats
        return chained(
            Event(
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


def events_of(path: Path) -> list[Event]:
    """The events of a journal nobody plays on."""
    entries, game = read_with_game(path)
    follower = Follower(game)
    follower.follow(Vault.beside(path).opened(entries))
    return follower.events


def _is_settled(before: Record, entry: Entry) -> bool:
    """Whether people have gone on since the move that is changed; private entries do not count."""
    changed = int((entry.body or {}).get("of", before.number))
    return before.count - before.public_number(changed) >= SETTLED


def _folded(record: Record | None, entry: Entry) -> Record:
    return chronicle.begun(entry) if record is None else chronicle.followed(record, entry)


def _said(record: Record, entry: Entry) -> Iterator[dict[str, Any]]:
    """What the entry has brought about, as sentences not yet in words."""
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
    """Who has won, or why people stopped; None while the game goes on."""
    outcome = record.game.is_over(record.timeline.state)
    if outcome is not None:
        return {"winners": list(outcome.winners), "say": msgspec.to_builtins(outcome.say)}
    if record.ended is not None:
        return {"winners": [], "say": None, "reason": record.ended.reason}
    return None


def seats_of(record: Record) -> tuple[dict[str, Any], ...]:
    return tuple({"name": seat.name, "colour": seat.colour} for seat in record.timeline.state.seats)
