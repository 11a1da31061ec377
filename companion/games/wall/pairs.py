"""Pairs: which equal animals the card just inserted has brought together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from .box import Place, Sign, Wall, animal_of, gaze_of
from .state import Pair, State, faces, places_of

NEIGHBOURS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def new_pairs(state: State, slot: int) -> tuple[Pair, ...]:
    """Return every couple of neighbours that the top card of a slot takes part in
    (WALL-21 to 24)."""
    slots, cards = state.slots, state.box.by_id
    height = len(slots[slot]) - 1
    mine = cards[slots[slot][height]]
    apart = mine.animals.isdisjoint
    found: list[tuple[int, Pair]] = []
    for near, level, touching in _neighbours(state.box.wall, slot, height):
        if level < len(slots[near]):
            theirs = cards[slots[near][level]]
            if not apart(theirs.animals) and (theirs is not mine or state.rules.intra_card_pairs):
                found += _couples(mine.signs, theirs.signs, touching)
    found.sort()
    return tuple([pair for _, pair in found])


Touching = tuple[int, int, int, Place, Place]
"""Two places side by side: when to look there, which face of either card, and where they are."""


def _couples(
    mine: tuple[Sign, ...], theirs: tuple[Sign, ...], touching: tuple[Touching, ...]
) -> list[tuple[int, Pair]]:
    return [
        (order, Pair(mine[one][0], mine[one][1] == theirs[other][1], here, there))
        for order, one, other, here, there in touching
        if mine[one][0] == theirs[other][0]
    ]


@lru_cache(maxsize=500)
def _neighbours(
    wall: Wall, slot: int, height: int
) -> tuple[tuple[int, int, tuple[Touching, ...]], ...]:
    """Return the cards around a card and the card itself: slot, height, and where the two touch."""
    mine = places_of(wall.block, slot, height)
    return tuple(
        (near, level, _touching(mine, places_of(wall.block, near, level)))
        for near in range(max(0, slot - 1), min(slot + 2, wall.slots))
        for level in range(max(0, height - 1), min(height + 2, wall.capacity))
    )


def _touching(mine: tuple[Place, ...], theirs: tuple[Place, ...]) -> tuple[Touching, ...]:
    """Places side by side on two cards; on one card, each couple once."""
    return tuple(
        (one * len(NEIGHBOURS) + way, one, theirs.index(there), here, there)
        for one, here in enumerate(mine)
        for way, (dx, dy) in enumerate(NEIGHBOURS)
        if (there := (here[0] + dx, here[1] + dy)) in theirs and (mine != theirs or here < there)
    )


def new_line_pairs(state: State, slot: int) -> dict[str, tuple[Pair, ...]]:
    """Eyes of the Sphinx: for each line not used up, the kinds of pair the card offers there.

    Of several couples that would count alike, the nearest stands for them all.
    """
    offers: dict[str, dict[tuple[str, bool], Pair]] = {}
    for pair in couples_in_line(state, slot):
        offers.setdefault(pair.line, {}).setdefault((pair.animal, pair.same_gaze), pair)
    return {line: tuple(kinds.values()) for line, kinds in sorted(offers.items())}


def couples_in_line(state: State, slot: int) -> Iterator[Pair]:
    """Yield every couple the top card of a slot makes in a line not used up, nearest first."""
    return (pair for pair in _all_in_line(state, slot) if not _used(state, pair))


def exhausted_lines(state: State, slot: int) -> tuple[tuple[str, str], ...]:
    """Return the lines that have paid already in which the top card of a slot adds
    an equal animal."""
    couples = (pair for pair in _all_in_line(state, slot) if _used(state, pair))
    return tuple(dict.fromkeys((pair.line, pair.animal) for pair in couples))


def _all_in_line(state: State, slot: int) -> Iterator[Pair]:
    shown = faces(state)
    mine = _places_of_top(state, slot)
    for here in mine:
        for there in sorted(shown, key=partial(_distance, here)):
            if _makes_a_pair(state, shown, mine, here, there):
                for line in _shared_lines(here, there):
                    yield _pair(shown, here, there, _scope(state, line, shown, here))


def doubles_in_line(state: State, slot: int) -> Iterator[tuple[str, str]]:
    """Yield the lines not used up in which the top card of a slot shows an animal twice,
    with it."""
    shown = faces(state)
    mine = _places_of_top(state, slot)
    for here in mine:
        for there in mine:
            if here < there and animal_of(shown[here]) == animal_of(shown[there]):
                for line in _shared_lines(here, there):
                    pair = _pair(shown, here, there, _scope(state, line, shown, here))
                    if not _used(state, pair):
                        yield pair.line, pair.animal


def _scope(state: State, line: str, shown: dict[Place, str], here: Place) -> str:
    """Return what is used up by one pair: the line for one animal, or the whole line (WO-19)."""
    if state.rules.sphinx_scope == "line":
        return line
    return f"{line} {animal_of(shown[here])}"


def _used(state: State, pair: Pair) -> bool:
    return any(line == pair.line for line, _ in state.used_lines)


def _places_of_top(state: State, slot: int) -> tuple[Place, ...]:
    return places_of(state.box.wall.block, slot, len(state.slots[slot]) - 1)


def _makes_a_pair(
    state: State, shown: dict[Place, str], mine: tuple[Place, ...], here: Place, there: Place
) -> bool:
    if here == there or animal_of(shown[here]) != animal_of(shown[there]):
        return False
    return there not in mine or (state.rules.intra_card_pairs and here < there)


def _pair(shown: dict[Place, str], here: Place, there: Place, line: str = "") -> Pair:
    one, other = shown[here], shown[there]
    return Pair(animal_of(one), gaze_of(one) == gaze_of(other), here, there, line)


def lines_through(place: Place) -> tuple[str, str, str, str]:
    """Return the row, the file and both diagonals of a place, by name."""
    x, y = place
    return f"row {y}", f"file {x}", f"rise {x - y}", f"fall {x + y}"


def _shared_lines(here: Place, there: Place) -> list[str]:
    theirs = lines_through(there)
    return [line for line in lines_through(here) if line in theirs]


def _distance(here: Place, there: Place) -> tuple[int, Place]:
    return max(abs(here[0] - there[0]), abs(here[1] - there[1])), there


def is_a_find(state: State, animals: tuple[str, ...], places: tuple[Place, ...]) -> bool:
    """Whether three places lie side by side in a line and show these animals, in any order."""
    shown = faces(state)
    if len(set(places)) != 3 or any(place not in shown for place in places):
        return False
    first, middle, last = sorted(places)
    step = (middle[0] - first[0], middle[1] - first[1])
    straight = step in NEIGHBOURS and step == (last[0] - middle[0], last[1] - middle[1])
    return straight and sorted(animal_of(shown[p]) for p in places) == sorted(animals)


def finds(state: State, animals: tuple[str, ...]) -> Iterator[tuple[Place, ...]]:
    """Yield every line of three that shows these animals (WALL-65)."""
    for x, y in faces(state):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            places = ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
            if is_a_find(state, animals, places):
                yield places
