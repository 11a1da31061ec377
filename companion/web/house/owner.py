"""The owner: whoever opened the house with a one-time link or with its code.

The link is printed when the house starts, and `companion owner` prints another. Both are made by
writing into the folder of the house, so only somebody who may do that can make one. Being at the
machine itself gives nothing. The machine's own screen (the kiosk) has a link of its own: it may
open and end games, and sees no settings.
"""

from __future__ import annotations

import fcntl
import hmac
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from companion.core.decode import decode
from companion.util.files import write_whole

from ..kit.codes import LETTERS

COOKIE = "pharaohs-house"
HOST_COOKIE = "pharaohs-host"
OWNER, KIOSK = "owner", "kiosk"
CODE_LETTERS = 8
"""The code lasts until it is renewed, so it is longer than that of a seat: 40 bits."""
LINK_BYTES = 24
MOST_PHONES = 32
NAME_LENGTH = 60


class Phone(msgspec.Struct, frozen=True):
    """A browser that was let in: as owner or as the machine's own screen."""

    name: str
    role: str
    since: str


class StoredOwner(msgspec.Struct, frozen=True):
    """What the owner's file holds. Of a link it keeps only the digest."""

    secret: str
    code: str
    phones: dict[str, Phone] = {}
    links: dict[str, str] = {}
    address: str = ""


class Owner:
    """The secret of the house, its code, its links, and the browsers that came by them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = _read(path) or _fresh()
        self._seen: object = None
        self._change(msgspec.structs.replace)

    # What others may see

    @property
    def claimed(self) -> bool:
        return any(phone.role == OWNER for phone in self._now().phones.values())

    @property
    def code(self) -> str:
        """What the owner may type on another phone."""
        return self._now().code

    @property
    def address(self) -> str:
        """Where the house was last served, for links made by another program."""
        return self._now().address

    def phones(self) -> dict[str, Phone]:
        """Return every browser that was let in, the oldest first."""
        return dict(self._now().phones)

    # Coming in

    def link(self, role: str = OWNER) -> str:
        """Make the token of a one-time link; an older one for the same role ends."""
        token = secrets.token_urlsafe(LINK_BYTES)

        def made(kept: StoredOwner) -> StoredOwner:
            others = {mark: of for mark, of in kept.links.items() if of != role}
            return msgspec.structs.replace(kept, links={**others, _digest(token): role})

        self._change(made)
        return token

    def follow(self, token: str, name: str, since: str) -> tuple[str, str] | None:
        """Let in whoever brings a link: the role and the cookie. The link is used up by that."""
        mark, found = _digest(token), ""
        if mark not in self._now().links:  # strangers may try: nothing is written for them
            return None

        def used(kept: StoredOwner) -> StoredOwner:
            nonlocal found
            found = kept.links.get(mark, "")
            others = {one: role for one, role in kept.links.items() if one != mark}
            return msgspec.structs.replace(kept, links=others)

        self._change(used)
        return (found, self._admit(found, name, since)) if found else None

    def claim(self, typed: str, name: str, since: str) -> str | None:
        """Let in whoever knows the code, as owner; None for everybody else."""
        given = "".join(typed.split()).replace("-", "").upper().encode()
        if not hmac.compare_digest(given, self.code.encode()):
            return None
        return self._admit(OWNER, name, since)

    def _admit(self, role: str, name: str, since: str) -> str:
        phone = secrets.token_hex(8)
        come = Phone(name[:NAME_LENGTH], role, since)

        def let_in(kept: StoredOwner) -> StoredOwner:
            known = [item for item in kept.phones.items() if role != KIOSK or item[1].role != KIOSK]
            return msgspec.structs.replace(
                kept, phones=dict([*known, (phone, come)][-MOST_PHONES:])
            )

        self._change(let_in)
        return f"{phone}.{self._mark(phone)}"

    # Being known

    def role_of(self, cookie: str) -> str:
        """Return the role a cookie opens: owner, kiosk or none."""
        phone = self.phone_of(cookie)
        return self._now().phones[phone].role if phone else ""

    def holds(self, cookie: str) -> bool:
        """Whether this is the cookie of an owner."""
        return self.role_of(cookie) == OWNER

    def phone_of(self, cookie: str) -> str:
        """Return the browser a cookie belongs to; None if it opens nothing (any more)."""
        phone, _, mark = cookie.rpartition(".")
        fits = hmac.compare_digest(self._mark(phone).encode(), mark.encode())
        return phone if fits and phone in self._now().phones else ""

    def host_mark(self, game: str) -> str:
        """Return the mark by which the browser that began a game is known as its host."""
        return self._mark(f"host {game}")

    def is_host(self, cookie: str, game: str) -> bool:
        return bool(game) and hmac.compare_digest(self.host_mark(game).encode(), cookie.encode())

    # Going

    def send_away(self, phone: str) -> bool:
        """Let one browser open nothing any more."""
        known = phone in self._now().phones

        def without(kept: StoredOwner) -> StoredOwner:
            rest = {one: seen for one, seen in kept.phones.items() if one != phone}
            return msgspec.structs.replace(kept, phones=rest)

        if known:
            self._change(without)
        return known

    def renew(self, keep: str = "") -> str:
        """Make a new code and send every browser away but *keep*; the new cookie for that one.

        Old links and cookies end, copies of its own too.
        """
        phone = secrets.token_hex(8)

        def renewed(kept: StoredOwner) -> StoredOwner:
            stays = {phone: kept.phones[keep]} if keep in kept.phones else {}
            return StoredOwner(secrets.token_hex(32), _code(), stays, {}, kept.address)

        self._change(renewed)
        return f"{phone}.{self._mark(phone)}" if phone in self._now().phones else ""

    def served_at(self, address: str) -> None:
        """Remember where the house is served."""
        self._change(lambda kept: msgspec.structs.replace(kept, address=address))

    # The file

    def _mark(self, what: str) -> str:
        key = bytes.fromhex(self._now().secret)
        return hmac.new(key, f"owner {what}".encode(), sha256).hexdigest()[:32]

    def _now(self) -> StoredOwner:
        """Return what is kept, reading it again if another program has changed the file."""
        stamp = _stamp(self._path) if self._seen is not None else None
        if stamp != self._seen and (changed := _read(self._path)):
            self._kept, self._seen = changed, stamp
        return self._kept

    def _change(self, change: Callable[[StoredOwner], StoredOwner]) -> None:
        """Change what is kept. Where the card takes nothing, it lasts until the next restart."""
        seen = None
        with _locked(self._path):
            self._kept = change(_read(self._path) or self._kept)
            with suppress(OSError):
                write_whole(self._path, msgspec.json.encode(self._kept))
                _give_to_folder(self._path)
                seen = _stamp(self._path)
            self._seen = seen


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep others from changing the file meanwhile, if there is a folder for it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        yield
        return
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _give_to_folder(path: Path) -> None:
    """Leave a file that root has written to whoever owns its folder."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _stamp(path: Path) -> Any:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ino, found.st_size


def _fresh() -> StoredOwner:
    return StoredOwner(secrets.token_hex(32), _code())


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _read(path: Path) -> StoredOwner | None:
    try:
        kept = decode(path.read_bytes(), StoredOwner)
        return kept if len(bytes.fromhex(kept.secret)) == 32 and kept.code else None
    except (OSError, ValueError):
        return None
