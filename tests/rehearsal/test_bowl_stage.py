"""The painted way of the bowl: what is laid on it is what the eye reads."""

from __future__ import annotations

import random

import pytest

from calibration.paint import PAPYRUS, random_scene
from calibration.paint.bowl.lesson import learn_bowl
from calibration.paint.bowl.studio import BowlStudio, Pawn
from calibration.paint.faces import UnknownFace
from calibration.read.reader import Looker, use_threads
from calibration.read.taught import Taught
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.rehearsal.bowl_stage import BowlStage, beside, opposite
from companion.rooms import board_of, labels_of, room_of
from hardware.simulated.camera import SimulatedCamera

GAME = load_room("bowl")
BOX = GAME.load_box(None)
BOARD = board_of(GAME, BOX)
KINDS = room_of(GAME.name).kinds(BOX)
FACES = labels_of(GAME, BOX)
CROWD = tuple(
    Pawn(beside(BOX.track[5].at_mm, n, 6), colour) for n, colour in enumerate(BOX.colours)
) + (Pawn(opposite(BOX.track[14].at_mm), "mummy"),)


@pytest.fixture(scope="module")
def taught() -> Taught:
    use_threads(1)
    return learn_bowl(BOARD, KINDS, FACES)


def test_the_board_has_a_disc_for_every_tile_of_the_box() -> None:
    assert {cell.id for cell in BOARD.cells} == set(
        GAME.visible(GAME.opening(BOX, _two(), GAME.house_rules()))
    )
    assert {cell.kind for cell in BOARD.cells} == {"disc"}
    assert set(KINDS.values()) == {"desert", "pyramid", "chamber"}


def _two() -> list[Seat]:
    return [Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1])]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("harshness", [0.2, 0.5, 0.9])
def test_every_tile_is_read_as_it_lies(seed: int, harshness: float, taught: Taught) -> None:
    dice = random.Random(seed)
    lie = {cell.id: dice.choice((*FACES, *["down"] * 5, "empty")) for cell in BOARD.cells}
    studio = BowlStudio(BOARD, PAPYRUS, random_scene(seed, harshness=harshness), lie, KINDS)
    studio.stand(CROWD)
    look = Looker(BOARD, taught).look(studio.frame())
    assert look.found
    wrong = {c: (lie[c], r.words) for c, r in look.cells.items() if r.label not in (lie[c], None)}
    assert wrong == {}
    unsure = [cell for cell, reading in look.cells.items() if reading.label is None]
    assert len(unsure) <= 1


def test_a_flip_is_hidden_by_the_hand_until_it_leaves(taught: Taught) -> None:
    camera = SimulatedCamera()
    stage = BowlStage(camera, BOARD, KINDS, seed=4)
    stage.set(dict.fromkeys(stage.labels(), "down"))
    looker = Looker(BOARD, taught)
    for _ in stage.play({"P3": "blue_3"}, ["P3"]):
        frame = camera.read()
        assert frame is not None
        label = looker.look(frame.picture).cells["P3"].label
        assert label in ("down", "empty", "blue_3", None)
    assert label == "blue_3"
    assert stage.labels()["P3"] == "blue_3"
    assert set(stage.labels().values()) == {"down", "blue_3"}


def test_figures_come_and_go_beside_the_tiles(taught: Taught) -> None:
    stage = BowlStage(SimulatedCamera(), BOARD, KINDS, seed=4)
    stage.set(dict.fromkeys(stage.labels(), "down"))
    bare = stage.studio.view.seen.copy()
    stage.stand(CROWD)
    assert (stage.studio.view.seen != bare).any()
    look = Looker(BOARD, taught).look(stage.studio.frame())
    assert {reading.label for reading in look.cells.values()} == {"down"}
    stage.stand(())
    assert (stage.studio.view.seen == bare).all()


def test_a_face_nobody_printed_is_refused() -> None:
    stage = BowlStage(SimulatedCamera(), BOARD, KINDS, seed=4)
    with pytest.raises(UnknownFace, match="pink"):
        stage.set({"P3": "pink"})
    with pytest.raises(UnknownFace, match="red_9"):
        stage.set({"P3": "red_9"})
