"""Standings of a night: live, by round, by game, for one person; every point explained.

Pure over the night, in whole numbers and fractions: the same journal gives the same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from hashlib import sha256

import msgspec

from companion.core.verdict import Saying
from companion.hall.errors import HallError
from companion.hall.night.records import Result
from companion.hall.night.state import CONFIRMED, DISPUTED, REPORTED, Night

from .points import Scheme, points, scheme, shown

BREAKS = ("wins", "opponents", "met", "beaten", "games", "lot")
"""Tie-breaks: games won; what opponents have reached; who did better where two met; people
beaten; fewer games needed; a lot drawn with the night's published seed."""


class Gain(msgspec.Struct, frozen=True):
    """Points of one person from one game, with where they come from."""

    round: int
    box: str
    game: str
    place: int
    size: int
    tied: int
    points: str
    confirmed: bool

    def told(self) -> Saying:
        key = "shared" if self.tied > 1 else "alone"
        return Saying(f"hall.points.{key}", {
            "round": self.round, "game": self.game, "place": self.place, "size": self.size,
            "count": self.tied, "points": self.points,
        })  # fmt: skip


class Row(msgspec.Struct, frozen=True):
    """One line of the standings."""

    rank: int
    person: str
    name: str
    points: str
    games: int
    wins: int
    breaks: tuple[tuple[str, str], ...]
    """What each tie-break says, in order."""
    decided_by: str
    """What put this line below the one above: ``points`` or a tie-break; empty for the first."""
    gains: tuple[Gain, ...]


class Standings(msgspec.Struct, frozen=True):
    """The order of a night so far."""

    rows: tuple[Row, ...]
    scheme: str
    breaks: tuple[str, ...]
    seed: int
    rounds: tuple[int, ...]
    """Rounds that count here."""
    missing: int
    disputed: int
    final: bool
    """Every result of every started round is confirmed."""

    def row(self, person: str) -> Row | None:
        return next((each for each in self.rows if each.person == person), None)

    def scores(self) -> dict[str, float]:
        """Points as a draw wants them, in the order of the standings."""
        return {each.person: float(each.points) for each in self.rows}


def standings(
    night: Night, *, rounds: Iterable[int] | None = None, game: str | None = None,
    provisional: bool = True,
) -> Standings:  # fmt: skip
    """The standings over some rounds or one game; without *provisional*, confirmed results only."""
    wanted = set(rounds) if rounds is not None else None
    counted = _counted(night, wanted, game, provisional)
    sums = _Sums(night, scheme(night.plan.scheme), counted)
    order = ("points", *night.plan.breaks)
    measures = [_measure(name)(sums) for name in order]
    people = [who for who in night.people if sums.gains.get(who) or game is None]
    ranked = sorted(people, key=lambda who: tuple(-each[who] for each in measures))
    states = [known.status for known in night.results.values()]
    return Standings(
        rows=tuple(_rows(night, ranked, sums, order, measures)),
        scheme=night.plan.scheme,
        breaks=night.plan.breaks,
        seed=night.plan.seed,
        rounds=tuple(sorted({result.round for result, _ in counted})),
        missing=len(night.missing),
        disputed=states.count(DISPUTED),
        final=not night.missing and all(s not in (DISPUTED, REPORTED) for s in states),
    )


def _counted(
    night: Night, rounds: set[int] | None, game: str | None, provisional: bool
) -> list[tuple[Result, bool]]:
    """Results that count, in the order of rounds and boxes; disputed ones wait."""
    good = (CONFIRMED, REPORTED) if provisional else (CONFIRMED,)
    found = []
    for each in night.published:
        for table in sorted(each.tables, key=lambda table: table.box):
            known = night.results.get(f"{each.number}:{table.box}")
            if known is None or known.status not in good:
                continue
            if (rounds is None or each.number in rounds) and game in (None, table.game):
                found.append((known.result, known.status == CONFIRMED))
    return found


