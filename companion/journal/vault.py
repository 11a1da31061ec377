"""The vault: private entries are encrypted, and their key is kept outside the journal.

ChaCha20-Poly1305 with a key for each role, derived from one master key of 256 bits per game. The
master is a file of its own, readable by its owner alone. Bodies are padded, so their length says
nothing, and what was locked as one entry cannot be opened as another. When a game is over, the key
of what belonged to no seat may be released into the journal itself."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from companion.util.files import sync_directory

from .errors import CannotSave
from .hash_chain import Entry, canonical

LOCKED = {"key", "locked"}
RELEASED = "released"
BLOCK = 1024
"""Bytes; private bodies are padded to a multiple of this before encryption."""
_NONCE = 12
_MASTER = 32


def is_locked(entry: Entry) -> bool:
    """Check whether the body of an entry is encrypted."""
    return entry.private_to is not None and entry.body is not None and entry.body.keys() == LOCKED


class Vault:
    """The keys of a folder, as one table uses them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._masters: dict[str, bytes] = {}
        self._released: dict[tuple[str, str], bytes] = {}
        self._current = ""

    def __repr__(self) -> str:
        return f"Vault({str(self.folder)!r})"

    @classmethod
    def beside(cls, journal: Path) -> Vault:
        """Open the vault of a journal's folder."""
        return cls(journal.parent / "keys")

    def keep(self) -> None:
        """Write each key again whose file is gone."""
        for name, master in self._masters.items():
            if not (self.folder / f"{name}.key").exists():
                self._write_master(name, master)

    def lock(self, body: dict[str, Any], *, number: int, kind: str, role: str) -> dict[str, Any]:
        """Encrypt a body for the entry that will have this number."""
        name = self._current or self._new_master()
        text = canonical(body).encode()
        filled = text.ljust(-(-len(text) // BLOCK) * BLOCK)
        nonce = secrets.token_bytes(_NONCE)
        key = _derived(self._masters[name], role)
        sealed = nonce + _cipher(key).encrypt(nonce, filled, _bound(number, kind, role))
        return {"key": name, "locked": b64encode(sealed).decode("ascii")}

    def opened(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Yield the entries, decrypting each body there is a key for."""
        every = tuple(entries)
        for entry in every:
            self._take_released(entry)
        return tuple(self._open(entry) if is_locked(entry) else entry for entry in every)

    def release(self, role: str) -> dict[str, Any] | None:
        """Build the body of the entry that releases a role's keys; None if there are none."""
        keys = {name: _derived(m, role).hex() for name, m in sorted(self._masters.items())}
        return {"role": role, "keys": keys} if keys else None

    def _take_released(self, entry: Entry) -> None:
        if entry.kind == RELEASED and entry.body is not None:
            role = str(entry.body["role"])
            for name, key in entry.body["keys"].items():
                self._released[name, role] = bytes.fromhex(key)

    def _open(self, entry: Entry) -> Entry:
        assert entry.body is not None
        assert entry.private_to is not None
        key = self._key(str(entry.body["key"]), entry.private_to)
        plain = None if key is None else _unlocked(key, entry)
        return entry if plain is None else msgspec.structs.replace(entry, body=plain)

    def _key(self, name: str, role: str) -> bytes | None:
        master = self._masters.get(name) or self._read_master(name)
        return self._released.get((name, role)) if master is None else _derived(master, role)

    def _read_master(self, name: str) -> bytes | None:
        """Read a master key from its file; None if it is lost or damaged."""
        if not name.isalnum():
            return None
        try:
            master = bytes.fromhex((self.folder / f"{name}.key").read_text("ascii"))
        except (OSError, ValueError):
            return None
        if len(master) != _MASTER:
            return None
        self._masters[name] = master
        self._current = name
        return master

    def _new_master(self) -> str:
        """Make a key and write it to the card before anything is encrypted with it."""
        name, master = secrets.token_hex(8), secrets.token_bytes(_MASTER)
        self._write_master(name, master)
        self._masters[name], self._current = master, name
        return name

    def _write_master(self, name: str, master: bytes) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(self.folder / f"{name}.key", master.hex() + "\n")
        except OSError as error:
            raise CannotSave("fault.journal.no_key", folder=self.folder, why=error) from error


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    sync_directory(path.parent)
    sync_directory(path.parent.parent)


def _derived(master: bytes, role: str) -> bytes:
    """Derive the key of one role; it reveals no other role's key."""
    return hmac.digest(master, f"pharaohs-table private to {role}".encode(), "sha256")


def _bound(number: int, kind: str, role: str) -> bytes:
    return f"{number} {kind} {role}".encode()


def _unlocked(key: bytes, entry: Entry) -> dict[str, Any] | None:
    """Decrypt the body of an entry; None if this isn't its key."""
    from cryptography.exceptions import InvalidTag

    assert entry.body is not None
    try:
        sealed = b64decode(str(entry.body["locked"]), validate=True)
        bound = _bound(entry.number, entry.kind, str(entry.private_to))
        text = _cipher(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)
        body: dict[str, Any] = json.loads(text)
    except (InvalidTag, ValueError):
        return None
    return body


def _cipher(key: bytes) -> Any:
    # Loaded only where there is something private: most tables never have to wait for it.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key)
