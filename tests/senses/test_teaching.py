"""``companion teach`` with painted cards: every face once, recognised back, kept with its date."""

from __future__ import annotations

import argparse
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.geometry.board import Board
from calibration.geometry.pictures import jpeg
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.paint.solids import above
from calibration.read.reader import Looker
from calibration.teach.session import Session
from calibration.teach.store import load
from companion.cli import teach
from companion.cli.prompts import STALE, Prompt
from hardware.ports import Frame
from tests.saying import refuses

FACES = ("cat_L", "cat_R", "ibis_L")
SIZE = (960, 540)


@pytest.fixture(scope="module")
def board() -> Board:
    return wall_board(4, 3)


def shot(board: Board, labels: dict[str, str]) -> np.ndarray:
    return Studio(board, PAPYRUS, random_scene(5, SIZE, 0.1), labels).frame()


def test_a_session_asks_for_the_empty_board_first(board: Board) -> None:
    session = Session(board, "mine", FACES)
    assert session.todo == ("empty", *FACES)
    assert not session.show(shot(board, {"1,1": "cat_L"}), "cat_L").learnt


def test_every_face_is_learnt_in_whatever_cell_it_lies(board: Board) -> None:
    session = Session(board, "mine", FACES)
    assert session.show_empty(shot(board, {})).learnt
    for cell, label in zip(("0,0", "2,1", "3,2"), FACES, strict=True):
        outcome = session.show(shot(board, {cell: label}), label)
        assert outcome.learnt, outcome.say
        assert outcome.cell == cell
    assert session.todo == ()
    look = Looker(board, session.result()).look(shot(board, {"1,1": "cat_R"}))
    assert look.cells["1,1"].label == "cat_R"


def test_an_empty_board_is_not_a_face(board: Board) -> None:
    session = Session(board, "mine", FACES)
    session.show_empty(shot(board, {}))
    outcome = session.show(shot(board, {}), "cat_L")
    assert not outcome.learnt
    assert outcome.say.key == "teach.all_empty"


def test_two_cards_at_once_are_asked_for_again(board: Board) -> None:
    session = Session(board, "mine", FACES)
    session.show_empty(shot(board, {}))
    outcome = session.show(shot(board, {"0,0": "cat_L", "3,2": "cat_L"}), "cat_L")
    assert not outcome.learnt
    assert outcome.say.key == "teach.two_filled"


def test_the_same_card_under_two_names_is_asked_for_again(board: Board) -> None:
    session = Session(board, "mine", FACES)
    session.show_empty(shot(board, {}))
    assert session.show(shot(board, {"0,0": "cat_L"}), "cat_L").learnt
    outcome = session.show(shot(board, {"2,1": "cat_L"}), "ibis_L")
    assert not outcome.learnt
    assert outcome.say.values["twin"] == "cat_L"


def test_a_picture_without_the_board_is_asked_for_again(board: Board) -> None:
    outcome = Session(board, "mine", FACES).show_empty(np.full((540, 960, 3), 99, np.uint8))
    assert not outcome.learnt
    assert outcome.say.key == "eye.no_marker"


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    teach.add_arguments(parser)
    return parser.parse_args(given)


def test_the_command_keeps_a_version_that_can_be_listed_extended_and_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wall, _ = teach.board_of("wall")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    scene = random_scene(5, (1280, 720), 0.1)
    for label, cells in (("empty", {}), ("cat_L", {"3,3": "cat_L"}), ("cat_R", {"9,2": "cat_R"})):
        frame = Studio(wall, PAPYRUS, scene, cells).frame()
        (pictures / f"{label}.jpg").write_bytes(jpeg(frame, 95))
    into = ("--into", str(tmp_path / "kept"), "--pictures", str(pictures))
    assert teach.main(arguments("wall", "--faces", "cat_L", *into)) == 0
    assert teach.main(arguments("wall", "--faces", "cat_R", "--extend", *into)) == 0
    assert load(tmp_path / "kept" / "wall").labels("card") == ("cat_L", "cat_R", "empty")
    assert teach.main(arguments("wall", "--list", *into)) == 0
    assert "version 2" in capsys.readouterr().out
    assert teach.main(arguments("wall", "--undo", *into)) == 0
    assert load(tmp_path / "kept" / "wall").labels("card") == ("cat_L", "empty")


