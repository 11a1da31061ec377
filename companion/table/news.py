"""What became of an observation, and what instruments hear of it afterwards."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.game import Game
from companion.core.verdict import Made, Move, Saying
from companion.table.moves import Timeline, is_public


class Stands(msgspec.Struct, frozen=True):
    """One move as the table rules on it now. Secret moves are not news."""

    entry: int
    """The journal's number of the move."""
    by: str
    move: Move | None
    """None when it was taken out and nothing took its place."""
    fresh: bool = False
    """Whether it was made just now; otherwise the past has changed."""


class News(msgspec.Struct, frozen=True):
    """The state after a change, with every move that was made or changed."""

    state: Any
    moves: tuple[Stands, ...] = ()


def changes(game: Game, before: Timeline, now: Timeline) -> tuple[Stands, ...]:
    """Return the public moves that a change of the past removed, replaced or brought back."""
    old = {past.entry: past for past in _standing(game, before)}
    new = {past.entry: past for past in _standing(game, now)}
    gone = (Stands(entry, past.by, None) for entry, past in old.items() if entry not in new)
    other = (past for entry, past in new.items() if entry not in old or past != old[entry])
    return (*gone, *other)


def _standing(game: Game, timeline: Timeline) -> list[Stands]:
    return [
        Stands(past.number, past.by, past.made.move)
        for past in timeline.past
        if is_public(game, past)
    ]


class Answer(msgspec.Struct, frozen=True):
    """What became of an observation.

    ``kind`` is accepted, refused, unclear, unchanged, stale or stopped.
    """

    kind: str
    number: int
    say: Saying | None = None
    clause: str = ""
    made: Made | None = None
    """The move that was made, with all that followed."""
    entry: int = 0
    """The journal's number of that move."""
    turns: tuple[int, ...] = ()
    """Who would have to be on turn for a photograph to make sense."""
