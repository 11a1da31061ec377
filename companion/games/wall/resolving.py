"""Resolving a card: which pair comes next, and whether that needs a person at all.

The mover may choose the order (WALL-38), but is asked only when the choice can change how the
chamber looks afterwards. `outcomes` walks every order and every researcher choice to find out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import product

from msgspec import structs

from .chamber import (
    ANYWHERE,
    Situation,
    after,
    at_column,
    choices,
    entitled,
    is_compulsory,
    play_pair,
)
from .state import Chamber, Column, Pair, Resolving, State

Kind = tuple[str, bool]
"""Pairs of the same animal and gaze are alike: an animal, and whether the gaze is the same."""


def kind_of(pair: Pair) -> Kind:
    return pair.animal, pair.same_gaze


def situation_of(state: State, resolving: Resolving) -> Situation:
    """Return what the pure pair rules need to know of a state in the middle of a move."""
    return Situation(
        chamber=state.chamber,
        seat=state.turn,
        rules=state.rules,
        researchers=state.box.researchers,
        laid=resolving.laid,
        settled=resolving.settled,
        chosen=resolving.chosen,
    )


@lru_cache(maxsize=20_000)
def outcomes(situation: Situation, kinds: tuple[Kind, ...]) -> frozenset[Chamber]:
    """Return every way the chamber can look once pairs of these kinds are resolved,
    in any order."""
    if not kinds:
        return frozenset((situation.chamber,))
    return frozenset().union(*(outcomes_of_first(situation, kinds, kind) for kind in set(kinds)))


def outcomes_of_first(
    situation: Situation, kinds: tuple[Kind, ...], first: Kind
) -> frozenset[Chamber]:
    """Return the same, when a pair of one kind is resolved first."""
    pair = Pair(*first, ANYWHERE, ANYWHERE)
    rest = list(kinds)
    rest.remove(first)
    ways = (play_pair(situation, pair, choice) for choice in choices(situation, pair))
    return frozenset().union(*(outcomes(reduce(after, w, situation), tuple(rest)) for w in ways))


def next_kinds(situation: Situation, pairs: tuple[Pair, ...]) -> tuple[Kind, ...]:
    """Return the kinds worth choosing between for the next pair;
    one alone when order does not matter."""
    if len(pairs) == 1:
        return (kind_of(pairs[0]),)
    return _worth_choosing(situation, tuple(sorted(map(kind_of, pairs))))


@lru_cache(maxsize=2_000)
def _worth_choosing(situation: Situation, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return the one kind that keeps open everything the others could lead to, or all of them."""
    distinct = sorted(set(kinds), key=lambda kind: (not kind[1], _column(situation, kind[0])))
    if len(distinct) == 1:
        return (distinct[0],)
    if _enough_for_all(situation, len(kinds)):
        for kind in distinct:
            if _keeps_its_column_open(situation, kinds, kind):
                return (kind,)
        if len({animal for animal, _ in distinct}) == 1:
            situation = at_column(situation, distinct[0][0], len(kinds))
    reach = {kind: outcomes_of_first(situation, kinds, kind) for kind in distinct}
    everything = frozenset().union(*reach.values())
    for kind in distinct:
        if reach[kind] == everything:
            return (kind,)
    return tuple(_without_doubles(distinct, reach))


def _enough_for_all(situation: Situation, pairs: int) -> bool:
    """Whether pairs of different animals cannot get in each other's way.

    They share the slab and the mover's reserve, and nothing else.
    """
    scarabs = situation.rules.scarab_supply != "strict" or situation.chamber.slab >= pairs
    return scarabs and situation.reserve >= pairs


def _keeps_its_column_open(situation: Situation, kinds: tuple[Kind, ...], first: Kind) -> bool:
    """Whether beginning with one kind rules nothing out that its column could come to."""
    there = tuple(kind for kind in kinds if kind[0] == first[0])
    if there.count(first) == len(there):
        return True
    return _keeps_open(_without_names(at_column(situation, first[0], len(there))), there, first)


def _without_names(situation: Situation) -> Situation:
    """Return the same situation at one column, in terms of the mover (0) and one other player (1).

    Who they are does not change what is ruled out, so what is worked out once serves for all.
    """
    (column,) = situation.chamber.columns
    holder = column.researcher
    other = None if holder is None else int(holder != situation.seat)
    column = Column(column.animal, column.stack, column.scarabs, other)
    chamber = Chamber((column,), situation.chamber.slab, ((), ()))
    return structs.replace(situation, chamber=chamber, seat=0)


@lru_cache(maxsize=2_000)
def _keeps_open(situation: Situation, kinds: tuple[Kind, ...], first: Kind) -> bool:
    return outcomes_of_first(situation, kinds, first) == outcomes(situation, kinds)


def _without_doubles(kinds: list[Kind], reach: dict[Kind, frozenset[Chamber]]) -> Iterable[Kind]:
    """Leave out a kind that only leads where another leads too."""
    for number, kind in enumerate(kinds):
        others = [other for other in kinds if other != kind]
        if any(reach[kind] < reach[other] for other in others):
            continue
        if any(reach[kind] == reach[other] for other in kinds[:number]):
            continue
        yield kind


def _column(situation: Situation, animal: str) -> int:
    return [column.animal for column in situation.chamber.columns].index(animal)


def columns_to_choose(situation: Situation, pairs: tuple[Pair, ...]) -> tuple[str | None, ...]:
    """researchers_per_move = 1: the columns that could get it, and None where none is allowed."""
    able = situation.reserve > 0 or situation.chamber.placed(situation.seat)
    rights = [pair for pair in pairs if able and entitled(situation, pair)]
    animals = tuple(dict.fromkeys(pair.animal for pair in sorted(rights)))
    forced = situation.reserve > 0 and any(is_compulsory(situation, pair) for pair in rights)
    return animals if forced else (*animals, None)


def line_choice_matters(
    situation: Situation, sure: tuple[Pair, ...], lines: tuple[tuple[Pair, ...], ...]
) -> bool:
    """Whether it makes a difference which couple is the pair of the first open line."""
    reach = {
        frozenset().union(
            *(_reach(situation, (*sure, first, *rest)) for rest in product(*lines[1:]))
        )
        for first in lines[0]
    }
    return len(reach) > 1


def _reach(situation: Situation, pairs: tuple[Pair, ...]) -> frozenset[Chamber]:
    """Return every outcome of these pairs,
    over every choice still open before the first of them."""
    kinds = tuple(sorted(kind_of(pair) for pair in pairs))
    if situation.rules.researchers_per_move != "1":
        return outcomes(situation, kinds)
    options = columns_to_choose(situation, pairs)
    return frozenset().union(
        *(outcomes(structs.replace(situation, chosen=option or ""), kinds) for option in options)
    )
