"""The key ring: the links, phones and secret of one game, kept beside its journal for its owner.

They outlive a restart, so a phone that has joined stays joined. The file is written whole or not at
all, mode 0600, in the folder that holds the keys of private entries.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.core.roles import Role, parse_role, seat
from companion.core.shapes import decode
from companion.files import write_whole

from .keys import Keys, new_tokens


class Ring(msgspec.Struct, frozen=True):
    """What lies in the file."""

    secret: str
    name: str
    links: dict[str, str]
    phones: dict[str, str] = {}
    revoked: list[str] = []
    names: list[str] = []
    """Who sat where when this was written."""


def keys_beside(
    journal: Path,
    game: str,
    names: Callable[[], Sequence[str]],
    *,
    clock: Callable[[], float],
    per_seat: int | None = 1,
) -> Keys:
    """The keys of the game a journal holds: as they were left, or fresh ones.

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
        clock=clock,
        kept=lambda keys: _keep(path, ring, keys, names()),
    )
    for number, (then, now) in enumerate(zip(ring.names, names(), strict=False)):
        if then != now:
            keys.revoke(seat(number))
    _keep(path, ring, keys, names())
    return keys


def _fresh(seats: Iterable[int]) -> Ring:
    links = {token: str(role) for token, role in new_tokens(seats).items()}
    return Ring(secrets.token_hex(32), secrets.token_hex(4), links)


def _read(path: Path, seats: Iterable[int]) -> Ring | None:
    """What was kept; None when nothing was, or it cannot be used any more."""
    try:
        ring = decode(path.read_bytes(), Ring)
        wanted = {str(role) for role in new_tokens(seats).values()}
        whole = len(bytes.fromhex(ring.secret)) == 32 and set(ring.links.values()) == wanted
        _roles(ring.phones)
    except (OSError, ValueError):
        return None
    return ring if whole else None


def _keep(path: Path, ring: Ring, keys: Keys, names: Sequence[str]) -> None:
    """Put the keys on the card. Where it takes nothing, they last until the next restart."""
    now = Ring(
        ring.secret,
        ring.name,
        {token: str(role) for token, role in keys.tokens.items()},
        {phone: str(role) for phone, role in keys.phones.items()},
        sorted(keys.revoked),
        list(names),
    )
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(now))


def _roles(named: dict[str, str]) -> dict[str, Role]:
    return {name: parse_role(role) for name, role in named.items()}
