"""Names as people type them, and as they are kept: one line, nothing invisible, not too long."""

from __future__ import annotations

import unicodedata

from companion.core.seats import NAME_LENGTH

from .errors import BadName

MOST_TYPED = 200
"""Nobody types a longer name; what is longer is not looked at."""


def tidy(typed: str) -> str:
    """The name as it is kept; BadName where nothing readable is left, or too much.

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
    """Control, format and direction characters go: they would turn the words around a name."""
    return sign == " " or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def same(one: str, other: str) -> bool:
    """Whether two names are the same to somebody who reads them aloud."""
    return heard(one) == heard(other)


def heard(name: str) -> str:
    """The same for every spelling of one name."""
    return unicodedata.normalize("NFKC", name).casefold()
