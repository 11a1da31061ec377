"""Swap two people by hand, and compute the cost beforehand."""

from __future__ import annotations

import msgspec

from companion.core.verdict import Saying
from companion.hall.errors import BadNight, Unknown
from companion.hall.records import APART, TOGETHER, Round, Rule, Sitting, Wanted

from .quality import SeatingStats, pair, tally


class Cost(msgspec.Struct, frozen=True, order=True):
    """What a swap changes, rank by rank; below zero is better. Compared in this order."""

    broken: int = 0
    repeats: int = 0
    game_repeats: int = 0
    starts: int = 0
    """People whose share of starting seats gets better or worse."""

    @property
    def verdict(self) -> str:
        """``better``, ``worse`` or ``same``, by the first rank that changes."""
        zero = Cost()
        return "same" if self == zero else "better" if self < zero else "worse"

    def told(self) -> list[Saying]:
        """Return one sentence for each rank that changes."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        lines = [
            Saying(f"hall.swap.{name}_{'more' if by > 0 else 'fewer'}", {"count": abs(by)})
            for name, by in values.items() if by
        ]  # fmt: skip
        return lines or [Saying("hall.swap.same")]


class SeatingSwap(msgspec.Struct, frozen=True):
    """One person of a round with another, and the cost of it."""

    one: str
    two: str
    cost: Cost


def swapped(each: Round, one: str, two: str) -> Round:
    """Return the round with two people swapped, seats included."""
    here = {who for table in each.tables for who in table.people} | set(each.waiting)
    for who in (one, two):
        if who not in here:
            raise Unknown("not_in_round", round=each.number)
    if one == two:
        raise BadNight("swap_self")
    change = {one: two, two: one}

    def moved(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(change.get(who, who) for who in people)

    tables = tuple(Sitting(t.box, t.game, moved(t.people)) for t in each.tables)
    return Round(each.number, tables, moved(each.waiting))


class SwapCosts:
    """Compares swaps of one round; counts all other rounds once."""

    def __init__(self, wanted: Wanted, rounds: tuple[Round, ...], number: int) -> None:
        self.each = next((r for r in rounds if r.number == number), None) or _no_round(number)
        self.others: SeatingStats = tally(r for r in rounds if r.number != number)
        self.starts = {w: 0 for w in _everybody(self.each)}
        for (who, seat, _), times in self.others.sat.items():
            if seat == 1 and who in self.starts:
                self.starts[who] += times
        self.rules = wanted.rules
        self.offers = {box.id: set(box.offers) for box in wanted.boxes}
        self.needs = {person.id: set(person.needs) for person in wanted.people}

    def cost(self, one: str, two: str) -> Cost:
        """Compute the cost of swapping these two."""
        after = swapped(self.each, one, two)
        now, then = self._of(self.each, one, two), self._of(after, one, two)
        return Cost(*(b - a for a, b in zip(now, then, strict=True)))

    def all(self, one: str) -> tuple[SeatingSwap, ...]:
        """List all swaps of one person, the best first."""
        mates = self.each.table_of(one)
        same = set(mates.people if mates else self.each.waiting)
        found = [SeatingSwap(one, two, self.cost(one, two)) for two in _everybody(self.each) - same]
        return tuple(sorted(found, key=lambda swap: (swap.cost, swap.two)))

    def _of(self, each: Round, one: str, two: str) -> tuple[int, int, int, int]:
        tables = [t for t in each.tables if one in t.people or two in t.people]
        repeats = games = broken = starts = 0
        for table in tables:
            for k, who in enumerate(table.people):
                games += self.others.played[who, table.game] > 0
                broken += not self.needs.get(who, set()) <= self.offers.get(table.box, set())
                repeats += sum(self.others.met[pair(who, w)] > 0 for w in table.people[k + 1 :])
            starts += self.starts[table.people[0]]
        broken += sum(self._rule_broken(rule, each) for rule in self.rules)
        return broken, repeats, games, starts

    def _rule_broken(self, rule: Rule, each: Round) -> bool:
        where = {who: table.box for table in each.tables for who in table.people}
        where |= {who: f"waits {who}" for who in each.waiting}
        boxes = [where[who] for who in rule.people if who in where]
        if rule.kind == TOGETHER:
            return len(set(boxes)) > 1
        return rule.kind == APART and len(set(boxes)) < len(boxes)


def _everybody(each: Round) -> set[str]:
    return {who for table in each.tables for who in table.people} | set(each.waiting)


def _no_round(number: int) -> Round:
    raise Unknown("no_such_round", round=number)