def test_a_session_with_missing_faces_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wall, _ = teach.board_of("wall")
    frame = Studio(wall, PAPYRUS, random_scene(5, (1280, 720), 0.1), {}).frame()
    (tmp_path / "empty.jpg").write_bytes(jpeg(frame, 95))
    into = ("--into", str(tmp_path / "kept"), "--pictures", str(tmp_path))
    assert teach.main(arguments("wall", "--faces", "cat_L", *into)) == 1
    assert "cat_L" in capsys.readouterr().err


def test_a_broken_picture_is_named_and_the_other_faces_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wall, _ = teach.board_of("wall")
    scene = random_scene(5, (1280, 720), 0.1)
    for label, cells in (("empty", {}), ("cat_L", {"3,3": "cat_L"})):
        frame = Studio(wall, PAPYRUS, scene, cells).frame()
        (tmp_path / f"{label}.JPG").write_bytes(jpeg(frame, 95))
    (tmp_path / "cat_R.jpg").write_bytes(b"no picture")
    into = ("--into", str(tmp_path / "kept"), "--pictures", str(tmp_path))
    assert teach.main(arguments("wall", "--faces", "cat_R,cat_L", *into)) == 1
    said = capsys.readouterr().err
    assert "cat_R.jpg" in said
    assert load(tmp_path / "kept" / "wall-unfinished").labels("card") == ("cat_L", "empty")


def test_a_room_without_cards_is_refused_by_naming_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert teach.main(arguments("chess", "--pictures", ".")) == 1
    assert "wall" in capsys.readouterr().err


class Shelf:
    """A camera that hands out one picture after another, each several times."""

    def __init__(self, pictures: list[np.ndarray], times: int = STALE + 1) -> None:
        self._frames = [picture for picture in pictures for _ in range(times)]
        self.closed = False
        self._number = 0

    def read(self) -> Frame | None:
        if self._number >= len(self._frames):
            return None
        self._number += 1
        return Frame(self._number, float(self._number), self._frames[self._number - 1])

    def close(self) -> None:
        self.closed = True


def test_a_camera_is_opened_by_its_name_and_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, _ = teach.board_of("wall")
    scene = random_scene(5, (1280, 720), 0.1)
    shelf = Shelf([Studio(wall, PAPYRUS, scene, x).frame() for x in ({}, {"3,3": "cat_L"})])
    opened: list[str] = []

    def opener(which: str) -> Shelf:
        opened.append(which)
        return shelf

    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    given = ("wall", "--faces", "cat_L", "--camera", "pi", "--into", str(tmp_path))
    assert teach.main(arguments(*given), open_camera=opener) == 0
    assert opened == ["pi"]
    assert shelf.closed
    assert load(tmp_path / "wall").labels("card") == ("cat_L", "empty")


def test_a_camera_that_is_not_there_is_reported_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def opener(which: str) -> Shelf:
        raise FileNotFoundError(f"no camera answered on {which}")

    assert teach.main(arguments("wall", "--camera", "7"), open_camera=opener) == 1
    assert "no camera answered on 7" in capsys.readouterr().err


def test_a_picture_is_taken_only_after_the_key() -> None:
    old, new = np.zeros((64, 64, 3), np.uint8), np.ones((64, 64, 3), np.uint8)
    ask = Prompt(Shelf([old] * STALE + [new], 1), lambda words: "")
    assert ask("lay it down") is new


def test_a_person_may_stop_asking() -> None:
    ask = Prompt(Shelf([]), lambda words: " Q ")
    assert ask("lay it down") is None


def test_a_camera_that_stays_dark_is_not_waited_for_for_ever() -> None:
    ask = Prompt(Shelf([]), lambda words: "", clock=iter(range(100)).__next__)
    with refuses(TimeoutError, match="plugged in"):
        ask("lay it down")


def test_the_bowl_can_be_taught_as_well() -> None:
    board, labels = teach.board_of("bowl")
    assert {cell.kind for cell in board.cells} == {"disc"}
    assert len(set(labels)) == len(labels) > 5


