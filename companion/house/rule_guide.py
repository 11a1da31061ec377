"""The rules of a room as a guide: clauses by topic, and positions that the rules have reached.

Data beside a room's record. A picture is never drawn by hand: it is a game of a few moves, decided
by the room's own rules, as everybody at the table would see it. What is said below an example is
what the rules say of its last move."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.core.decode import convert
from companion.core.game import Game, load_room
from companion.core.house import read_house_rules
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Made, Saying, clauses
from companion.rooms import room_of
from companion.table.moves import Timeline, extended
from companion.table.record import Record

from .replay import Moment, Replay

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")
"""Who plays in the pictures."""
BY = "table"


class RulePicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position after the first *upto* moves of a game; all of them if there is no number."""

    game: str
    upto: int = 0
    clauses: tuple[str, ...] = ()
    """What its last move shows; the ruling rests on all of them."""
    name: str = ""
    """The caption of a step of a turn; an example is told by its clause and its ruling."""
    part: str = ""
    """The part of the drawn board that is shown; empty for all of it."""
    asks: bool = False
    """Whether what is asked then belongs to it: an example where the table must ask."""


class ClauseExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture beside the clause it explains."""

    of: str
    picture: RulePicture


class ScriptedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A short game behind pictures."""

    moves: tuple[dict[str, Any], ...]
    people: int = 2
    rules: dict[str, Any] = {}


class RuleGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules page of a room is made of."""

    topics: dict[str, tuple[str, ...]]
    """Every clause once, below the topic it belongs to; a topic goes by its first clause."""
    variants: dict[str, dict[str, Any]]
    """House rules without which a topic is not played."""
    goal: RulePicture
    turn: tuple[RulePicture, ...]
    examples: tuple[ClauseExample, ...]
    games: dict[str, ScriptedGame]


@dataclass(frozen=True)
class DrawnPosition:
    """A position as everybody sees it, and what the rules said of the move that led there."""

    sheet: dict[str, Any]
    said: tuple[Saying, ...]
    because: frozenset[str]


@cache
def guide_of(room: str) -> RuleGuide:
    """Read the guide of a room."""
    file = resources.files("companion.rooms").joinpath(f"{room}_rules.toml")
    return convert(tomllib.loads(file.read_text("utf-8")), RuleGuide)


@cache
def played(room: str, name: str) -> Record:
    """Play a game of the guide by the rules; a move they refuse is an error of ours."""
    game, script = load_room(room), guide_of(room).games[name]
    box = game.load_box(None)
    seats = tuple(map(Seat, NAMES, room_of(room).worn(box)))[: script.people]
    opening = game.opening(box, seats, read_house_rules(game.house_rules, script.rules))
    timeline = Timeline(opening)
    for number, plain in enumerate(script.moves, 1):
        timeline = _made(game, timeline, number, plain)
    return Record(game=game, timeline=timeline, number=len(script.moves))


def _made(game: Game, timeline: Timeline, number: int, plain: dict[str, Any]) -> Timeline:
    move = convert(plain, game.moves)
    ruling = game.decide(timeline.state, move)
    if not isinstance(ruling, Accepted):
        raise ValueError(f"{game.name}: move {number}, {plain}, is refused by {ruling.clause}")
    return extended(game, timeline, number, BY, "", Made(move, ruling.events))


@cache
def position(room: str, picture: RulePicture) -> DrawnPosition:
    """Return what a picture shows."""
    record = played(room, picture.game)
    replay = Replay(record)
    past = record.timeline.past[(picture.upto or len(record.timeline.past)) - 1]
    moment = Moment(past.number, past, past.number)
    game, events = record.game, past.made.events
    told = (game.telling.describe(past.after, event) for event in events)
    asked = game.questions(past.after) if picture.asks else ()
    cited = (*(clauses(event) for event in events), *(one.because for one in asked))
    return DrawnPosition(
        replay.sheet(moment),
        (*(say for say in told if say is not None), *(one.ask for one in asked)),
        frozenset(clause for clauses_of in cited for clause in clauses_of),
    )
