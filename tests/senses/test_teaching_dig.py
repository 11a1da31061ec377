"""``companion teach dig``: every card shown once on the floor of the tray is known at any depth."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from calibration.geometry.pictures import jpeg
from calibration.paint.dig.pictures import GOLD, PICTURES, DigPen
from calibration.paint.dig.studio import DigStudio, tray_scene
from calibration.paint.faces import Picture
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.session import Session
from calibration.teach.store import load
from companion.cli import teach
from companion.core.game import load_room
from companion.rooms.dig import tray_of

BOX = load_room("dig").load_box(None)
TRAY = tray_of(BOX)
FACES = ("1-mask", "3-earth", "4-earth", "5-snake_head", "6-cover", "barricade", "down")
SIZE = (960, 540)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """The empty tray, and every card alone on its floor."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    studio = DigStudio(TRAY, tray_scene(7, SIZE, 0.2))
    (folder / "empty.jpg").write_bytes(jpeg(studio.frame(), 95))
    for cell, face in zip(("B2", "C2", "B3", "C3", "D2", "A4", "D4"), FACES, strict=True):
        studio.set({cell: face})
        studio.sink(cell, 1)
        (folder / f"{face}.jpg").write_bytes(jpeg(studio.frame(), 95))
        studio.set({cell: "empty"})
    return folder


def test_cards_taught_from_pictures_are_read_as_deep_as_they_belong(
    pictures: Path, tmp_path: Path
) -> None:
    parser = argparse.ArgumentParser()
    teach.add_arguments(parser)
    into = tmp_path / "known"
    options = ["dig", "--pictures", str(pictures), "--into", str(into), "--faces", ",".join(FACES)]
    assert teach.main(parser.parse_args(options)) == 0
    dug = DigStudio(TRAY, tray_scene(21, SIZE, 0.5))
    lying = {cell.id: FACES[n % 5] if n % 4 else "empty" for n, cell in enumerate(TRAY.board.cells)}
    dug.set(lying)
    look = Looker(TRAY.board, load(into / "dig")).look(dug.frame())
    assert {name: cell.label for name, cell in look.cells.items()} == lying


def test_every_card_of_the_box_is_asked_for_and_the_back_and_the_lid() -> None:
    board, faces = teach.board_of("dig")
    assert len(board.cells) == 16
    assert {"1-mask", "2-obelisk_tip@N", "6-cover", "barricade", "down"} <= set(faces)
    assert {"2-obelisk_mid@NS", "5-snake_body@NS"} <= set(faces)


def shown_by(label: str) -> Picture:
    """A picture in which a card lies alone in B2."""
    studio = DigStudio(TRAY, tray_scene(7, SIZE, 0.2))
    if label != "empty":
        studio.set({"B2": label})
        studio.sink("B2", 1)
    return studio.frame()


def taught_by(*shown: tuple[str, str], extends: Taught | None = None) -> Session:
    """A session in which each label is taught with the card that is named beside it."""
    session = Session(TRAY.board, "mine", [label for label, _ in shown], extends)
    assert session.show_empty(shown_by("empty")).learnt
    for label, card in shown:
        outcome = session.show(shown_by(card), label)
        assert outcome.learnt, outcome.say
    return session


def read_in(taught: Taught, **lying: str) -> dict[str, str | None]:
    dug = DigStudio(TRAY, tray_scene(22, SIZE, 0.5))
    dug.set(lying)
    look = Looker(TRAY.board, taught).look(dug.frame())
    return {cell: look.cells[cell].label for cell in lying}


def four_tiles(pen: DigPen) -> None:
    """A drawing that is the same after every quarter turn."""
    for x, y in ((32, 32), (68, 32), (68, 68), (32, 68)):
        pen.disc((x, y), (13, 13), GOLD)


def test_a_middle_that_looks_the_same_however_it_lies_is_known_without_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its owner plays on all the same: what cannot be seen is not checked, and not refused."""
    monkeypatch.setitem(PICTURES, "tiles", four_tiles)
    session = Session(TRAY.board, "mine", ["6-obelisk_mid@NS", "5-snake_body@NS"])
    session.show_empty(shown_by("empty"))
    square = session.show(shown_by("6-tiles"), "6-obelisk_mid@NS")
    assert square.learnt
    assert square.say.values["label"] == "6-obelisk_mid"
    assert square.say.values["wayless"]
    body = session.show(shown_by("5-snake_body"), "5-snake_body@NS")
    assert (body.learnt, session.todo) == (True, ())
    assert not body.say.values["wayless"]
    lying = {"A1": "6-tiles", "C3": "6-tiles@E", "D4": "5-snake_body@W", "B2": "5-snake_body@S"}
    assert read_in(session.result(), **lying) == {
        "A1": "6-obelisk_mid", "C3": "6-obelisk_mid",
        "D4": "5-snake_body@EW", "B2": "5-snake_body@NS",
    }  # fmt: skip


def test_cards_taught_without_their_way_are_taught_anew_with_it() -> None:
    """A teaching from before the way was kept is read as it was, until the card is shown again."""
    before = taught_by(("4-snake_body", "4-snake_body"), ("4-earth", "4-earth")).result()
    assert read_in(before, C2="4-snake_body@E") == {"C2": "4-snake_body"}
    after = taught_by(("4-snake_body@NS", "4-snake_body"), extends=before).result()
    assert set(after.labels("pit")) == {"empty", "4-snake_body@NS", "4-earth"}
    assert read_in(after, C2="4-snake_body@E") == {"C2": "4-snake_body@EW"}


def test_who_teaches_is_told_how_to_lay_a_card_whose_way_matters(tmp_path: Path) -> None:
    asked: list[str] = []

    def ask(words: str) -> Picture:
        asked.append(words)
        return shown_by("empty" if len(asked) == 1 else labels[len(asked) - 2])

    labels = ["3-snake_head@N", "3-snake_body@NS", "3-earth"]
    parser = argparse.ArgumentParser()
    teach.add_arguments(parser)
    options = ["dig", "--into", str(tmp_path), "--faces", ",".join(labels)]
    assert teach.main(parser.parse_args(options), ask) == 0
    assert [("first row" in words, "along the column" in words) for words in asked] == [
        (False, False), (True, False), (False, True), (False, False),
    ]  # fmt: skip
