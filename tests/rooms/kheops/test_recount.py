"""Five thousand pyramids counted by the room and once more by networkx, under every switch."""

from __future__ import annotations

from random import Random

import msgspec
import networkx as nx
import pytest

from companion.games.kheops.faces import Face, turns_of
from companion.games.kheops.house import HouseRules
from companion.games.kheops.outline import neighbours, outline
from companion.games.kheops.settling import settle
from companion.games.kheops.state import Laid, Pyramid
from companion.games.kheops.switching import otherwise
from tests.rooms.kheops.laid import OWN, SMALL, generous, pyramid
from tests.rooms.kheops.players import SETTINGS, a_pyramid, some_rules
from tests.rooms.kheops.recount import Spot, all_cells, count_up, middles, network, spot, winners

FACES = sorted(OWN.faces.elements())
SYMBOLS = ("", "double", "ankh", "curse", "sarcophagus_red_king", "sarcophagus_green_queen")
WILD = [
    Face(kind, openings, (symbol,) if symbol else ()).name
    for kind in ("corridor", "room")
    for openings in (1, 2, 2, 2, 3)
    for symbol in ("", "", "", *SYMBOLS)
]
SCORING = (
    "path_tie", "longest_pool", "isolated_ankh", "ground_is_outside", "base_value", "final_tie",
)  # fmt: skip
"""The switches that bear on the count of a finished pyramid."""
BOXES = {side: generous(side, outline(side)) for side in (3, 7)}


def board(side: int, there: Pyramid) -> dict[str, Spot]:
    return {
        cell: spot(t.face, t.turn, (t.pawn.colour, t.pawn.kind) if t.pawn else None)
        for cell, t in zip(outline(side), there, strict=True)
        if t
    }


def compared(side: int, there: Pyramid, rules: HouseRules) -> None:
    plain = msgspec.to_builtins(rules)
    done = count_up(side, board(side, there), plain)
    found = settle(BOXES[side], rules, there)
    assert {
        tuple(sorted(path.cells)): (path.value, path.strength, path.points) for path in found.paths
    } == done["paths"]
    assert found.totals == done["totals"]
    assert list(found.winners) == winners(done, plain)


@pytest.mark.parametrize("side", [3, 7])
@pytest.mark.parametrize("block", range(10))
def test_five_thousand_pyramids_are_counted_alike_kheops_61(side: int, block: int) -> None:
    """2 x 10 x 250 pyramids: tiles of the box and wilder ones, house rules by dice."""
    for seed in range(250 * block, 250 * block + 250):
        dice = Random(seed)
        faces = FACES if seed % 2 else WILD
        compared(side, a_pyramid(dice, side, faces), some_rules(dice))


@pytest.mark.parametrize("seed", range(40))
def test_unfinished_pyramids_are_counted_alike_too(seed: int) -> None:
    dice = Random(seed)
    whole = a_pyramid(dice, 7, WILD)
    partly = tuple(laid if dice.random() < 0.7 else None for laid in whole)
    compared(7, partly, some_rules(dice))


@pytest.mark.parametrize("side", [2, 3, 7, 9])
def test_cells_are_neighbours_when_their_triangles_share_an_edge(side: int) -> None:
    assert sorted(outline(side)) == sorted(all_cells(side))
    for number, cell in enumerate(outline(side)):
        for edge, beside in enumerate(neighbours(side)[number]):
            door = middles(cell)[edge]
            others = [other for other in all_cells(side) if other != cell]
            sharing = [other for other in others if door in middles(other)]
            assert sharing == ([] if beside < 0 else [outline(side)[beside]])


def test_the_comparison_notices_a_wrong_turn() -> None:
    there = list(pyramid(3, SMALL))
    tile = there[1]
    assert tile is not None
    there[1] = tile.but(turn=(tile.turn + 1) % 3)
    right, wrong = board(3, pyramid(3, SMALL)), board(3, tuple(there))
    rules = msgspec.to_builtins(HouseRules())
    assert count_up(3, right, rules)["totals"] == (15, 14)
    assert count_up(3, wrong, rules)["totals"] != (15, 14)
    assert nx.number_connected_components(network(right)) == 4


def test_the_assumed_tiles_make_paths_of_a_playable_size_ko_25() -> None:
    """About 10 paths and 10 tiles in the longest: neither one giant path nor dust.

    The means of 3000 shuffles were worked out before; those of 1000 differ by chance alone, less
    than three times the error of such a mean.
    """
    sums = [0, 0, 0, 0, 0]
    dice, faces = Random(2600), FACES.copy()
    for _ in range(1000):
        dice.shuffle(faces)
        there = tuple(Laid(face, dice.choice(turns_of(face))) for face in faces[:49])
        paths = settle(OWN, HouseRules(), there).paths
        found = (
            len(paths), max(len(path.cells) for path in paths), sum(p.closed for p in paths),
            sum(path.cursed for path in paths), 49 - sum(len(path.cells) for path in paths),
        )  # fmt: skip
        sums = [total + one for total, one in zip(sums, found, strict=True)]
    assert [total / 1000 for total in sums] == pytest.approx([10.2, 10.2, 4.0, 2.1, 9.3], abs=0.3)


@pytest.mark.parametrize("seed", range(60))
def test_what_would_change_under_each_switch_is_what_the_recount_finds(seed: int) -> None:
    dice = Random(seed)
    there, rules = a_pyramid(dice, 7, WILD), some_rules(dice)
    now = settle(BOXES[7], rules, there)
    others = otherwise(BOXES[7], rules, there, now)
    expected = {
        (name, setting)
        for name in SCORING
        for setting in SETTINGS[name]
        if setting != getattr(rules, name)
    }
    assert {(other.switch, other.setting) for other in others} == expected
    for other in others:
        plain = msgspec.to_builtins(rules) | {other.switch: other.setting}
        done = count_up(7, board(7, there), plain)
        assert other.totals == done["totals"]
        assert list(other.winners) == winners(done, plain)
        assert other.differs == ((now.totals, now.winners) != (other.totals, other.winners))
