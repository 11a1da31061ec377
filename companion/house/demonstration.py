"""A short game to watch before anybody has played: rehearsed people, told as it is taught.

It is a game by the room's own rules, played once from a seed. What is said is what the table would
say, and beside it each sentence of the lesson at the moment it first matters. Nothing is secret:
every picture is what everybody at the table sees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from companion.core import tutorial
from companion.core.cells import difference
from companion.core.game import Game, load_room
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Made, Move, Refused, Saying
from companion.rooms import room_of
from companion.table.moves import Timeline, extended
from companion.table.record import Record

from .replay import Moment, Replay
from .rule_guide import BY, NAMES
from .tutorial import TutorialFollower, tutorial_of

SEED = 7
PEOPLE = 2
MOST_MOVES = 3000
FIRST, LAST = 11, 2
"""Moves shown from the beginning, and from the end."""
MOST_SHOWN = 24
"""Most moves shown: as many as can be followed in three minutes."""


@dataclass(frozen=True)
class DemonstrationStep:
    """One move of the game that is shown."""

    sheet: dict[str, Any]
    said: tuple[Saying, ...]
    topics: tuple[str, ...]
    """The sentences of the lesson that first matter here."""
    cells: tuple[str, ...]
    """The cells a camera sees change."""
    after: int
    """How many moves were left out before it."""


@cache
def demonstration_of(room: str) -> tuple[DemonstrationStep, ...]:
    """Play the game of a room and choose what is shown of it."""
    game = load_room(room)
    timeline = _played(game)
    replay = Replay(Record(game=game, timeline=timeline, number=len(timeline.past)))
    told = _told(game, timeline)
    chosen = _chosen(game, replay, told)
    return tuple(
        _step(game, replay, moment, told, moment.number - before.number - 1)
        for before, moment in pairwise((Moment(chosen[0].number - 1, None, 0), *chosen))
    )


def _played(game: Game) -> Timeline:
    box, people = game.load_box(None), room_of(game.name).people(SEED)
    least = max(PEOPLE, box.players[0])
    seats = tuple(map(Seat, NAMES[:least], room_of(game.name).worn(box)))
    timeline = Timeline(game.opening(box, seats, game.house_rules()))
    for number in range(1, MOST_MOVES):
        if game.is_over(timeline.state) is not None:
            return timeline
        move = _wanted(game, people, timeline.state, float(number))
        ruling = game.decide(timeline.state, move)
        if not isinstance(ruling, Accepted):
            raise ValueError(f"{game.name}: move {number}, {move}, is refused by {ruling.clause}")
        timeline = extended(game, timeline, number, BY, "", Made(move, ruling.events))
    raise ValueError(f"{game.name}: nobody wins the game of seed {SEED}")


def _wanted(game: Game, people: Any, state: Any, at: float) -> Move:
    """Return what people do next: an answer if only they can give it, or else a move."""
    asked = game.questions(state)
    said = [one for one in asked if not one.by_sight]
    move: Move | None = None if said else people.move(state)
    if move is not None:
        return move
    question = (said or list(asked))[0]
    meant = game.answer(state, question, people.reply(state, question), at)
    if isinstance(meant, Refused):
        raise ValueError(f"{game.name}: an answer to {question.topic} is refused")
    return meant


def _told(game: Game, timeline: Timeline) -> tuple[tuple[str, ...], ...]:
    """Return the topics of the lesson at each public moment, the opening first."""
    rules = timeline.opening.rules
    plan = tutorial_of(game.name).for_rules(rules)
    moments = TutorialFollower(game).moments(timeline)
    seats = frozenset(range(len(timeline.opening.seats)))
    return tuple(tuple(one.topic for one in each) for each in tutorial.told(plan, moments, seats))


def _chosen(game: Game, replay: Replay, told: tuple[tuple[str, ...], ...]) -> tuple[Moment, ...]:
    """Choose the first turns, what is taught later, and the end;
    never more than can be followed."""
    moments = [one for one in replay.moments if one.past and _is_turn(game, replay, one)]
    first, last = moments[:FIRST], moments[-LAST:]
    taught = [one for one in moments[FIRST:-LAST] if told[one.number]]
    return (*first, *taught[: MOST_SHOWN - len(first) - len(last)], *last)


def _is_turn(game: Game, replay: Replay, moment: Moment) -> bool:
    """Whether a turn is played then: how the box is laid out is shown elsewhere."""
    return game.turn(replay.state(moment)) > 0 and bool(_said(game, moment))


def _said(game: Game, moment: Moment) -> tuple[Saying, ...]:
    assert moment.past is not None
    past = moment.past
    found = (game.telling.describe(past.after, event) for event in past.made.events)
    return tuple(say for say in found if say is not None)


def _step(
    game: Game, replay: Replay, moment: Moment, told: tuple[tuple[str, ...], ...], skipped: int
) -> DemonstrationStep:
    before = replay.state(replay.moments[moment.number - 1])
    seen = difference(game.visible(before), game.visible(replay.state(moment)))
    return DemonstrationStep(
        replay.sheet(moment), _said(game, moment), told[moment.number], tuple(seen), skipped
    )


@cache
def opening_topics(room: str) -> tuple[str, ...]:
    """Name the sentences that come before the first move."""
    found = (topic for topic in tutorial_of(room).for_rules(load_room(room).house_rules()).topics)
    return tuple(topic.name for topic in found if topic.opening)
