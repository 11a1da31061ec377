"""Hosting a game: what people do around it rather than in it. Each is an entry of the journal.

Pause and go on, stop before the end and go on after all, let somebody else take a seat, play in
another manner, and learn what the box really holds.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.boxes import same_box
from companion.core.facts import FactLearned
from companion.core.game import Game
from companion.core.play_mode import check_manner
from companion.core.roles import Role
from companion.core.seats import NAME_LENGTH
from companion.core.verdict import Accepted, Made, Saying

from .news import Answer
from .table import Table

MOST_REASON = 200
REOPEN_SECONDS = 60.0
"""How long ending a game can be undone."""


def play_as(table: Table, manner: str, by: Role | None = None) -> Answer:
    """Play in another manner from here; the journal says since when, and who wanted it."""
    wanted = check_manner(manner)
    if wanted == table.manner:
        return Answer("unchanged", table.number)
    return _hosted(table, "mannered", {"manner": wanted, **({"by": str(by)} if by else {})})


def play_light(table: Table, on: bool, by: Role | None = None) -> Answer:
    """Let people play on the table alone, to be counted at the end; or follow the moves again.

    Moves that were not followed are nobody's to guess, so after the first turn a game is followed
    again by a move that tells how it stands: ``GoOnFrom``, or a pyramid's ``CountAtEnd``.
    """
    record = table.ledger.record
    if (record.light is not None) == on or record.ended is not None or _is_over(table):
        return Answer("unchanged", table.number)
    if on and table.state.begun:
        return _refused(table, "table.light_too_late")
    if not on and not table.state.begun and record.light is not None and record.light.turns:
        return _refused(table, "table.light_not_followed")
    return _hosted(table, "light", {"on": on, **({"by": str(by)} if by else {})})


def pass_turn(table: Table, turns: int, by: Role, device: str = "") -> Answer:
    """Give the turn to the next person of a game nobody follows; *turns* is what somebody saw."""
    record = table.ledger.record
    if record.light is None or not record.is_light:
        return _refused(table, "table.light_only")
    if record.paused:
        return Answer("unchanged", table.number)
    if turns != record.light.turns:
        return Answer("stale", table.number)
    seat = (record.light.seat + 1) % len(table.state.seats)
    return _hosted(table, "passed", {"seat": seat, "by": str(by), "device": device})


def pause(table: Table, by: Role, device: str = "") -> Answer:
    """Let the game rest: its clock stops, and nothing counts."""
    if table.at_rest() is not None or _is_over(table):
        return Answer("unchanged", table.number)
    answer = _hosted(table, "paused", {"by": str(by), "device": device})
    if answer.kind == "accepted":
        table.stop_clock()
    return answer


def go_on(table: Table, by: Role, device: str = "") -> Answer:
    """Go on with a game that rests."""
    if not table.ledger.record.paused:
        return Answer("unchanged", table.number)
    answer = _hosted(table, "resumed", {"by": str(by), "device": device})
    if answer.kind == "accepted":
        table.start_clock()
    return answer


def end(table: Table, by: Role, reason: str, device: str = "") -> Answer:
    """Stop a game before its end; nothing counts any more, and the result says so."""
    if table.ledger.record.ended is not None or _is_over(table):
        return Answer("unchanged", table.number)
    said = " ".join(reason.split())[:MOST_REASON]
    return _hosted(table, "ended", {"by": str(by), "reason": said, "device": device})


def can_reopen(table: Table) -> bool:
    """Whether the game was stopped so lately that people may go on after all."""
    ended = table.ledger.record.ended
    return ended is not None and table.now() - ended.at <= REOPEN_SECONDS


def reopen(table: Table, by: Role, device: str = "") -> Answer:
    """Go on with a game that was stopped a moment ago."""
    if table.ledger.record.ended is None:
        return Answer("unchanged", table.number)
    if not can_reopen(table):
        return _refused(table, "table.ended_for_good")
    return _hosted(table, "reopened", {"by": str(by), "device": device})


def hand_over(table: Table, seat: int, name: str, by: Role, device: str = "") -> Answer:
    """Let somebody else take a seat with all that lies there."""
    seats = table.state.seats
    if not 0 <= seat < len(seats):
        return _refused(table, "table.no_such_seat")
    if not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
        return _refused(table, "table.no_name")
    others = [one.name.casefold() for n, one in enumerate(seats) if n != seat]
    if name.casefold() in others:
        return _refused(table, "table.name_taken", name=name)
    body = {"seat": seat, "name": name, "by": str(by), "device": device}
    return _hosted(table, "handed", body)


def correct_box(table: Table, box: Any, by: Role, device: str = "") -> Answer:
    """Let the game that is open know what its box really holds; refused where it cannot go on."""
    fitting = _fitting(table, box)
    if fitting is None:
        return _refused(table, "table.box_unfit")
    if same_box(fitting, table.state.box) and fitting.assumed == table.state.box.assumed:
        return Answer("unchanged", table.number)
    body = {"box": msgspec.to_builtins(fitting), "by": str(by), "device": device}
    return _hosted(table, "boxed", body)


def otherwise_with(table: Table, box: Any) -> tuple[int, ...]:
    """Return the numbers of standing moves that would come out differently with a box.

    None of them is decided again: what people have done stays until somebody corrects it.
    """
    game, timeline = table.game, table.ledger.record.timeline
    befores = [timeline.opening, *(past.after for past in timeline.past)]
    return tuple(
        past.number
        for before, past in zip(befores, timeline.past, strict=False)
        if _comes_out_otherwise(game, before, past.made, box)
    )


def _comes_out_otherwise(game: Game, before: Any, made: Made, box: Any) -> bool:
    again = game.evolve.refit(before, replace(box, learned=before.box.learned))
    if again is None:
        return False
    ruling = game.decide(again, made.move)
    if not isinstance(ruling, Accepted):
        return True
    now, then = (
        [event for event in events if not isinstance(event, FactLearned)]
        for events in (ruling.events, made.events)
    )
    return now != then


def _fitting(table: Table, box: Any) -> Any | None:
    """Return the box as the owner knows it, plus what this game has shown if need be."""
    game, state = table.game, table.state
    shown = reduce(game.evolve.learn, state.box.learned, box)
    for one in (box, shown):
        again = game.evolve.refit(state, replace(one, learned=state.box.learned))
        if again is not None and not game.broken(again):
            return one
    return None


def _refused(table: Table, key: str, **values: Any) -> Answer:
    return Answer("refused", table.number, Saying(key, values))


def _is_over(table: Table) -> bool:
    return table.game.is_over(table.state) is not None


def _hosted(table: Table, kind: str, body: dict[str, Any]) -> Answer:
    def write() -> Answer:
        table.ledger.write(kind, {**body, "at": table.now()})
        return Answer("accepted", table.number)

    return table.changing(write)
