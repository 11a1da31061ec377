"""The bench: one observation after the other is judged: seen, said, sensed, or about the past."""

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
from companion.core.verdict import Leave, Move, Question, Refused, Saying, refuse

from . import past
from .answer import Answer
from .keeping import Keeper
from .ledger import Ledger
from .looking import Looking


class Bench:
    """Judges what happens at one table."""

    def __init__(
        self,
        ledger: Ledger,
        game_time: Callable[[float], float],
        now: Callable[[], float],
        look_again: Callable[[], bool],
    ) -> None:
        """*game_time* turns the table's clock into seconds of play, *now* says them; *look_again*
        asks for a new picture and says whether anybody looks."""
        self.keeper = Keeper(ledger, now)
        self._looking = Looking(self.keeper, game_time, look_again)
        self._time = game_time

    def fingerprint(self) -> tuple[object, ...]:
        keeper = self.keeper
        return *keeper.ledger.fingerprint(), keeper.sight.refusal, keeper.cues

    def questions(self) -> tuple[Question, ...]:
        """Everything open: about what was seen, about what no longer fits, and by the rules."""
        record = self.keeper.ledger.record
        doubt = (record.doubt,) if record.doubt else ()
        left = (past.left_over(record),) if record.timeline.left else ()
        return (*doubt, *left, *record.game.questions(record.timeline.state))

    def think_ahead(self, observation: Observation) -> None:
        """What takes long about a photograph is found out before the table is held for it."""
        match observation:
            case Seen(late=True):
                self._looking.think_ahead(observation)
            case Said(move=move):
                self._looking.think_ahead(None, move)
            case Answered(question=asked, reply=reply):
                doubt = self.keeper.ledger.record.doubt
                options = doubt.options if doubt and doubt.id == asked else ()
                chosen = next((o.move for o in options if o.name == reply.option), None)
                if chosen is not None and not isinstance(chosen, Leave):
                    self._looking.think_ahead(None, chosen)

    def hear(self, observation: Observation) -> Answer:
        """Judge one observation."""
        match observation:
            case Seen():
                return self._looking.look(observation)
            case Said(by=by, move=move, at=at):
                answer = self.keeper.do(str(by), move, self._time(at))
                if answer.kind == "accepted":
                    self._looking.go_on()
                return answer
            case Answered():
                return self._answered(observation)
            case TookBack(by=by, number=number):
                return self._amend(str(by), number, None)
            case PutRight(by=by, number=number, move=move):
                return self._amend(str(by), number, move)
            case _:
                return self._sensed(observation)

    def _sensed(self, observation: Sensed) -> Answer:
        """Do what a button, the clock or the scale means, if it means anything now."""
        keeper, at = self.keeper, self._time(observation.at)
        move = keeper.game.hears(keeper.state, msgspec.structs.replace(observation, at=at))
        return keeper.unchanged() if move is None else keeper.do(observation.source, move, at)

    # Answers

    def _answered(self, observation: Answered) -> Answer:
        question = next((q for q in self.questions() if q.id == observation.question), None)
        record = self.keeper.ledger.record
        if question is None:
            return Answer("stale", record.count, Saying("table.question_gone", {}))
        at, by = self._time(observation.at), str(observation.by)
        if record.timeline.left and question == past.left_over(record):
            return self._settle_left(by, at, observation.reply)
        if record.doubt and question.id == record.doubt.id:
            return self._resolve_doubt(by, at, question, observation.reply)
        move = record.game.answer(record.timeline.state, question, observation.reply, at)
        return self.keeper.refused(move) if isinstance(move, Refused) else self._say(by, move, at)

    def _resolve_doubt(self, by: str, at: float, question: Question, reply: Reply) -> Answer:
        keeper = self.keeper
        move = next((o.move for o in question.options if o.name == reply.option), None)
        if move is None:
            return keeper.refused(refuse("", "table.no_such_answer"))
        if isinstance(move, Leave):
            keeper.sight = keeper.sight.ignoring(question)
            keeper.ledger.write("settled", {"by": by, "at": at})
            return Answer("accepted", keeper.ledger.number)
        keeper.sight = keeper.sight.letting_go(keeper.game, keeper.state, move)
        return self._say(by, keeper.game.looking.stamped(move, at), at)

    def _say(self, by: str, move: Move, at: float) -> Answer:
        """A move that answers a question; the picture may show more of it."""
        answer = self.keeper.do(by, move, at)
        if answer.kind == "accepted":
            self._looking.judge_again()
        return answer

    # The past

    def _amend(self, by: str, number: int | None, instead: Move | None) -> Answer:
        keeper = self.keeper
        change = past.changed(keeper.ledger.record, by, number, instead)
        if isinstance(change, Refused):
            return keeper.refused(change)
        if keeper.ledger.disagrees(change.timeline.state):
            return keeper.stopped()
        keeper.rewrite(*change.entry(keeper.ledger.record, by, keeper.now()))
        keeper.sight = keeper.sight.holding(change.target.made.move)
        keeper.cues = keeper.game.cues(keeper.state, ())
        return Answer("accepted", keeper.ledger.number)

    def _settle_left(self, by: str, at: float, reply: Reply) -> Answer:
        entry = past.settled(self.keeper.ledger.record, by, at, reply)
        if isinstance(entry, Refused):
            return self.keeper.refused(entry)
        self.keeper.rewrite(*entry)
        if entry[0] == "restored":
            self.keeper.sight = self.keeper.sight.but(held=())
        return Answer("accepted", self.keeper.ledger.number)
