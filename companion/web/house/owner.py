"""The owner: the person who claimed the house with the code of its first start.

The code is shown at the machine itself. It opens settings, workshop and shelf on one phone after
the other, until the owner has a new one made.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from companion.core.shapes import decode
from companion.files import write_whole

from ..codes import LENGTH, LETTERS

COOKIE = "pharaohs-house"


class Kept(msgspec.Struct, frozen=True):
    """What lies in the file."""

    secret: str
    code: str
    claimed: bool = False


class Owner:
    """The secret of the house, and who is its owner."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = _read(path) or _fresh()
        self._keep()

    @property
    def claimed(self) -> bool:
        return self._kept.claimed

    @property
    def code(self) -> str:
        """What somebody at the machine may read, and type on a phone."""
        return self._kept.code

    def claim(self, typed: str) -> str | None:
        """The cookie of an owner for somebody who knows the code; None for everybody else."""
        given = "".join(typed.split()).upper().encode()
        if not hmac.compare_digest(given, self._kept.code.encode()):
            return None
        return self.admit()

    def admit(self) -> str:
        """The cookie of an owner; for somebody at the machine itself."""
        if not self._kept.claimed:
            self._kept = msgspec.structs.replace(self._kept, claimed=True)
            self._keep()
        phone = secrets.token_hex(8)
        return f"{phone}.{self._mark(phone)}"

    def holds(self, cookie: str) -> bool:
        phone, _, mark = cookie.rpartition(".")
        return hmac.compare_digest(self._mark(phone).encode(), mark.encode())

    def renew(self) -> None:
        """A new code and a new secret: every phone has to claim again."""
        self._kept = msgspec.structs.replace(_fresh(), claimed=True)
        self._keep()

    def _mark(self, phone: str) -> str:
        key = bytes.fromhex(self._kept.secret)
        return hmac.new(key, f"owner {phone}".encode(), sha256).hexdigest()[:32]

    def _keep(self) -> None:
        """Where the card takes nothing, the owner lasts until the next restart."""
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(self._kept))


def _fresh() -> Kept:
    return Kept(secrets.token_hex(32), _code(LETTERS))


def _code(letters: Iterable[str]) -> str:
    known = tuple(letters)
    return "".join(secrets.choice(known) for _ in range(LENGTH))


def _read(path: Path) -> Kept | None:
    try:
        kept = decode(path.read_bytes(), Kept)
        return kept if len(bytes.fromhex(kept.secret)) == 32 and kept.code else None
    except (OSError, ValueError):
        return None
