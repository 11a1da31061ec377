"""Why somebody sits where they sit, in sentences. Needs and rules are for the organiser alone."""

from __future__ import annotations

from companion.core.verdict import Saying
from companion.hall.errors import Unknown
from companion.hall.night.records import APART, TOGETHER, Round, Seating, Sitting, Wanted

from .bounds import bounds_of
from .swapping import Weighing
from .tally import Tally, pair, tally


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


def _why_waiting(who: str, each: Round, before: Tally, seating: Seating) -> list[Saying]:
    if who not in each.waiting:
        return [Saying("hall.why.away")]
    seats = sum(len(table.people) for table in each.tables)
    lines = [Saying("hall.why.no_seat", {"seats": seats, "people": seats + len(each.waiting)})]
    times = before.waited[who]
    key = "first_wait" if not times else "waits_again"
    everybody = max(tally(seating.rounds).waited.values(), default=0)
    return [*lines, Saying(f"hall.why.{key}", {"count": times, "most": everybody})]


def _company(
    who: str, table: Sitting, before: Tally, names: dict[str, str], wanted: Wanted
) -> Saying:
    mates = [w for w in table.people if w != who]
    again = [names.get(w, w) for w in mates if before.met[pair(who, w)]]
    if not again:
        return Saying("hall.why.all_new", {"count": len(mates)})
    forced = bounds_of(wanted).repeats
    key = "again_forced" if forced else "again"
    return Saying(f"hall.why.{key}", {"names": again, "count": len(mates) - len(again)})


def _game(who: str, table: Sitting, before: Tally, wanted: Wanted) -> Saying:
    times = before.played[who, table.game]
    if not times:
        return Saying("hall.why.new_game", {"game": table.game})
    one_game = len({box.game for box in wanted.boxes}) == 1
    return Saying("hall.why.only_game" if one_game else "hall.why.game_again", {
        "game": table.game, "count": times + 1,
    })  # fmt: skip


def _seat(who: str, table: Sitting, whole: Tally) -> Saying:
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
    swaps = Weighing(wanted, seating.rounds, number).all(who)
    better = [swap for swap in swaps if swap.cost.verdict == "better"]
    key = "swap_better" if better else "no_swap_better"
    return Saying(f"hall.why.{key}", {"count": len(swaps)})
