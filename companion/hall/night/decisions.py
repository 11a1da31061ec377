"""Decide whether an act stands, and the entries it gives. Pure: the caller saves them.

An act that was done already gives no entry, so everything may be sent twice. An impossible act is
refused with a sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.hall.errors import HallError, HallNotNow, Unknown
from companion.hall.seating.swaps import SwapCosts

from ..records import FORMATS, FREE, NAMES_SHOWN, SCORINGS, Round
from . import acts, attendance, results
from .next_round import mark, to_draw
from .queue import gone_cause
from .state import (
    BY_ALL,
    BY_REFEREE,
    BY_TABLE,
    Called,
    Night,
    free_boxes,
    key,
    ready_people,
)

Entries = list[tuple[str, dict[str, Any]]]
"""Kinds and bodies, to be appended in this order."""
MOST_ROUNDS, MOST_MINUTES = 40, 24 * 60
MOST_LETTERS = 60
"""Letters in what a night is called, and where it takes place."""
MOST_PEOPLE, MOST_AT_TABLE, MOST_GAMES = 10_000, 20, 100
SCHEME_NAMES = ("places", "wins", "beaten", "own")
BREAKS = ("wins", "opponents", "met", "beaten", "games", "lot")


def decide(night: Night, act: acts.NightAct, *, at: float, by: str) -> Entries:
    """Return the entries of an act; raise HallError with a sentence if it is impossible."""
    rule = _RULES.get(type(act))
    if rule is None:
        raise Unknown("no_such_act")
    if night.over and not isinstance(act, LATE):
        raise HallNotNow("night_over")
    stamp = {"at": max(at, night.latest), "by": by}
    return [(kind, {**body, **stamp}) for kind, body in rule(night, act)]


def _plain(act: Any) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(act)
    body.pop("type", None)
    return body


def _arrange(night: Night, act: acts.Arrange) -> Entries:
    told = {name: each for name, each in _plain(act).items() if each is not None}
    if night.over and not told.keys() <= AFTERWARDS:
        raise HallNotNow("night_over")
    if act.format is not None and act.format not in FORMATS:
        raise HallError("no_such_format", format=act.format)
    if act.confirm is not None and act.confirm not in (BY_TABLE, BY_ALL, BY_REFEREE):
        raise HallError("no_such_manner")
    done = len(night.published)
    if act.rounds is not None and not max(1, done) <= act.rounds <= MOST_ROUNDS:
        raise HallError("bad_rounds", least=max(1, done), most=MOST_ROUNDS)
    if act.minutes is not None and not 1 <= act.minutes <= MOST_MINUTES:
        raise HallError("bad_minutes", most=MOST_MINUTES)
    scored = (act.scheme, act.breaks, act.table, act.bye, act.broken, act.missed)
    if night.results and any(each is not None for each in scored):
        raise HallNotNow("points_published")
    if act.table is not None and not all(map(_is_ladder, act.table)):
        raise HallError("bad_points")
    if not all(_is_share(each) for each in (act.bye, act.broken, act.missed)):
        raise HallError("bad_points")
    if act.scheme is not None and act.scheme not in SCHEME_NAMES:
        raise HallError("no_such_scheme", name=act.scheme)
    if act.breaks is not None and not set(act.breaks) <= set(BREAKS):
        raise HallError("no_such_break", name=", ".join(set(act.breaks) - set(BREAKS)))
    if act.most is not None and not 0 <= act.most <= MOST_PEOPLE:
        raise HallError("bad_most", most=MOST_PEOPLE)
    if max(len(act.name or ""), len(act.venue or "")) > MOST_LETTERS:
        raise HallError("bad_name", most=MOST_LETTERS)
    if act.shown is not None and act.shown not in NAMES_SHOWN:
        raise HallError("no_such_choice")
    return [("arranged", told)]


AFTERWARDS = {"name", "venue", "shown"}
"""What can still be said of a night that is over."""


def _is_ladder(row: tuple[int, ...]) -> bool:
    """Check points by place: no place brings more than the one before it."""
    falling = all(one >= two for one, two in zip(row, row[1:], strict=False))
    return 2 <= len(row) <= MOST_AT_TABLE and falling and all(0 <= one <= 1000 for one in row)


def _is_share(told: str | None) -> bool:
    plain = told is None or told in ("", "average")
    return plain or (told is not None and told.isdecimal() and len(told) <= 3)


def _enter(night: Night, act: acts.Enter) -> Entries:
    new = {person.id: person for person in act.people if person.id not in night.people}
    return [("entered", {"people": msgspec.to_builtins(list(new.values()))})] if new else []


def _change(night: Night, act: acts.ChangePerson) -> Entries:
    before = night.people.get(act.person.id) or _nobody(act.person.id)
    if before == act.person:
        return []
    attendance.check_name(night, act.person)
    return [("changed", {**_plain(act), "before": msgspec.to_builtins(before)})]


def _leave(night: Night, act: acts.LeaveNight) -> Entries:
    _known(night, act.who)
    return [] if act.who in night.gone else [("left", _plain(act))]


def _return(night: Night, act: acts.Return) -> Entries:
    _known(night, act.who)
    return [("returned", _plain(act))] if act.who in night.gone else []


def _miss(night: Night, act: acts.Miss) -> Entries:
    _known(night, act.who)
    return [("missed", _plain(act))]


def _bring(night: Night, act: acts.Bring) -> Entries:
    if not _seats_fit(act.box.sizes):
        raise HallError("bad_box", most=MOST_AT_TABLE)
    same = night.boxes.get(act.box.id)
    twin = next((b for b in night.boxes.values() if b.place and b.place == act.box.place), None)
    if twin is not None and twin.id != act.box.id:
        raise HallError("same_place", place=act.box.place)
    return [] if same == act.box else [("brought", _plain(act))]


def _seats_fit(sizes: tuple[int, ...]) -> bool:
    """Whether so many people can sit at a table: what counts up to a size has to end."""
    return 0 < len(sizes) <= MOST_AT_TABLE and min(sizes) >= 2 and max(sizes) <= MOST_AT_TABLE


def _invent(night: Night, act: acts.Invent) -> Entries:
    game = act.game
    fits = _seats_fit(game.sizes) and game.scoring in SCORINGS
    if not game.name.strip() or len(game.name) > 60 or not fits:
        raise HallError("bad_game", most=MOST_AT_TABLE)
    if not 0 <= game.minutes <= MOST_MINUTES:
        raise HallError("bad_minutes", most=MOST_MINUTES)
    if game.id not in night.games and len(night.games) >= MOST_GAMES:
        raise HallError("too_many_games", most=MOST_GAMES)
    same = (one for one in night.games.values() if one.id != game.id)
    if any(one.name.casefold() == game.name.strip().casefold() for one in same):
        raise HallNotNow("same_game", name=game.name)
    return [] if night.games.get(game.id) == game else [("invented", _plain(act))]


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
        raise HallNotNow("draw_is_stale")
    first = len(night.published)
    if act.rounds[:first] != night.published:
        raise HallNotNow("draw_is_stale")
    rounds = msgspec.to_builtins(act.rounds[first:])
    return [("drawn", {"rounds": rounds, "seed": act.seed, "method": act.method})]


def _seat(night: Night, act: acts.SeatPerson) -> Entries:
    """Begin tables of free play, if everybody is ready and each box is free."""
    if night.plan.format != FREE:
        raise HallNotNow("not_free_play")
    ready = {person.id for person in ready_people(night)}
    boxes = {box.id: box for box in free_boxes(night)}
    seated = [who for table in act.tables for who in table.people]
    if not act.tables or not set(seated) <= ready or len(set(seated)) != len(seated):
        raise HallNotNow("draw_is_stale")
    if len({table.box for table in act.tables}) != len(act.tables):
        raise HallNotNow("draw_is_stale")
    for table in act.tables:
        box = boxes.get(table.box)
        if box is None or box.game != table.game or len(table.people) not in box.sizes:
            raise HallNotNow("draw_is_stale")
    return [("seated", _plain(act))]


def _swap(night: Night, act: acts.SwapSeats) -> Entries:
    _round(night, act.round)
    if act.hands is not None and act.hands != len(night.hands):
        raise HallNotNow("draw_is_stale")
    rounds = (*night.published, *night.drawn)
    cost = SwapCosts(to_draw(night), rounds, act.round).cost(act.one, act.two)
    return [("swapped", {**_plain(act), "cost": msgspec.to_builtins(cost)})]


def _unswap(night: Night, act: acts.Unswap) -> Entries:
    standing = [k for k, hand in enumerate(night.hands) if not hand.undone]
    if not standing or act.hands not in (None, len(standing)):
        raise HallNotNow("nothing_by_hand")
    last = night.hands[standing[-1]]
    if night.round(last.round) is None:
        raise HallNotNow("nothing_by_hand")
    return [("unswapped", {"hand": standing[-1]})]


def _move(night: Night, act: acts.MoveSitting) -> Entries:
    each = _round(night, act.round)
    here = next((t for t in each.tables if t.box == act.box), None)
    if here is None:
        raise Unknown("no_such_table", place=night.place(act.box), round=act.round)
    _known_box(night, act.to)
    to = night.boxes[act.to]
    if any(table.box == act.to for table in each.tables) or act.to in night.broken:
        raise HallNotNow("box_taken", place=to.place)
    if to.game != here.game or len(here.people) not in to.sizes:
        raise HallError("box_differs", place=to.place)
    return [("moved", _plain(act))]


def _publish(night: Night, act: acts.Publish) -> Entries:
    if act.round <= len(night.published):
        return []
    if not night.drawn:
        raise HallNotNow("nothing_drawn")
    if len(night.published) > night.started:
        raise HallNotNow("round_waiting", round=night.started + 1)
    if act.round != night.drawn[0].number:
        raise Unknown("no_such_round", round=act.round)
    if night.missing and not act.early:
        places = [night.place(box) for _, box in night.missing]
        raise HallNotNow("still_playing", tables=places, round=act.round)
    return [("published", {"round": act.round})]


def _refuse_missing(night: Night) -> None:
    """Refuse to go on while a table has no result."""
    number, box = night.missing[0]
    count, place = len(night.missing), night.place(box)
    raise HallNotNow("results_missing", count=count, round=number, place=place)


def _unpublish(night: Night, act: acts.Unpublish) -> Entries:
    if act.round <= night.begun:
        raise HallNotNow("round_begun", round=act.round)
    return [("unpublished", _plain(act))] if act.round == len(night.published) else []


def _start(night: Night, act: acts.Start) -> Entries:
    if act.round <= night.started:
        return []
    if act.round != len(night.published):
        raise HallNotNow("nothing_published")
    if night.missing:
        _refuse_missing(night)
    return [("started", {"round": night.started + 1, "seconds": night.plan.minutes * 60})]


def _unstart(night: Night, act: acts.Unstart) -> Entries:
    if act.round != night.started or act.round != len(night.published) or night.clock is None:
        raise HallNotNow("round_is_past", round=act.round)
    done = [t.box for t in night.published[-1].tables if key(act.round, t.box) in night.results]
    if done:
        raise HallNotNow("results_in", round=act.round, tables=[night.place(box) for box in done])
    return [("unstarted", {"round": act.round})]


def _reopen(night: Night, act: acts.Reopen) -> Entries:
    return [("reopened", {})] if night.over else []


def _clock(kind: str) -> Callable[[Night, Any], Entries]:
    def rule(night: Night, act: acts.NightAct) -> Entries:
        if night.clock is None:
            raise HallNotNow("no_clock")
        if isinstance(act, acts.Grant) and act.round != night.started:
            raise HallNotNow("round_is_past", round=act.round)
        if kind == "granted" and isinstance(act, acts.Grant) and act.box:
            _known_box(night, act.box)
        stands = night.clock.paused is not None
        if (kind == "paused" and stands) or (kind == "resumed" and not stands):
            return []
        return [(kind, _plain(act))]

    return rule


def _call(night: Night, act: acts.CallReferee) -> Entries:
    again = next((c for c in night.calls if c.id == act.id), None)
    if again is not None and again.answered is not None:
        return []
    if act.kind == "silent" and any(_is_same(act, c) for c in night.calls):
        return []  # two halls that hear the same silence
    if act.task and gone_cause(night, Called(act.id, act.box, act.kind, 0.0, task=act.task)):
        return []  # it could not be saved at once, and nobody is needed any more
    return [("called", _plain(act))]


def _is_same(act: acts.CallReferee, call: Any) -> bool:
    return call.answered is None and (call.kind, call.box, call.task) == (
        act.kind, act.box, act.task,
    )  # fmt: skip


def _close(night: Night, act: acts.CloseCall) -> Entries:
    call = next((c for c in night.calls if c.id == act.id), None)
    return [("closed", _plain(act))] if call is not None and call.answered is None else []


def _claim(night: Night, act: acts.Claim) -> Entries:
    call = _open_call(night, act.id)
    if call.claimed_by == act.referee:
        return []
    if call.claimed_by:
        raise HallNotNow("call_claimed", name=call.claimed_by)
    return [("claimed", _plain(act))]


def _release(night: Night, act: acts.Release) -> Entries:
    return [("released", _plain(act))] if _open_call(night, act.id).claimed_by else []


def _answer(night: Night, act: acts.AnswerCall) -> Entries:
    call = next((c for c in night.calls if c.id == act.id), None)
    if call is None:
        raise Unknown("no_such_call")
    if call.answered is not None:
        if (call.answer, call.reversal) == (act.text, act.reversal):
            return []
        raise HallNotNow("call_answered")
    return [("answered", _plain(act))]


def _announce(night: Night, act: acts.Announce) -> Entries:
    call = next((c for c in night.calls if c.id == act.id), None)
    if call is None or call.answered is None:
        raise Unknown("no_such_call")
    return [] if call.announced else [("announced", _plain(act))]


def _finish(night: Night, act: acts.Finish) -> Entries:
    if night.missing:
        _refuse_missing(night)
    return [] if night.over else [("finished", {})]


def _known(night: Night, who: str) -> None:
    if who not in night.people:
        _nobody(who)


def _nobody(who: str) -> Any:
    raise Unknown("no_such_person")


def _known_box(night: Night, box: str) -> None:
    if box not in night.boxes:
        raise Unknown("no_such_box")


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
    acts.AnswerCall,
    acts.CloseCall,
    acts.Announce,
    acts.Finish,
    acts.Reopen,
    acts.Forget,
    acts.Merge,
    acts.Present,
    acts.Arrange,
    acts.Penalise,
    acts.Pardon,
)
"""Acts that are still allowed when the night is over."""

_RULES: dict[type, Callable[[Night, Any], Entries]] = {
    acts.Ask: attendance.ask, acts.Admit: attendance.admit, acts.TurnAway: attendance.turn_away,
    acts.CheckIn: attendance.check_in, acts.Forget: attendance.forget,
    acts.Merge: attendance.merge, acts.Present: attendance.present,
    acts.Sit: attendance.sit, acts.Invent: _invent,
    acts.Penalise: attendance.penalise, acts.Pardon: attendance.pardon,
    acts.Unstart: _unstart, acts.Reopen: _reopen,
    acts.Arrange: _arrange, acts.Enter: _enter, acts.ChangePerson: _change, acts.LeaveNight: _leave,
    acts.Return: _return, acts.Miss: _miss, acts.Bring: _bring, acts.Break: _break,
    acts.Mend: _mend, acts.Bind: _bind, acts.Unbind: _unbind, acts.Keep: _keep,
    acts.SwapSeats: _swap, acts.Unswap: _unswap, acts.SeatPerson: _seat, acts.MoveSitting: _move,
    acts.Publish: _publish, acts.Unpublish: _unpublish,
    acts.Start: _start, acts.Pause: _clock("paused"), acts.Resume: _clock("resumed"),
    acts.Grant: _clock("granted"), acts.ReportResult: results.report, acts.Confirm: results.confirm,
    acts.Dispute: results.dispute, acts.Correct: results.correct, acts.Reveal: results.reveal,
    acts.Excuse: results.excuse,
    acts.CallReferee: _call, acts.CloseCall: _close, acts.Claim: _claim, acts.Release: _release,
    acts.AnswerCall: _answer, acts.Announce: _announce, acts.Finish: _finish,
}  # fmt: skip
