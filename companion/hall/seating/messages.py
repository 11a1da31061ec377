"""Say what is possible tonight, how good a draw is, and why somebody sits where they sit."""

from __future__ import annotations

from collections import defaultdict

from companion.core.verdict import Saying
from companion.hall.errors import Unknown
from companion.hall.records import APART, TOGETHER, Round, Seating, Sitting, Wanted

from .bounds import BoundChange, Bounds, bounds_of, changes
from .quality import SeatingStats, broken_rules, pair, sheet, tally, told
from .swaps import SwapCosts

MOST_UNMET = 12
"""Wishes that are named one by one."""


def possible(wanted: Wanted) -> list[Saying]:
    """Return the bounds of a night, then what one box or one person more or less would change."""
    if not wanted.people or not wanted.boxes:
        return []
    now = bounds_of(wanted)
    return [*_bounds(now), *(_change(now, change) for change in changes(wanted))]


def _bounds(found: Bounds) -> list[Saying]:
    lines = [
        Saying("hall.bound.pairs", {"pairs": found.pairs, "there": found.pairs_there_are}),
        Saying("hall.bound.repeats", {"count": found.repeats}),
        Saying("hall.bound.games", {"count": found.game_repeats}),
    ]
    return [*lines, Saying("hall.bound.crowded")] if found.crowded else lines


def _change(now: Bounds, change: BoundChange) -> Saying:
    """Say what would be different, each beside what it is now."""
    then = change.bounds
    measures = {
        "waiting": (then.waiting, now.waiting),
        "repeats": (then.repeats, now.repeats),
        "games": (then.game_repeats, now.game_repeats),
    }
    different = [
        Saying(f"hall.bound.then_{name}", {"count": count, "now": before})
        for name, (count, before) in measures.items()
        if count != before
    ]
    values = {"by": change.by, "game": change.game, "changes": different}
    return Saying(f"hall.bound.{change.what}", values)


def quality(wanted: Wanted, rounds: tuple[Round, ...], method: str) -> list[Saying]:
    """Return how good the drawn rounds are."""
    return told(sheet(wanted, Seating(rounds, wanted.seed, method)))


def unmet(wanted: Wanted, rounds: tuple[Round, ...]) -> list[Saying]:
    """Return every wish these rounds don't keep, with whose it is and in which rounds."""
    people = {person.id: person for person in wanted.people}
    found: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    for number, kind, who in broken_rules(rounds, wanted.people, wanted.boxes, wanted.rules):
        if set(who) <= people.keys():
            found[kind, who].append(number)
    return [
        Saying(f"hall.sheet.unmet_{kind}", {
            "count": len(numbers), "rounds": numbers, "name": people[who[0]].name,
            "names": [people[one].name for one in who],
            "needs": [Saying(f"hall.need.{need}") for need in people[who[0]].needs],
        })
        for (kind, who), numbers in list(found.items())[:MOST_UNMET]
    ]  # fmt: skip


def why(
    wanted: Wanted, seating: Seating, who: str, number: int, *, organiser: bool = False
) -> list[Saying]:
    """Reasons for one seat: whom they meet, the game, the seat, and that no swap was better."""
    each = next((r for r in seating.rounds if r.number == number), None)
    if each is None:
        raise Unknown("no_such_round", round=number)
    names = {person.id: person.name for person in wanted.people}
    before = tally(r for r in seating.rounds if r.number < number)
    table = each.table_of(who)
    if table is None:
        return _why_waiting(who, each, before, seating)
    lines = [_company(who, table, before, names, wanted), _game(who, table, before, wanted)]
    lines.append(_seat(who, table, tally(seating.rounds)))
    if organiser:
        lines += _private(who, table, wanted, names)
    lines.append(_nothing_better(wanted, seating, who, number))
    return lines


def _why_waiting(who: str, each: Round, before: SeatingStats, seating: Seating) -> list[Saying]:
    if who not in each.waiting:
        return [Saying("hall.why.away")]
    seats = sum(len(table.people) for table in each.tables)
    lines = [Saying("hall.why.no_seat", {"seats": seats, "people": seats + len(each.waiting)})]
    times = before.waited[who]
    key = "first_wait" if not times else "waits_again"
    everybody = max(tally(seating.rounds).waited.values(), default=0)
    return [*lines, Saying(f"hall.why.{key}", {"count": times, "most": everybody})]


def _company(
    who: str, table: Sitting, before: SeatingStats, names: dict[str, str], wanted: Wanted
) -> Saying:
    mates = [w for w in table.people if w != who]
    again = [names.get(w, w) for w in mates if before.met[pair(who, w)]]
    if not again:
        return Saying("hall.why.all_new", {"count": len(mates)})
    forced = bounds_of(wanted).repeats
    key = "again_forced" if forced else "again"
    return Saying(f"hall.why.{key}", {"names": again, "count": len(mates) - len(again)})


def _game(who: str, table: Sitting, before: SeatingStats, wanted: Wanted) -> Saying:
    times = before.played[who, table.game]
    if not times:
        return Saying("hall.why.new_game", {"game": table.game})
    one_game = len({box.game for box in wanted.boxes}) == 1
    return Saying("hall.why.only_game" if one_game else "hall.why.game_again", {
        "game": table.game, "count": times + 1,
    })  # fmt: skip


def _seat(who: str, table: Sitting, whole: SeatingStats) -> Saying:
    starts = whole.starts(who)
    games = sum(n for (person, _), n in whole.played.items() if person == who)
    key = "starts" if table.people[0] == who else "starts_elsewhere"
    return Saying(f"hall.why.{key}", {"count": starts, "games": games})


def _private(who: str, table: Sitting, wanted: Wanted, names: dict[str, str]) -> list[Saying]:
    lines = []
    needs = next((p.needs for p in wanted.people if p.id == who), ())
    if needs:
        worded = [Saying(f"hall.need.{need}") for need in needs]
        lines.append(Saying("hall.why.needs", {"needs": worded}))
    for rule in wanted.rules:
        others = [names.get(w, w) for w in rule.people if w != who]
        if who in rule.people and others and rule.kind in (TOGETHER, APART):
            lines.append(Saying(f"hall.why.{rule.kind}", {"names": others}))
    return lines


def _nothing_better(wanted: Wanted, seating: Seating, who: str, number: int) -> Saying:
    swaps = SwapCosts(wanted, seating.rounds, number).all(who)
    better = [swap for swap in swaps if swap.cost.verdict == "better"]
    key = "swap_better" if better else "no_swap_better"
    return Saying(f"hall.why.{key}", {"count": len(swaps)})
