"""Rounds of equal tables where nobody meets twice, by construction instead of search.

A design is rounds of tables of points 0 to n-1. ``lines`` takes the lines of a plane over a finite
field; ``turned`` turns one well-chosen round like a clock; the best there is wins.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from .fields import field

Design = tuple[tuple[tuple[int, ...], ...], ...]
PATIENCE, TRIES = 12_000, 5
"""Steps of looking for a round to turn before another order is tried; orders for each clock."""
CROWD = 44
"""With more people than this a search finds as much, and sooner than a clock is found."""


@cache
def design(tables: int, size: int, rounds: int) -> tuple[str, Design]:
    """The name of a construction and its rounds, at most *rounds* and perhaps fewer."""
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

    Points of one column never meet on a line: where the column splits into tables they get a
    round of their own.
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
    """One round whose differences all differ, turned by every hour of a clock.

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
        """The differences a point would add to a table; None where one of them was had."""
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
