"""Let hall and table check each other's certificates without an authority.

The code on the desk has two parts: a secret the hall asks for, and the mark of the hall's own
certificate. A table that was told it speaks with nobody who shows another certificate."""

from __future__ import annotations

import hmac
import ssl
from collections.abc import Callable
from hashlib import pbkdf2_hmac, sha256
from http.client import HTTPSConnection
from typing import Any, NamedTuple

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SECRET_LETTERS, MARK_LETTERS, GROUP = 6, 14, 4
ROUNDS, SALT = 100_000, b"the mark of a hall"
"""Hash rounds; with the 70 bits of fourteen letters, forging a mark costs about 2^86 hashes."""
LETTER_BITS = 5


class WrongCertificate(ssl.SSLError):
    """Another machine than the expected one answered."""


class EnrolmentCode(NamedTuple):
    """The code with which a table joins."""

    secret: str
    mark: str

    @property
    def is_whole(self) -> bool:
        return len(self.secret) == SECRET_LETTERS and len(self.mark) == MARK_LETTERS

    @property
    def spelled(self) -> str:
        return in_groups(self.secret + self.mark)


def in_groups(text: str) -> str:
    """Return a long code as people read it out.

    >>> in_groups("ABCDEFGHJK")
    'ABCD-EFGH-JK'
    """
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def read_code(typed: str) -> EnrolmentCode:
    """Return the code somebody typed, with or without its dashes.

    >>> read_code("abcd-efgh jklmnpqrstuv").is_whole, read_code("ABCDEF").is_whole
    (True, False)
    """
    plain = "".join(letter for letter in typed.upper() if letter.isalnum())
    return EnrolmentCode(plain[:SECRET_LETTERS], plain[SECRET_LETTERS:])


def mark_of(certificate: bytes) -> str:
    """Return the mark of a certificate: what of its fingerprint a person types."""
    number = int.from_bytes(pbkdf2_hmac("sha256", certificate, SALT, ROUNDS), "big")
    shifts = range(0, MARK_LETTERS * LETTER_BITS, LETTER_BITS)
    return "".join(LETTERS[number >> shift & 31] for shift in shifts)


def has_mark(mark: str) -> Callable[[bytes], bool]:
    return lambda shown: hmac.compare_digest(mark_of(shown).encode(), mark.encode())


def fingerprint(certificate: bytes) -> str:
    return sha256(certificate).hexdigest()


def has_fingerprint(known: str) -> Callable[[bytes], bool]:
    return lambda shown: hmac.compare_digest(fingerprint(shown).encode(), known.encode())


class PinnedConnection(HTTPSConnection):
    """HTTP with one pinned machine; nothing is sent to any other."""

    def __init__(
        self, host: str, port: int | None, fits: Callable[[bytes], bool], *, timeout: float
    ) -> None:
        super().__init__(host, port, timeout=timeout, context=_unvouched())
        self._fits = fits

    def connect(self) -> None:
        super().connect()
        line: Any = self.sock
        if not self._fits(line.getpeercert(binary_form=True) or b""):
            self.close()
            raise WrongCertificate("another certificate")


def pinned_context(certificate: str) -> ssl.SSLContext:
    """Trust the one certificate that is given in PEM, under whatever name it is reached."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.load_verify_locations(cadata=certificate)
    return context


def _unvouched() -> ssl.SSLContext:
    """Build a context without an authority; the caller must compare the certificate first."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
