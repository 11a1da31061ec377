"""What the camera sees at the bowl: the flip that explains a picture, or why none does."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.facts import insisted
from companion.core.observation import Reading, Seen
from companion.core.verdict import Explained, Leave, Refused, Unchanged, Unclear
from companion.games.bowl import GAME
from companion.games.bowl import moves as m
from companion.games.bowl.reader import cells
from companion.games.bowl.state import Phase
from companion.table.explain.referee import judge
from tests.rooms.bowl.laid import DESERT, ME, OWN, RIVAL, Position, begun, laid, opening
from tests.rooms.position import known

ALL_OPEN = f"{DESERT} | r b y g r b y g r b y g r b"


def looked(table: Position, changes: dict[str, Any]) -> Any:
    """Judge a picture that shows what it should, except for these tiles."""
    shown = dict(GAME.visible(table.state)) | changes
    readings = {
        cell: Reading(label if isinstance(label, dict) else {label: 0.998, "?": 0.002})
        for cell, label in shown.items()
    }
    return judge(GAME, table.state, Seen(readings=readings, at=0.0))


def test_a_flipped_tile_is_seen_and_explained_bowl_16() -> None:
    verdict = looked(laid("r b"), {"D3": "green"})
    assert isinstance(verdict, Explained)
    assert [made.move for made in verdict.made] == [m.FlipTile("D3", "green")]


def test_colour_and_mummies_are_read_from_one_label() -> None:
    verdict = looked(laid(DESERT), {"P1": "red_3"})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.FlipTile("P1", "red", 3)


def test_a_face_no_tile_of_that_kind_has_is_not_believed_bowl_03() -> None:
    """It is asked about; only people can say that their box has such a tile."""
    move = m.FlipTile("D1", "red", 3)
    guessed = looked(begun(box=OWN), {"D1": "red_3"})
    assert isinstance(guessed, Unclear)
    assert guessed.question.ask.key == "referee.not_in_the_box"
    assert [option.move for option in guessed.question.options] == [move, Leave()]
    told = looked(begun(box=known(OWN)), {"D1": "red_3"})
    assert isinstance(told, Unclear)
    assert [option.move for option in told.question.options] == [insisted(move), Leave()]


def test_what_is_left_in_the_box_decides_between_two_likely_faces() -> None:
    """Both red desert tiles lie open already, so a reddish tile must be the other one."""
    table = laid("r b y g r", box=OWN)
    verdict = looked(table, {"D6": {"red": 0.5, "yellow": 0.5}})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.FlipTile("D6", "yellow")


def test_two_likely_faces_are_asked_about() -> None:
    verdict = looked(laid("r"), {"D2": {"red": 0.5, "yellow": 0.5}})
    assert isinstance(verdict, Unclear)
    assert len(verdict.question.options) == 3


def test_flipping_the_first_chamber_tile_is_seen_as_entering_bowl_56() -> None:
    verdict = looked(laid(ALL_OPEN, figures={ME: "P14"}, scarabs={ME: 2}), {"C1": "blue"})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.FlipTile("C1", "blue")


def test_nothing_new_is_nothing() -> None:
    assert isinstance(looked(laid("r b"), {}), Unchanged)


@pytest.mark.parametrize(
    ("changes", "clause", "key"),
    [
        ({"D4": "green"}, "BOWL-16", "bowl.not_the_next_tile"),
        ({"D3": "green", "D4": "red"}, "BOWL-15", "bowl.tiles_at_once"),
        ({"D1": "down"}, "BOWL-17", "bowl.tile_turned_back"),
        ({"D1": "green"}, "BOWL-04", "bowl.tile_exchanged"),
        ({"D1": "empty"}, "BOWL-04", "bowl.tile_gone"),
        ({"P9": "empty"}, "BOWL-04", "bowl.tile_gone"),
        ({"D3": "?"}, "BOWL-03", "bowl.unknown_face"),
        ({"C1": "red"}, "BOWL-O-17", "bowl.not_at_the_door"),
        ({"C2": "red"}, "BOWL-O-17", "bowl.not_at_the_door"),
    ],
)
def test_what_no_flip_explains_is_refused_with_its_clause(
    changes: dict[str, str], clause: str, key: str
) -> None:
    verdict = looked(laid("r b"), changes)
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.say.key) == (clause, key)
    assert set(verdict.cells) <= set(changes) | {"C1"}


def test_without_scarabs_the_chamber_tile_goes_back_bowl_55() -> None:
    verdict = looked(laid(ALL_OPEN, figures={ME: "P14"}), {"C1": "blue"})
    assert isinstance(verdict, Refused)
    assert verdict.clause == "BOWL-55"


@pytest.mark.parametrize(
    ("label", "key"),
    [("red", "bowl.tile_not_covered"), ("empty", "bowl.tile_missing"), ("?", "bowl.unknown_face")],
)
def test_before_the_game_every_tile_lies_face_down_bowl_04(label: str, key: str) -> None:
    verdict = looked(opening(), {"D5": label})
    assert isinstance(verdict, Refused)
    assert verdict.say.key == key


def test_a_tile_flipped_while_a_boulder_is_drawn_goes_back_bowl_15() -> None:
    refusal = GAME.misfit(laid("r").name("r").state, {"D2": "blue"})
    assert (refusal.clause, refusal.say.key) == ("BOWL-15", "bowl.no_flip_now")
    assert laid("r").name("r").clean().refused(m.FlipTile("D2", "blue")).clause == "BOWL-15"


def test_the_order_of_the_chamber_tiles_bowl_57() -> None:
    table = laid(ALL_OPEN, figures={ME: "P14"}, scarabs={ME: 2})
    refusal = GAME.misfit(table.state, {"C2": "blue"})
    assert (refusal.clause, refusal.say.values["expected"]) == ("BOWL-57", "C1")


def test_the_board_shows_the_eye_where_to_look_and_what_to_know() -> None:
    board = cells(OWN)
    assert set(board["cells"]) == set(GAME.visible(opening().state))
    assert board["labels"]["desert"] == ("empty", "down", "blue", "green", "red", "yellow")
    assert "red_3" in board["labels"]["pyramid"]
    assert "red_2" not in board["labels"]["pyramid"]
    width, height = board["board_mm"]
    half_w, half_h = (side / 2 for side in board["tile_mm"])
    places = [cell["at_mm"] for cell in board["cells"].values()]
    assert all(half_w <= x <= width - half_w and half_h <= y <= height - half_h for x, y in places)
    apart = [
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) for n, a in enumerate(places) for b in places[:n]
    ]
    assert min(apart) > board["tile_mm"][0], "no two tiles overlap"


def test_figures_and_mummy_do_not_change_what_a_tile_ought_to_show() -> None:
    here = laid(f"{DESERT} | r b", figures={ME: "P1", RIVAL: "P2"}, mummy="P2 entrance")
    gone = laid(f"{DESERT} | r b")
    assert GAME.visible(here.state) == GAME.visible(gone.state)
    assert here.state.phase == Phase.EXPLORE
