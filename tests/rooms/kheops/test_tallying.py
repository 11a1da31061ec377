"""A finished pyramid as the page gets it: what is asked before it counts, and what then counts."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.cells import EMPTY
from companion.games.kheops import GAME
from companion.games.kheops.house import HouseRules
from companion.games.kheops.labels import TWO_PAWNS
from companion.games.kheops.tallying import options_of, tally
from tests.rooms.kheops.laid import OWN, SMALL, laid
from tests.rooms.kheops.test_finished import WIDE, seen

NAMES = {"white": "Ana", "blue": "Ben"}


def tallied(
    cells: dict[str, str], box: Any = OWN, doubtful: tuple[str, ...] = ()
) -> dict[str, Any]:
    return tally(box, HouseRules(), NAMES, cells, {name: {} for name in doubtful})


def test_the_small_board_is_explained_path_by_path_kheops_t_1() -> None:
    sheet = tallied(dict(GAME.visible(laid(SMALL).state)), WIDE)
    assert sheet["ask"] == []
    assert sheet["refusal"] is None
    count = sheet["count"]
    assert count["totals"] == [15, 14]
    assert [(path["value"], path["points"]) for path in count["paths"]] == [
        (14, (14, 0)),
        (13, (0, 13)),
    ]
    assert [ankhs["points"] for ankhs in count["ankhs"]] == [1, 1]
    assert count["winners"] == ["white"]
    assert "KHEOPS-77" in count["paths"][0]["because"]


def test_a_pyramid_with_a_doubt_is_drawn_but_not_counted() -> None:
    cells = dict(GAME.visible(laid(SMALL).state))
    del cells["D1.0"]
    sheet = tallied(cells, WIDE, ("D1.0",))
    assert (sheet["ask"], sheet["count"], sheet["refusal"]) == (["D1.0"], None, None)
    shown = {cell["id"]: cell["tile"] for cell in sheet["cells"]}
    assert shown.pop("D1.0") is None
    assert all(shown.values())


OUTSIDE = {"U0.7": "room-2@0"}
WRONG: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "48 tiles": ({"D3.1": EMPTY, "D3.1:pawn": EMPTY}, "kheops.unfinished", ["D3.1"]),
    "a tile outside": (OUTSIDE, "kheops.outside", ["U0.7"]),
    "two pawns on a tile": ({"U2.2:pawn": TWO_PAWNS}, "kheops.two_pawns", ["U2.2:pawn"]),
    "an odd tile": ({"D2.2": "moon@1"}, "kheops.cannot_read", ["D2.2"]),
    "an odd pawn": ({"D2.2:pawn": "green-camel"}, "kheops.cannot_read", ["D2.2:pawn"]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_counted_is_asked_about(what: str) -> None:
    changes, key, ask = WRONG[what]
    sheet = tallied(seen() | changes)
    assert sheet["count"] is None
    assert sheet["refusal"]["say"]["key"] == key
    assert sheet["ask"] == ask


def test_a_picture_cut_off_at_the_top_asks_for_the_top_kheops_60() -> None:
    cells = {cell: label for cell, label in seen().items() if not cell.startswith("U6")}
    sheet = tallied(cells)
    assert sheet["refusal"]["say"]["key"] == "kheops.not_in_the_picture"
    assert sheet["ask"] == ["U6.0", "U6.0:pawn"]
    again = tallied(cells | {"U6.0": seen()["U6.0"]})
    assert (again["refusal"], again["count"], again["ask"]) == (None, None, ["U6.0:pawn"])


def test_what_is_wrong_with_the_picture_is_said_before_its_doubts_are_settled() -> None:
    cells = {cell: label for cell, label in seen().items() if not cell.startswith("U6")}
    del cells["D1.1"]
    sheet = tallied(cells, doubtful=("D1.1",))
    assert sheet["refusal"]["say"]["key"] == "kheops.not_in_the_picture"
    assert sheet["refusal"]["cells"] == ("U6.0",)
    assert sheet["ask"] == ["D1.1", "U6.0", "U6.0:pawn"]


def test_a_tile_seen_twice_asks_about_both_kheops_04() -> None:
    cells = seen()
    king = "room-1-sarcophagus_red_king"
    places = [c for c, label in cells.items() if label.startswith(king)] or ["U0.0"]
    other = next(cell for cell in OWN.cells if cell not in places)
    twice = cells | {other: f"{king}@0"} | {places[0]: f"{king}@1"}
    sheet = tallied(twice)
    assert sheet["refusal"]["say"]["key"] == "kheops.too_many_tiles"
    assert set(sheet["ask"]) == {other, places[0]}
    told = tally(OWN, HouseRules(), NAMES, twice, {}, told=sheet["ask"])
    assert (told["refusal"], told["count"] is None) == (None, False)


def test_a_pawn_where_none_may_be_asks_for_tile_and_pawn_kheops_25() -> None:
    cells = next(c for c in map(seen, range(20)) if any("forbid" in v for v in c.values()))
    place = next(cell for cell, label in cells.items() if "forbid" in label)
    sheet = tallied(cells | {f"{place}:pawn": "white-worker"})
    assert sheet["ask"] == [place, f"{place}:pawn"]


def test_too_many_pawns_ask_about_every_pawn_of_that_colour_kheops_13() -> None:
    bare = {c: EMPTY if c.endswith(":pawn") else v for c, v in seen().items()}
    free = [f"{c}:pawn" for c in OWN.cells if "forbid" not in bare[c]]
    sheet = tallied(bare | dict.fromkeys(free[:15], "blue-worker") | {free[15]: "blue-mummy"})
    assert sheet["refusal"]["say"]["key"] == "kheops.too_many_pawns"
    assert sheet["ask"] == free[:16]


def test_every_answer_is_a_label_of_the_box() -> None:
    assert "room-2-ankh@1" in options_of(OWN, "U0.0")
    assert EMPTY in options_of(OWN, "U0.0")
    assert "white-pharaoh" in options_of(OWN, "U0.0:pawn")
    assert "blue-pharaoh" not in options_of(OWN, "U0.0:pawn")
    assert options_of(OWN, "U0.7") == [EMPTY]
