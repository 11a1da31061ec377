"""A card that cannot be written: the page opens, says why, and goes on once it can be."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion import app
from companion.cli import parser
from companion.cli.run import _safe_evening
from companion.core.observation import Said
from companion.core.roles import TABLE
from companion.games.wall import moves as m
from companion.table import Table
from tests.cli.test_evenings import begun
from tests.journal.test_vanishing import card, write_protected

__all__ = ["card"]


def evening(journal: Path, *words: str) -> app.GameSession:
    arguments = parser().parse_args(["run", "--port", "0", "--journal", str(journal), *words])
    return _safe_evening(arguments)


def begin(table: Table) -> str:
    return table.submit(Said(by=TABLE, move=m.Begin(), at=table.clock())).kind


@pytest.mark.parametrize("known", [True, False])
def test_the_page_opens_on_a_write_protected_card_and_says_why(card: Path, known: bool) -> None:
    path = card / "table.sqlite"
    if known:
        begun(path)
    with write_protected(card):
        running = app.run(evening(path), "none", None)
        try:
            with urlopen(f"{running.url}state") as page:
                shown = json.load(page)
            assert any("can't save" in notice for notice in shown["notices"])
            assert begin(running.table) == "stopped"
        finally:
            running.stop()


def test_a_card_that_can_be_written_again_is_used_without_a_restart(card: Path) -> None:
    path = card / "table.sqlite"
    with write_protected(card):
        running = app.run(evening(path, "--safe"), "none", None)
    try:
        assert begin(running.table) == "accepted"
        notices = running.table.snapshot(TABLE)["notices"]
        assert "table.cannot_save" not in [notice["key"] for notice in notices]
    finally:
        running.stop()
