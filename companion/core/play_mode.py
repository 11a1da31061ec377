"""Manners: how a house plays, and so who may do what at its table."""

from __future__ import annotations

from .errors import TableError

LIVING_ROOM = "living room"
"""The table's page acts for everybody."""
SEATS = "seats"
"""A phone acts for its seat; the table's page only shows."""
EVENT = "event"
"""Like seats, but only the referee changes the past."""
MANNERS = (LIVING_ROOM, SEATS, EVENT)


class UnknownManner(TableError, ValueError):
    """An unknown manner."""


def check_manner(name: str) -> str:
    """Return the manner of that name.

    >>> check_manner("event")
    'event'
    """
    if name not in MANNERS:
        known = ", ".join(f'"{manner}"' for manner in MANNERS)
        raise UnknownManner("fault.no_manner", name=name, known=known)
    return name
