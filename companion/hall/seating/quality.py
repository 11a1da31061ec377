"""The quality sheet of a drawn night: every measure in the order in which it counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec

from companion.core.verdict import Saying
from companion.hall.night.records import Round, Seating, Wanted

from .bounds import Bounds, bounds_of
from .tally import Tally, broken_rules, seat_defects, tally

Ranked = tuple[int, int, int, int, int, int, int]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """How good a night is. Lower is better everywhere but for ``least_indirect``."""

    broken: int
    """Rules of the organiser that a round breaks, and people who wait twice before their time."""
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
    """Fewest people in common of two who never met; None where everybody met."""
    bounds: Bounds
    seed: int
    method: str

    @property
    def ranked(self) -> Ranked:
        """What decides between two nights, the weightiest first. Never a sum."""
        return (
            self.broken, self.repeats, self.game_repeats, self.seat_defects,
            self.size_defects, self.waiting, round(self.spread * 1000),
        )  # fmt: skip

    @property
    def perfect(self) -> bool:
        """Nothing could be better than this: every measure stands at its bound."""
        return not self.broken and (self.repeats, self.game_repeats, self.seat_defects) == (
            self.bounds.repeats, self.bounds.game_repeats, 0,
        )  # fmt: skip


def sheet(wanted: Wanted, seating: Seating) -> Sheet:
    """Measure a night."""
    found = tally(seating.rounds)
    people = sorted({who for who, _ in found.played} | set(found.waited))
    starts, seats = seat_defects(found)
    never, indirect = _strangers(found, people)
    broken = broken_rules(seating.rounds, wanted.people, wanted.boxes, wanted.rules)
    return Sheet(
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
    """Waits that came before somebody else's, who was there all the time, had come."""
    waited = tally(rounds).waited
    always = [
        who.id for who in wanted.people
        if not wanted.away.get(who.id) and all(_is_there(who.id, each) for each in rounds)
    ]  # fmt: skip
    least = min((waited[who] for who in always), default=0)
    return sum(max(0, n - least - 1) for who, n in waited.items() if who in always)


def _is_there(who: str, each: Round) -> bool:
    return who in each.waiting or each.table_of(who) is not None


def size_defects(found: Tally) -> int:
    """Seats at tables of a size somebody had more often than an even share, rounded up."""
    own, total = Counter[tuple[str, int]](), Counter[int]()
    for (who, _, size), times in found.sat.items():
        own[who, size] += times
        total[size] += times
    people = len({who for who, _ in found.played}) or 1
    return sum(max(0, times - -(-total[size] // people)) for (_, size), times in own.items())


def _spread(wanted: Wanted, seating: Seating) -> float:
    """Points between the best and the last of a table, over the rounds drawn by score."""
    if not wanted.scores:
        return 0.0
    points = wanted.scores
    tables = [t for each in seating.rounds[len(wanted.fixed) :] for t in each.tables]
    scores = [[points.get(who, 0.0) for who in table.people] for table in tables]
    return sum(max(each) - min(each) for each in scores if each)


def _strangers(found: Tally, people: list[str]) -> tuple[int, int | None]:
    """Pairs that never met, and the fewest people two of them have in common."""
    mates: dict[str, set[str]] = {who: set() for who in people}
    for one, two in found.met:
        mates[one].add(two)
        mates[two].add(one)
    apart = [(a, b) for a, b in combinations(people, 2) if b not in mates[a]]
    return len(apart), min((len(mates[a] & mates[b]) for a, b in apart), default=None)


def told(measured: Sheet) -> list[Saying]:
    """The sheet in sentences, in the order of ranks."""
    limits = measured.bounds
    lines = [Saying("hall.sheet.broken", {"count": measured.broken})]
    lines.append(_line("repeats", measured.repeats, limits.repeats))
    lines.append(Saying("hall.sheet.worst", {"count": measured.worst_pair}))
    lines.append(_line("games", measured.game_repeats, limits.game_repeats))
    lines.append(Saying("hall.sheet.seats", {"count": measured.seat_defects}))
    lines.append(Saying("hall.sheet.sizes", {"count": measured.size_defects}))
    lines.append(Saying("hall.sheet.waiting", {"count": measured.waiting}))
    lines.append(Saying("hall.sheet.never", {"count": measured.never_met}))
    lines.append(Saying("hall.sheet.seed", {"seed": measured.seed}))
    return lines


def _line(key: str, count: int, bound: int) -> Saying:
    return Saying(f"hall.sheet.{key}", {"count": count, "bound": bound})
