"""Keys: one secret link per seat and referee, turned into a signed cookie. Nothing is shared."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256

from flask import session

from companion.core.roles import REFEREE, TABLE, Role, parse_role, seat

TOKEN_BYTES = 16


class Keys:
    """The links that were handed out. Taking one out of *tokens* ends what it opened."""

    def __init__(self, tokens: Mapping[str, Role]) -> None:
        self._tokens = tokens

    def role_of(self, token: str) -> Role | None:
        """Whose link this is; every link is compared, so time tells nothing."""
        given = token.encode()
        fits = [role for known, role in self._tokens.items() if _same(known.encode(), given)]
        return fits[0] if fits else None

    def remember(self, token: str, role: Role) -> None:
        """Let this browser come back as *role*."""
        session.clear()
        session["role"] = str(role)
        session["key"] = fingerprint(token)
        session.permanent = True

    def role_here(self) -> Role:
        """The role of the browser that asks: what it joined as, or the public table."""
        key, named = session.get("key"), session.get("role")
        if not isinstance(key, str) or not isinstance(named, str):
            return TABLE
        joined = parse_role(named)
        known = (fingerprint(t) for t, role in self._tokens.items() if role == joined)
        return joined if any([_same(k.encode(), key.encode()) for k in known]) else TABLE


def fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]


def _same(one: bytes, other: bytes) -> bool:
    return hmac.compare_digest(one, other)


def new_tokens(seats: Iterable[int]) -> dict[str, Role]:
    """A fresh link for every seat and for the referee, 128 bits each."""
    roles = [*map(seat, seats), REFEREE]
    return {secrets.token_urlsafe(TOKEN_BYTES): role for role in roles}
