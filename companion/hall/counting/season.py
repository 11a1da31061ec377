"""A season: several nights added up, the best so many of them counting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from .points import shown
from .standings import Standings


class SeasonRow(msgspec.Struct, frozen=True):
    """One person over a season."""

    rank: int
    person: str
    name: str
    points: str
    nights: int
    counted: tuple[tuple[str, str], ...]
    """Nights that count, with the points of each."""
    dropped: tuple[tuple[str, str], ...]


def season(
    nights: Sequence[tuple[str, Standings]], best: int | None = None
) -> tuple[SeasonRow, ...]:
    """Add up nights, each with its name. People are the same where their names are.

    With *best*, only so many nights of everybody count; the others are shown as dropped.
    """
    gathered: dict[str, list[tuple[Fraction, str]]] = defaultdict(list)
    spelled: dict[str, str] = {}
    for night, table in nights:
        for row in table.rows:
            who = row.name.casefold()
            spelled[who] = row.name
            if row.games:
                gathered[who].append((Fraction(row.points), night))
    lines = []
    for who, had in gathered.items():
        ranked = sorted(had, key=lambda each: -each[0])
        kept, rest = ranked[: best or len(ranked)], ranked[best or len(ranked) :]
        lines.append((sum((p for p, _ in kept), Fraction(0)), who, kept, rest))
    lines.sort(key=lambda line: (-line[0], spelled[line[1]].casefold()))
    return tuple(
        SeasonRow(
            1 + sum(other[0] > total for other in lines), who, spelled[who], shown(total),
            len(kept) + len(rest), _named(kept), _named(rest),
        )
        for total, who, kept, rest in lines
    )  # fmt: skip


def _named(had: list[tuple[Fraction, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((night, shown(points)) for points, night in had)
