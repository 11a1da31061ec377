"""A card on the shelf: one game in a few facts, read from its journal. Nothing secret is on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.core.errors import TableError, UnknownRoom
from companion.journal import Entry, JournalError, NewerJournal, Vault, read
from companion.table import record as table_record
from companion.table.record import Record

from .replay import scored

VERSION = 3
"""Raised when cards of an older index have to be read again."""
DAMAGES = (
    JournalError, TableError, OSError, ValueError, KeyError, AssertionError, RecursionError
)  # fmt: skip
FINE, DAMAGED, NEWER, UNKNOWN, EMPTY = "", "damaged", "newer", "unknown", "empty"


class GameCard(msgspec.Struct, frozen=True):
    """What one person has, as everybody may know it."""

    name: str
    colour: str
    low: int
    high: int
    rank: int | None


class Card(msgspec.Struct, frozen=True):
    """One game."""

    game: str
    """Its file name."""
    room: str = ""
    begun: str = ""
    """When it was opened, by the clock on the wall."""
    last: str = ""
    """When something public last happened; private notes don't count."""
    people: tuple[GameCard, ...] = ()
    winners: tuple[int, ...] = ()
    over: bool = False
    moves: int = 0
    seconds: float = 0.0
    """Seconds of play."""
    ended: str | None = None
    """Why people stopped early; None if they didn't."""
    variants: tuple[str, ...] = ()
    """House rules that differ from the book."""
    light: bool = False
    """Whether nobody followed the moves: it was counted from its end."""
    trouble: str = FINE
    why: str = ""

    @property
    def rehearsed(self) -> bool:
        return "-rehearsal-" in self.game


def card_of(path: Path) -> Card:
    """Read the card of a journal; one that cannot be read says why."""
    try:
        entries = read(path)
        if not entries:
            return Card(path.name, trouble=EMPTY)
        record = table_record.read_back(Vault.beside(path).opened(entries))
    except NewerJournal as newer:
        return Card(path.name, trouble=NEWER, why=str(newer))
    except UnknownRoom as unknown:
        return Card(path.name, trouble=UNKNOWN, why=str(unknown))
    except DAMAGES as damaged:
        return Card(path.name, trouble=DAMAGED, why=str(damaged))
    return _card(path.name, entries, record)


def _card(name: str, entries: Sequence[Entry], record: Record) -> Card:
    game, state = record.game, record.timeline.state
    outcome = game.is_over(state)
    return Card(
        name,
        game.name,
        entries[0].wall_time,
        next(entry.wall_time for entry in reversed(entries) if entry.private_to is None),
        people=tuple(
            GameCard(seat.name, seat.colour, line["low"], line["high"], line["rank"])
            for seat, line in zip(state.seats, scored(game, state), strict=True)
        ),
        winners=outcome.winners if outcome else (),
        over=outcome is not None,
        moves=sum(game.private_to(past.made.move) is None for past in record.timeline.past),
        seconds=record.clock,
        ended=record.ended.reason if record.ended else None,
        variants=_variants(state.rules),
        light=record.is_counted,
    )


def _variants(rules: Any) -> tuple[str, ...]:
    plain = type(rules)()
    names = (field.name for field in msgspec.structs.fields(rules))
    return tuple(name for name in names if getattr(rules, name) != getattr(plain, name))
