"""Explain a picture that comes late by several moves, if there is only one way. ``search`` finds
every state that would look like the picture, and all the ways there. What all ways have in common
is taken; where they part, a person is asked. The order of moves that lead to the same state is not
asked.

``walking`` finds every state that would look like the picture, and all the ways there. What all
ways have in common is taken; where they part, a person is asked. The order of moves that lead to
the same state is not asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from ...core.game import Game
from ...core.observation import Seen
from ...core.verdict import Move, Refused, Saying, Unchanged, Unclear, Verdict
from .referee import (
    MOST_OPTIONS,
    SURE,
    WORTH_ASKING,
    Explanation,
    Sighting,
    differing,
    explained,
    likeliest,
    needs_people,
    shared_out,
    something_else,
    which,
)
from .search import SearchNode, Walked, walk

Look = frozenset[tuple[str, str]]


def follow(game: Game, state: Any, seen: Seen) -> Verdict:
    """Explain a late picture by the moves all explanations share, or ask, or say what differs."""
    readings = {cell: r for cell, r in seen.readings.items() if r.readable}
    expected = game.visible(state)
    sighting = Sighting(game, state, expected, readings, differing(expected, readings))
    if not sighting.different:
        return Unchanged()
    walked = walk(sighting, seen.turn)
    if not walked.ends:
        return _of_another_turn(sighting, seen.turn) or _lost(sighting, walked)
    ends, sure = _meant(sighting, walked)
    if walked.blind or not ends:
        return _unread(sighting, walked)
    way = _common(game, walked, ends) if sure and walked.whole else ()
    if way:
        return explained(game, state, way)
    return _ask(sighting, walked, ends)


def _meant(sighting: Sighting, walked: Walked) -> tuple[frozenset[int], bool]:
    """Return the places that may be meant, and whether only one of them can be.

    A place on the way is meant as well where what follows it can hardly be read.
    """
    looks: dict[Look, list[SearchNode]] = {}
    for place in walked.places:
        if place is not walked.start and (place in walked.ends or place.wrong):
            looks.setdefault(_look(sighting, place), []).append(place)
    found = [Explanation((), sighting.weight(dict(look)), dict(look)) for look in looks]
    strongest = max(found, key=lambda each: each.weight)
    others = [0.0, something_else(strongest, sighting.readings)]
    held = shared_out([*(each.weight for each in found), *others])[: len(found)]
    worth = [n for n, share in enumerate(held) if share >= WORTH_ASKING]
    groups = list(looks.values())
    meant = frozenset(id(place) for n in worth for place in groups[n])
    return meant, sum(held[n] for n in worth) >= SURE


def _look(sighting: Sighting, place: SearchNode) -> Look:
    """Return where a place looks different from the state that stands."""
    shown = sighting.game.visible(place.state)
    return frozenset(
        (cell, label) for cell, label in shown.items() if sighting.expected.get(cell) != label
    )


def _common(game: Game, walked: Walked, ends: frozenset[int]) -> tuple[Move, ...]:
    """Return the moves to the last place that every path to one of the ends passes.

    Nobody is asked on the way there: what people have to say is said at its own moment.
    """
    way = _way(walked.start, ends)
    for _, place in reversed(way or ()):
        if _way(walked.start, ends, around=(place,)) is None:
            asking = [each for each in walked.places if each is not place and _asks(game, each)]
            there = _way(walked.start, frozenset((id(place),)), around=asking)
            if there is not None:
                return tuple(move for move, _ in there)
    return ()


def _asks(game: Game, place: SearchNode) -> bool:
    return needs_people(game.questions(place.state))


def _way(
    start: SearchNode, ends: frozenset[int], around: Sequence[SearchNode] = ()
) -> list[tuple[Move, SearchNode]] | None:
    """Return the shortest path to one of the ends that avoids some places;
    None if there is none."""
    closed = set(map(id, around)) - {id(start)}
    came: dict[int, tuple[Move, SearchNode, SearchNode] | None] = {id(start): None}
    queue = deque((start,))
    while queue:
        here = queue.popleft()
        if id(here) in ends:
            return _back(here, came)
        for move, there in here.ways:
            if id(there) not in closed and id(there) not in came:
                came[id(there)] = (move, here, there)
                queue.append(there)
    return None


def _back(
    end: SearchNode, came: dict[int, tuple[Move, SearchNode, SearchNode] | None]
) -> list[tuple[Move, SearchNode]]:
    steps, here = list[tuple[Move, SearchNode]](), end
    while (step := came[id(here)]) is not None:
        move, here, there = step
        steps.append((move, there))
    return steps[::-1]


def _ask(sighting: Sighting, walked: Walked, ends: frozenset[int]) -> Verdict:
    """Ask which move came first; if there are too many for that, ask what is open."""
    ways = walked.start.ways
    firsts = list(dict.fromkeys(m for m, there in ways if _way(there, ends) is not None))
    if not firsts or len(firsts) > MOST_OPTIONS:
        return _unsaid(sighting)
    options = [Explanation((move,), 0.0) for move in firsts]
    return Unclear(which(sighting, options, "referee.which_of_several"))


class OtherTurn(Refused, frozen=True):
    """The picture makes sense, but only if somebody else is on turn in it."""

    turns: tuple[int, ...] = ()


def _of_another_turn(sighting: Sighting, turn: int | None) -> OtherTurn | None:
    """Whether whoever sent it only tapped the wrong name."""
    if turn is None:
        return None
    found = {place.state.turn for place in walk(sighting, None).ends} - {turn}
    if not found:
        return None
    turns = tuple(sorted(found))
    players = [sighting.state.seats[seat].name for seat in turns]
    cells = tuple(sorted(sighting.different))
    return OtherTurn("", Saying("referee.other_turn", {"players": players}), cells, turns=turns)


def _lost(sighting: Sighting, walked: Walked) -> Verdict:
    """Give up explaining: say which cells are wrong, or that it is too much."""
    found = {cell: likeliest(sighting.readings[cell]) for cell in sorted(sighting.different)}
    clear = {cell: label for cell, label in found.items() if label != sighting.expected[cell]}
    wrong = {cell: sighting.expected[cell] for cell in clear}
    if walked.whole and clear and sighting.game.looking.least(sighting.state, wrong) <= 1:
        return sighting.game.misfit(sighting.state, clear)
    cells = tuple(sorted(sighting.different))
    return Refused("", Saying("referee.too_far", {"count": len(cells)}), cells)


def _unread(sighting: Sighting, walked: Walked) -> Refused:
    cells = tuple(sorted(walked.blind or sighting.different))
    return Refused("", Saying("referee.cannot_see", {"count": len(cells)}), cells)


def _unsaid(sighting: Sighting) -> Refused:
    """Something happened that no picture shows: it has to be said first."""
    return Refused("", Saying("referee.say_first", {}), ())
