"""Who looks at the table, and therefore what may be shown to them."""

from __future__ import annotations

import msgspec


class Role(msgspec.Struct, frozen=True):
    """``table`` (the public screen), ``seat`` with its number, ``referee``, or ``hall``."""

    name: str
    seat: int | None = None

    def __str__(self) -> str:
        return self.name if self.seat is None else f"{self.name}-{self.seat}"


TABLE = Role("table")
REFEREE = Role("referee")
HALL = Role("hall")


def seat(number: int) -> Role:
    return Role("seat", number)


def parse_role(text: str) -> Role:
    """Read a role as :func:`str` wrote it.

    >>> parse_role("seat-2")
    Role(name='seat', seat=2)
    """
    name, _, number = text.partition("-")
    if name == "seat" and number.isdigit():
        return Role("seat", int(number))
    if text in ("table", "referee", "hall"):
        return Role(text)
    raise ValueError(
        f"no role called {text!r}; the roles are table, referee, hall, seat-0, seat-1 ..."
    )
