"""Judge one observation after the other: seen, said, sensed, or about the past."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.core.observation import (
    Answered,
    Observation,
    PutRight,
    Reply,
    Said,
    Seen,
    Sensed,
    TookBack,
)
from companion.core.verdict import DOUBT, LEFT_OVER, Leave, Move, Question, Refused, Saying

from . import past
from .commit import Commit
from .news import Answer
from .open_question import OpenQuestion, find
from .sightings import Sightings


class Deed(msgspec.Struct, frozen=True):
    """A move somebody makes, and what to do once it stands."""

    by: str
    move: Move
    at: float
    then: Callable[[], None] = lambda: None


class Dispatch:
    """Judges what happens at one table."""

    def __init__(
        self,
        commit: Commit,
        game_time: Callable[[float], float],
        look_again: Callable[[], bool],
    ) -> None:
        """*game_time* turns the table's clock into seconds of play; *look_again* asks for a new
        picture and says whether anybody looks."""
        self._commit = commit
        self._sightings = Sightings(commit, game_time, look_again)
        self._time = game_time

    def asked(self, observation: Observation) -> OpenQuestion | None:
        """Return the question an observation answers, with the move that makes;
        None if it answers none"""
        if not isinstance(observation, Answered):
            return None
        open_ = find(self._commit.ledger.record, observation.question)
        return open_.answered(observation.reply, self._time(observation.at))

    def think_ahead(self, observation: Observation, asked: OpenQuestion | None) -> None:
        """Do the slow work on a photograph before the table is locked for it."""
        match observation:
            case Seen(late=True):
                self._sightings.think_ahead(observation)
            case Said(move=move):
                self._sightings.think_ahead(None, move)
            case Answered() if asked and asked.question and asked.question.topic == DOUBT:
                if asked.move is not None and not isinstance(asked.move, Leave | Refused):
                    self._sightings.think_ahead(None, asked.move)

    def hear(self, observation: Observation, asked: OpenQuestion | None = None) -> Answer:
        """Judge one observation; *asked* is the question it answers, as somebody looked it up."""
        deed = self._deed(observation, asked)
        if isinstance(deed, Answer):
            return deed
        answer = self._commit.keep(deed.by, self._commit.decide(deed.move), deed.at)
        if answer.kind == "accepted":
            deed.then()
        return answer

    def _deed(self, observation: Observation, asked: OpenQuestion | None) -> Deed | Answer:
        """Return what somebody does; an answer if it makes no move or is already judged."""
        match observation:
            case Seen() if self._commit.ledger.record.is_light:
                return self._commit.unchanged()
            case Seen():
                return self._sightings.look(observation)
            case Said(by=by, move=move, at=at):
                return Deed(str(by), move, self._time(at), self._sightings.go_on)
            case Answered():
                return self._answered(observation, asked)
            case TookBack(by=by, number=number):
                return self._amend(str(by), number, None)
            case PutRight(by=by, number=number, move=move):
                return self._amend(str(by), number, move)
            case _:
                return self._sensed(observation)

    def _sensed(self, observation: Sensed) -> Deed | Answer:
        """Do what a button, the clock or the scale means, if it means anything now."""
        commit, at = self._commit, self._time(observation.at)
        move = commit.game.hears(commit.state, msgspec.structs.replace(observation, at=at))
        return commit.unchanged() if move is None else Deed(observation.source, move, at)

    # Answers

    def _answered(self, observation: Answered, asked: OpenQuestion | None) -> Deed | Answer:
        """Return the effect of an answer;
        look the question up again only if something has changed."""
        record = self._commit.ledger.record
        if asked is None or asked.record is not record:
            asked = self.asked(observation)
        if asked is None or asked.question is None or asked.move is None:
            return Answer("stale", record.count, Saying("table.question_gone", {}))
        at, by = self._time(observation.at), str(observation.by)
        if asked.question.topic == LEFT_OVER:
            return self._settle_left(by, at, observation.reply)
        if isinstance(asked.move, Refused):
            return self._commit.refused(asked.move)
        if asked.question.topic == DOUBT:
            return self._resolve_doubt(by, at, asked.question, asked.move)
        return Deed(by, asked.move, at, self._sightings.judge_again)

    def _resolve_doubt(self, by: str, at: float, question: Question, move: Move) -> Deed | Answer:
        commit = self._commit
        if isinstance(move, Leave):
            commit.sight = commit.sight.ignoring(question)
            commit.ledger.write("settled", {"by": by, "at": at})
            return Answer("accepted", commit.ledger.number)
        commit.sight = commit.sight.letting_go(commit.game, commit.state, move)
        stamped = commit.game.looking.stamped(move, at)
        return Deed(by, stamped, at, self._sightings.judge_again)

    # The past

    def _amend(self, by: str, number: int | None, instead: Move | None) -> Answer:
        commit = self._commit
        change = past.changed(commit.ledger.record, by, number, instead)
        if isinstance(change, Refused):
            return commit.refused(change)
        if commit.ledger.disagrees(change.timeline.state):
            return commit.stopped()
        commit.rewrite(*change.entry(commit.ledger.record, by, commit.now()))
        commit.sight = commit.sight.holding(change.target.made.move)
        commit.cues = commit.game.cues(commit.state, ())
        return Answer("accepted", commit.ledger.number)

    def _settle_left(self, by: str, at: float, reply: Reply) -> Answer:
        entry = past.settled(self._commit.ledger.record, by, at, reply)
        if isinstance(entry, Refused):
            return self._commit.refused(entry)
        self._commit.rewrite(*entry)
        if entry[0] == "restored":
            self._commit.sight = self._commit.sight.but(held=())
        return Answer("accepted", self._commit.ledger.number)
