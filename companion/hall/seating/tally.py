"""What a drawn night has brought whom: meetings, games, seats, waits. Counted from the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from companion.hall.night.records import APART, TOGETHER, Box, Person, Round, Rule

Pair = tuple[str, str]


def pair(one: str, two: str) -> Pair:
    """Two people in one spelling."""
    return (one, two) if one < two else (two, one)


@dataclass
class Tally:
    """Counts over some rounds."""

    met: Counter[Pair] = field(default_factory=Counter)
    played: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By person and game."""
    sat: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """By person, seat from 1 and size of the table."""
    visited: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By person and box."""
    waited: Counter[str] = field(default_factory=Counter)
    running: int = 0
    """Pairs that met in two rounds running."""

    def starts(self, who: str) -> int:
        return sum(n for (person, seat, _), n in self.sat.items() if person == who and seat == 1)


def tally(rounds: Iterable[Round]) -> Tally:
    """Count some rounds."""
    found = Tally()
    before: set[Pair] = set()
    for each in rounds:
        now: set[Pair] = set()
        for table in each.tables:
            now.update(pair(a, b) for a, b in combinations(table.people, 2))
            size = len(table.people)
            for seat, who in enumerate(table.people, start=1):
                found.played[who, table.game] += 1
                found.sat[who, seat, size] += 1
                found.visited[who, table.box] += 1
        found.met.update(now)
        found.waited.update(each.waiting)
        found.running += len(now & before)
        before = now
    return found


def broken_rules(
    rounds: Sequence[Round], people: Iterable[Person], boxes: Iterable[Box], rules: Iterable[Rule]
) -> list[tuple[int, str, tuple[str, ...]]]:
    """Every hard rule a round breaks: its number, the kind, and who is concerned."""
    offers = {box.id: set(box.offers) for box in boxes}
    needs = {person.id: set(person.needs) for person in people}
    found: list[tuple[int, str, tuple[str, ...]]] = []
    rules = tuple(rules)
    for each in rounds:
        where = {who: table.box for table in each.tables for who in table.people}
        for who, box in where.items():
            if not needs.get(who, set()) <= offers.get(box, set()):
                found.append((each.number, "needs", (who,)))
        here = set(where) | set(each.waiting)
        for rule in rules:
            for one, two in combinations([w for w in rule.people if w in here], 2):
                together = one in where and where[one] == where.get(two)
                if together == (rule.kind == APART) and rule.kind in (APART, TOGETHER):
                    found.append((each.number, rule.kind, pair(one, two)))
    return found


def seat_defects(found: Tally) -> tuple[int, int]:
    """Starting seats outside the fair share, and the same for every kind of seat.

    The share of a seat is one in its table's size. Where all tables are equal every seat counts;
    where they differ, the first, the last and those between.
    """
    sizes = {size for _, _, size in found.sat}
    share: dict[tuple[str, str], Fraction] = {}
    count = Counter[tuple[str, str]]()
    for (who, seat, size), times in found.sat.items():
        for kind in _kinds(size, len(sizes) == 1):
            share.setdefault((who, kind), Fraction(0))
            share[who, kind] += Fraction(times * _seats_of(kind, size), size)
        count[who, _kind(seat, size, len(sizes) == 1)] += times
    wrong = [
        kind for (who, kind), fair in share.items()
        if not fair.__floor__() <= count[who, kind] <= fair.__ceil__()
    ]  # fmt: skip
    return sum(kind in ("1", "first") for kind in wrong), len(wrong)


def _kind(seat: int, size: int, equal: bool) -> str:
    if equal:
        return str(seat)
    return "first" if seat == 1 else "last" if seat == size else "between"


def _kinds(size: int, equal: bool) -> list[str]:
    if equal:
        return [str(seat) for seat in range(1, size + 1)]
    return ["first", "last", "between"] if size > 2 else ["first", "last"]


def _seats_of(kind: str, size: int) -> int:
    return size - 2 if kind == "between" else 1
