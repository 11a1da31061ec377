"""Compute the best any draw can do, and what one more box or person would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import ceil, comb

import msgspec
from msgspec.structs import replace

from companion.hall.records import Box, Person, Wanted

from .sizes import BEST, EVEN, FULL, mix_for


class Bounds(msgspec.Struct, frozen=True):
    """Lower bounds of a night of this shape, by kind of conflict."""

    people: int
    rounds: int
    pairs: int
    """Pairs that sit together, over the whole night."""
    pairs_there_are: int
    repeats: int
    """Lower bound of repeated pairs."""
    game_repeats: int
    waiting: int
    """Waits, over the whole night."""
    crowded: bool = False
    """Whether a table has more seats than there are tables, which forces repeats."""


class BoundChange(msgspec.Struct, frozen=True):
    """The bounds with one box or person more or less."""

    what: str
    """``box``, ``person``, or how else tables could be filled: ``even`` or ``full``."""
    by: int
    game: str
    bounds: Bounds


def bounds(people: int, shapes: Sequence[Shape]) -> Bounds:
    """Work out the bounds of rounds of these shapes."""
    pairs = sum(comb(size, 2) for tables, _ in shapes for _, size in tables)
    seats = Counter[str]()
    for tables, _ in shapes:
        for game, size in tables:
            seats[game] += size
    return Bounds(
        people=people,
        rounds=len(shapes),
        pairs=pairs,
        pairs_there_are=comb(people, 2),
        repeats=max(
            0, pairs - comb(people, 2), _pigeonholes(shapes), fewest_repeats(people, shapes)
        ),
        game_repeats=sum(max(0, count - people) for count in seats.values()),
        waiting=sum(waiting for _, waiting in shapes),
        crowded=any(
            size > len(tables) + waiting for tables, waiting in shapes for _, size in tables
        )
        and len(shapes) > 1,
    )


def _pigeonholes(shapes: Sequence[Shape]) -> int:
    """Count repeats forced because a table's people come from too few earlier tables."""
    forced = 0
    for later, (tables, _) in enumerate(shapes):
        earlier = [shape for shape in shapes[:later]]
        forced += max(
            (sum(_crowd(size, before) for _, size in tables) for before in earlier), default=0
        )
    return forced


def _crowd(size: int, before: Shape) -> int:
    """Pairs of a table of *size* that met before, if its people come from everywhere evenly."""
    tables, waited = before
    left = size - min(size, waited)
    if not tables:
        return 0
    share, rest = divmod(left, len(tables))
    return rest * comb(share + 1, 2) + (len(tables) - rest) * comb(share, 2)


def shapes_of(wanted: Wanted) -> list[Shape]:
    """Lay out the rounds of a night; published ones stay."""
    fixed: list[Shape] = [
        (tuple((t.game, len(t.people)) for t in each.tables), len(each.waiting))
        for each in wanted.fixed
    ]
    games = {box.id: box.game for box in wanted.boxes}
    had = Counter[str]()
    for number in range(len(fixed) + 1, wanted.rounds + 1):
        there = [p for p in wanted.people if number not in wanted.away.get(p.id, ())]
        laid = mix_for(wanted.boxes, there, wanted.fill, had)
        for box, size in laid.tables:
            had[games[box]] += size
        fixed.append((tuple((games[box], size) for box, size in laid.tables), laid.waiting))
    return fixed


def both_ways(wanted: Wanted) -> list[Wanted]:
    """Return a night with its tables filled in either way, the more promising first."""
    ways = [replace(wanted, fill=fill) for fill in (FULL, EVEN)]
    return sorted(ways, key=lambda way: _worth(bounds_of(way)))


def bounds_of(wanted: Wanted) -> Bounds:
    """Compute what is possible tonight, before the draw."""
    if wanted.fill == BEST:
        return min((bounds_of(each) for each in both_ways(wanted)), key=_worth)
    people = {p.id for p in wanted.people}
    people |= {who for each in wanted.fixed for table in each.tables for who in table.people}
    return bounds(len(people), shapes_of(wanted))


def changes(wanted: Wanted) -> tuple[BoundChange, ...]:
    """Compute what filling tables the other way would change, and one box of each kind or one
    person more or less."""
    now = bounds_of(wanted)
    found = []
    for box in {(b.game, b.sizes): b for b in wanted.boxes}.values():
        more = Box(f"{box.id}+", box.game, box.sizes, offers=box.offers)
        found.append(_change("box", 1, box.game, wanted, boxes=(*wanted.boxes, more)))
        rest = tuple(b for b in wanted.boxes if b.id != box.id)
        found.append(_change("box", -1, box.game, wanted, boxes=rest))
    guest = Person("+", "+")
    found.append(_change("person", 1, "", wanted, people=(*wanted.people, guest)))
    if wanted.people:
        found.append(_change("person", -1, "", wanted, people=wanted.people[:-1]))
    if wanted.fill != BEST:
        other = FULL if wanted.fill == EVEN else EVEN
        found.insert(0, BoundChange(other, 0, "", bounds_of(replace(wanted, fill=other))))
    return tuple(each for each in found if _worth(each.bounds) != _worth(now))


