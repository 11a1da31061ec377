"""Changing the past: what a take-back or a correction leaves, and what no longer fits. Pure."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec

from companion import chronicle
from companion.chronicle import Record
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
from companion.timeline import Past, Timeline, amended, fitted, last_public, made_since

Entry = tuple[str, dict[str, Any]]
"""The kind of an entry and its body."""


class Change(msgspec.Struct, frozen=True):
    """A past move taken out or replaced, and everything that was derived again."""

    target: Past
    instead: Move | None
    timeline: Timeline
    overruled: str = ""
    """The clause by which it stood for good, where the referee overruled it."""

    def entry(self, record: Record, by: str, at: float) -> Entry:
        kept = record.timeline.past.index(self.target)
        body = chronicle.amendment(
            record.game, by, at, self.target.number, kept, self.instead, self.timeline
        )
        return "amended", {**body, **({"overruled": self.overruled} if self.overruled else {})}


def changed(record: Record, by: str, number: int | None, instead: Move | None) -> Change | Refused:
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
    return Change(target, instead, after, stands.clause if stands else "")


def corrections(record: Record, number: int) -> tuple[Option, ...]:
    """What the move everybody knows by *number* may really have been."""
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
    """The timeline once left-over moves are tried again; None when that changes nothing."""
    timeline = record.timeline
    if not timeline.left:
        return None
    again = fitted(record.game, timeline, timeline.left)
    return again if again.left != timeline.left else None


def refit_entry(record: Record, by: str, at: float, again: Timeline) -> Entry:
    derived = chronicle.derived(record.game, len(record.timeline.past), again)
    return "refitted", {"by": by, "at": at, **derived}


def settled(record: Record, by: str, at: float, reply: Reply) -> Entry | Refused:
    """What people say became of the moves that no longer fit."""
    game, timeline, before = record.game, record.timeline, record.before
    if reply.option == "restore" and before:
        again = fitted(game, before, made_since(before, timeline))
        derived = chronicle.derived(game, len(before.past), again)
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
