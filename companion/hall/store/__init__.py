"""Where a night is kept: a journal on this machine, or PostgreSQL for several halls at once."""

from __future__ import annotations

from pathlib import Path

from .port import Overtaken, Store

__all__ = ["Overtaken", "Store", "open_store"]

POSTGRES = ("postgresql://", "postgres://")


def open_store(folder: Path, url: str = "") -> Store:
    """Open the store a URL names; without one, a journal in the folder."""
    if url.startswith(POSTGRES):
        from .postgres import PostgresStore

        return PostgresStore(url)
    from .local import LocalStore

    return LocalStore(folder)
