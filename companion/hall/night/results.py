"""Results: reported, confirmed, disputed, corrected; never deleted, and never counted twice."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.hall.errors import HallError, HallNotNow, Unknown

from ..records import Placed, Result, Sitting
from . import acts
from .state import BY_ALL, BY_REFEREE, CONFIRMED, DISPUTED, EXCUSED, Night, StandingResult, key

Entries = list[tuple[str, dict[str, Any]]]


def report(night: Night, act: acts.ReportResult) -> Entries:
    """Take a report: a repeated one changes nothing, a different one is a dispute."""
    result = act.result
    check_places(_table(night, result.round, result.box), result.places)
    known = night.results.get(key(result.round, result.box))
    body = {"result": msgspec.to_builtins(result)}
    if known is None or known.status == EXCUSED:
        return [("reported", body)]
    if any(_same(result.places, each.places) for each in (known.result, *known.others)):
        return []
    return [("differed", body)]


def confirm(night: Night, act: acts.Confirm) -> Entries:
    known = _standing(night, act.round, act.box)
    if known.status == DISPUTED and not act.referee:
        raise HallNotNow("result_disputed")
    table = _table(night, act.round, act.box)
    if not act.referee and act.who not in table.people:
        raise HallError("not_at_table")
    if act.who in known.confirmed_by or known.status == CONFIRMED:
        return []
    if not act.referee:
        _check_open(night, act.round, table, known)
    body = {"round": act.round, "box": act.box, "who": act.who}
    by = (*known.confirmed_by, act.who)
    stands = act.referee or _enough(night, table, known, by)
    return [("confirmed", {**body, "stands": stands})]


def dispute(night: Night, act: acts.Dispute) -> Entries:
    known = _standing(night, act.round, act.box)
    if known.status == DISPUTED:
        return []
    if not act.referee:
        _check_open(night, act.round, _table(night, act.round, act.box), known)
    return [("disputed", _body(act))]


def _check_open(night: Night, number: int, table: Sitting, known: StandingResult) -> None:
    """Refuse a word about a result that is settled, or whose people or table have moved on; only
    the referee may then change it."""
    if known.status in (CONFIRMED, EXCUSED):
        raise HallNotNow("result_settled")
    if has_gone_on(night, number, table):
        raise HallNotNow("sitting_over", round=number)


def has_gone_on(night: Night, number: int, table: Sitting) -> bool:
    """Check whether a later game has begun at this table or with these people."""
    return any(
        later.box == table.box or set(later.people) & set(table.people)
        for each in night.published[number : night.started]
        for later in each.tables
    )


def correct(night: Night, act: acts.Correct) -> Entries:
    """Take the referee's last word. If somebody was quicker and disagreed,
    both wait for a decision."""
    check_places(_table(night, act.round, act.box), act.places)
    known = night.results.get(key(act.round, act.box))
    if act.first and known is not None and known.status != EXCUSED:
        return report(night, acts.ReportResult(Result(act.round, act.box, act.places)))
    stands = known is not None and known.status == CONFIRMED
    if known is not None and stands and _same(known.result.places, act.places):
        return []
    before = None if known is None else msgspec.to_builtins(known.result)
    return [("corrected", {**_body(act), "before": before})]


def reveal(night: Night, act: acts.Reveal) -> Entries:
    return [("revealed", _body(act))] if _standing(night, act.round, act.box).held else []


def excuse(night: Night, act: acts.Excuse) -> Entries:
    _table(night, act.round, act.box)
    known = night.results.get(key(act.round, act.box))
    if known is not None:
        return [] if known.status == EXCUSED else _refuse_known()
    return [("excused", _body(act))]


def check_places(table: Sitting, places: tuple[Placed, ...]) -> None:
    """Check that each person has one place, from 1 without gaps other than ties."""
    if sorted(each.person for each in places) != sorted(table.people):
        raise HallError("wrong_people")
    ranked = sorted(each.place for each in places)
    for k, place in enumerate(ranked, start=1):
        if place != k and (k == 1 or place != ranked[k - 2]):
            raise HallError("wrong_places")


def _enough(night: Night, table: Sitting, known: StandingResult, by: tuple[str, ...]) -> bool:
    """Check whether these people are enough to confirm a result."""
    if night.plan.confirm == BY_REFEREE:
        return False
    if night.plan.confirm == BY_ALL:
        return set(table.people) <= {*by, known.result.source}
    return any(who != known.result.source for who in by)


def _same(one: tuple[Placed, ...], two: tuple[Placed, ...]) -> bool:
    return {p.person: p.place for p in one} == {p.person: p.place for p in two}


def _table(night: Night, number: int, box: str) -> Sitting:
    if not 1 <= number <= night.started:
        raise HallNotNow("wrong_round", round=number)
    each = night.published[number - 1]
    table = next((t for t in each.tables if t.box == box), None)
    if table is None:
        raise Unknown("no_such_table", place=night.place(box), round=number)
    return table


def _standing(night: Night, number: int, box: str) -> StandingResult:
    _table(night, number, box)
    known = night.results.get(key(number, box))
    if known is None:
        raise Unknown("no_result", place=night.place(box), round=number)
    return known


def _refuse_known() -> Entries:
    raise HallNotNow("has_result")


def _body(act: Any) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(act)
    body.pop("type", None)
    return body
