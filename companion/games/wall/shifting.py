"""The end-game shift: which sarcophagi a player can still open, and in how few moves.

Players are independent here: no two share a column. The best plan needs no hidden value:
more eyes are always worth more, so the best multiset of eyes is known for sure.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from .evolving_chamber import TO_OPEN
from .state import Chamber, Column


class Plan(msgspec.Struct, frozen=True):
    """How many to take from the front of which column, what that brings and costs."""

    takes: tuple[tuple[str, int], ...]
    eyes: tuple[int, ...]
    """Most eyes first."""
    moves: int


class Step(msgspec.Struct, frozen=True):
    """One scarab moved; ``opens`` when it is the third."""

    source: str
    target: str
    opens: bool


def own_columns(chamber: Chamber, seat: int) -> tuple[Column, ...]:
    return tuple(column for column in chamber.columns if column.researcher == seat)


def openings_possible(chamber: Chamber, seat: int) -> int:
    """Return how many sarcophagi the own scarabs can still open."""
    mine = own_columns(chamber, seat)
    pool = sum(column.scarabs for column in mine)
    return min(pool // TO_OPEN, sum(len(column.stack) for column in mine))


def plans(chamber: Chamber, seat: int) -> tuple[Plan, ...]:
    """Return every plan that opens something, best first: eyes, then fewest moves,
    then leftmost."""
    mine = own_columns(chamber, seat)
    most = openings_possible(chamber, seat)
    ways = product(*(range(min(len(column.stack), most) + 1) for column in mine))
    found = [_plan(mine, counts) for counts in ways if 0 < sum(counts) <= most]
    return tuple(sorted(found, key=lambda plan: _merit(mine, plan)))


def _plan(mine: tuple[Column, ...], counts: tuple[int, ...]) -> Plan:
    taken = list(zip(mine, counts, strict=True))
    eyes = [eye for column, count in taken for eye in column.stack[:count]]
    moves = sum(max(0, TO_OPEN * count - column.scarabs) for column, count in taken)
    takes = tuple((column.animal, count) for column, count in taken if count)
    return Plan(takes, tuple(sorted(eyes, reverse=True)), moves)


def _merit(mine: tuple[Column, ...], plan: Plan) -> tuple[object, ...]:
    takes = dict(plan.takes)
    leftmost = tuple(-takes.get(column.animal, 0) for column in mine)
    return tuple(-eye for eye in plan.eyes) + (0,), plan.moves, leftmost


def best_plans(chamber: Chamber, seat: int) -> tuple[Plan, ...]:
    """Return the plans with the most eyes: take different sarcophagi, so a person chooses."""
    every = plans(chamber, seat)
    return tuple(plan for plan in every if plan.eyes == every[0].eyes)


def fits(chamber: Chamber, seat: int, takes: tuple[tuple[str, int], ...]) -> bool:
    """Whether these sarcophagi can be opened with the own scarabs."""
    mine = {column.animal: column for column in own_columns(chamber, seat)}
    if len(dict(takes)) != len(takes) or any(animal not in mine for animal, _ in takes):
        return False
    if any(not 1 <= count <= len(mine[animal].stack) for animal, count in takes):
        return False
    needed = TO_OPEN * sum(count for _, count in takes)
    return 0 < needed <= sum(column.scarabs for column in mine.values())


def steps(chamber: Chamber, seat: int, takes: tuple[tuple[str, int], ...]) -> Iterator[Step]:
    """Yield the moves of a plan, one scarab at a time: fill a target, open it, go on."""
    wanted = dict(takes)
    scarabs = {column.animal: column.scarabs for column in own_columns(chamber, seat)}
    for target in sorted(wanted, key=lambda animal: TO_OPEN - scarabs[animal]):
        for _ in range(wanted[target]):
            while scarabs[target] < TO_OPEN:
                source = _donor(scarabs, wanted)
                scarabs[source] -= 1
                scarabs[target] += 1
                yield Step(source, target, scarabs[target] == TO_OPEN)
            scarabs[target] = 0


def _donor(scarabs: dict[str, int], wanted: dict[str, int]) -> str:
    """Return the fullest column that may give: never one that is itself to be opened."""
    spare = {animal: count for animal, count in scarabs.items() if count and animal not in wanted}
    return max(spare, key=lambda animal: spare[animal])
