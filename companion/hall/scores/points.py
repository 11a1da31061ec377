"""Points for places, comparable over games and table sizes; ties share what their places bring.

A scheme is published before the first result. Points are fractions: nothing is rounded before it
is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from companion.hall.errors import HallError
from companion.hall.records import Placed


class Scheme(msgspec.Struct, frozen=True):
    """Points by table size and place. A size that is not listed follows ``beaten``."""

    name: str
    table: dict[int, tuple[int, ...]] = {}


SCHEMES = {
    "places": Scheme(
        "places",
        {
            2: (6, 2), 3: (6, 4, 2), 4: (6, 4, 3, 1), 5: (6, 4, 3, 2, 1),
            6: (6, 5, 4, 3, 2, 1), 7: (6, 5, 4, 3, 2, 1, 0),
        },
    ),
    "wins": Scheme("wins", {size: (1, *(0,) * (size - 1)) for size in range(2, 9)}),
    "beaten": Scheme("beaten"),
}  # fmt: skip
"""``places``: for winning the same at every table. ``wins``: only winning counts. ``beaten``: the
share of opponents beaten, from 0 to 6, so that tables of two and of six weigh the same."""
TOP = 6
OWN, AVERAGE = "own", "average"


def scheme(name: str, table: Sequence[Sequence[int]] = ()) -> Scheme:
    """Return the scheme of a name; the organiser's *own* has a table."""
    if name == OWN:
        return Scheme(OWN, {len(row): tuple(row) for row in table})
    if name not in SCHEMES:
        raise HallError("no_such_scheme", name=name)
    return SCHEMES[name]


def row(rule: Scheme, size: int) -> tuple[Fraction, ...]:
    """Return the points of each place at a table of this size."""
    if size in rule.table:
        return tuple(Fraction(points) for points in rule.table[size])
    if size < 2:
        return (Fraction(TOP),) * size
    return tuple(Fraction(TOP * (size - 1 - place), size - 1) for place in range(size))


def published(rule: Scheme, sizes: Sequence[int] = (2, 3, 4, 5, 6)) -> dict[int, tuple[str, ...]]:
    """Return the table of points to hang on the wall."""
    return {size: tuple(shown(points) for points in row(rule, size)) for size in sizes}


def points(rule: Scheme, places: Sequence[Placed]) -> dict[str, Fraction]:
    """Compute everybody's points at one table; shared places share their points evenly."""
    ladder = row(rule, len(places))
    found = {}
    for each in places:
        tied = sum(other.place == each.place for other in places)
        taken = ladder[each.place - 1 : each.place - 1 + tied]
        found[each.person] = sum(taken, Fraction(0)) / tied
    return found


def shown(number: Fraction | int) -> str:
    """Format points for people: 4, 3.5, 2.667."""
    if number.denominator == 1:
        return str(number.numerator)
    thousandths = round(number * 1000)
    sign, thousandths = ("-", -thousandths) if thousandths < 0 else ("", thousandths)
    return f"{sign}{thousandths // 1000}.{thousandths % 1000:03d}".rstrip("0").rstrip(".")
