"""Summarise a finished game: scores over time, turning points, who did what. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from companion.core.verdict import Saying
from companion.table.moves import Past

from .replay import Replay

LEAST_CURVE = 4
"""How many different scoreboards make a curve."""
MOST_SAYINGS = 2
MOST_TURNS = 5
"""How many turning points are shown, the largest first."""


class Point(msgspec.Struct, frozen=True):
    """All scores after one move: low and high of every seat."""

    moment: int
    turn: int
    scores: tuple[tuple[int, int], ...]


class SummaryTurn(msgspec.Struct, frozen=True):
    """A move that changed who was ahead, or moved many points at once."""

    moment: int
    seat: int
    gained: int
    leads: bool
    """Whether this seat took the lead by it."""
    says: tuple[Saying, ...]
    """What happened, in the game's own sentences."""


class Deeds(msgspec.Struct, frozen=True):
    """How often one seat did what, most often first."""

    seat: int
    counts: tuple[tuple[str, int], ...]


class Tale(msgspec.Struct, frozen=True):
    """Everything a result sheet says besides the tally."""

    points: tuple[Point, ...]
    curved: bool
    """Whether scores grew in the course of the game; if not, a plot of them says nothing."""
    turns: tuple[SummaryTurn, ...]
    deeds: tuple[Deeds, ...]


def tale_of(replay: Replay) -> Tale:
    points = tuple(_points(replay))
    curved = len({point.scores for point in points}) >= LEAST_CURVE
    found = list(_turns(replay, points)) or list(_turns(replay, points, least=1))
    turns = sorted(found, key=lambda turn: (-turn.leads, -turn.gained))
    shown = sorted(turns[:MOST_TURNS], key=lambda turn: turn.moment)
    return Tale(points, curved, tuple(shown), tuple(_deeds(replay)))


def _points(replay: Replay) -> Iterator[Point]:
    game = replay.record.game
    for moment in replay.moments:
        turn = game.turn(replay.state(moment))
        yield Point(moment.number, turn, tuple(replay.scores(moment)))


def _turns(
    replay: Replay, points: tuple[Point, ...], least: int | None = None
) -> Iterator[SummaryTurn]:
    """Find moves that changed the lead or brought an unusual gain.

    *least* is the smallest gain that counts as much; without it, twice the usual one.
    """
    gains = [_gains(before, after) for before, after in zip(points, points[1:], strict=False)]
    usual = sorted(max(gain, default=0) for gain in gains if max(gain, default=0) > 0)
    large = least or (2 * usual[len(usual) // 2] if usual else 0)
    leader: int | None = None
    for gain, point in zip(gains, points[1:], strict=False):
        ahead = _leader(point)
        seat = max(range(len(gain)), key=lambda n: gain[n], default=0)
        takes = ahead is not None and ahead != leader and leader is not None
        if takes and ahead is not None:
            seat = ahead
        leader = ahead if ahead is not None else leader
        moment = replay.moments[point.moment]
        if moment.past is None or _is_reveal(replay, moment.past):
            continue
        if takes or (large and gain[seat] >= large):
            yield SummaryTurn(point.moment, seat, gain[seat], takes, _said(replay, moment.past))


def _gains(before: Point, after: Point) -> list[int]:
    """Compute what each seat surely gained between two moments."""
    pairs = zip(before.scores, after.scores, strict=True)
    return [new[0] - old[0] for old, new in pairs]


def _leader(point: Point) -> int | None:
    """Return the seat that is surely ahead of everybody."""
    for seat, (low, _) in enumerate(point.scores):
        if all(low > high for n, (_, high) in enumerate(point.scores) if n != seat):
            return seat
    return None


def _is_reveal(replay: Replay, past: Past) -> bool:
    """Check whether a move only showed what was hidden: the game had turned before."""
    reveals = replay.record.game.telling.reveals
    return any(isinstance(event, reveals) for event in past.made.events)


def _said(replay: Replay, past: Past) -> tuple[Saying, ...]:
    """Tell a move by its great moments, or else by what it began with."""
    game, events = replay.record.game, past.made.events
    great = [event for event in events if game.cues(past.after, (event,)).sounds]
    told = (game.telling.describe(past.after, event) for event in great or events[:1])
    said = tuple(one for one in told if one is not None)
    return said[:MOST_SAYINGS] or (game.tell(past.after, past.made.move),)


def _deeds(replay: Replay) -> Iterator[Deeds]:
    """Count the events that name a seat, by seat."""
    counted: dict[int, Counter[str]] = {
        seat: Counter() for seat in range(len(replay.record.timeline.opening.seats))
    }
    for moment in replay.moments[1:]:
        assert moment.past is not None
        for event in moment.past.made.events:
            seat = getattr(event, "seat", None)
            if isinstance(seat, int) and seat in counted:
                counted[seat][type(event).__name__] += 1
    for seat, counts in counted.items():
        yield Deeds(seat, tuple(counts.most_common()))
