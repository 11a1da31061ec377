"""Codes: short-lived invitations to a seat, and the patience with which they may be guessed."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import gevent

from companion.core.roles import Role

from ..server.connection_limits import household

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that are easily confused."""
LENGTH = 6
SECONDS = 600.0
MOST_CODES = 64
HOST = "host"
"""Who makes codes for whoever began the game, the referee and the owner; anybody else makes them as
their household."""
MOST_HOUSEHOLDS = 4096
REST_SECONDS = 1.5
"""How long a guess rests once a household has guessed wrong too often."""


def guest(address: str | None) -> str:
    """Name whoever makes a code without being the game's host."""
    return f"guest {household(address or '')}"


@dataclass(frozen=True)
class Code:
    """A code to type, a token for a picture to scan, and until when they open a seat."""

    text: str
    token: str
    role: Role
    until: float
    maker: str = HOST
    used_by: str = ""
    """The phone that came by it, which may come by it again."""


class Codes:
    """The codes that are open now. They live in memory: a restart ends them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._open: dict[str, Code] = {}

    def make(self, role: Role, maker: str = HOST) -> Code:
        """Make a new code for a role; an older one of the same maker for it ends, nobody else's."""
        self._open = {
            text: code
            for text, code in self._fresh().items()
            if (code.role, code.maker) != (role, maker)
        }
        by_guests = [text for text, code in self._open.items() if code.maker != HOST]
        for text in by_guests[: max(0, len(by_guests) - MOST_CODES + 1)]:
            del self._open[text]
        text = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        code = Code(text, secrets.token_urlsafe(16), role, self._clock() + SECONDS, maker)
        self._open[text] = code
        return code

    def find(self, given: str) -> Code | None:
        """Return the open code somebody typed or scanned; all are compared,
        so timing reveals nothing."""
        typed = given.replace("-", "").replace(" ", "").upper().encode()
        scanned = given.encode()
        fits = [
            code
            for code in self._fresh().values()
            if hmac.compare_digest(code.text.encode(), typed)
            | hmac.compare_digest(code.token.encode(), scanned)
        ]
        return fits[0] if fits else None

    def use(self, code: Code, phone: str) -> None:
        """Keep a code for the phone that came by it."""
        self._open[code.text] = replace(code, used_by=phone)

    def drop(self, role: Role) -> None:
        """End every code of a role."""
        self._open = {text: code for text, code in self._open.items() if code.role != role}

    def _fresh(self) -> dict[str, Code]:
        now = self._clock()
        self._open = {text: code for text, code in self._open.items() if code.until > now}
        return self._open


@dataclass
class _Bucket:
    tries: float
    at: float


class GuessLimit:
    """How fast codes may be guessed: a few at once, then each guess only after a rest.

    Wrong guesses are counted by household, an IPv6 network being one. Nobody is locked out by what
    somebody else has guessed: the right code is always heard, at most REST_SECONDS later. One
    address has one guess resting at a time, and a household no more connections than the server
    lets it have, so a code of 30 bits lasts far longer than its ten minutes. Links of 128 bits are
    never held up.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        at_once: int = 10,
        every_seconds: float = 6.0,
        rest: Callable[[float], None] = gevent.sleep,
    ) -> None:
        self._clock, self._rest = clock, rest
        self._most, self._every = at_once, every_seconds
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._resting: set[str] = set()

    def is_left(self, address: str) -> bool:
        """Whether a guess from this address is checked: at once, or after a rest. It is not while
        another guess from the same address rests."""
        if self._left(household(address)) >= 1:
            return True
        if address in self._resting:
            return False
        self._resting.add(address)
        try:
            self._rest(REST_SECONDS)
        finally:
            self._resting.discard(address)
        return True

    def wrong(self, address: str) -> None:
        """Count a wrong guess."""
        home = household(address)
        self._buckets[home] = _Bucket(max(0.0, self._left(home) - 1), self._clock())
        self._buckets.move_to_end(home)
        while len(self._buckets) > MOST_HOUSEHOLDS:
            self._buckets.popitem(last=False)

    def _left(self, home: str) -> float:
        bucket = self._buckets.get(home)
        if bucket is None:
            return self._most
        return min(self._most, bucket.tries + (self._clock() - bucket.at) / self._every)
