"""Doubtful tiles: deduced from what is left in the box, left alone where nothing depends on them,
or asked about, first what settles most.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest

from companion.core.cells import EMPTY
from companion.games.kheops.box import Tile
from companion.games.kheops.boxfile import read_box
from companion.games.kheops.deducing import Doubts, deduce, in_order
from companion.games.kheops.faces import turns_of
from companion.games.kheops.finished import score_position
from companion.games.kheops.house import HouseRules
from companion.games.kheops.labels import pawn_cell, tile_labels
from companion.games.kheops.settling import Settlement
from companion.games.kheops.tallying import tally
from tests.rooms.kheops.laid import OWN, box_data
from tests.rooms.kheops.test_finished import seen
from tests.thorough import seeds

NAMES = {"white": "Ana", "blue": "Ben"}
WHOLE = seen()


def without(*names: str) -> dict[str, str]:
    return {name: label for name, label in WHOLE.items() if name not in names}


def other_doors(label: str) -> str:
    """Much the same tile with one opening more or less, as a pawn may hide a door."""
    kind, doors, *symbol = label.split("@")[0].split("-")
    others = [x for x in tile_labels(OWN) if x.startswith(kind) and x.split("-")[1][0] != doors]
    return min(others, key=lambda x: x.split("@")[0].split("-")[2:] != symbol)


def one_of(face: str) -> str:
    return next(cell for cell in OWN.cells if WHOLE[cell].startswith(f"{face}@"))


def test_the_only_tile_left_in_the_box_is_named_kheops_04() -> None:
    """The red king is there once; every other tile of its symbol is elsewhere."""
    king = "room-1-sarcophagus_red_king"
    cell = one_of(king)
    doubts = {cell: {WHOLE[cell]: 0.6, "room-2-sarcophagus_red_queen@0": 0.4}}
    deduced = deduce(OWN, without(cell), doubts, counted=True)
    assert deduced.left_over == {cell: WHOLE[cell]}
    assert deduced.open == ()


def test_a_box_that_is_only_assumed_tells_nothing() -> None:
    cell = one_of("room-1-sarcophagus_red_king")
    doubts = {cell: {WHOLE[cell]: 0.6, "room-2-sarcophagus_red_queen@0": 0.4}}
    assert deduce(OWN, without(cell), doubts, counted=False).open == (cell,)


def test_of_two_tiles_that_may_have_changed_places_one_answer_settles_both() -> None:
    king, queen = "room-1-sarcophagus_red_king", "room-2-sarcophagus_red_queen"
    one, other = one_of(king), one_of(queen)
    either = {WHOLE[one]: 0.5, WHOLE[other]: 0.5}
    doubts = {one: either, other: either}
    assert set(deduce(OWN, without(one, other), doubts, counted=True).open) == {one, other}
    then = deduce(OWN, without(other), {other: either}, counted=True)
    assert then.left_over == {other: WHOLE[other]}


def test_something_unknown_or_no_tile_at_all_is_always_asked() -> None:
    cell = one_of("room-1-sarcophagus_red_king")
    for strange in ("?", EMPTY):
        doubts = {cell: {WHOLE[cell]: 0.9, strange: 0.1}}
        assert deduce(OWN, without(cell), doubts, counted=True).open == (cell,)
    assert deduce(OWN, without(cell), {cell: {}}, counted=True).open == (cell,)


def test_a_tile_seen_too_often_tells_nothing_of_the_others() -> None:
    king = one_of("room-1-sarcophagus_red_king")
    queen = one_of("room-2-sarcophagus_red_queen")
    cells = {**without(queen), "U0.0": WHOLE[king]}
    assert deduce(OWN, cells, {queen: {WHOLE[queen]: 1.0}}, counted=True).open == (queen,)


def by_hand(doubts: Doubts, cells: dict[str, str]) -> dict[str, dict[str, float]]:
    """The chances of every doubtful cell over all ways to deal the tiles, one by one."""
    left = Counter(OWN.faces)
    left.subtract(cells[c].split("@")[0] for c in OWN.cells if c in cells)
    totals: dict[str, Counter[str]] = {name: Counter() for name in doubts}
    for labels in product(*doubts.values()):
        used = Counter(label.split("@")[0] for label in labels)
        if all(used[face] <= left[face] for face in used):
            weight = 1.0
            for name, label in zip(doubts, labels, strict=True):
                weight *= doubts[name][label]
            for name, label in zip(doubts, labels, strict=True):
                totals[name][label] += weight  # type: ignore[assignment]
    return {n: {x: w / sum(t.values()) for x, w in t.items()} for n, t in totals.items()}


@pytest.mark.parametrize("seed", range(30))
def test_what_is_said_is_what_all_ways_to_deal_the_tiles_agree_upon(seed: int) -> None:
    dice = Random(seed)
    names = dice.sample(OWN.cells, 5)
    doubts = {}
    for name in names:
        chance = dice.choice((0.5, 0.7, 0.95))
        doubts[name] = {WHOLE[name]: chance, other_doors(WHOLE[name]): 1 - chance}
    cells = without(*names)
    deduced, expected = deduce(OWN, cells, doubts, counted=True), by_hand(doubts, cells)
    sure = {n: x for n, some in expected.items() for x, chance in some.items() if chance >= 0.99}
    assert deduced.left_over == sure


@pytest.mark.parametrize("seed", seeds(8, 40))
def test_what_is_not_asked_changes_no_path_and_no_point(seed: int) -> None:
    """Every way the idle tiles may be, beside the likeliest of the others, counts the same."""
    dice = Random(f"idle {seed}")
    names = dice.sample(OWN.cells, 6)
    doubts = {n: {WHOLE[n]: 0.6, other_doors(WHOLE[n]): 0.4} for n in names}
    cells = without(*names)
    deduced = deduce(OWN, cells, doubts, counted=False)
    assert set(deduced.idle) | set(deduced.open) == set(names)
    for others in product(*(doubts[n] for n in deduced.open)):
        known = {**cells, **dict(zip(deduced.open, others, strict=True))}
        counts = set()
        for labels in product(*(doubts[n] for n in deduced.idle)):
            done = _settled({**known, **dict(zip(deduced.idle, labels, strict=True))})
            counts.add((done.paths, done.ankhs, done.totals))
        assert len(counts) == 1


def _settled(cells: dict[str, str]) -> Settlement:
    """The count of a pyramid whose tiles need not all be in one box."""
    done = score_position(TWICE, HouseRules(), cells)
    assert isinstance(done, Settlement), done
    return done


MORE = tuple(Tile(f"{tile.id} again", tile.face) for tile in OWN.tiles * 5)
TWICE = msgspec.structs.replace(OWN, tiles=(*OWN.tiles, *MORE))


def test_idle_tiles_exist_and_are_reported_with_their_cells() -> None:
    found = 0
    for seed in range(20):
        dice = Random(seed)
        name = dice.choice(OWN.cells)
        doubts = {name: {WHOLE[name]: 0.6, other_doors(WHOLE[name]): 0.4}}
        sheet = tally(OWN, HouseRules(), NAMES, without(name), doubts)
        if not sheet["ask"]:
            found += 1
            assert sheet["count"] is not None
            assert sheet["decided"][0]["say"]["values"]["cells"] == [name]
    assert 2 <= found < 20


def test_nobody_stands_where_no_pawn_may_be_kheops_25() -> None:
    """Between a forbidden tile and another one, a pawn speaks for the other one; not alone."""
    forbidden = [c for c in OWN.cells if "forbid" in WHOLE[c]]
    cell = next(c for c in OWN.cells if WHOLE[c].startswith("corridor-2-move@"))
    doubts = {cell: {WHOLE[cell]: 0.6, "corridor-2-forbid@0": 0.4}}
    bare = {**without(cell, *forbidden), pawn_cell(cell): EMPTY}
    assert deduce(OWN, bare, doubts, counted=True).left_over == {}
    taken = {**bare, pawn_cell(cell): "white-worker"}
    assert deduce(OWN, taken, doubts, counted=True).left_over == {cell: WHOLE[cell]}
    rather = {cell: {WHOLE[cell]: 0.05, "corridor-2-forbid@0": 0.95}}
    assert deduce(OWN, taken, rather, counted=True).left_over == {}


def test_what_settles_most_is_asked_first() -> None:
    king, queen = one_of("room-1-sarcophagus_red_king"), one_of("room-2-sarcophagus_red_queen")
    either = {WHOLE[king]: 0.5, WHOLE[queen]: 0.5}
    pawn = pawn_cell("U0.0")
    doubts: dict[str, dict[str, float]] = {pawn: {}, king: either, queen: either}
    order = in_order(OWN, without(pawn, king, queen), doubts, counted=True)
    assert order[0] in (king, queen)
    assert order[-1] == pawn


def test_every_turn_of_a_tile_is_a_reading_of_its_own() -> None:
    cell = next(c for c in OWN.cells if len(turns_of(WHOLE[c].split("@")[0])) == 3)
    face = WHOLE[cell].split("@")[0]
    doubts = {cell: {f"{face}@{turn}": 1 / 3 for turn in range(3)}}
    deduced = deduce(OWN, without(cell), doubts, counted=True)
    assert deduced.left_over == {}
    assert cell in (*deduced.open, *deduced.idle)


def test_the_boxs_own_tiles_are_assumed_until_somebody_confirms_them() -> None:
    assert OWN.tiles_assumed
    data = box_data()
    data["tiles"] = [{**tiles, "source": "owner"} for tiles in data["tiles"]]
    assert not read_box(data, "a box of one's own").tiles_assumed
