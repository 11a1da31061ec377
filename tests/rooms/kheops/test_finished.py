"""A finished pyramid scored from one look at it, and what about a look cannot be scored."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.cells import EMPTY
from companion.core.verdict import Refused
from companion.games.kheops import GAME, score_position
from companion.games.kheops.box import Box
from companion.games.kheops.finished import pyramid_of
from companion.games.kheops.house import HouseRules
from companion.games.kheops.labels import TWO_PAWNS, pawn_cell
from companion.games.kheops.outline import outline
from companion.games.kheops.settling import Settlement
from tests.rooms.kheops.laid import OWN, SMALL, generous, laid
from tests.rooms.kheops.players import a_game, some_rules
from tests.rooms.position import known

WIDE = msgspec.structs.replace(generous(3, outline(3)), base=("U0.0",))


def seen(seed: int = 5) -> dict[str, str]:
    """A finished pyramid of the room's own box, as the camera sees it."""
    *_, (_, _, _, end) = a_game(Random(seed), OWN, HouseRules())
    return dict(GAME.visible(end))


def scored(cells: dict[str, str], box: Box = OWN, **rules: Any) -> Settlement:
    done = score_position(box, HouseRules(**rules), cells)
    assert isinstance(done, Settlement), done
    return done


def refused(cells: dict[str, str], box: Box = OWN) -> Refused:
    done = score_position(box, HouseRules(), cells)
    assert isinstance(done, Refused), done
    return done


@pytest.mark.parametrize("seed", range(12))
def test_a_pyramid_scores_the_same_with_and_without_its_history_kheops_80(seed: int) -> None:
    dice = Random(seed)
    *_, (_, _, _, end) = a_game(dice, OWN, some_rules(dice))
    done = score_position(OWN, end.rules, GAME.visible(end))
    assert isinstance(done, Settlement)
    assert done.totals == tuple(line.low for line in GAME.score(end).lines)
    assert pyramid_of(OWN, GAME.visible(end)) == end.pyramid


def test_the_small_board_of_the_examples_kheops_t_1() -> None:
    cells = dict(GAME.visible(laid(SMALL).state))
    assert scored(cells, WIDE).totals == (15, 14)
    assert scored(cells, WIDE, path_tie="both").totals == (15, 14)
    assert scored(cells, WIDE, ground_is_outside=False).totals == (15, 14)


def test_pawns_that_are_not_named_are_not_there() -> None:
    cells = {cell: label for cell, label in seen().items() if not cell.endswith(":pawn")}
    assert scored(cells).totals == (0, 0)


def test_48_tiles_are_no_finished_pyramid_kheops_60() -> None:
    why = refused(seen() | {"D3.1": EMPTY, "D3.1:pawn": EMPTY})
    assert (why.clause, why.say.key, why.cells) == ("KHEOPS-60", "kheops.unfinished", ("D3.1",))
    assert (why.say.values["found"], why.say.values["expected"]) == (48, 49)


def test_a_tile_outside_the_outline_is_refused_kheops_10() -> None:
    why = refused(seen() | {"U0.7": "room-2@0"})
    assert (why.clause, why.say.key, why.cells) == ("KHEOPS-10", "kheops.outside", ("U0.7",))
    assert scored(seen() | {"U0.7": EMPTY})


def test_two_pawns_on_a_tile_are_refused_kheops_08() -> None:
    why = refused(seen() | {"U2.2:pawn": TWO_PAWNS})
    assert (why.clause, why.say.key, why.cells) == ("KHEOPS-08", "kheops.two_pawns", ("U2.2",))


def test_a_tile_seen_twice_is_refused_with_both_places_kheops_04() -> None:
    cells = seen()
    king = "room-1-sarcophagus_red_king"
    places = [c for c, label in cells.items() if label.startswith(king)]
    other = next(cell for cell in OWN.cells if cell not in places)
    twice = cells | {other: f"{king}@0"} | {places[0] if places else "U0.0": f"{king}@1"}
    why = refused(twice)
    assert (why.clause, why.say.key) == ("KHEOPS-04", "kheops.too_many_tiles")
    assert len(why.cells) == 2
    assert (why.say.values["found"], why.say.values["expected"]) == (2, 1)
    assert not isinstance(score_position(OWN, HouseRules(), twice, why.cells), Refused)
    assert isinstance(score_position(known(OWN), HouseRules(), twice, why.cells), Refused)


def test_a_picture_cut_off_at_the_top_names_what_is_missing_kheops_60() -> None:
    cells = {cell: label for cell, label in seen().items() if not cell.startswith("U6")}
    why = refused(cells)
    assert (why.say.key, why.cells) == ("kheops.not_in_the_picture", ("U6.0",))


@pytest.mark.parametrize("odd", ["?", "moon@1", "room-2-ankh", "white-worker"])
def test_an_unreadable_tile_is_named_kheops_04(odd: str) -> None:
    why = refused(seen() | {"D2.2": odd})
    assert (why.say.key, why.cells) == ("kheops.cannot_read", ("D2.2",))


def test_an_unreadable_pawn_is_named() -> None:
    why = refused(seen() | {"D2.2:pawn": "green-camel"})
    assert (why.say.key, why.cells) == ("kheops.cannot_read", ("D2.2",))


def test_a_pawn_on_a_forbidden_tile_is_refused_kheops_25() -> None:
    cells = next(c for c in map(seen, range(20)) if any("forbid" in v for v in c.values()))
    place = next(cell for cell, label in cells.items() if "forbid" in label)
    why = refused(cells | {pawn_cell(place): "white-worker"})
    assert (why.clause, why.cells) == ("KHEOPS-25", (place,))


def test_two_mummies_of_a_colour_are_refused_kheops_02() -> None:
    bare = {c: EMPTY if c.endswith(":pawn") else v for c, v in seen().items()}
    free = [c for c in OWN.cells if "forbid" not in bare[c]]
    why = refused(bare | {pawn_cell(free[0]): "blue-mummy", pawn_cell(free[1]): "blue-mummy"})
    assert (why.clause, why.cells) == ("KHEOPS-02", (free[0], free[1]))


def test_more_pawns_than_turns_are_refused_kheops_13() -> None:
    bare = {c: EMPTY if c.endswith(":pawn") else v for c, v in seen().items()}
    free = [pawn_cell(c) for c in OWN.cells if "forbid" not in bare[c]]
    fifteen = dict.fromkeys(free[:15], "blue-worker")
    scored(bare | fifteen)
    why = refused(bare | fifteen | {free[15]: "blue-mummy"})
    assert (why.clause, why.say.values["found"]) == ("KHEOPS-13", 16)
