"""``companion teach dig``: every card shown once on the floor of the tray is known at any depth."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from calibration.look import Looker
from calibration.paint_tray import TrayStudio, tray_scene
from calibration.pictures import jpeg
from calibration.store import load
from companion.core.game import load_room
from companion.senses import teaching
from companion.senses.boards import tray_of

BOX = load_room("dig").load_box(None)
TRAY = tray_of(BOX)
FACES = ("1-mask", "3-earth", "4-earth", "5-snake_head", "6-cover", "barricade", "down")
SIZE = (960, 540)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """The empty tray, and every card alone on its floor."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    studio = TrayStudio(TRAY, tray_scene(7, SIZE, 0.2))
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
    teaching.add_arguments(parser)
    into = tmp_path / "known"
    told = ["dig", "--pictures", str(pictures), "--into", str(into), "--faces", ",".join(FACES)]
    assert teaching.main(parser.parse_args(told)) == 0
    dug = TrayStudio(TRAY, tray_scene(21, SIZE, 0.5))
    lying = {cell.id: FACES[n % 5] if n % 4 else "empty" for n, cell in enumerate(TRAY.board.cells)}
    dug.set(lying)
    look = Looker(TRAY.board, load(into / "dig")).look(dug.frame())
    assert {name: cell.label for name, cell in look.cells.items()} == lying


def test_every_card_of_the_box_is_asked_for_and_the_back_and_the_lid() -> None:
    board, faces = teaching.board_of("dig")
    assert len(board.cells) == 16
    assert {"1-mask", "2-obelisk_tip@N", "6-cover", "barricade", "down"} <= set(faces)
