"""Build rounds of equal tables where nobody meets twice, without a search. A design is rounds of
tables of points 0 to n-1. ``lines`` takes the lines of a plane over a finite field; ``turned``
turns one well-chosen round like a clock; the best one wins.

A design is rounds of tables of points 0 to n-1. ``lines`` takes the lines of a plane over a finite
field; ``turned`` turns one well-chosen round like a clock; the best there is wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

Design = tuple[tuple[tuple[int, ...], ...], ...]
PATIENCE, TRIES = 12_000, 5
"""Search steps per order, and orders per clock."""
CROWD = 44
"""Most people for this construction; above, search is as good and faster."""


@cache
def design(tables: int, size: int, rounds: int) -> tuple[str, Design]:
    """Return the name of a construction and its rounds, at most *rounds* and perhaps fewer."""
    best: tuple[str, Design] = ("", ())
    for name, make in (("circle", circle), ("lines", lines), ("turned", turned)):
        found = make(tables, size, rounds)[:rounds]
        if len(found) > len(best[1]):
            best = name, found
        if len(best[1]) == rounds:
            break
    return best


def circle(tables: int, size: int, rounds: int) -> Design:
    """Tables of two: one person stays, the others go round."""
    if size != 2:
        return ()
    turn = 2 * tables - 1
    return tuple(
        ((turn, r), *(((r + k) % turn, (r - k) % turn) for k in range(1, tables)))
        for r in range(turn)
    )


def lines(tables: int, size: int, rounds: int) -> Design:
    """Points of *size* columns of a plane of order *tables*; a round is all lines of one slope.

    Points of one column never meet on a line: if the column splits into tables, they get a round of
    their own.
    """
    plane = field(tables)
    if plane is None or size > tables:
        return ()
    found = [
        tuple(
            tuple(x * tables + plane.plus[plane.times[slope][x]][rise] for x in range(size))
            for rise in range(tables)
        )
        for slope in range(tables)
    ]
    if tables % size == 0:
        points = range(tables * size)
        found.append(tuple(tuple(points[k : k + size]) for k in points[::size]))
    return tuple(found)


def turned(tables: int, size: int, rounds: int) -> Design:
    """Return one round whose differences all differ, turned by every hour of a clock.

    Points are some rings of *hours* points and a few that stand still in the middle.
    """
    people = tables * size
    while people <= CROWD and rounds > 2:
        clocks = _clocks(people, size, rounds)
        for order, hours in product(range(TRIES), clocks):
            base = _Round(tables, size, hours, order).found()
            if base:
                return tuple(_turn(base, hours, people // hours, by) for by in range(hours))
        rounds -= 1
    return ()


def _clocks(people: int, size: int, rounds: int) -> list[int]:
    """Clocks worth trying: with no more hours than a person has rounds to play."""
    most = (people - 1) // (size - 1)
    fits = [h for h in range(rounds, most + 1) if people // h >= size - 1 and people % h <= size]
    return sorted(fits, key=lambda hours: (people % hours > 1, hours))[:6]


def _turn(
    base: tuple[tuple[int, ...], ...], hours: int, rings: int, by: int
) -> tuple[tuple[int, ...], ...]:
    def moved(point: int) -> int:
        ring, hour = divmod(point, hours)
        return point if ring >= rings else ring * hours + (hour + by) % hours

    return tuple(tuple(moved(point) for point in table) for table in base)


class _Round:
    """Looks for the round to turn: no difference between two points of a table comes twice."""

    def __init__(self, tables: int, size: int, hours: int, order: int) -> None:
        self.size, self.hours = size, hours
        people = tables * size
        self.middle = list(range(people // hours * hours, people))
        self.order = list(range(people))
        Random(order).shuffle(self.order)
        self.rank = {point: rank for rank, point in enumerate(self.order)}
        self.free = set(self.order)
        self.used: set[tuple[int, int, int]] = set()
        self.made: list[tuple[int, ...]] = []
        self.left = PATIENCE

    def found(self) -> tuple[tuple[int, ...], ...] | None:
        return tuple(self.made) if self._next_table() else None

    def _next_table(self) -> bool:
        if not self.free:
            return True
        stands = [point for point in self.middle if point in self.free]
        first = stands[0] if stands else min(self.free, key=self.rank.__getitem__)
        return self._fill((first,))

    def _fill(self, table: tuple[int, ...]) -> bool:
        self.left -= 1
        if self.left < 0:
            return False
        if len(table) == self.size:
            return self._close(table)
        lowest = -1 if len(table) == 1 else self.rank[table[-1]]
        for point in self.order[lowest + 1 :]:
            if point not in self.free or point == table[0] or point in self.middle:
                continue
            marks = self._marks(table, point)
            if marks is None:
                continue
            self.used |= marks
            if self._fill((*table, point)):
                return True
            self.used -= marks
        return False

    def _close(self, table: tuple[int, ...]) -> bool:
        self.free -= set(table)
        self.made.append(table)
        if self._next_table():
            return True
        self.made.pop()
        self.free |= set(table)
        return False

    def _marks(self, table: tuple[int, ...], point: int) -> set[tuple[int, int, int]] | None:
        """Return the differences a point would add to a table; None if one of them is taken."""
        marks: set[tuple[int, int, int]] = set()
        ring, hour = divmod(point, self.hours)
        for other in table:
            across, then = divmod(other, self.hours)
            if other in self.middle:
                new = {(ring, other, -1)}
            else:
                gap = (hour - then) % self.hours
                new = {(across, ring, gap), (ring, across, -gap % self.hours)}
                if across == ring and 2 * gap == self.hours:
                    return None  # half a turn brings the two back together
            if new & marks or new & self.used:
                return None
            marks |= new
        return marks


POLYNOMIALS = {
    4: (1, 1, 1), 8: (1, 1, 0, 1), 9: (2, 1, 1), 16: (1, 1, 0, 0, 1), 25: (2, 1, 1),
    27: (1, 2, 0, 1), 32: (1, 0, 1, 0, 0, 1), 49: (3, 1, 1),
}  # fmt: skip
"""Irreducible, lowest coefficient first, by the order of the field."""
MOST = 211


@dataclass(frozen=True)
class FiniteField:
    """A field by its tables; ``plus[a][b]`` and ``times[a][b]``."""

    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


@cache
def field(order: int) -> FiniteField | None:
    """Build the field of this order; None if there is none, or it is too large."""
    if order in POLYNOMIALS:
        return _extension(order)
    if order < 2 or order > MOST or any(order % d == 0 for d in range(2, int(order**0.5) + 1)):
        return None
    span = range(order)
    return FiniteField(
        tuple(tuple((a + b) % order for b in span) for a in span),
        tuple(tuple(a * b % order for b in span) for a in span),
    )


def _extension(order: int) -> FiniteField:
    rule = POLYNOMIALS[order]
    degree = len(rule) - 1
    prime = round(order ** (1 / degree))
    digits = [[number // prime**k % prime for k in range(degree)] for number in range(order)]

    def number(parts: list[int]) -> int:
        return sum(part % prime * prime**k for k, part in enumerate(parts))

    def product(one: list[int], two: list[int]) -> int:
        long = [0] * (2 * degree - 1)
        for i, a in enumerate(one):
            for j, b in enumerate(two):
                long[i + j] += a * b
        for top in range(len(long) - 1, degree - 1, -1):
            for k in range(degree):
                long[top - degree + k] -= long[top] * rule[k]
            long[top] = 0
        return number(long[:degree])

    return FiniteField(
        tuple(
            tuple(number([x + y for x, y in zip(a, b, strict=True)]) for b in digits)
            for a in digits
        ),
        tuple(tuple(product(a, b) for b in digits) for a in digits),
    )
