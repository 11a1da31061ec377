"""Two worlds that differ only in a secret: the hall hears the same bytes, in the same messages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.core.observation import Said
from companion.core.roles import seat
from companion.games.wall.moves import NotePharaoh
from companion.journal import Journal
from companion.table import Table
from tests.uplink.tables import Night


def the_same_again(folder: Path, night: Night) -> Night:
    """A second world: the same game up to here, on a card of its own."""
    journal = night.home.open.ledger.journal  # type: ignore[union-attr]
    journal.checkpoint()
    folder.mkdir()
    for path in night.folder.glob("wall-game.sqlite*"):
        shutil.copy(path, folder)
    if (night.folder / "keys").is_dir():
        shutil.copytree(night.folder / "keys", folder / "keys")
    other = Night(folder)
    again = Journal.open(folder / "wall-game.sqlite")
    other.home.open = Table.resume(again)
    other.enrolment.belongs(again.game, "wall-game.sqlite", "1.b7")
    return other


def test_a_secret_changes_no_byte_that_goes_to_the_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.uplink.uplink.draw_start", lambda: "0" * 12)
    (tmp_path / "one").mkdir()
    one = Night(tmp_path / "one")
    table = one.play("wall", steps=6)
    two = the_same_again(tmp_path / "two", one)
    for world in (one, two):
        world.turn(2)
    note = NotePharaoh(seat=0, animal=table.state.box.animals[0])
    answer = table.submit(Said(by=seat(0), move=note, at=table.clock(), base=table.number))
    assert answer.kind == "accepted"
    for world in (one, two):
        world.turn(2)
    assert one.post.sent == two.post.sent
    assert note.animal.encode() not in b"".join(payload for _, payload in one.post.sent[-2:])
