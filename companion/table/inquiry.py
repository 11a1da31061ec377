"""What may be done with a place now, what it would bring, or why not; and what happened there.

Answered for a role from what that role may know: its view, the questions cut to it, and moves that
look into nothing hidden. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from ..core.facts import FactLearned
from ..core.game import Game, Try
from ..core.roles import Role
from ..core.text_view import TextCell
from ..core.verdict import Accepted, Insist, Leave, Move, Option, Question, Refused, Saying, clauses
from .moves import Past, Timeline, public
from .read_api import Sentence, foreseen, may_be_foreseen

Found = TypeVar("Found")

MOST_WAYS = 6
"""Most things that may be done, as many as are read on a phone; the rest is counted."""
MOST_REASONS = 3
"""Most reasons why something may not be done."""
MOST_PAST = 8
"""Most sentences told of the past of a place, the newest move first."""

PASSING = ".TurnPassed"
"""The sentence that says whose turn it is next, which follows from every move."""


class Way(msgspec.Struct, frozen=True):
    """Something that may be done with a place, and what it would bring."""

    say: Saying
    brings: tuple[Sentence, ...] = ()


class Inquiry(msgspec.Struct, frozen=True):
    """All that may be said about a place."""

    place: TextCell
    turn: int
    """The seat whose turn it is."""
    ways: tuple[Way, ...] = ()
    more: int = 0
    """How many further ways there are."""
    reasons: tuple[Sentence, ...] = ()
    """Why something may not be done there now."""
    asked: tuple[Sentence, ...] = ()
    """What has to be answered first, where it is about something else."""
    past: tuple[Sentence, ...] = ()
    """What happened there, the newest move first."""
    parts: tuple[Mapping[str, Any], ...] = ()
    """What somebody's points are made of, as the role's scoreboard has them."""
    clauses: tuple[str, ...] = ()


def places_of(game: Game, view: Mapping[str, Any]) -> dict[str, TextCell]:
    """List every place a role may ask about, by its id."""
    parts = game.plain.board(view)
    cells = (cell for part in parts for row in part.rows for cell in row.cells)
    return {cell.id or cell.about: cell for cell in cells if cell.id or cell.about}


def inquired(
    game: Game, timeline: Timeline, questions: Sequence[Question], role: Role, place: str
) -> Inquiry | None:
    """Answer for a place; None if there is no such place."""
    state = timeline.state
    view = game.view(state, role)
    cell = places_of(game, view).get(place)
    if cell is None:
        return None
    cut = [game.rights.asked(state, one, role) for one in questions]
    offered = _offered(game, cut, place)
    tried, reasons = _tried(game, state, place, {option.move for option in offered})
    answers = (Way(option.say, _brings(game, state, option.move)) for option in offered)
    sorted_ways = sorted((*answers, *tried), key=lambda way: -len(way.brings))
    ways = _each(sorted_ways, lambda way: way.say)
    return Inquiry(
        cell,
        view["turn"],
        tuple(ways[:MOST_WAYS]),
        max(0, len(ways) - MOST_WAYS),
        () if view["outcome"] else tuple(_each(reasons, lambda one: one)[:MOST_REASONS]),
        () if ways else tuple((one.ask, one.because) for one in cut),
        tuple(islice(_past(game, timeline, place), MOST_PAST)),
        tuple(_parts(view, place)),
        game.places.clauses(state, place),
    )


def _offered(game: Game, questions: Iterable[Question], place: str) -> tuple[Option, ...]:
    """Return the answers to open questions about the place; pointing keeps its own to itself."""
    return tuple(
        option
        for question in questions
        if question.style != "point"
        for option in question.options
        if not isinstance(option.move, Leave | Insist) and game.places.means(option, place)
    )


def _brings(game: Game, state: Any, move: Move) -> tuple[Sentence, ...]:
    if not may_be_foreseen(game, state, move):
        return ()
    found = foreseen(game, state, move)
    if isinstance(found, Refused):
        return ()
    told = [one for one in found[1:] if not one[0].key.endswith(PASSING)]
    return tuple(told)  # the first sentence only says the move again


def _tried(
    game: Game, state: Any, place: str, offered: Collection[Move]
) -> tuple[tuple[Way, ...], list[Sentence]]:
    """Try the moves somebody may think of; one that needs another box is neither
    allowed nor refused."""
    ways: list[Way] = []
    reasons: list[Sentence] = []
    for one in game.places.tries(state, place):
        ruling = game.decide(state, one.move) if isinstance(one, Try) else one
        if isinstance(ruling, Refused):
            reasons.append((ruling.say, (ruling.clause,)))
        elif isinstance(one, Try) and one.move not in offered and not _corrects_the_box(ruling):
            brings = () if one.say else _brings(game, state, one.move)
            ways.append(Way(one.say or game.tell(state, one.move), brings))
    return tuple(ways), reasons


def _corrects_the_box(ruling: Accepted) -> bool:
    return any(isinstance(event, FactLearned) for event in ruling.events)


def _each(found: Iterable[Found], key: Callable[[Found], Any]) -> list[Found]:
    """Drop repetitions and keep the order."""
    known = {msgspec.json.encode(key(one)): one for one in reversed(list(found))}
    return list(reversed(known.values()))


def _past(game: Game, timeline: Timeline, place: str) -> Iterator[Sentence]:
    """Yield what the latest public moves said about the place."""
    name = _name_of(timeline.state, place)
    for past in public(game, timeline):
        for event, say in _told(game, past):
            if not say.key.endswith(PASSING) and _is_about(game, past, (event, say), place, name):
                yield say, tuple(clauses(event))


def _told(game: Game, past: Past) -> Iterator[tuple[Any, Saying]]:
    for event in past.made.events:
        say = game.telling.describe(past.after, event)
        if say is not None:
            yield event, say


def _is_about(game: Game, past: Past, told: tuple[Any, Saying], place: str, name: str) -> bool:
    event, say = told
    cells = game.telling.cells_of(past.after, event)
    if place in (cell.partition(":")[0] for cell in cells):
        return True
    return any(_holds(value, name) for value in say.values.values())


def _holds(value: Any, name: str) -> bool:
    if isinstance(value, list | tuple):
        return any(_holds(each, name) for each in value)
    if isinstance(value, Mapping):
        return any(_holds(each, name) for each in value.values())
    return isinstance(value, str) and value == name


def _name_of(state: Any, place: str) -> str:
    """Return what sentences call a place: people by name, everything else by its id."""
    number = place.removeprefix("seat-")
    return state.seats[int(number)].name if place.startswith("seat-") else place


def _parts(view: Mapping[str, Any], place: str) -> Iterator[Mapping[str, Any]]:
    for line in view["score"]:
        if place == f"seat-{line['seat']}":
            yield from line["parts"]
