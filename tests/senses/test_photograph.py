"""A finished pyramid from one picture: never wrong, asked where in doubt, wrong tables reported."""

from __future__ import annotations

import random

import numpy as np
import pytest

from calibration.geometry.pictures import jpeg
from calibration.paint.kheops.lesson import learn_kheops
from calibration.paint.kheops.studio import KheopsStudio
from calibration.paint.scene import random_scene
from calibration.read.reader import use_threads
from calibration.read.single_picture import with_surroundings
from calibration.read.taught import Taught
from companion.core.cells import EMPTY
from companion.core.game import load_room
from companion.core.observation import Reading
from companion.core.verdict import Refused, Saying
from companion.games.kheops import score_position
from companion.games.kheops.faces import turns_of
from companion.games.kheops.labels import TWO_PAWNS, pawn_cell
from companion.games.kheops.settling import Settlement
from companion.rooms import board_of, labels_of
from companion.senses.photograph import BoardSeen, read_board, read_board_bytes
from tests.bench.campaign.kheops import small_box

GAME = load_room("kheops")
BOX = small_box()
BOARD = board_of(GAME, BOX)
RULES = GAME.house_rules()
PAWNS = ("white-worker", "blue-worker", "white-mummy", "blue-priest", "white-pharaoh")


@pytest.fixture(scope="module")
def taught() -> Taught:
    use_threads(1)
    return learn_kheops(BOARD, labels_of(GAME, BOX))


def finished(seed: int, pawns: int = 0) -> dict[str, str]:
    """A pyramid by dice, with nobody on tiles that forbid it."""
    dice = random.Random(seed)
    faces = [face for face in BOX.faces.elements() if "forbid" not in face]
    dice.shuffle(faces)
    tiles = {c: f"{f}@{dice.choice(turns_of(f))}" for c, f in zip(BOX.cells, faces, strict=False)}
    chosen = dice.sample(BOX.cells, pawns)
    return tiles | {pawn_cell(cell): PAWNS[n] for n, cell in enumerate(chosen)}


def painted(labels: dict[str, str], seed: int, harshness: float = 0.4) -> KheopsStudio:
    return KheopsStudio(BOARD, random_scene(seed, harshness=harshness), labels)


def counted(seen: BoardSeen, truth: dict[str, str]) -> Settlement | Refused:
    """The count after somebody has told the truth about everything doubtful."""
    answers = {name: truth.get(name, EMPTY) for name in seen.doubtful}
    return score_position(BOX, RULES, {**seen.cells, **answers})


@pytest.mark.parametrize("seed", range(4))
def test_what_is_sure_is_right_and_the_rest_is_asked(seed: int, taught: Taught) -> None:
    truth = finished(seed, pawns=4)
    seen = read_board(painted(truth, seed).frame(), BOARD, taught, TWO_PAWNS)
    assert not seen.refused
    assert {n: label for n, label in seen.cells.items() if label != truth.get(n, EMPTY)} == {}
    assert len(seen.doubtful) <= 2
    assert {*seen.cells, *seen.doubtful} == {cell.id for cell in BOARD.cells}
    done = counted(seen, truth)
    assert isinstance(done, Settlement)
    assert done == score_position(BOX, RULES, truth)


def test_without_pawns_everything_is_sure(taught: Taught) -> None:
    truth = finished(7)
    seen = read_board(painted(truth, 7).frame(), BOARD, taught, TWO_PAWNS)
    assert seen.doubtful == ()
    assert {name: seen.cells[name] for name in truth} == truth


def test_a_missing_tile_is_said_with_its_place(taught: Taught) -> None:
    truth = finished(3) | {"D1.0": EMPTY}
    seen = read_board(painted(truth, 3).frame(), BOARD, taught, TWO_PAWNS)
    refusal = counted(seen, truth)
    assert isinstance(refusal, Refused)
    assert (refusal.say.key, refusal.cells) == ("kheops.unfinished", ("D1.0",))
    assert refusal.say.values["found"] == len(BOX.cells) - 1


