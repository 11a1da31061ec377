"""Fold entries into a night. Unknown entries change nothing: they may be newer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.decode import convert
from companion.hall.seating.swaps import swapped

from ..records import Box, PaperGame, Penalty, Person, Placed, Result, Round, Rule, Sitting
from . import attendance, state
from .queue import gone_cause
from .state import (
    CONFIRMED,
    DISPUTED,
    EXCUSED,
    Called,
    Night,
    NightPlan,
    RaisedHand,
    RoundClock,
    StandingResult,
    key,
)

Body = dict[str, Any]


def followed(night: Night, kind: str, body: Body) -> Night:
    """Apply one entry."""
    change = _CHANGES.get(kind)
    if change is None:
        return night
    after = change(night, body)
    after = replace(after, latest=max(night.latest, float(body.get("at", 0.0))))
    return _without_cause(after) if kind in _ENDS_CALLS else after


def _without_cause(night: Night) -> Night:
    """Close every call whose cause is gone."""
    if all(call.answered is not None for call in night.calls):
        return night
    calls = tuple(_closed(call, gone_cause(night, call), night.latest) for call in night.calls)
    return replace(night, calls=calls)


def _closed(call: Called, why: str, at: float) -> Called:
    if not why or call.answered is not None:
        return call
    return replace(call, answered=at, closed=why)


def _unsettled(night: Night, **changes: Any) -> Night:
    """Discard drawn rounds after a change, and manual changes with them; published ones stay."""
    had, hands = bool(night.drawn), tuple(_put_away(hand, night) for hand in night.hands)
    told = {"drawn": (), "hands": hands, "stale": night.stale or had, "loose": True}
    return replace(night, **told, **changes)


def _arranged(night: Night, body: Body) -> Night:
    known = set(NightPlan.__struct_fields__)
    plain = {**msgspec.to_builtins(night.plan), **{k: v for k, v in body.items() if k in known}}
    plan = convert(plain, NightPlan)
    shape = ("format", "rounds", "seed", "fill", "mixers", "final", "checkin")
    if any(getattr(plan, name) != getattr(night.plan, name) for name in shape):
        return _unsettled(night, plan=plan)
    return replace(night, plan=plan)


def _entered(night: Night, body: Body) -> Night:
    new = {each["id"]: convert(each, Person) for each in body["people"]}
    asking = {who: person for who, person in night.asking.items() if who not in new}
    return _unsettled(night, people={**night.people, **new}, asking=asking)


def _changed(night: Night, body: Body) -> Night:
    person = convert(body["person"], Person)
    people = {**night.people, person.id: person}
    same = night.people[person.id].needs == person.needs
    return replace(night, people=people) if same else _unsettled(night, people=people)


def _asked(night: Night, body: Body) -> Night:
    return attendance.after_ask(night, body)


def _checked_in(night: Night, body: Body) -> Night:
    after = attendance.after_check_in(night, body)
    return _unsettled(after) if night.plan.checkin else after


def _forgotten(night: Night, body: Body) -> Night:
    after = attendance.after_forgetting(night, body)
    return _unsettled(after) if body["whole"] else after


def _merged(night: Night, body: Body) -> Night:
    return _unsettled(attendance.after_merging(night, body))


def _sat(night: Night, body: Body) -> Night:
    who, box = body["who"], body["box"]
    return _on_round(night, body["round"], lambda each: attendance.seat_in(each, who, box))


def _penalised(night: Night, body: Body) -> Night:
    known = set(Penalty.__struct_fields__)
    made = convert({name: each for name, each in body.items() if name in known}, Penalty)
    return replace(night, penalties=(*night.penalties, made))


def _pardoned(night: Night, body: Body) -> Night:
    found = (
        replace(one, pardoned=True) if one.id == body["id"] else one for one in night.penalties
    )
    return replace(night, penalties=tuple(found))


def _invented(night: Night, body: Body) -> Night:
    game = convert(body["game"], PaperGame)
    return replace(night, games={**night.games, game.id: game})


def _unstarted(night: Night, body: Body) -> Night:
    return replace(night, started=night.started - 1, clock=None)


def _left(night: Night, body: Body) -> Night:
    return _unsettled(night, gone=(*night.gone, body["who"]))


def _returned(night: Night, body: Body) -> Night:
    return _unsettled(night, gone=tuple(who for who in night.gone if who != body["who"]))


def _missed(night: Night, body: Body) -> Night:
    away = {**night.away, body["who"]: tuple(body["rounds"])}
    return _unsettled(night, away={who: rounds for who, rounds in away.items() if rounds})


def _brought(night: Night, body: Body) -> Night:
    box = convert(body["box"], Box)
    return _unsettled(night, boxes={**night.boxes, box.id: box})


def _broke(night: Night, body: Body) -> Night:
    return _unsettled(night, broken=(*night.broken, body["box"]))


def _mended(night: Night, body: Body) -> Night:
    return _unsettled(night, broken=tuple(box for box in night.broken if box != body["box"]))


def _bound(night: Night, body: Body) -> Night:
    return _unsettled(night, rules=(*night.rules, convert(body["rule"], Rule)))


def _unbound(night: Night, body: Body) -> Night:
    rule = convert(body["rule"], Rule)
    return _unsettled(night, rules=tuple(each for each in night.rules if each != rule))


def _drawn(night: Night, body: Body) -> Night:
    rounds = tuple(convert(each, Round) for each in body["rounds"])
    night = replace(night, hands=tuple(_put_away(hand, night) for hand in night.hands))
    return replace(night, drawn=rounds, stale=False, loose=False, method=body.get("method", ""))


def _put_away(hand: RaisedHand, night: Night) -> RaisedHand:
    """Discard manual changes together with the draw they belong to."""
    return hand if hand.round <= len(night.published) else replace(hand, undone=True)


def _published(night: Night, body: Body) -> Night:
    first, *rest = night.drawn
    published = (*night.published, first)
    return replace(night, published=published, drawn=tuple(rest), loose=False, taken_back=0)


def _unpublished(night: Night, body: Body) -> Night:
    """Return an announced round to the drawn ones; discard it if the night has changed since."""
    *rest, last = night.published
    drawn = () if night.loose else (last, *night.drawn)
    back = replace(night, published=tuple(rest), drawn=drawn, taken_back=last.number)
    if night.loose:
        back = replace(back, hands=tuple(_put_away(hand, back) for hand in back.hands))
    return replace(back, stale=night.stale or night.loose)


def _seated(night: Night, body: Body) -> Night:
    """Add a round without a clock for tables that begin in free play."""
    tables = tuple(convert(each, Sitting) for each in body["tables"])
    each = Round(len(night.published) + 1, tables)
    published = (*night.published, each)
    return replace(
        night, published=published, started=len(published), begun=len(published), clock=None
    )


def _on_round(night: Night, number: int, change: Callable[[Round], Round]) -> Night:
    def over(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
        return tuple(change(each) if each.number == number else each for each in rounds)

    return replace(night, published=over(night.published), drawn=over(night.drawn))


def _swap(night: Night, number: int, one: str, two: str) -> Night:
    """Swap two people, together with the results at their tables."""
    after = _on_round(night, number, lambda each: swapped(each, one, two))
    change = {one: two, two: one}

    def moved(placed: Placed) -> Placed:
        return replace(placed, person=change.get(placed.person, placed.person))

    results = {
        name: replace(
            known,
            result=replace(known.result, places=tuple(map(moved, known.result.places))),
        )
        if known.result.round == number
        else known
        for name, known in night.results.items()
    }
    return replace(after, results=results)


def _swapped(night: Night, body: Body) -> Night:
    after = _swap(night, body["round"], body["one"], body["two"])
    hand = RaisedHand(
        body["round"], body["one"], body["two"], body.get("by", ""), body.get("at", 0.0),
        body.get("reason", ""), body.get("cost", {}),
    )  # fmt: skip
    return replace(after, hands=(*night.hands, hand))


def _unswapped(night: Night, body: Body) -> Night:
    hand = night.hands[body["hand"]]
    after = _swap(night, hand.round, hand.one, hand.two)
    hands = list(night.hands)
    hands[body["hand"]] = replace(hand, undone=True)
    return replace(after, hands=tuple(hands))


def _moved(night: Night, body: Body) -> Night:
    number, box, to = body["round"], body["box"], body["to"]

    def carried(each: Round) -> Round:
        tables = tuple(
            Sitting(to, t.game, t.people) if t.box == box else t for t in each.tables
        )  # fmt: skip
        return replace(each, tables=tables)

    after = _on_round(night, number, carried)
    known = night.results.get(key(number, box))
    if known is None:
        return after
    rest = {name: each for name, each in night.results.items() if name != key(number, box)}
    there = replace(known, result=replace(known.result, box=to))
    return replace(after, results={**rest, key(number, to): there})


def _started(night: Night, body: Body) -> Night:
    seconds = int(body["seconds"])
    tables = night.published[night.started].tables
    longer = {
        table.box: night.games[table.game].minutes * 60 - seconds
        for table in tables
        if table.game in night.games and night.games[table.game].minutes
    }
    running = RoundClock(body.get("at", 0.0), seconds, extra=longer)
    started = night.started + 1
    return replace(night, started=started, begun=max(night.begun, started), clock=running)


def _timed(change: Callable[[RoundClock, Body], RoundClock]) -> Callable[[Night, Body], Night]:
    def after(night: Night, body: Body) -> Night:
        return night if night.clock is None else replace(night, clock=change(night.clock, body))

    return after


def _standing(night: Night, number: int, box: str, known: StandingResult) -> Night:
    return replace(night, results={**night.results, key(number, box): known})


def _reported(night: Night, body: Body) -> Night:
    result = convert(body["result"], Result)
    return _standing(night, result.round, result.box, StandingResult(result))


def _differed(night: Night, body: Body) -> Night:
    """Keep a confirmed result until the referee decides; another report waits beside it."""
    result = convert(body["result"], Result)
    result = replace(result, source=result.source or body.get("by", ""))
    known = night.results[key(result.round, result.box)]
    after = replace(
        known, status=DISPUTED, others=(*known.others, result), disputed_by=body.get("by", "")
    )
    return _standing(night, result.round, result.box, after)


def _confirmed(night: Night, body: Body) -> Night:
    known = night.results[key(body["round"], body["box"])]
    by = (*known.confirmed_by, body["who"])
    status = CONFIRMED if body.get("stands") else known.status
    return _standing(
        night, body["round"], body["box"], replace(known, status=status, confirmed_by=by)
    )


def _disputed(night: Night, body: Body) -> Night:
    known = night.results[key(body["round"], body["box"])]
    after = replace(known, status=DISPUTED, disputed_by=body["who"], why=body.get("why", ""))
    return _standing(night, body["round"], body["box"], after)


def _corrected(night: Night, body: Body) -> Night:
    number, box = body["round"], body["box"]
    places = tuple(convert(each, Placed) for each in body["places"])
    known = night.results.get(key(number, box))
    others = () if known is None else (*known.others, known.result)
    held = known.held or known.status if known is not None and body.get("quietly") else ""
    result = Result(number, box, places, body.get("by", ""))
    return _standing(
        night, number, box,
        StandingResult(
            result, CONFIRMED, (body.get("by", ""),), "", body.get("why", ""), others, held
        ),
    )  # fmt: skip


def _revealed(night: Night, body: Body) -> Night:
    known = night.results[key(body["round"], body["box"])]
    return _standing(night, body["round"], body["box"], replace(known, held=""))


def _finished(night: Night, body: Body) -> Night:
    """End the night and show all held-back corrections."""
    results = {name: replace(known, held="") for name, known in night.results.items()}
    return replace(night, over=True, results=results)


def announced(night: Night) -> Night:
    """Return the night as screens may show it, without unannounced corrections."""
    if not any(known.held for known in night.results.values()):
        return night
    results = {
        name: replace(known, result=known.others[-1], status=known.held, others=(), why="")
        if known.held
        else known
        for name, known in night.results.items()
    }
    return replace(night, results=results)


def _excused(night: Night, body: Body) -> Night:
    result = Result(body["round"], body["box"], (), body.get("by", ""))
    after = StandingResult(result, EXCUSED, why=body.get("why", ""))
    return _standing(night, body["round"], body["box"], after)


def _called(night: Night, body: Body) -> Night:
    again = next((call for call in night.calls if call.id == body["id"]), None)
    if again is not None:
        return _on_call(night, body["id"], times=again.times + 1)
    call = Called(
        body["id"], body["box"], body["kind"], body.get("at", 0.0),
        body.get("seat", 0), body.get("text", ""), task=body.get("task", ""),
    )  # fmt: skip
    return replace(night, calls=(*night.calls, call))


def _on_call(night: Night, name: str, **changes: Any) -> Night:
    calls = tuple(replace(c, **changes) if c.id == name else c for c in night.calls)
    return replace(night, calls=calls)


def _answered(night: Night, body: Body) -> Night:
    return _on_call(
        night, body["id"], answered=body.get("at", 0.0), answer=body.get("text", ""),
        before=body.get("before", ""), after=body.get("after", ""),
        reversal=bool(body.get("reversal")),
    )  # fmt: skip


_CHANGES: dict[str, Callable[[Night, Body], Night]] = {
    "arranged": _arranged, "entered": _entered, "changed": _changed, "left": _left,
    "returned": _returned, "missed": _missed, "brought": _brought, "broke": _broke,
    "mended": _mended, "bound": _bound, "unbound": _unbound, "drawn": _drawn,
    "asked": _asked, "turned_away": attendance.after_turning_away, "checked_in": _checked_in,
    "presented": attendance.after_presenting,
    "forgotten": _forgotten, "merged": _merged, "sat": _sat, "penalised": _penalised,
    "pardoned": _pardoned, "invented": _invented, "unstarted": _unstarted,
    "reopened": lambda night, body: replace(night, over=False),
    "published": _published, "unpublished": _unpublished,
    "swapped": _swapped, "unswapped": _unswapped, "moved": _moved,
    "started": _started, "seated": _seated,
    "paused": _timed(lambda c, body: state.paused(c, body.get("at", 0.0))),
    "resumed": _timed(lambda c, body: state.resumed(c, body.get("at", 0.0))),
    "granted": _timed(lambda c, body: state.granted(c, body["seconds"], body.get("box", ""))),
    "reported": _reported, "differed": _differed, "confirmed": _confirmed,
    "disputed": _disputed, "corrected": _corrected, "revealed": _revealed, "excused": _excused,
    "called": _called,
    "closed": lambda night, body: _on_call(
        night, body["id"], answered=body.get("at", 0.0), closed=body["why"]
    ),
    "claimed": lambda night, body: _on_call(night, body["id"], claimed_by=body["referee"]),
    "released": lambda night, body: _on_call(night, body["id"], claimed_by=""),
    "answered": _answered,
    "announced": lambda night, body: _on_call(night, body["id"], announced=True),
    "finished": _finished,
}  # fmt: skip
_ENDS_CALLS = frozenset(
    ("reported", "confirmed", "corrected", "excused", "started", "seated", "finished")
)
"""What may take away the cause of a call."""
