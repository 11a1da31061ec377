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
from companion.hall.night.state import CONFIRMED, DISPUTED, EXCUSED, REPORTED, Night
from companion.hall.records import FREE, Result, Round

from .points import AVERAGE, Scheme, points, scheme, shown


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
    kind: str = "game"
    """``game``; or ``bye``, ``broken``, ``missed``: a round without a game of one's own; or a
    ``penalty``."""
    why: str = ""

    def told(self) -> Saying:
        if self.kind != GAME:
            values = {"round": self.round, "points": self.points, "why": self.why}
            return Saying(f"hall.points.{self.kind}", values)
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
        """Return the points for a draw, in the order of the standings."""
        return {each.person: float(each.points) for each in self.rows}


def standings(
    night: Night, *, rounds: Iterable[int] | None = None, game: str | None = None,
    provisional: bool = True, everybody: bool = True,
) -> Standings:  # fmt: skip
    """Compute the standings over some rounds or one game; by default of confirmed results only.
    Without *everybody*, those who have not played, behind all others, are left out."""
    wanted = set(rounds) if rounds is not None else None
    counted = _counted(night, wanted, game, provisional)
    sums = _Sums(night, scheme(night.plan.scheme, night.plan.table), counted)
    if game is None:
        sums.compensate(wanted)
    order = ("points", *night.plan.breaks)
    measures = [_measure(name)(sums) for name in order]
    people = [who for who in night.people if sums.gains.get(who) or game is None]
    idle = {who for who in people if not sums.games(who)}  # behind everybody who has played
    people = people if everybody else [who for who in people if who not in idle]
    ranked = sorted(people, key=lambda who: (who in idle, *(-each[who] for each in measures)))
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
    """List the results that count, by round and box; disputed ones wait."""
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
    """Add up everybody's points, wins and games."""

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

    def compensate(self, rounds: set[int] | None) -> None:
        """Give what waiting, a broken table and a missed round bring, and take penalties."""
        night = self.night
        played = {who: self.points[who] for who in self.points}
        games = {who: sum(gain.kind == GAME for gain in self.gains[who]) for who in self.points}
        for each in night.published[: night.started]:
            if rounds is not None and each.number not in rounds:
                continue
            for who, kind, box in _without_game(night, each):
                told = getattr(night.plan, kind)
                share = Fraction(int(told)) if told.isdecimal() else Fraction(0)
                if told == AVERAGE and games.get(who):
                    share = played[who] / games[who]
                if share:
                    self._give(who, Gain(each.number, box, "", 0, 0, 0, shown(share), True, kind))
                    self.points[who] += share
        for one in night.penalties if rounds is None else ():
            if not one.pardoned and one.who in self.points:
                taken = Fraction(str(one.points))
                gain = Gain(0, "", "", 0, 0, 0, shown(-taken), True, "penalty", one.why)
                self._give(one.who, gain)
                self.points[one.who] -= taken

    def _give(self, who: str, gain: Gain) -> None:
        self.gains[who].append(gain)

    def games(self, who: str) -> list[Gain]:
        """List what somebody has from games of their own."""
        return [gain for gain in self.gains[who] if gain.kind == GAME]

    def wins(self, who: str) -> int:
        return sum(gain.place == 1 for gain in self.games(who))


GAME = "game"


def _without_game(night: Night, each: Round) -> Iterable[tuple[str, str, str]]:
    """List who has no game in a round that others play: why, and at which table."""
    for who in each.waiting:
        yield who, "bye", ""
    for table in each.tables:
        known = night.results.get(f"{each.number}:{table.box}")
        if known is not None and known.status == EXCUSED:
            yield from ((who, "broken", table.box) for who in table.people)
    if night.plan.format == FREE:
        return  # tables begin one by one, and nobody misses those of others
    there = {*each.waiting, *(who for table in each.tables for who in table.people)}
    yield from ((who, "missed", "") for who in night.people if who not in there)


Number = Fraction | int
"""Whole where it can be: comparing fractions costs ten times as much."""
Measure = dict[str, Number]


def _measure(name: str) -> Callable[[_Sums], Measure]:
    if name not in _MEASURES:
        raise HallError("no_such_break", name=name)
    return _MEASURES[name]


def _each(value: Callable[[_Sums, str], int]) -> Callable[[_Sums], Measure]:
    return lambda sums: {who: value(sums, who) for who in sums.points}


def _points(sums: _Sums) -> Measure:
    return {who: _whole(points) for who, points in sums.points.items()}


def _whole(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def _opponents(sums: _Sums) -> Measure:
    """Compute the mean points of each person's opponents."""
    met: dict[str, list[Number]] = defaultdict(list)
    points = _points(sums)
    for result, _ in sums.counted:
        people = [each.person for each in result.places]
        for who in people:
            met[who] += [points[other] for other in people if other != who]
    return {
        w: _whole(Fraction(sum(met[w])) / len(met[w])) if met.get(w) else 0 for w in sums.points
    }


def _met(sums: _Sums) -> Measure:
    """Compute, among people with equal points, games finished ahead of each other minus behind."""
    found: Measure = dict.fromkeys(sums.points, 0)
    for result, _ in sums.counted:
        for one in result.places:
            for two in result.places:
                if sums.points[one.person] == sums.points[two.person]:
                    found[one.person] += (one.place < two.place) - (one.place > two.place)
    return found


def _beaten(sums: _Sums, who: str) -> int:
    return sum(gain.size - gain.place - gain.tied + 1 for gain in sums.games(who))


def _lot(sums: _Sums, who: str) -> int:
    """Draw a reproducible lot: the digest of the night's seed and the person's name."""
    name = sums.night.people[who].name if who in sums.night.people else who
    text = f"{sums.night.plan.seed}:{name}:{who}"
    return int(sha256(text.encode()).hexdigest()[:12], 16)


_MEASURES: dict[str, Callable[[_Sums], Measure]] = {
    "points": _points,
    "wins": _each(lambda sums, who: sums.wins(who)),
    "opponents": _opponents,
    "met": _met,
    "beaten": _each(_beaten),
    "games": _each(lambda sums, who: -len(sums.games(who))),
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
            rank, who, name, shown(sums.points[who]), len(sums.games(who)), sums.wins(who),
            breaks[1:], decided, tuple(sums.gains[who]),
        )  # fmt: skip
        above = who


def _decided(above: str, who: str, order: tuple[str, ...], measures: list[Measure]) -> str:
    """Name the first measure that separates two neighbours; empty if they share a rank."""
    pairs = zip(order, measures, strict=True)
    return next((name for name, values in pairs if values[above] != values[who]), "")
