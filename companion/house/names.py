"""Clean typed names: one line, nothing invisible, not too long."""

from __future__ import annotations

import unicodedata

from companion.core.seats import NAME_LENGTH

from .errors import BadName

MOST_TYPED = 200
"""Longest input in characters that is examined."""


def tidy(typed: str) -> str:
    """Clean a name; raise BadName if nothing readable is left, or it is too long.

    >>> tidy("  Anna   Maria ")
    'Anna Maria'
    """
    if len(typed) > MOST_TYPED:
        raise BadName("name_too_long", most=NAME_LENGTH)
    composed = unicodedata.normalize("NFC", typed)
    spaced = "".join(" " if sign.isspace() else sign for sign in composed)
    name = " ".join("".join(sign for sign in spaced if _is_visible(sign)).split())
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise BadName("name_empty")
    if len(name) > NAME_LENGTH:
        raise BadName("name_too_long", most=NAME_LENGTH)
    return name


def _is_visible(sign: str) -> bool:
    """Remove control, format and direction characters, which could reorder text around a name."""
    return sign == " " or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def same(one: str, other: str) -> bool:
    """Check whether two names read the same aloud."""
    return heard(one) == heard(other)


def heard(name: str) -> str:
    """Normalise a name for comparison."""
    return unicodedata.normalize("NFKC", name).casefold()
