"""The stage of the dig: what hands do to the tray, picture by picture."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.paint import Picture
from companion.core.game import load_room
from companion.rehearsal.dig import invite
from companion.rehearsal.dig_stage import DigStage
from companion.rooms.dig import tray_of

BOX = load_room("dig").load_box(None)


class Wall:
    """Remembers what was shown."""

    def __init__(self) -> None:
        self.shown: list[Picture] = []

    def show(self, picture: Picture) -> None:
        self.shown.append(picture)


@pytest.fixture(scope="module")
def stage() -> DigStage:
    return DigStage(Wall(), tray_of(BOX), seed=5, size=(640, 360))


def differing(one: Picture, other: Picture) -> int:
    return int((np.abs(one.astype(int) - other).max(axis=2) > 40).sum())


def test_a_layer_is_laid_row_by_row_and_all_of_it_lies_there(stage: DigStage) -> None:
    laid = invite(1).laid(BOX, 2)
    full = [
        sum(label != "empty" for label in stage.labels().values()) for _ in stage.lay_rows(laid)
    ]
    assert full == sorted(full)
    assert {cell: stage.lying(cell) for cell in laid} == laid
    assert not stage.over


def test_the_shovel_carries_the_top_card_away(stage: DigStage) -> None:
    stage.set({"C3": "5-earth@E"})
    (before,) = stage.still(1)
    labels, hands, pictures = [], [], []
    for picture in stage.dig("C3", "4-scorpion@S"):
        labels.append(stage.labels()["C3"])
        hands.append(stage.over)
        pictures.append(picture)
    assert (labels[0], labels[-1], stage.lying("C3")) == ("5-earth", "4-scorpion", "4-scorpion@S")
    uncovered = labels.index("4-scorpion")
    assert hands[uncovered]
    assert not hands[-1]
    assert differing(pictures[uncovered], before) > 10 * differing(pictures[-1], before) > 0


def test_a_card_pushed_askew_and_back_is_still_the_same_card(stage: DigStage) -> None:
    stage.set({"B2": "4-necklace"})
    (before,) = stage.still(1)
    *_, askew = stage.knock("B2")
    assert stage.labels()["B2"] == "4-necklace"
    *_, after = stage.straighten("B2")
    assert differing(askew, before) > 20 * max(1, differing(after, before))


def test_turning_the_tray_leaves_it_as_it_was_turned(stage: DigStage) -> None:
    covers = dict.fromkeys((cell.id for cell in tray_of(BOX).board.cells), "6-cover@W")
    assert len(list(stage.turn(covers))) > 4
    assert {stage.lying(cell) for cell in covers} == {"6-cover@W"}


def test_the_board_around_the_tray_changes_no_cell(stage: DigStage) -> None:
    before = stage.labels()
    list(stage.frame())
    assert stage.framed
    assert stage.labels() == before
