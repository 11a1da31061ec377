"""Whether an act stands, and the entries it becomes. Pure: the caller writes them down.

An act that was done already becomes nothing, so everything may be sent twice. What cannot be
done is refused with a sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.hall.errors import HallError, NotNow, Unknown
from companion.hall.seating.swapping import Weighing

from . import acts, results
from .playing import free_boxes, ready_people
from .records import FORMATS, FREE, Round
from .state import BY_ALL, BY_REFEREE, BY_TABLE, Night
from .wanting import mark, to_draw

Entries = list[tuple[str, dict[str, Any]]]
"""Kinds and bodies, to be appended in this order."""
MOST_ROUNDS, MOST_MINUTES = 40, 24 * 60


def decide(night: Night, act: acts.Act, *, at: float, by: str) -> Entries:
    """The entries of an act; HallError with its sentence where it cannot be."""
    rule = _RULES.get(type(act))
    if rule is None:
        raise Unknown("no_such_act")
    if night.over and not isinstance(act, LATE):
        raise NotNow("night_over")
    stamp = {"at": max(at, night.latest), "by": by}
    return [(kind, {**body, **stamp}) for kind, body in rule(night, act)]


def _plain(act: Any) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(act)
    body.pop("type", None)
    return body


def _arrange(night: Night, act: acts.Arrange) -> Entries:
    if act.format is not None and act.format not in FORMATS:
        raise HallError("no_such_format", format=act.format)
    if act.confirm is not None and act.confirm not in (BY_TABLE, BY_ALL, BY_REFEREE):
        raise HallError("no_such_manner")
    done = len(night.published)
    if act.rounds is not None and not max(1, done) <= act.rounds <= MOST_ROUNDS:
        raise HallError("bad_rounds", least=max(1, done), most=MOST_ROUNDS)
    if act.minutes is not None and not 1 <= act.minutes <= MOST_MINUTES:
        raise HallError("bad_minutes", most=MOST_MINUTES)
    if night.results and (act.scheme is not None or act.breaks is not None):
        raise NotNow("points_published")
    return [("arranged", {name: each for name, each in _plain(act).items() if each is not None})]


def _enter(night: Night, act: acts.Enter) -> Entries:
    new = {person.id: person for person in act.people if person.id not in night.people}
    return [("entered", {"people": msgspec.to_builtins(list(new.values()))})] if new else []


def _change(night: Night, act: acts.Change) -> Entries:
    before = night.people.get(act.person.id) or _nobody(act.person.id)
    if before == act.person:
        return []
    return [("changed", {**_plain(act), "before": msgspec.to_builtins(before)})]


def _leave(night: Night, act: acts.Leave) -> Entries:
    _known(night, act.who)
    return [] if act.who in night.gone else [("left", _plain(act))]


def _return(night: Night, act: acts.Return) -> Entries:
    _known(night, act.who)
    return [("returned", _plain(act))] if act.who in night.gone else []


def _miss(night: Night, act: acts.Miss) -> Entries:
    _known(night, act.who)
    return [("missed", _plain(act))]


def _bring(night: Night, act: acts.Bring) -> Entries:
    if not act.box.sizes or min(act.box.sizes) < 2:
        raise HallError("box_too_small", box=act.box.id)
    same = night.boxes.get(act.box.id)
    twin = next((b for b in night.boxes.values() if b.place and b.place == act.box.place), None)
    if twin is not None and twin.id != act.box.id:
        raise HallError("same_place", place=act.box.place)
    return [] if same == act.box else [("brought", _plain(act))]


def _break(night: Night, act: acts.Break) -> Entries:
    _known_box(night, act.box)
    return [] if act.box in night.broken else [("broke", _plain(act))]


def _mend(night: Night, act: acts.Mend) -> Entries:
    return [("mended", _plain(act))] if act.box in night.broken else []


def _bind(night: Night, act: acts.Bind) -> Entries:
    for who in act.rule.people:
        _known(night, who)
    return [] if act.rule in night.rules else [("bound", _plain(act))]


def _unbind(night: Night, act: acts.Unbind) -> Entries:
    return [("unbound", _plain(act))] if act.rule in night.rules else []


def _keep(night: Night, act: acts.Keep) -> Entries:
    if act.mark != mark(night):
        raise NotNow("draw_is_stale")
    first = len(night.published)
    if act.rounds[:first] != night.published:
        raise NotNow("draw_is_stale")
    rounds = msgspec.to_builtins(act.rounds[first:])
    return [("drawn", {"rounds": rounds, "seed": act.seed, "method": act.method})]


def _seat(night: Night, act: acts.Seat) -> Entries:
    """Free play: everybody is ready, and every box is free."""
    if night.plan.format != FREE:
        raise NotNow("not_free_play")
    ready = {person.id for person in ready_people(night)}
    boxes = {box.id: box for box in free_boxes(night)}
    seated = [who for table in act.tables for who in table.people]
    if not act.tables or not set(seated) <= ready or len(set(seated)) != len(seated):
        raise NotNow("draw_is_stale")
    if len({table.box for table in act.tables}) != len(act.tables):
        raise NotNow("draw_is_stale")
    for table in act.tables:
        box = boxes.get(table.box)
        if box is None or box.game != table.game or len(table.people) not in box.sizes:
            raise NotNow("draw_is_stale")
    return [("seated", _plain(act))]


def _swap(night: Night, act: acts.Swap) -> Entries:
    _round(night, act.round)
    if act.hands is not None and act.hands != len(night.hands):
        raise NotNow("draw_is_stale")
    rounds = (*night.published, *night.drawn)
    cost = Weighing(to_draw(night), rounds, act.round).cost(act.one, act.two)
    return [("swapped", {**_plain(act), "cost": msgspec.to_builtins(cost)})]


def _unswap(night: Night, act: acts.Unswap) -> Entries:
    standing = [k for k, hand in enumerate(night.hands) if not hand.undone]
    if not standing or act.hands not in (None, len(standing)):
        raise NotNow("nothing_by_hand")
    last = night.hands[standing[-1]]
    if night.round(last.round) is None:
        raise NotNow("nothing_by_hand")
    return [("unswapped", {"hand": standing[-1]})]


def _move(night: Night, act: acts.Move) -> Entries:
    each = _round(night, act.round)
    here = next((t for t in each.tables if t.box == act.box), None)
    if here is None:
        raise Unknown("no_such_table", box=act.box, round=act.round)
    _known_box(night, act.to)
    to = night.boxes[act.to]
    if any(table.box == act.to for table in each.tables) or act.to in night.broken:
        raise NotNow("box_taken", box=act.to)
    if to.game != here.game or len(here.people) not in to.sizes:
        raise HallError("box_differs", box=act.to)
    return [("moved", _plain(act))]


def _publish(night: Night, act: acts.Publish) -> Entries:
    if act.round <= len(night.published):
        return []
    if not night.drawn:
        raise NotNow("nothing_drawn")
    if len(night.published) > night.started:
        raise NotNow("round_waiting", round=night.started + 1)
    if act.round != night.drawn[0].number:
        raise Unknown("no_such_round", round=act.round)
    if night.missing and not act.early:
        raise NotNow("still_playing", tables=_places(night, night.missing), round=act.round)
    return [("published", {"round": act.round})]


def _places(night: Night, tables: tuple[tuple[int, str], ...]) -> list[str]:
    """What people call these tables."""
    return [night.boxes[box].place if box in night.boxes else box for _, box in tables]


def _unpublish(night: Night, act: acts.Unpublish) -> Entries:
    if act.round <= night.started:
        raise NotNow("round_begun", round=act.round)
    return [("unpublished", _plain(act))] if act.round == len(night.published) else []


def _start(night: Night, act: acts.Start) -> Entries:
    if act.round <= night.started:
        return []
    if act.round != len(night.published):
        raise NotNow("nothing_published")
    if night.missing:
        number, box = night.missing[0]
        raise NotNow("results_missing", count=len(night.missing), round=number, box=box)
    return [("started", {"round": night.started + 1, "seconds": night.plan.minutes * 60})]


def _clock(kind: str) -> Callable[[Night, Any], Entries]:
    def rule(night: Night, act: acts.Act) -> Entries:
        if night.clock is None:
            raise NotNow("no_clock")
        if isinstance(act, acts.Grant) and act.round != night.started:
            raise NotNow("round_is_past", round=act.round)
        if kind == "granted" and isinstance(act, acts.Grant) and act.box:
            _known_box(night, act.box)
        stands = night.clock.paused is not None
        if (kind == "paused" and stands) or (kind == "resumed" and not stands):
            return []
        return [(kind, _plain(act))]

    return rule


def _call(night: Night, act: acts.Call) -> Entries:
    again = next((c for c in night.calls if c.id == act.id), None)
    if again is not None and again.answered is not None:
        return []
    return [("called", _plain(act))]


def _claim(night: Night, act: acts.Claim) -> Entries:
    call = _open_call(night, act.id)
    if call.claimed_by == act.referee:
        return []
    if call.claimed_by:
        raise NotNow("call_claimed", name=call.claimed_by)
    return [("claimed", _plain(act))]


def _release(night: Night, act: acts.Release) -> Entries:
    return [("released", _plain(act))] if _open_call(night, act.id).claimed_by else []


def _answer(night: Night, act: acts.Answer) -> Entries:
    call = next((c for c in night.calls if c.id == act.id), None)
    if call is None:
        raise Unknown("no_such_call")
    if call.answered is not None:
        if (call.answer, call.reversal) == (act.text, act.reversal):
            return []
        raise NotNow("call_answered")
    return [("answered", _plain(act))]


def _announce(night: Night, act: acts.Announce) -> Entries:
    call = next((c for c in night.calls if c.id == act.id), None)
    if call is None or call.answered is None:
        raise Unknown("no_such_call")
    return [] if call.announced else [("announced", _plain(act))]


def _finish(night: Night, act: acts.Finish) -> Entries:
    if night.missing:
        number, box = night.missing[0]
        raise NotNow("results_missing", count=len(night.missing), round=number, box=box)
    return [] if night.over else [("finished", {})]


def _known(night: Night, who: str) -> None:
    if who not in night.people:
        _nobody(who)


def _nobody(who: str) -> Any:
    raise Unknown("no_such_person", who=who)


def _known_box(night: Night, box: str) -> None:
    if box not in night.boxes:
        raise Unknown("no_such_box", box=box)


def _round(night: Night, number: int) -> Round:
    found = night.round(number)
    if found is None:
        raise Unknown("no_such_round", round=number)
    return found


def _open_call(night: Night, name: str) -> Any:
    call = next((c for c in night.calls if c.id == name and c.answered is None), None)
    if call is None:
        raise Unknown("no_such_call")
    return call


LATE = (
    acts.Correct,
    acts.Reveal,
    acts.Confirm,
    acts.Dispute,
    acts.Answer,
    acts.Announce,
    acts.Finish,
)
"""What still may be done when the night is over."""

_RULES: dict[type, Callable[[Night, Any], Entries]] = {
    acts.Arrange: _arrange, acts.Enter: _enter, acts.Change: _change, acts.Leave: _leave,
    acts.Return: _return, acts.Miss: _miss, acts.Bring: _bring, acts.Break: _break,
    acts.Mend: _mend, acts.Bind: _bind, acts.Unbind: _unbind, acts.Keep: _keep,
    acts.Swap: _swap, acts.Unswap: _unswap, acts.Seat: _seat, acts.Move: _move,
    acts.Publish: _publish, acts.Unpublish: _unpublish,
    acts.Start: _start, acts.Pause: _clock("paused"), acts.Resume: _clock("resumed"),
    acts.Grant: _clock("granted"), acts.Report: results.report, acts.Confirm: results.confirm,
    acts.Dispute: results.dispute, acts.Correct: results.correct, acts.Reveal: results.reveal,
    acts.Excuse: results.excuse,
    acts.Call: _call, acts.Claim: _claim, acts.Release: _release, acts.Answer: _answer,
    acts.Announce: _announce, acts.Finish: _finish,
}  # fmt: skip
