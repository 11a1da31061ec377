"""Passwords as Mosquitto keeps them: salted and stretched, so the file gives none of them away."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import pbkdf2_hmac, sha256

ROUNDS = 101
SALT_BYTES = 12


@lru_cache(maxsize=4096)
def line_of(user: str, password: str) -> str:
    """One line of the password file: the same user and password give the same line."""
    salt = sha256(f"salt {user} {password}".encode()).digest()[:SALT_BYTES]
    stretched = pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"{user}:$7${ROUNDS}${b64encode(salt).decode()}${b64encode(stretched).decode()}"
