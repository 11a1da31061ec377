"""What keeps the page from being served: found, expected, and what to do."""

from __future__ import annotations

from companion.core.errors import TableError


class PortTaken(TableError, OSError):
    """Somebody else listens where the page should be."""


class NoSuchAddress(TableError, OSError):
    """An address this machine does not have."""


class BadCertificate(TableError, ValueError):
    """Certificate files that cannot be used."""


class NoPage(TableError, OSError):
    """The page could not be started."""
