"""Season numbers: by which people are known from night to night and from one hall to the next.

Nine letters and digits in groups of three, such as 7Q2-M4X-K9T; the last one tells a slip of the
pen. A number says nothing about the person, and gives nobody any right.
"""

from __future__ import annotations

from hashlib import sha256

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O and U, which are read as other signs or spell words."""
LIKE = str.maketrans("ILO", "110")
LENGTH, GROUP = 9, 3


def spelled(token: bytes) -> str:
    """Write a number made from these bytes.

    >>> spelled(bytes(8))
    '000-000-00Y'
    """
    whole = int.from_bytes(token[:8], "big")
    signs = "".join(SIGNS[whole >> 5 * place & 31] for place in range(LENGTH - 1))
    return _grouped(signs + _check(signs))


def read(text: str) -> str:
    """Return the number somebody has typed as it is written; empty if it is none.

    >>> read("000 000 ooy")
    '000-000-00Y'
    >>> read("100-000-00C")
    ''
    """
    signs = "".join(sign for sign in text.upper().translate(LIKE) if sign not in "- ")
    plain = len(signs) == LENGTH and set(signs) <= set(SIGNS)
    return _grouped(signs) if plain and signs[-1] == _check(signs[:-1]) else ""


def _check(signs: str) -> str:
    return SIGNS[sha256(signs.encode()).digest()[0] & 31]


def _grouped(signs: str) -> str:
    return "-".join(signs[n : n + GROUP] for n in range(0, len(signs), GROUP))