def _worth(found: Bounds) -> tuple[int, int, int]:
    return found.waiting, found.repeats, found.game_repeats


def _change(
    what: str, by: int, game: str, wanted: Wanted, *,
    boxes: tuple[Box, ...] | None = None, people: tuple[Person, ...] | None = None,
) -> BoundChange:  # fmt: skip
    other = replace(
        wanted,
        boxes=wanted.boxes if boxes is None else boxes,
        people=wanted.people if people is None else people,
    )
    return BoundChange(what, by, game, bounds_of(other))


# Two lower bounds by counting, for nights of unequal tables: how often people must meet again, and
# how often a game must be repeated. No draw can beat them; they may not be tight.
#
# **People.** Take the q largest tables of every round. Whoever sits at one of them in m rounds
# gives m(m-1)/2 pairs of rounds in which they sit at two of them. Over all people that is least
# when the seats are dealt evenly. Two rounds have only q x q pairs of such tables, and two tables
# that share t people repeat t(t-1)/2 pairs, at least t-1. So whatever goes beyond one shared
# person for each pair of tables is a pair that meets again. A pair that meets m times counts
# m(m-1)/2 times and is m-1 repeats: at least two repeats for so many as there are rounds.
#
# **Games.** Take all tables of one game (the small ones) and the games with a single box (the big
# ones). The b people of a big table sit at other tables in every other round: not at their own
# game, else it is played again, and no two at one table, else they meet again. So b minus the
# number of the remaining tables of them sit at small ones. Small tables have only so many seats,
# and whoever sits there has been at each big game at most once, unless it is played again. What is
# missing needs repeats: each of a game, and each of a pair, makes up for at most as many as there
# are rounds.

Shape = tuple[tuple[tuple[str, int], ...], int]
"""The tables of a round as game and size, and how many wait."""


def fewest_repeats(people: int, shapes: Sequence[Shape]) -> int:
    """Count pairs that must meet again, by the largest tables of each round."""
    rounds = len(shapes)
    if rounds < 2 or people == 0:
        return 0
    most = max(len(tables) for tables, _ in shapes)
    return max((_meeting(people, shapes, largest) for largest in range(1, most + 1)), default=0)


def _meeting(people: int, shapes: Sequence[Shape], largest: int) -> int:
    chosen = [sorted((size for _, size in t), reverse=True)[:largest] for t, _ in shapes]
    share, rest = divmod(sum(map(sum, chosen)), people)
    shared = rest * comb(share + 1, 2) + (people - rest) * comb(share, 2)
    room = sum(len(one) * len(two) for one, two in combinations(chosen, 2))
    return ceil(max(0, shared - room) * 2 / len(shapes))


def fewest_games(people: int, shapes: Sequence[Shape], repeats: int = 0) -> int:
    """Count unavoidable game repeats if only this many pairs meet again.

    For rounds that are all alike and seat everybody; for others, what the seats alone say.
    """
    seats = Counter[str]()
    for tables, _ in shapes:
        for game, size in tables:
            seats[game] += size
    least = {game: max(0, count - people) for game, count in seats.items()}
    total = sum(least.values())
    alike = len({(tuple(sorted(tables)), waiting) for tables, waiting in shapes}) == 1
    if not alike or shapes[0][1] or len(shapes) < 2:
        return total
    tables, rounds = shapes[0][0], len(shapes)
    return max(total, *(_crowded(tables, rounds, small, least, repeats) for small in seats))


def _crowded(
    tables: tuple[tuple[str, int], ...],
    rounds: int,
    small: str,
    least: dict[str, int],
    repeats: int,
) -> int:
    """Return the bound that the tables of one game give, as the small ones."""
    boxes = Counter(game for game, _ in tables)
    others = len(tables) - 1 - boxes[small]
    over = {
        game: size - others
        for game, size in tables
        if game != small and boxes[game] == 1 and size > others
    }
    seats = sum(size for game, size in tables if game == small)
    missing = rounds * ((rounds - 1) * sum(over.values()) - seats * len(over))
    needed = ceil(max(0, missing - rounds * repeats) / rounds)
    rest = sum(count for game, count in least.items() if game not in over)
    return rest + max(needed, sum(least[game] for game in over))