class _Sums:
    """What everybody has gathered."""

    def __init__(self, night: Night, rule: Scheme, counted: Sequence[tuple[Result, bool]]) -> None:
        self.night, self.counted = night, counted
        self.points: dict[str, Fraction] = {who: Fraction(0) for who in night.people}
        self.gains: dict[str, list[Gain]] = defaultdict(list)
        games = {
            (each.number, table.box): table.game
            for each in night.published for table in each.tables
        }  # fmt: skip
        for result, confirmed in counted:
            brought = points(rule, result.places)
            for each in result.places:
                self.points.setdefault(each.person, Fraction(0))
                self.points[each.person] += brought[each.person]
                tied = sum(other.place == each.place for other in result.places)
                self.gains[each.person].append(
                    Gain(
                        result.round, result.box, games[result.round, result.box], each.place,
                        len(result.places), tied, shown(brought[each.person]), confirmed,
                    )
                )  # fmt: skip

    def wins(self, who: str) -> int:
        return sum(gain.place == 1 for gain in self.gains[who])


Measure = dict[str, Fraction]


def _measure(name: str) -> Callable[[_Sums], Measure]:
    if name not in _MEASURES:
        raise HallError("no_such_break", name=name)
    return _MEASURES[name]


def _each(value: Callable[[_Sums, str], Fraction | int]) -> Callable[[_Sums], Measure]:
    return lambda sums: {who: Fraction(value(sums, who)) for who in sums.points}


def _opponents(sums: _Sums) -> Measure:
    """The mean of what everybody's opponents have gathered, game by game."""
    met: dict[str, list[Fraction]] = defaultdict(list)
    for result, _ in sums.counted:
        people = [each.person for each in result.places]
        for who in people:
            met[who] += [sums.points[other] for other in people if other != who]
    return {
        w: sum(met[w], Fraction(0)) / len(met[w]) if met[w] else Fraction(0) for w in sums.points
    }


def _met(sums: _Sums) -> Measure:
    """Among people with the same points: games they finished ahead of each other, less behind."""
    found = dict.fromkeys(sums.points, Fraction(0))
    for result, _ in sums.counted:
        for one in result.places:
            for two in result.places:
                if sums.points[one.person] == sums.points[two.person]:
                    found[one.person] += (one.place < two.place) - (one.place > two.place)
    return found


def _beaten(sums: _Sums, who: str) -> int:
    return sum(gain.size - gain.place - gain.tied + 1 for gain in sums.gains[who])


def _lot(sums: _Sums, who: str) -> int:
    """A lot everybody can draw again: the digest of the night's seed and the person's name."""
    name = sums.night.people[who].name if who in sums.night.people else who
    text = f"{sums.night.plan.seed}:{name}:{who}"
    return int(sha256(text.encode()).hexdigest()[:12], 16)


_MEASURES: dict[str, Callable[[_Sums], Measure]] = {
    "points": lambda sums: dict(sums.points),
    "wins": _each(lambda sums, who: sums.wins(who)),
    "opponents": _opponents,
    "met": _met,
    "beaten": _each(_beaten),
    "games": _each(lambda sums, who: -len(sums.gains[who])),
    "lot": _each(_lot),
}


def _rows(
    night: Night, ranked: list[str], sums: _Sums, order: tuple[str, ...], measures: list[Measure]
) -> Iterable[Row]:
    rank, above = 0, ""
    for line, who in enumerate(ranked, start=1):
        decided = _decided(above, who, order, measures) if above else ""
        if decided or not above:
            rank = line
        breaks = tuple(
            (name, shown(values[who])) for name, values in zip(order, measures, strict=True)
        )
        name = night.people[who].name if who in night.people else who
        yield Row(
            rank, who, name, shown(sums.points[who]), len(sums.gains[who]), sums.wins(who),
            breaks[1:], decided, tuple(sums.gains[who]),
        )  # fmt: skip
        above = who


def _decided(above: str, who: str, order: tuple[str, ...], measures: list[Measure]) -> str:
    """The first measure that tells two neighbours apart; empty where they share a rank."""
    pairs = zip(order, measures, strict=True)
    return next((name for name, values in pairs if values[above] != values[who]), "")
