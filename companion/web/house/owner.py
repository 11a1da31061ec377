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

from companion.core.shapes import decode
from companion.files import write_whole

from ..codes import LETTERS

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


class Kept(msgspec.Struct, frozen=True):
    """What lies in the file. Of a link only its digest is kept."""

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
        """Every browser that was let in, the oldest first."""
        return dict(self._now().phones)

    # Coming in

    def link(self, role: str = OWNER) -> str:
        """Make the token of a one-time link; an older one for the same role ends."""
        token = secrets.token_urlsafe(LINK_BYTES)

        def made(kept: Kept) -> Kept:
            others = {mark: of for mark, of in kept.links.items() if of != role}
            return msgspec.structs.replace(kept, links={**others, _digest(token): role})

        self._change(made)
        return token

    def follow(self, token: str, name: str, since: str) -> tuple[str, str] | None:
        """Let in whoever brings a link: the role and the cookie. The link is used up by that."""
        mark, found = _digest(token), ""

        def used(kept: Kept) -> Kept:
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

        def let_in(kept: Kept) -> Kept:
            known = [item for item in kept.phones.items() if role != KIOSK or item[1].role != KIOSK]
            return msgspec.structs.replace(
                kept, phones=dict([*known, (phone, come)][-MOST_PHONES:])
            )

        self._change(let_in)
        return f"{phone}.{self._mark(phone)}"

    # Being known

    def role_of(self, cookie: str) -> str:
        """The role a cookie opens: owner, kiosk or nothing."""
        phone = self.phone_of(cookie)
        return self._now().phones[phone].role if phone else ""

    def holds(self, cookie: str) -> bool:
        """Whether this is the cookie of an owner."""
        return self.role_of(cookie) == OWNER

    def phone_of(self, cookie: str) -> str:
        """The browser a cookie belongs to; nothing when it opens nothing (any more)."""
        phone, _, mark = cookie.rpartition(".")
        fits = hmac.compare_digest(self._mark(phone).encode(), mark.encode())
        return phone if fits and phone in self._now().phones else ""

    def host_mark(self, game: str) -> str:
        """What the browser that began a game keeps, to be known as its host."""
        return self._mark(f"host {game}")

    def is_host(self, cookie: str, game: str) -> bool:
        return bool(game) and hmac.compare_digest(self.host_mark(game).encode(), cookie.encode())

    # Going

    def send_away(self, phone: str) -> bool:
        """Let one browser open nothing any more."""
        known = phone in self._now().phones

        def without(kept: Kept) -> Kept:
            rest = {one: seen for one, seen in kept.phones.items() if one != phone}
            return msgspec.structs.replace(kept, phones=rest)

        if known:
            self._change(without)
        return known

    def renew(self, keep: str = "") -> None:
        """Make a new code and send every browser away but *keep*. Old links end too."""

        def renewed(kept: Kept) -> Kept:
            stays = {one: phone for one, phone in kept.phones.items() if one == keep}
            secret = kept.secret if stays else secrets.token_hex(32)
            return Kept(secret, _code(), stays, {}, kept.address)

        self._change(renewed)

    def served_at(self, address: str) -> None:
        """Remember where the house is served."""
        self._change(lambda kept: msgspec.structs.replace(kept, address=address))

    # The file

    def _mark(self, what: str) -> str:
        key = bytes.fromhex(self._now().secret)
        return hmac.new(key, f"owner {what}".encode(), sha256).hexdigest()[:32]

    def _now(self) -> Kept:
        """What is kept, read again when another program has changed the file."""
        stamp = _stamp(self._path) if self._seen is not None else None
        if stamp != self._seen and (changed := _read(self._path)):
            self._kept, self._seen = changed, stamp
        return self._kept

    def _change(self, change: Callable[[Kept], Kept]) -> None:
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
    """Keep others from changing the file meanwhile, where there is a folder for it."""
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


def _fresh() -> Kept:
    return Kept(secrets.token_hex(32), _code())


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _read(path: Path) -> Kept | None:
    try:
        kept = decode(path.read_bytes(), Kept)
        return kept if len(bytes.fromhex(kept.secret)) == 32 and kept.code else None
    except (OSError, ValueError):
        return None
