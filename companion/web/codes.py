"""Codes: short-lived invitations to a seat, and the patience with which they may be guessed."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.roles import Role

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that are easily confused."""
LENGTH = 6
SECONDS = 600.0
MOST_CODES = 64


@dataclass(frozen=True)
class Code:
    """A code to type, a token for a picture to scan, and until when they open a seat."""

    text: str
    token: str
    role: Role
    until: float
    used_by: str = ""
    """The phone that came by it, which may come by it again."""


class Codes:
    """The codes that are open now. They live in memory: a restart ends them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._open: dict[str, Code] = {}

    def make(self, role: Role) -> Code:
        """A new code for a role; an older one for the same role ends."""
        self.drop(role)
        text = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        code = Code(text, secrets.token_urlsafe(16), role, self._clock() + SECONDS)
        self._open = dict([*self._fresh().items()][-MOST_CODES + 1 :]) | {text: code}
        return code

    def find(self, given: str) -> Code | None:
        """The open code somebody typed or scanned; all are compared, so timing reveals nothing."""
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
        self._open[code.text] = replace(code, used_by=phone)

    def drop(self, role: Role) -> None:
        self._open = {text: code for text, code in self._open.items() if code.role != role}

    def _fresh(self) -> dict[str, Code]:
        now = self._clock()
        self._open = {text: code for text, code in self._open.items() if code.until > now}
        return self._open


@dataclass
class _Bucket:
    tries: float
    at: float


class Patience:
    """How many wrong guesses are checked: a few at once, then one every few seconds.

    Only wrong guesses use it up, and a link of 128 bits is never held up: guessing it is hopeless.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        at_once: int = 10,
        every_seconds: float = 6.0,
        in_all: int = 60,
        in_all_every: float = 1.0,
    ) -> None:
        self._clock = clock
        self._each = (at_once, every_seconds)
        self._all = (in_all, in_all_every)
        self._buckets: dict[str, _Bucket] = {}

    def is_left(self, address: str) -> bool:
        """Whether a guess from this address is checked now."""
        return self._left(address, self._each) >= 1 and self._left("", self._all) >= 1

    def wrong(self, address: str) -> None:
        """Somebody guessed wrong."""
        for name, limit in ((address, self._each), ("", self._all)):
            left = self._left(name, limit)
            self._buckets[name] = _Bucket(max(0.0, left - 1), self._clock())
        if len(self._buckets) > 4096:
            self._buckets = {"": self._buckets[""]}

    def _left(self, name: str, limit: tuple[int, float]) -> float:
        most, seconds = limit
        bucket = self._buckets.get(name)
        if bucket is None:
            return most
        return min(most, bucket.tries + (self._clock() - bucket.at) / seconds)
