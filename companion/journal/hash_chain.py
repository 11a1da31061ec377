"""One entry of a journal: an opaque body, sealed by a digest and chained to the one before.

The salt keeps a body with few possible values from being guessed by its digest; if a body is
withheld, so is its salt, and the chain can still be checked.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Protocol

import msgspec

from .errors import TornJournal


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``body`` and ``salt`` are None and "" if they were withheld from this copy."""

    number: int
    boot: str
    monotonic: float
    wall_time: str
    kind: str
    body: dict[str, Any] | None
    private_to: str | None
    salt: str
    digest: str
    previous: str
    chain: str

    @property
    def withheld(self) -> bool:
        return self.body is None

    def __repr__(self) -> str:
        secret = self.private_to is not None or self.withheld
        body = f"<private to {self.private_to}>" if secret else repr(self.body)
        return f"Entry({self.number}, {self.kind!r}, {body})"


def canonical(body: dict[str, Any]) -> str:
    """Write *body* in the one spelling its digest is taken from; ValueError for NaN."""
    return json.dumps(
        body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def seal(
    *, number: int, boot: str, monotonic: float, wall_time: str, kind: str,
    body: dict[str, Any], private_to: str | None, salt: str, previous: str,
) -> Entry:  # fmt: skip
    """Make the entry that follows *previous*, its body as JSON will give it back."""
    text = canonical(body)
    digest = digest_of(salt, text)
    links = (previous, number, boot, monotonic, wall_time, kind, private_to, digest)
    return Entry(
        number, boot, monotonic, wall_time, kind, json.loads(text), private_to,
        salt, digest, previous, _chain(links),
    )  # fmt: skip


def digest_of(salt: str, text: str) -> str:
    return sha256((salt + text).encode()).hexdigest()


def withhold(entry: Entry) -> Entry:
    """Leave out what only ``private_to`` may read; every other field stays."""
    if entry.private_to is None:
        return entry
    return msgspec.structs.replace(entry, body=None, salt="")


def check(entry: Entry, number: int, previous: str | None) -> None:
    """Raise TornJournal unless *entry* is whole and is the one that follows *previous*.

    The first entry's ``previous`` is the game's own name, which nothing else has to confirm:
    None takes it as it is.
    """
    try:
        complaint = _complaint(entry, number, previous)
    except (TypeError, ValueError, RecursionError):
        complaint = f"entry {number} holds values of the wrong kind"
    if complaint:
        raise TornJournal(complaint)


def _complaint(entry: Entry, number: int, previous: str | None) -> str:
    if entry.number != number:
        return f"found entry {entry.number} where entry {number} was expected"
    if previous is not None and entry.previous != previous:
        return f"entry {number} does not continue the entry before it"
    if entry.chain != _chain(_links(entry)):
        return f"entry {number} was changed: its seal does not fit"
    return _body_complaint(entry)


def _body_complaint(entry: Entry) -> str:
    if entry.body is not None:
        fits = entry.digest == digest_of(entry.salt, canonical(entry.body))
        return "" if fits else f"the body of entry {entry.number} was changed"
    if entry.private_to is None:
        return f"entry {entry.number} is public but its body is missing"
    return f"entry {entry.number} has a salt but no body" if entry.salt else ""


def _links(entry: Entry) -> tuple[object, ...]:
    return (
        entry.previous, entry.number, entry.boot, entry.monotonic, entry.wall_time,
        entry.kind, entry.private_to, entry.digest,
    )  # fmt: skip


def _chain(links: tuple[object, ...]) -> str:
    return sha256(json.dumps(links, ensure_ascii=True).encode()).hexdigest()


class Clock(Protocol):
    """``monotonic`` orders within one boot; ``wall`` is what people read, right or wrong."""

    def monotonic(self) -> float: ...

    def wall(self) -> datetime: ...


class SystemClock:
    """The clocks of the machine."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> datetime:
        return datetime.now(UTC)


def label(moment: datetime) -> str:
    """Write *moment* as UTC to the second: ``2026-03-01T19:04:55Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
