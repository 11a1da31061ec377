"""Messages between tables and hall: small frozen records, written as JSON.

Nothing secret is in any of them: a table sends only what everybody at it may know. Records may
gain fields with defaults; an older end passes over what it does not know.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from companion.core.decode import decode

MOST_BYTES = 16_384
"""Largest packet in bytes that the broker and both ends accept."""
BEAT_SECONDS = 2.0
STALE_SECONDS = 5.6
"""A table that was silent for this long is shown as lost: on every page within six seconds."""

Record = TypeVar("Record", bound=msgspec.Struct)


class Birth(msgspec.Struct, frozen=True):
    """A table is there or, as its last will, gone. The will of an older session is ignored."""

    session: int
    here: bool
    house: str = ""
    """The house's own name: two machines under one table name are told apart by it."""
    name: str = ""
    version: str = ""
    page: str = ""
    """Where phones find the table's own page."""
    games: tuple[str, ...] = ()
    """Games of this night the table can replay."""
    start: str = ""
    """Drawn by chance at each start of the house: a copy of its card has another one."""


class Beat(msgspec.Struct, frozen=True):
    """A heartbeat with its number and how far the open game is."""

    session: int
    beat: int
    game: str = ""
    seq: int = 0
    hash: str = ""
    house: str = ""
    shown: int = 0
    """The number of the state it shows: one that was lost on the way is asked for."""
    start: str = ""
    """Drawn by chance at each start of the house."""


class EventMessage(msgspec.Struct, frozen=True):
    """One public entry of a table's journal, numbered and chained."""

    game: str
    seq: int
    prev: str
    hash: str
    kind: str
    by: str = ""
    say: tuple[dict[str, Any], ...] = ()
    """Sentences not yet in words, with the clauses they rest on."""
    scores: tuple[dict[str, Any], ...] = ()
    over: dict[str, Any] | None = None
    """Who won and why, from the entry that ended the game on."""
    room: str = ""
    seats: tuple[dict[str, Any], ...] = ()
    """Who sits there; in the first entry and whenever that changes."""
    task: str = ""
    """Which sitting of the night the game belongs to; not part of the chain."""


class State(msgspec.Struct, frozen=True):
    """What everybody at the table may see now."""

    session: int
    game: str = ""
    seq: int = 0
    hash: str = ""
    task: str = ""
    offered: str = ""
    """The sitting that waits to be opened at this table."""
    settled: str = ""
    """What the table has been told of the result of its task."""
    room: str = ""
    seats: tuple[dict[str, Any], ...] = ()
    turn: Any = None
    scores: tuple[dict[str, Any], ...] = ()
    questions: tuple[dict[str, Any], ...] = ()
    rulings: tuple[dict[str, Any], ...] = ()
    notices: tuple[dict[str, Any], ...] = ()
    over: dict[str, Any] | None = None
    ended: str | None = None
    paused: bool = False
    seeing: str = ""
    number: int = 0
    """Counts up in one session; a late one never replaces a newer one."""


class CallMessage(msgspec.Struct, frozen=True):
    """Somebody or something at a table wants the referee. Sent again until the hall has it."""

    id: str
    why: str
    seat: int | None = None
    game: str = ""
    task: str = ""
    about: str = ""
    """The question or part concerned, if any."""


class CommandMessage(msgspec.Struct, frozen=True):
    """What the hall wants of a table. It counts for one session and until a beat of that table,
    so no clock on a wall is asked; the table checks the seal and answers itself."""

    id: str
    session: int
    until: int
    """The last beat of the table at which it counts."""
    act: str
    body: dict[str, Any] = {}
    seal: str = ""


class AnswerMessage(msgspec.Struct, frozen=True):
    """What a table says to a command; the same again to the same command."""

    id: str
    kind: str
    """``accepted``, ``unchanged``, ``refused``, ``expired``, ``forged`` or ``unknown``."""
    say: dict[str, Any] | None = None


class Need(msgspec.Struct, frozen=True):
    """The hall misses events of a game, or the state; without either,
    it wants to hear which games there are."""

    game: str = ""
    first: int = 0
    last: int = 0
    state: bool = False


class HallMessage(msgspec.Struct, frozen=True):
    """The hall is there, and how the round stands."""

    session: int
    here: bool
    name: str = ""
    page: str = ""
    round: int = 0
    running: bool = False
    left: float | None = None
    """Seconds left on the clock of the round when this was sent."""
    extra: dict[str, float] = {}
    """Further seconds for one table, by its name."""
    got: tuple[str, ...] = ()
    """The calls that arrived lately: nobody has to send them again."""
    coming: dict[str, str] = {}
    """Which referee is on the way to which table."""
    over: bool = False
    """Whether the night has ended."""
    clash: tuple[str, ...] = ()
    """Tables under whose name two machines take part."""


def pack(record: msgspec.Struct) -> bytes:
    """Encode a message; fields in the order of their declaration."""
    data = msgspec.json.encode(record)
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes > {MOST_BYTES}")
    return data


def unpack(payload: bytes, kind: type[Record]) -> Record | None:
    """Decode a message; None if it isn't one."""
    if len(payload) > MOST_BYTES:
        return None
    try:
        reader: msgspec.json.Decoder[Record] | None = READERS.get(kind)
        return reader.decode(payload) if reader else decode(payload, kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


READERS: dict[type[Any], Any] = {
    kind: msgspec.json.Decoder(kind)
    for kind in (Birth, Beat, EventMessage, State, CallMessage, AnswerMessage)
}
"""Cache the decoder of a message that comes by the thousand."""
