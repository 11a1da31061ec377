"""What a pair is: equal neighbours, one of them on the card just inserted."""

from __future__ import annotations

import pytest

from companion.games.wall import events as e
from companion.games.wall.state import Pair
from tests.rooms.wall.laid import ME, RIVAL, Position, col, laid

MINE = {"camel": col(ME), "mule": col(ME)}
AROUND = {
    "left": (5, 1),
    "right of the card": (8, 1),
    "below": (6, 0),
    "below left": (5, 0),
    "below right": (7, 0),
    "above left": (5, 2),
}


def pairs(position: Position) -> list[Pair]:
    return [pair for formed in position.happened(e.PairsFormed) for pair in formed.pairs]


@pytest.mark.parametrize("there", AROUND.values(), ids=list(AROUND))
def test_equal_animals_in_neighbouring_places_are_a_pair_wall_21(there: tuple[int, int]) -> None:
    faces = ("ibis_L", "camel_R") if there[0] == 8 else ("camel_R", "ibis_L")
    wall = {(6, 0): "snake_L", there: "camel_R"}
    table = laid(wall=wall, columns=MINE).insert(3, *faces)
    assert [pair.there for pair in pairs(table)] == [there]
    assert "WALL-21" in table.because


@pytest.mark.parametrize("there", [(4, 1), (6, 2), (3, 1), (9, 0), (4, 0)])
def test_equal_animals_further_apart_are_no_pair_wall_21(there: tuple[int, int]) -> None:
    wall = {(6, 0): "snake_L", (7, 0): "snake_L"} | ({there: "camel_R"} if there != (6, 2) else {})
    assert pairs(laid(wall=wall).insert(3, "camel_R", "ibis_L")) == []


def test_different_animals_side_by_side_are_no_pair_wall_21() -> None:
    assert pairs(laid(wall={(5, 0): "mule_R"}).insert(3, "camel_R")) == []


def test_a_pair_is_paid_once_and_never_again_wall_22() -> None:
    wall = {(5, 0): "camel_R", (4, 0): "camel_R"}
    first = laid(wall=wall, columns=MINE).insert(3, "camel_R")
    assert first.scarabs("camel") == 1
    later = first.insert(6, "ibis_L").insert(1, "snake_L")
    assert later.scarabs("camel") == 1


def test_an_old_pair_beside_the_card_pays_nothing_wall_22() -> None:
    wall = {(4, 0): "camel_R", (5, 0): "camel_L"}
    assert pairs(laid(wall=wall).insert(3, "ibis_L", "mule_R")) == []


def test_each_couple_counts_for_itself_wall_23() -> None:
    wall = {(5, 0): "camel_R", (5, 1): "camel_L", (6, 0): "mule_L"}
    table = laid(wall=wall, columns=MINE).insert(3, "camel_R")
    assert [pair.there for pair in pairs(table)] == [(5, 0), (5, 1)]
    assert table.scarabs("camel") == 2


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [("L", "L", True), ("R", "R", True), ("L", "R", False), ("R", "L", False)],
)
def test_a_pair_looks_the_same_way_or_different_ways_wall_24(
    old: str, new: str, same: bool
) -> None:
    table = laid(wall={(5, 0): f"camel_{old}"}, columns=MINE).insert(3, f"camel_{new}")
    assert [pair.same_gaze for pair in pairs(table)] == [same]


def test_only_the_player_who_made_the_pair_is_asked_wall_25() -> None:
    table = laid(wall={(5, 0): "camel_R"}, turn=RIVAL).insert(3, "camel_R")
    assert table.question.to.seat == RIVAL
    assert table.answer("set").holder("camel") == RIVAL


def test_the_couple_on_one_card_is_no_pair_wo_8() -> None:
    """WO-8, default: the text speaks of combinations of cards."""
    assert pairs(laid(columns=MINE).insert(3, "camel_L", "camel_R")) == []


def test_the_couple_on_one_card_is_a_pair_where_the_house_says_so_wo_8() -> None:
    """WO-8, intra_card_pairs = true: it counts, and once only."""
    table = laid(columns=MINE, intra_card_pairs=True).insert(3, "camel_L", "camel_R")
    assert [(pair.here, pair.there) for pair in pairs(table)] == [((6, 0), (7, 0))]
    assert table.scarabs("camel") == 1


def test_all_pairs_are_found_by_the_table_wo_25() -> None:
    """WO-25, default: overlooked pairs are found and all resolved (WALL-35)."""
    wall = {(5, 0): "camel_R", (8, 0): "mule_L"}
    table = laid(wall=wall, columns=MINE).insert(3, "camel_R", "mule_R")
    assert (table.scarabs("camel"), table.scarabs("mule")) == (1, 1)
    assert table.questions == ()
    assert "WALL-35" in table.because
