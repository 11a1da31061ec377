"""Sign what leaves this machine, so that others can see who made it and that nobody changed it.

Ed25519. A key is made once and kept in a file of its own, readable by its owner alone; others know
it by its public half, which goes with everything it signs.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.util.files import write_whole

from .errors import NotAKey
from .hash_chain import canonical

PUBLIC_BYTES, SIGNATURE_BYTES, PRIVATE_BYTES = 32, 64, 32
MARK_LETTERS = 16


class SigningKey:
    """The key of one machine."""

    def __init__(self, private: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._private = private
        self._key = Ed25519PrivateKey.from_private_bytes(private)

    def __repr__(self) -> str:
        return f"SigningKey({mark_of_key(self.public)})"

    @classmethod
    def kept_in(cls, path: Path) -> SigningKey:
        """Read the key in a file; make it if there is none yet."""
        if not path.exists():
            write_whole(path, secrets.token_hex(PRIVATE_BYTES).encode(), 0o600)
        try:
            private = bytes.fromhex(path.read_text().strip())
        except ValueError:
            private = b""
        if len(private) != PRIVATE_BYTES:
            raise NotAKey("fault.journal.no_signing_key", file=path)
        return cls(private)

    @property
    def public(self) -> str:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return b64encode(raw).decode()

    def sign(self, body: dict[str, Any]) -> str:
        """Return the signature of a body, in the spelling its digest would be taken from."""
        return b64encode(self._key.sign(canonical(body).encode())).decode()

    def pseudonym(self, text: str) -> bytes:
        """Return bytes that always stand for a text here, and tell nobody else what it was."""
        own = hmac.digest(self._private, b"pseudonyms", "sha256")
        return hmac.digest(own, text.encode(), "sha256")


def is_signed(body: dict[str, Any], public: str, signature: str) -> bool:
    """Check that the owner of the public key has signed exactly this."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        known, signed = b64decode(public, validate=True), b64decode(signature, validate=True)
        if (len(known), len(signed)) != (PUBLIC_BYTES, SIGNATURE_BYTES):
            return False
        Ed25519PublicKey.from_public_bytes(known).verify(signed, canonical(body).encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def mark_of_key(public: str) -> str:
    """Return what people compare to see whether a key is the one they know.

    >>> mark_of_key("AAAA")
    '709E-80C8-8487-A241'
    """
    digest = sha256(b64decode(public)).hexdigest()[:MARK_LETTERS].upper()
    return "-".join(digest[n : n + 4] for n in range(0, MARK_LETTERS, 4))
