"""A snapshot: everything a role may see of the table at one moment, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..core.facts import FactLearned
from ..core.game import Game
from ..core.roles import Role
from ..core.verdict import DOUBT, Event, Leave, Option, Question, Refused, Saying, clauses
from .moves import Past, is_public, last_public, public
from .record import Record

MOST_RULINGS = 30


class Archive:
    """What was said about past moves: none of it changes, so it is put together once."""

    def __init__(self) -> None:
        self._sentences: dict[int, tuple[Past, Any]] = {}
        self._moves: dict[int, tuple[Past, Any]] = {}
        self._sounds: dict[int, tuple[Past, Any]] = {}

    def sentences(self, game: Game, past: Past) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = _kept(self._sentences, past, lambda: _sentences(game, past))
        return found

    def sounds(self, game: Game, past: Past) -> list[str]:
        """Name the great moments of a move, for a page that plays them."""
        found: list[str] = _kept(
            self._sounds, past, lambda: list(game.cues(past.after, past.made.events).sounds)
        )
        return found

    def move(self, game: Game, past: Past) -> dict[str, Any]:
        tell = game.telling.tell
        found: dict[str, Any] = _kept(
            self._moves, past, lambda: msgspec.to_builtins(tell(past.after, past.made.move))
        )
        return found


def _kept(known: dict[int, tuple[Past, Any]], past: Past, make: Callable[[], Any]) -> Any:
    entry = known.get(id(past))
    if entry is None or entry[0] is not past:
        if len(known) > 4 * MOST_RULINGS:
            known.clear()
        entry = known[id(past)] = (past, make())
    return entry[1]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What the table shows, before it is cut to a role."""

    number: int
    record: Record
    questions: tuple[Question, ...]
    refusal: Refused | None
    notices: tuple[Saying, ...]
    lamps: dict[str, str]
    seeing: str
    complaints: tuple[Saying, ...]
    archive: Archive = msgspec.field(default_factory=Archive)


def for_role(shown: TableView, role: Role) -> dict[str, Any]:
    """Cut the table to what *role* may know."""
    game, timeline, number = shown.record.game, shown.record.timeline, shown.record.public_number
    last = last_public(game, timeline)
    return {
        "number": shown.number,
        "turn": game.turn(timeline.state),
        "room": game.name,
        "role": str(role),
        "manner": shown.record.manner,
        "view": game.view(timeline.state, role),
        "questions": [
            _question(game, timeline.state, game.rights.asked(timeline.state, question, role))
            for question in shown.questions
        ],
        "rulings": _rulings(shown),
        "refusal": msgspec.to_builtins(shown.refusal),
        "lamps": shown.lamps,
        "seeing": {
            "state": shown.seeing,
            "complaints": list(msgspec.to_builtins(shown.complaints)),
        },
        "light": msgspec.to_builtins(shown.record.light) if shown.record.is_light else None,
        "notices": [msgspec.to_builtins(notice) for notice in shown.notices],
        "take_back": number(last.number) if last else None,
        "moves": [
            {
                "number": number(p.number),
                "say": shown.archive.move(game, p),
            }
            for p in list(public(game, timeline))[:MOST_RULINGS]
        ],
    }


def _question(game: Game, state: Any, question: Question) -> dict[str, Any]:
    """Return a question without the moves behind its answers;
    pointing keeps its answers to itself."""
    hidden = question.style == "point"
    return {
        "id": question.id,
        "topic": question.topic,
        "to": str(question.to),
        "ask": msgspec.to_builtins(question.ask),
        "because": list(question.because),
        "style": question.style,
        "points": question.points,
        "cells": list(question.cells),
        "fields": [dict(field) for field in question.fields],
        "seconds": question.seconds,
        "options": [
            {**_option(o), **_shows(game, state, question, o)}
            for o in (question.options[:1] if hidden else question.options)
        ],
    }


def _option(option: Option) -> dict[str, Any]:
    """Return an answer without its move; with its cells only if it can be tapped on the board."""
    shown = {"name": option.name, "say": msgspec.to_builtins(option.say)}
    if option.advised:
        shown["advised"] = True
    if option.cells:
        shown |= {"cells": list(option.cells), "fields": dict(option.fields)}
    return shown


def _shows(game: Game, state: Any, question: Question, option: Option) -> dict[str, Any]:
    """Show what the board would look like by an explanation of a picture: sentences that read alike
    are told apart by a drawing of it."""
    if question.topic != DOUBT or isinstance(option.move, Leave):
        return {}
    return {"shows": dict(game.shown_by(state, option.move))}


def _rulings(shown: TableView) -> list[dict[str, Any]]:
    game = shown.record.game
    standing = list(public(game, shown.record.timeline))[:MOST_RULINGS]
    undone = [past for past in shown.record.undone if is_public(game, past)]
    numbers = {past.number for past in standing}
    oldest = min(numbers, default=0)
    gone = [past for past in undone if past.number >= oldest and past.number not in numbers]
    rulings = [_ruling(shown, past, False) for past in standing]
    rulings += [_ruling(shown, past, True) for past in gone]
    return sorted(rulings, key=lambda ruling: -int(ruling["number"]))


def _ruling(shown: TableView, past: Past, undone: bool) -> dict[str, Any]:
    return {
        "number": shown.record.public_number(past.number),
        "by": past.by,
        "time": past.time,
        "sentences": shown.archive.sentences(shown.record.game, past),
        "sounds": shown.archive.sounds(shown.record.game, past),
        "undone": undone,
    }


def _as_told(events: Sequence[Event]) -> list[Event]:
    """Order events as people tell them: what lies there first, then what was guessed of it."""
    facts = [event for event in events if isinstance(event, FactLearned)]
    others = [event for event in events if not isinstance(event, FactLearned)]
    return [*others[:1], *facts, *others[1:]]


def _sentences(game: Game, past: Past) -> list[dict[str, Any]]:
    """Return what followed from a move, in sentences, each with the number of its step."""
    sentences, step = [], 0
    for event in _as_told(past.made.events):
        step += isinstance(event, game.telling.steps)
        say = game.telling.describe(past.after, event)
        if say is not None:
            sentence = {
                "say": msgspec.to_builtins(say),
                "because": list(clauses(event)),
                "cells": list(game.telling.cells_of(past.after, event)),
            }
            within = step and not isinstance(event, game.telling.beside)
            sentences.append(sentence | ({"step": step} if within else {}))
    return sentences
