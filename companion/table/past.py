"""Changing the past: what a take-back or a correction leaves, and what no longer fits. Pure."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec

from companion.core.game import Game
from companion.core.observation import Reply
from companion.core.roles import REFEREE
from companion.core.verdict import (
    DOUBT,
    LEFT_OVER,
    Leave,
    Move,
    Option,
    Question,
    Refused,
    Saying,
    refuse,
)
from companion.table import record as table_record
from companion.table.moves import Past, Timeline, amended, fitted, last_public, made_since
from companion.table.record import Record

Entry = tuple[str, dict[str, Any]]
"""The kind of an entry and its body."""


class PastChange(msgspec.Struct, frozen=True):
    """A past move taken out or replaced, and everything that was derived again."""

    target: Past
    instead: Move | None
    timeline: Timeline
    overruled: str = ""
    """The clause by which it stood for good, where the referee overruled it."""

    def entry(self, record: Record, by: str, at: float) -> Entry:
        kept = record.timeline.past.index(self.target)
        body = table_record.amendment(
            record.game, by, at, self.target.number, kept, self.instead, self.timeline
        )
        return "amended", {**body, **({"overruled": self.overruled} if self.overruled else {})}


def changed(
    record: Record, by: str, number: int | None, instead: Move | None
) -> PastChange | Refused:
    """Take out the move everybody knows by *number*, the last one without; or replace it."""
    game, timeline = record.game, record.timeline
    target = _target(record, number)
    if target is None or _is_secret(game, target.made.move) or _is_secret(game, instead):
        return refuse("", "table.nothing_to_take_back")
    stands = game.rights.fixed(target.after, timeline.state)
    if stands is not None and by != str(REFEREE):
        return stands
    after = amended(game, timeline, target.number, instead, by)
    if instead is not None and after.left and after.left[0].number == target.number:
        assert after.refusal is not None
        return after.refusal
    return PastChange(target, instead, after, stands.clause if stands else "")


def corrections(record: Record, number: int) -> tuple[Option, ...]:
    """Return what the move everybody knows by *number* may really have been."""
    game, timeline = record.game, record.timeline
    target = _target(record, number)
    if target is None or _is_secret(game, target.made.move):
        return ()
    at = timeline.past.index(target)
    then = timeline.past[at - 1].after if at else timeline.opening
    others = game.corrections(then, timeline.state, target.made.move)
    return tuple(Option(name, move, game.tell(then, move)) for name, move in others)


def _target(record: Record, number: int | None) -> Past | None:
    if number is None:
        return last_public(record.game, record.timeline)
    return record.timeline.find(record.entry_number(number))


def _is_secret(game: Game, move: Move | None) -> bool:
    return move is not None and game.private_to(move) is not None


def refitted(record: Record) -> Timeline | None:
    """Return the timeline once left-over moves are tried again; None if that changes nothing."""
    timeline = record.timeline
    if not timeline.left:
        return None
    again = fitted(record.game, timeline, timeline.left)
    return again if again.left != timeline.left else None


def refit_entry(record: Record, by: str, at: float, again: Timeline) -> Entry:
    derived = table_record.derived(record.game, len(record.timeline.past), again)
    return "refitted", {"by": by, "at": at, **derived}


def settled(record: Record, by: str, at: float, reply: Reply) -> Entry | Refused:
    """Settle what people say became of the moves that no longer fit."""
    game, timeline, before = record.game, record.timeline, record.before
    if reply.option == "restore" and before:
        again = fitted(game, before, made_since(before, timeline))
        derived = table_record.derived(game, len(before.past), again)
        return "restored", {"by": by, "at": at, **derived}
    if reply.option == "drop":
        return refit_entry(record, by, at, fitted(game, timeline, timeline.left[1:]))
    return refuse("", "table.no_such_answer")


def unlike_the_box(record: Record, refusal: Refused) -> Question:
    """Ask whether the box holds what was said, though it was not known to."""
    assert refusal.instead is not None
    so = Option("so", refusal.instead, Saying("table.option.so_it_is", {}))
    again = Option("none", Leave(), Saying("table.option.look_again", {}))
    return Question(
        topic=DOUBT,
        id=f"box-{record.count}-{crc32(refusal.instead.move.encode()):08x}",
        ask=refusal.say,
        because=(refusal.clause,),
        options=(so, again),
        cells=refusal.cells,
    )


def taken_out(record: Record) -> tuple[Move, ...]:
    """Moves that were taken out and do not stand: the board may still show them."""
    standing = [past.made.move for past in record.timeline.past]
    return tuple(p.made.move for p in record.undone if p.made.move not in standing)


def questions(record: Record) -> tuple[Question, ...]:
    """Return all open questions: about what was seen, what no longer fits, and by the rules."""
    doubt = (record.doubt,) if record.doubt else ()
    left = (left_over(record),) if record.timeline.left else ()
    return (*doubt, *left, *record.game.questions(record.timeline.state))


def left_over(record: Record) -> Question:
    """Ask what became of the first move that no longer fits; private moves are not counted."""
    game, timeline = record.game, record.timeline
    wait = timeline.left[0]
    count = sum(game.private_to(one.move) is None for one in timeline.left)
    why = timeline.refusal
    options = [Option("drop", Leave(), Saying("table.option.drop", {}))]
    if record.before:
        options.append(Option("restore", Leave(), Saying("table.option.restore", {})))
    return Question(
        topic=LEFT_OVER,
        id=f"left-{record.public_number(wait.number)}-{count}",
        ask=Saying(
            "table.no_longer_fits",
            {
                "move": game.tell(timeline.state, wait.move),
                "why": why.say if why else Saying("table.unknown_reason", {}),
                "count": count,
            },
        ),
        because=(why.clause,) if why else (),
        options=tuple(options),
    )