def test_without_a_camera_a_folder_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert teach.main(arguments("wall")) == 1
    assert "--pictures" in capsys.readouterr().err


def test_a_person_is_asked_until_everything_is_known(board: Board, tmp_path: Path) -> None:
    wall, _ = teach.board_of("wall")
    scene = random_scene(5, (1280, 720), 0.1)
    shown = [{}, {}, {"3,3": "cat_L"}]
    asked = []

    def ask(words: str) -> np.ndarray:
        asked.append(words)
        return Studio(wall, PAPYRUS, scene, shown[len(asked) - 1]).frame()

    into = ("--into", str(tmp_path))
    assert teach.main(arguments("wall", "--faces", "cat_L", *into), ask) == 0
    assert len(asked) == 3
    assert "cat_L" in asked[1]


def kept(folder: Path, **shots: np.ndarray) -> Path:
    folder.mkdir(exist_ok=True)
    for name, picture in shots.items():
        (folder / name).write_bytes(jpeg(picture, 92))
    return folder


def test_a_lesson_that_was_left_goes_on_another_time(
    board: Board,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One face that fails does not throw the others away."""
    monkeypatch.setattr(teach, "board_of", lambda room, own=None: (board, FACES))
    into = ("--into", str(tmp_path / "known"))
    empty, cat = shot(board, {}), shot(board, {"1,1": "cat_L"})
    first = kept(tmp_path / "one", **{"empty.JPG": empty, "cat_L.JPG": cat})
    assert teach.main(arguments("wall", "--pictures", str(first), *into)) == 1
    assert "Still to be shown: cat_R and ibis_L" in capsys.readouterr().err
    assert not (tmp_path / "known" / "wall").exists()
    cat, ibis = shot(board, {"0,0": "cat_R"}), shot(board, {"2,2": "ibis_L"})
    others = {"empty.jpg": empty, "cat_R.jpg": cat, "ibis_L.jpeg": ibis}
    second = kept(tmp_path / "two", **others)
    assert teach.main(arguments("wall", "--pictures", str(second), *into)) == 0
    taught = load(tmp_path / "known" / "wall")
    assert set(FACES) <= set(taught.labels("card"))
    assert taught.edition == "wall"
    assert not (tmp_path / "known" / "wall-unfinished").exists()


@pytest.mark.parametrize(
    ("folder", "said"), [("nowhere", "There's no folder"), ("bare", "No picture of a face")]
)
def test_a_folder_without_pictures_says_what_is_missing(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], folder: str, said: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(teach, "board_of", lambda room, own=None: (board, FACES))
    (tmp_path / "bare").mkdir()
    assert teach.main(arguments("wall", "--pictures", str(tmp_path / folder))) == 1
    assert said in capsys.readouterr().err


def test_a_box_of_ones_own_is_taught(tmp_path: Path) -> None:
    own = tmp_path / "box.toml"
    shipped = (Path(teach.__file__).parents[1] / "games/wall/box.toml").read_text("utf-8")
    own.write_text(shipped, "utf-8")
    assert teach.board_of("wall", own)[1] == teach.board_of("wall")[1]


def test_corners_are_four_points_in_pixels() -> None:
    given = arguments("wall", "--corners", "10,20 900,25 890,600 15,610")
    assert given.corners == ((10.0, 20.0), (900.0, 25.0), (890.0, 600.0), (15.0, 610.0))


@pytest.mark.parametrize("text", ["", "1,2 3,4 5,6", "1,2 3,4 5,6 7", "a,b c,d e,f g,h", "1,2 " * 5,
                                  "1,2 3,4 5,6 7,nan"])  # fmt: skip
def test_what_are_no_corners_is_refused_with_an_example(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        arguments("wall", "--corners", text)
    assert "10,20 900,25" in capsys.readouterr().err


def test_a_board_without_markers_is_taught_between_its_corners(board: Board) -> None:
    bare = replace(board, markers={})
    studio = Studio(bare, PAPYRUS, random_scene(5, SIZE, 0.1), {})
    corners = above(studio.view.shot, np.array(bare.outline_mm), 0.0)
    session = Session(bare, "mine", FACES, corners_px=[tuple(point) for point in corners.tolist()])
    assert session.show_empty(studio.frame()).learnt
