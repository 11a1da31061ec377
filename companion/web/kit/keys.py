"""Keys: who holds a link, a code or a phone, and what role that makes them.

A link is a secret of 128 bits that opens a seat or the referee's desk until it is revoked. To
follow one gives a pass: a cookie with the role, the name of the phone and the link it came by,
signed with the secret of the game. No clock is asked, so none can end it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.core.roles import REFEREE, TABLE, Role, parse_role, seat
from companion.util.files import write_whole

from .codes import HOST, Code, Codes

TOKEN_BYTES = 16
BY_CODE = "code"


@dataclass(frozen=True)
class Pass:
    """What a phone holds: a role, its own name, and the fingerprint of the link it came by."""

    role: Role
    phone: str
    via: str

    def __str__(self) -> str:
        return f"{self.role}.{self.phone}.{self.via}"


class Keys:
    """The links that were handed out and the phones that came by them.

    Taking a link out of *tokens* ends what it opened. *changed* is called when a phone has come or
    gone, *kept* when that has to be remembered.
    """

    def __init__(
        self,
        tokens: Mapping[str, Role],
        secret: bytes,
        *,
        cookie: str = "pharaohs-table",
        per_seat: int | None = None,
        phones: Mapping[str, Role] | None = None,
        revoked: Iterable[str] = (),
        held: Iterable[int] = (),
        clock: Callable[[], float] = lambda: 0.0,
        kept: Callable[[Keys], None] = lambda keys: None,
    ) -> None:
        self.cookie = cookie
        self.tokens = tokens if isinstance(tokens, dict) else dict(tokens)
        self.secret = secret
        self.per_seat = per_seat
        self.phones: dict[str, Role] = dict(phones or {})
        self.revoked: set[str] = set(revoked)
        self.held: set[int] = set(held) | _seats_of(self.phones)
        self.codes = Codes(clock)
        self._kept = kept
        self.changed: Callable[[], None] = lambda: None

    # Coming in

    def role_of(self, token: str) -> Role | None:
        """Return whose link this is; every link is compared, so timing reveals nothing."""
        given = token.encode()
        fits = [role for known, role in [*self.tokens.items()] if _same(known.encode(), given)]
        return fits[0] if fits else None

    def is_full(self, role: Role, held: Pass | None) -> bool:
        """Whether no further phone may join a role by its link."""
        if self.per_seat is None or role.name != "seat":
            return False
        others = [p for p, r in self.phones.items() if r == role and p != (held and held.phone)]
        return len(others) >= self.per_seat

    def admit(self, role: Role, via: str, held: Pass | None) -> str:
        """Let a phone in as *role*; returns the cookie. A phone that comes again stays the same."""
        again = held is not None and held.role == role
        phone = held.phone if again and held is not None else secrets.token_hex(8)
        self._forget(held if held is not None and held.role != role else None)
        if phone not in self.phones:
            self.codes.drop(role)  # others were made while the seat was free
        self.phones = {**self.phones, phone: role}
        self.held |= _seats_of(self.phones)
        self._note()
        return self.signed(Pass(role, phone, via))

    def invite(self, role: Role, maker: str = HOST) -> Code:
        """Invite one phone to a role: a short code and a long token, valid for ten minutes."""
        return self.codes.make(role, maker)

    def is_scanned(self, text: str) -> bool:
        """Whether this is the long token of an open code, which nobody can guess."""
        code = self.codes.find(text)
        return code is not None and hmac.compare_digest(code.token.encode(), text.encode())

    def admit_by_code(self, text: str, held: Pass | None) -> str | None:
        """Return the cookie for the holder of a code; None if it opens nothing (any more)."""
        code = self.codes.find(text)
        if code is None or code.used_by not in ("", held.phone if held else ""):
            return None
        cookie = self.admit(code.role, BY_CODE, held)
        admitted = self.read(cookie)
        assert admitted is not None
        self.codes.use(code, admitted.phone)
        return cookie

    # Going

    def revoke(self, role: Role) -> str:
        """Send every phone of a role away and replace its link; returns the new link."""
        self.revoked |= {phone for phone, joined in self.phones.items() if joined == role}
        self.phones = {phone: joined for phone, joined in self.phones.items() if joined != role}
        for token in [token for token, joined in self.tokens.items() if joined == role]:
            del self.tokens[token]
        fresh = secrets.token_urlsafe(TOKEN_BYTES)
        self.tokens[fresh] = role
        self.codes.drop(role)
        self._note()
        return fresh

    def _forget(self, held: Pass | None) -> None:
        if held is not None:
            self.phones = {p: role for p, role in self.phones.items() if p != held.phone}

    def _note(self) -> None:
        self._kept(self)
        self.changed()

    # Being here

    def count(self, role: Role) -> int:
        """Count the phones that have joined a role."""
        return sum(joined == role for joined in self.phones.values())

    def was_held(self, number: int) -> bool:
        """Whether somebody's phone has sat here: there may be secrets that are not everybody's."""
        return number in self.held

    def has_phone(self, number: int) -> bool:
        return self.count(seat(number)) > 0

    def stands(self, held: Pass | None) -> bool:
        """Whether a pass still opens what it opened."""
        if held is None or held.phone in self.revoked:
            return False
        if held.via == BY_CODE:
            return self.phones.get(held.phone) == held.role
        known = (fingerprint(t) for t, role in [*self.tokens.items()] if role == held.role)
        return any([_same(k.encode(), held.via.encode()) for k in known])

    def role_with(self, held: Pass | None) -> Role:
        """Return the role of the holder of a pass: what it opened, or the public table."""
        return held.role if held is not None and self.stands(held) else TABLE

    def signed(self, held: Pass) -> str:
        return f"{held}.{self._mark(str(held))}"

    def read(self, cookie: str) -> Pass | None:
        """Read the pass in a cookie; None if we didn't write it."""
        text, _, mark = cookie.rpartition(".")
        if not _same(self._mark(text).encode(), mark.encode()):
            return None
        role, phone, via = text.split(".")
        return Pass(parse_role(role), phone, via)

    def _mark(self, text: str) -> str:
        return hmac.new(self.secret, f"{self.cookie} {text}".encode(), sha256).hexdigest()[:32]

    def nickname(self, text: str) -> str:
        """Return a short name for a device that says nothing about it outside this game."""
        return hmac.new(self.secret, f"device {text}".encode(), sha256).hexdigest()[:4]


