"""What no draw can do better than: shown before the draw, with what one more would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec

from companion.hall.night.records import Box, Person, Wanted

from .crowding import Shape, fewest_repeats
from .sizes import mix


class Bounds(msgspec.Struct, frozen=True):
    """The least a night of this shape must have of each kind of trouble."""

    people: int
    rounds: int
    pairs: int
    """Pairs that sit together, over the whole night."""
    pairs_there_are: int
    repeats: int
    """At least this many of them are repeats."""
    game_repeats: int
    waiting: int
    """Waits, over the whole night."""
    crowded: bool = False
    """Some table has more seats than there are tables: repeats are forced at it."""


class Change(msgspec.Struct, frozen=True):
    """What the bounds would be with one box or one person more or less."""

    what: str
    """``box`` or ``person``."""
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
    """Repeats forced because people of one table come from too few tables of an earlier round."""
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
    """The rounds of a night as they would be laid, the published ones as they were."""
    fixed: list[Shape] = [
        (tuple((t.game, len(t.people)) for t in each.tables), len(each.waiting))
        for each in wanted.fixed
    ]
    games = {box.id: box.game for box in wanted.boxes}
    had = Counter[str]()
    for number in range(len(fixed) + 1, wanted.rounds + 1):
        there = sum(number not in wanted.away.get(p.id, ()) for p in wanted.people)
        laid = mix(wanted.boxes, there, wanted.fill, had)
        for box, size in laid.tables:
            had[games[box]] += size
        fixed.append((tuple((games[box], size) for box, size in laid.tables), laid.waiting))
    return fixed


def bounds_of(wanted: Wanted) -> Bounds:
    """What is possible tonight, before anything is drawn."""
    people = {p.id for p in wanted.people}
    people |= {who for each in wanted.fixed for table in each.tables for who in table.people}
    return bounds(len(people), shapes_of(wanted))


def changes(wanted: Wanted) -> tuple[Change, ...]:
    """What one more or one fewer box of each kind, or person, would change. Only what differs."""
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
    return tuple(each for each in found if _worth(each.bounds) != _worth(now))


def _worth(found: Bounds) -> tuple[int, int, int]:
    return found.waiting, found.repeats, found.game_repeats


def _change(
    what: str, by: int, game: str, wanted: Wanted, *,
    boxes: tuple[Box, ...] | None = None, people: tuple[Person, ...] | None = None,
) -> Change:  # fmt: skip
    other = msgspec.structs.replace(
        wanted,
        boxes=wanted.boxes if boxes is None else boxes,
        people=wanted.people if people is None else people,
    )
    return Change(what, by, game, bounds_of(other))


def pairs_of(people: Sequence[str]) -> list[tuple[str, str]]:
    """Every two people of a table, each pair in one spelling."""
    return list(combinations(sorted(people), 2))
