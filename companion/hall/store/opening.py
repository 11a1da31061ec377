"""Which store a night is kept in."""

from __future__ import annotations

from pathlib import Path

from .keeping import Store

POSTGRES = ("postgresql://", "postgres://")


def open_store(folder: Path, url: str = "") -> Store:
    """The store a URL names; without one, a journal in the folder."""
    if url.startswith(POSTGRES):
        from .postgres import PostgresStore

        return PostgresStore(url)
    from .local import LocalStore

    return LocalStore(folder)
