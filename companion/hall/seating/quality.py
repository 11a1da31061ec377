"""The quality sheet of a drawn night: every measure in the order in which it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import msgspec

from companion.core.verdict import Saying
from companion.hall.records import APART, TOGETHER, Box, Person, Round, Rule, Seating, Wanted

from .bounds import Bounds, bounds_of

TWICE = 2
"""A pair that meets more often than this is worth a sentence of its own."""
Ranked = tuple[int, int, int, int, int, int, int]


class SeatingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """How good a night is. Lower is better everywhere but for ``least_indirect``."""

    broken: int
    """Broken rules of the organiser, and people who wait twice too early."""
    repeats: int
    worst_pair: int
    running: int
    game_repeats: int
    start_defects: int
    seat_defects: int
    size_defects: int
    waiting: int
    spread: float
    table_repeats: int
    never_met: int
    least_indirect: int | None
    """Fewest people in common of two who never met; None if everybody met."""
    bounds: Bounds
    seed: int
    method: str

    @property
    def ranked(self) -> Ranked:
        """Return the measures that compare two nights, the most important first. Never a sum."""
        return (
            self.broken, self.repeats, self.game_repeats, self.seat_defects,
            self.size_defects, self.waiting, round(self.spread * 1000),
        )  # fmt: skip

    @property
    def perfect(self) -> bool:
        """Check whether each measure is at its bound."""
        return not self.broken and (self.repeats, self.game_repeats, self.seat_defects) == (
            self.bounds.repeats, self.bounds.game_repeats, 0,
        )  # fmt: skip


def sheet(wanted: Wanted, seating: Seating) -> SeatingSheet:
    """Measure a night."""
    found = tally(seating.rounds)
    people = sorted({who for who, _ in found.played} | set(found.waited))
    starts, seats = seat_defects(found)
    never, indirect = _strangers(found, people)
    broken = broken_rules(seating.rounds, wanted.people, wanted.boxes, wanted.rules)
    return SeatingSheet(
        broken=len(broken) + waits_too_often(seating.rounds, wanted),
        repeats=sum(n - 1 for n in found.met.values()),
        worst_pair=max(found.met.values(), default=0),
        running=found.running,
        game_repeats=sum(n - 1 for n in found.played.values()),
        start_defects=starts,
        seat_defects=seats,
        size_defects=size_defects(found),
        waiting=sum(found.waited.values()),
        spread=_spread(wanted, seating),
        table_repeats=sum(n - 1 for n in found.visited.values()),
        never_met=never,
        least_indirect=indirect,
        bounds=bounds_of(wanted),
        seed=seating.seed,
        method=seating.method,
    )


def waits_too_often(rounds: tuple[Round, ...], wanted: Wanted) -> int:
    """Count waits that came too early: others who were there hadn't waited yet."""
    waited = tally(rounds).waited
    always = [
        who.id for who in wanted.people
        if not wanted.away.get(who.id) and all(_is_there(who.id, each) for each in rounds)
    ]  # fmt: skip
    least = min((waited[who] for who in always), default=0)
    return sum(max(0, n - least - 1) for who, n in waited.items() if who in always)


def _is_there(who: str, each: Round) -> bool:
    return who in each.waiting or each.table_of(who) is not None


def size_defects(found: SeatingStats) -> int:
    """Count seats beyond a person's even share of a table size, rounded up."""
    own, total = Counter[tuple[str, int]](), Counter[int]()
    for (who, _, size), times in found.sat.items():
        own[who, size] += times
        total[size] += times
    people = len({who for who, _ in found.played}) or 1
    return sum(max(0, times - -(-total[size] // people)) for (_, size), times in own.items())


def _spread(wanted: Wanted, seating: Seating) -> float:
    """Add up the point spread of each table, over rounds drawn by score."""
    if not wanted.scores:
        return 0.0
    points = wanted.scores
    tables = [t for each in seating.rounds[len(wanted.fixed) :] for t in each.tables]
    scores = [[points.get(who, 0.0) for who in table.people] for table in tables]
    return sum(max(each) - min(each) for each in scores if each)


def _strangers(found: SeatingStats, people: list[str]) -> tuple[int, int | None]:
    """Pairs that never met, and the fewest people two of them have in common."""
    mates: dict[str, set[str]] = {who: set() for who in people}
    for one, two in found.met:
        mates[one].add(two)
        mates[two].add(one)
    apart = [(a, b) for a, b in combinations(people, 2) if b not in mates[a]]
    return len(apart), min((len(mates[a] & mates[b]) for a, b in apart), default=None)


def told(measured: SeatingSheet) -> list[Saying]:
    """Return the sheet in sentences, in the order of ranks."""
    limits, wishes = measured.bounds, Saying("hall.sheet.broken", {"count": measured.broken})
    lines = [wishes, _line("repeats", measured.repeats, limits.repeats)]
    if measured.worst_pair > TWICE:
        lines.append(Saying("hall.sheet.worst", {"count": measured.worst_pair}))
    lines.append(_line("games", measured.game_repeats, limits.game_repeats))
    lines.append(Saying("hall.sheet.seats", {"count": measured.seat_defects}))
    if measured.size_defects:
        lines.append(Saying("hall.sheet.sizes", {"count": measured.size_defects}))
    if measured.waiting:
        lines.append(Saying("hall.sheet.waiting", {"count": measured.waiting}))
    return lines


def _line(key: str, count: int, bound: int) -> Saying:
    return Saying(f"hall.sheet.{key}", {"count": count, "bound": bound})


Pair = tuple[str, str]


def pair(one: str, two: str) -> Pair:
    """Return two people in sorted order."""
    return (one, two) if one < two else (two, one)


@dataclass
class SeatingStats:
    """Counts over some rounds."""

    met: Counter[Pair] = field(default_factory=Counter)
    played: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Games by person."""
    sat: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Seats by person: the seat from 1 and the size of the table."""
    visited: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Boxes by person."""
    waited: Counter[str] = field(default_factory=Counter)
    running: int = 0
    """Pairs that met in two rounds running."""

    def starts(self, who: str) -> int:
        return sum(n for (person, seat, _), n in self.sat.items() if person == who and seat == 1)


def tally(rounds: Iterable[Round]) -> SeatingStats:
    """Count some rounds."""
    found = SeatingStats()
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
    """List broken hard rules: the round, the kind, and the people concerned."""
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


def seat_defects(found: SeatingStats) -> tuple[int, int]:
    """Starting seats outside the fair share, and the same for every kind of seat.

    The share of a seat is one in its table's size. If all tables are equal every seat counts;
    otherwise the first, the last and those between.
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
