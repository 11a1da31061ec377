"""A season: nights added up, of one hall or of many. People are the same by their season number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from companion.hall.errors import HallError

from .night_file import NightFile, SignedNight
from .points import shown


class SeasonRow(msgspec.Struct, frozen=True):
    """One person over a season."""

    rank: int
    person: str
    """A season number."""
    name: str
    """As it was published last; may be empty."""
    points: str
    nights: int
    counted: dict[str, str]
    """Nights that count, with the points of each."""
    dropped: dict[str, str]


class Season(msgspec.Struct, frozen=True):
    """Nights in their order, and what they add up to."""

    nights: tuple[NightFile, ...]
    rows: tuple[SeasonRow, ...]
    best: int | None = None


def season(nights: Iterable[NightFile], best: int | None = None) -> Season:
    """Add up nights. With *best*, only that many nights of each person count."""
    ordered = tuple(sorted(nights, key=lambda one: (one.day, one.name, one.night)))
    gathered: dict[str, list[tuple[Fraction, str]]] = defaultdict(list)
    names: dict[str, str] = {}
    for each in ordered:
        names.update((one.number, one.name) for one in each.people)
        for row in each.standings:
            gathered[row.person].append((Fraction(row.points), each.night))
    sums = [(who, *_chosen(had, best)) for who, had in gathered.items()]
    totals = {who: sum((points for points, _ in kept), Fraction(0)) for who, kept, _ in sums}
    ranks: dict[Fraction, int] = {}
    for rank, total in enumerate(sorted(totals.values(), reverse=True), start=1):
        ranks.setdefault(total, rank)
    sums.sort(key=lambda one: (-totals[one[0]], names[one[0]].casefold(), one[0]))
    rows = tuple(
        SeasonRow(
            ranks[totals[who]], who, names[who], shown(totals[who]),
            len(kept) + len(rest), _named(kept), _named(rest),
        )
        for who, kept, rest in sums
    )  # fmt: skip
    return Season(ordered, rows, best)


Had = list[tuple[Fraction, str]]


def _chosen(had: Had, best: int | None) -> tuple[Had, Had]:
    """Return the nights of a person that count, and the others."""
    ranked = sorted(had, key=lambda each: -each[0])
    most = len(ranked) if best is None else best
    return ranked[:most], ranked[most:]


def _named(nights: Sequence[tuple[Fraction, str]]) -> dict[str, str]:
    return {night: shown(points) for points, night in nights}


def joined(nights: Iterable[SignedNight]) -> tuple[SignedNight, ...]:
    """Leave one of each night: the one that knows most. The same night is signed by one hall."""
    found: dict[str, SignedNight] = {}
    for one in nights:
        known = found.setdefault(one.night.night, one)
        if known.key != one.key:
            raise HallError("file.other_signer", name=one.night.name, one=known.mark, two=one.mark)
        if known.night.entries <= one.night.entries:
            found[one.night.night] = one
    return tuple(found.values())