def _seats_of(phones: Mapping[str, Role]) -> set[int]:
    return {role.seat for role in phones.values() if role.seat is not None}


def fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()[:32]


def _same(one: bytes, other: bytes) -> bool:
    return hmac.compare_digest(one, other)


def new_tokens(seats: Iterable[int]) -> dict[str, Role]:
    """Return a fresh link for every seat and for the referee, 128 bits each."""
    roles = [*map(seat, seats), REFEREE]
    return {secrets.token_urlsafe(TOKEN_BYTES): role for role in roles}


# The key ring: the links, phones and secret of one game, kept beside its journal for its owner.
#
# They outlive a restart, so a phone that has joined stays joined. The file is written whole or not
# at all, mode 0600, in the folder that holds the keys of private entries.


class KeyRing(msgspec.Struct, frozen=True):
    """What lies in the file."""

    secret: str
    name: str
    links: dict[str, str]
    phones: dict[str, str] = {}
    revoked: list[str] = []
    names: list[str] = []
    """Who sat where when this was written."""
    held: list[int] = []


def keys_beside(
    journal: Path,
    game: str,
    names: Callable[[], Sequence[str]],
    *,
    clock: Callable[[], float],
    per_seat: int | None = 1,
) -> Keys:
    """Return the keys of the game a journal holds: as they were left, or fresh ones.

    *game* is the game's own name, so that a new game in a file of the same name has new links.
    *names* says who sits where. Where somebody else has a seat since the keys were kept, its phones
    are sent away: the plug may have been pulled right after the seat was handed over.
    """
    path = journal.parent / "keys" / f"{game[:16]}.page"
    seats = range(len(names()))
    ring = _read(path, seats) or _fresh(seats)
    keys = Keys(
        _roles(ring.links),
        bytes.fromhex(ring.secret),
        cookie=f"pharaohs-table-{ring.name}",
        per_seat=per_seat,
        phones=_roles(ring.phones),
        revoked=ring.revoked,
        held=ring.held,
        clock=clock,
        kept=lambda keys: _keep(path, ring, keys, names()),
    )
    for number, (then, now) in enumerate(zip(ring.names, names(), strict=False)):
        if then != now:
            keys.revoke(seat(number))
    _keep(path, ring, keys, names())
    return keys


def _fresh(seats: Iterable[int]) -> KeyRing:
    links = {token: str(role) for token, role in new_tokens(seats).items()}
    return KeyRing(secrets.token_hex(32), secrets.token_hex(4), links)


def _read(path: Path, seats: Iterable[int]) -> KeyRing | None:
    """Return what was kept; None if nothing was, or if it can't be used any more."""
    try:
        ring = decode(path.read_bytes(), KeyRing)
        wanted = {str(role) for role in new_tokens(seats).values()}
        whole = len(bytes.fromhex(ring.secret)) == 32 and set(ring.links.values()) == wanted
        _roles(ring.phones)
    except (OSError, ValueError):
        return None
    return ring if whole else None


def _keep(path: Path, ring: KeyRing, keys: Keys, names: Sequence[str]) -> None:
    """Put the keys on the card. Where it takes nothing, they last until the next restart."""
    now = KeyRing(
        ring.secret,
        ring.name,
        {token: str(role) for token, role in keys.tokens.items()},
        {phone: str(role) for phone, role in keys.phones.items()},
        sorted(keys.revoked),
        list(names),
        sorted(keys.held),
    )
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(now))


def _roles(named: dict[str, str]) -> dict[str, Role]:
    return {name: parse_role(role) for name, role in named.items()}
