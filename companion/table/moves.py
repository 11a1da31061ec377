"""The timeline: the moves that stand, and how everything after a change is derived again.

Pure. A change of the past re-decides every later move. The first that no longer fits, and all
that wait behind it, are kept as *left over* until a person says what became of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..core.game import Game
from ..core.verdict import Accepted, Made, Move, Refused


class Past(msgspec.Struct, frozen=True):
    """A move that stands: who made it, what followed, and the state it led to."""

    number: int
    by: str
    time: str
    made: Made
    after: Any


class Waiting(msgspec.Struct, frozen=True):
    """A later move that has to be fitted in again."""

    number: int
    by: str
    time: str
    move: Move


class Timeline(msgspec.Struct, frozen=True):
    """Everything that stands, from the opening to now."""

    opening: Any
    past: tuple[Past, ...] = ()
    left: tuple[Waiting, ...] = ()
    refusal: Refused | None = None
    """Why the first of the left-over moves does not fit."""

    @property
    def state(self) -> Any:
        return self.past[-1].after if self.past else self.opening

    def find(self, number: int) -> Past | None:
        return next((past for past in self.past if past.number == number), None)


def renamed(timeline: Timeline, seat: int, name: str) -> Timeline:
    """Return the timeline with somebody else on a seat, as if they had always sat there."""

    def seated(state: Any) -> Any:
        seats = list(state.seats)
        seats[seat] = msgspec.structs.replace(seats[seat], name=name)
        return msgspec.structs.replace(state, seats=tuple(seats))

    past = (msgspec.structs.replace(one, after=seated(one.after)) for one in timeline.past)
    return msgspec.structs.replace(timeline, opening=seated(timeline.opening), past=tuple(past))


def reboxed(game: Game, timeline: Timeline, box: Any) -> Timeline:
    """Return the timeline with another box, as if it had always been known.

    A moment that cannot be had with that box stays as it was shown then.
    """

    def refitted(state: Any) -> Any:
        own = msgspec.structs.replace(box, learned=state.box.learned)
        return game.evolve.refit(state, own) or state

    past = (msgspec.structs.replace(one, after=refitted(one.after)) for one in timeline.past)
    opening = refitted(timeline.opening)
    return msgspec.structs.replace(timeline, opening=opening, past=tuple(past))


def extended(
    game: Game, timeline: Timeline, number: int, by: str, time: str, made: Made
) -> Timeline:
    """Return the timeline with one more move."""
    state = game.evolve.after(timeline.state, made.events)
    past = (*timeline.past, Past(number, by, time, made, state))
    return Timeline(timeline.opening, past, timeline.left, timeline.refusal)


def amended(
    game: Game, timeline: Timeline, number: int, instead: Move | None, by: str = ""
) -> Timeline:
    """Return the timeline with a past move replaced by somebody,
    or removed if *instead* is None."""
    at = next(n for n, past in enumerate(timeline.past) if past.number == number)
    old = timeline.past[at]
    later = [Waiting(p.number, p.by, p.time, p.made.move) for p in timeline.past[at + 1 :]]
    if instead is not None:
        later.insert(0, Waiting(old.number, by or old.by, old.time, instead))
    before = Timeline(timeline.opening, timeline.past[:at])
    return fitted(game, before, (*later, *timeline.left))


def fitted(game: Game, timeline: Timeline, waiting: Sequence[Waiting]) -> Timeline:
    """Decide the waiting moves again, one after the other, until one does not fit.

    A secret is never asked about: a private note that says nothing now stays, and may say
    something again when the past changes once more.
    """
    timeline = Timeline(timeline.opening, timeline.past)
    for n, wait in enumerate(waiting):
        ruling = game.decide(timeline.state, wait.move)
        if isinstance(ruling, Refused):
            if game.private_to(wait.move) is None:
                return Timeline(timeline.opening, timeline.past, tuple(waiting[n:]), ruling)
            ruling = Accepted(())
        made = Made(wait.move, ruling.events)
        timeline = extended(game, timeline, wait.number, wait.by, wait.time, made)
    return timeline


def made_since(before: Timeline, now: Timeline) -> tuple[Waiting, ...]:
    """Return the moves of *now* that *before* doesn't have."""
    known = {p.number for p in before.past} | {w.number for w in before.left}
    standing = (Waiting(p.number, p.by, p.time, p.made.move) for p in now.past)
    return tuple(move for move in (*standing, *now.left) if move.number not in known)


def last_public(game: Game, timeline: Timeline) -> Past | None:
    """Return the last public move."""
    return next((past for past in reversed(timeline.past) if is_public(game, past)), None)


def is_public(game: Game, past: Past) -> bool:
    return game.private_to(past.made.move) is None


def public(game: Game, timeline: Timeline) -> Iterable[Past]:
    """Yield the public moves, newest first."""
    return (past for past in reversed(timeline.past) if is_public(game, past))