def test_a_tile_outside_the_outline_is_said(taught: Taught) -> None:
    truth = finished(3)
    studio = painted(truth, 3)
    studio.strew(with_surroundings(BOARD).cell("beside U1.1 R"), "room-3@0")
    refusal = counted(read_board(studio.frame(), BOARD, taught, TWO_PAWNS), truth)
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.say.key) == ("KHEOPS-10", "kheops.outside")
    assert refusal.cells == ("beside U1.1 R",)


@pytest.mark.parametrize("places", [((-9.0, 2.0), (9.0, 3.0)), ((0.0, 0.0), (15.0, 6.0))])
def test_two_pawns_on_a_tile_are_said(
    places: tuple[tuple[float, float], tuple[float, float]], taught: Taught
) -> None:
    truth = finished(5)
    studio = painted(truth, 5)
    cell = BOARD.cell("D0.0:pawn")
    studio.crowd(
        tuple(
            studio.figure(label, cell, at)
            for label, at in zip(("white-worker", "blue-mummy"), places, strict=True)
        )
    )
    seen = read_board(studio.frame(), BOARD, taught, TWO_PAWNS)
    assert [name for name, label in seen.cells.items() if label == TWO_PAWNS] == ["D0.0:pawn"]
    refusal = counted(seen, truth)
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.cells) == ("KHEOPS-08", ("D0.0",))


def test_a_tile_seen_twice_is_said(taught: Taught) -> None:
    only = "room-1-sarcophagus_red_king"
    assert BOX.faces[only] == 1
    truth = finished(6) | {"U0.0": f"{only}@0", "U2.0": f"{only}@2"}
    refusal = counted(read_board(painted(truth, 6).frame(), BOARD, taught, TWO_PAWNS), truth)
    assert isinstance(refusal, Refused)
    assert refusal.say.key == "kheops.too_many_tiles"
    assert {"U0.0", "U2.0"} <= set(refusal.cells)


@pytest.mark.parametrize("share", [0.35, 0.6, 1.2])
def test_a_picture_cut_off_at_the_apex_is_not_counted(share: float, taught: Taught) -> None:
    truth = finished(2)
    studio = painted(truth, 2)
    tip, low = (studio.pixel(BOARD.cell("U2.0").polygon_mm[n])[1] for n in (2, 0))
    picture = np.ascontiguousarray(studio.frame()[round(tip + share * (low - tip)) :])
    seen = read_board(picture, BOARD, taught, TWO_PAWNS)
    if seen.refused:
        assert isinstance(seen.refused, Saying)
        assert seen.refused.key in ("eye.outside", "eye.no_marker", "eye.corner")
        return
    assert "U2.0" not in seen.readings
    refusal = counted(seen, truth)
    assert isinstance(refusal, Refused)
    assert refusal.say.key == "kheops.not_in_the_picture"
    assert "U2.0" in refusal.cells


def test_an_empty_table_and_a_torn_file_are_refused_with_a_remedy(taught: Taught) -> None:
    grey = np.full((480, 640, 3), 90, np.uint8)
    assert read_board(grey, BOARD, taught, TWO_PAWNS).refused == Saying("eye.no_marker")
    whole = jpeg(painted(finished(2), 2).frame())
    torn = read_board_bytes(whole[:-200], BOARD, taught, TWO_PAWNS).refused
    assert torn == Saying("fault.picture.cut_short", {"name": ""})
    letter = read_board_bytes(b"a letter", BOARD, taught, TWO_PAWNS).refused
    assert letter == Saying("fault.picture.no_picture", {"name": ""})
    assert read_board_bytes(whole, BOARD, taught, TWO_PAWNS).cells


def test_the_likeliest_is_offered_first() -> None:
    seen = BoardSeen({"U0.0": Reading({"room-2@0": 0.2, "?": 0.1, "room-3@0": 0.7})})
    assert seen.doubtful == ("U0.0",)
    assert seen.likely("U0.0") == ("room-3@0", "room-2@0")
