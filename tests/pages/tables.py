"""Tables to look at: every room in the middle of a game, with a page for each role."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal import Journal
from companion.table import Table
from companion.web import Server
from tests.house.played import play
from tests.web.scenes import an_app

PEOPLE = {"wall": 4, "bowl": 4, "sphinx": 3, "dig": 4, "kheops": 2}
NAMES = ("Anna", "Ben", "Carla", "David")
STEPS = 40
ROLES = {
    "table": ("", "/"),
    "seat": ("seat-0-link", "/seat"),
    "referee": ("referee-link", "/referee"),
}
PAGES = {**ROLES, "screen": ("", "/screen"), "error": ("", "/nowhere")}


@contextmanager
def a_page_of(room: str, steps: int = STEPS) -> Iterator[tuple[Server, Table]]:
    """The page of a game that has been played for some steps."""
    with tempfile.TemporaryDirectory(prefix="pages-") as folder:
        path = Path(folder) / "game.sqlite"
        play(path, room, NAMES[: PEOPLE[room]], steps=steps)
        with Journal.open(path) as journal:
            table = Table.resume(journal)
            server = Server(an_app(table), port=0)
            server.start()
            try:
                yield server, table
            finally:
                server.stop()
