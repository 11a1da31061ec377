"""Look up a question once, and turn its answer into a move once. Pure.

The page looks before it judges who may answer; the table goes on with what the page found, if
nothing has changed in between.
"""

from __future__ import annotations

import msgspec

from companion.core.observation import Reply
from companion.core.verdict import DOUBT, LEFT_OVER, Move, Question, Refused, refuse

from . import past
from .record import Record


class OpenQuestion(msgspec.Struct, frozen=True):
    """One question as it stood when somebody looked, and the move an answer to it makes."""

    record: Record
    question: Question | None
    """None when it is not open any more."""
    move: Move | Refused | None = None
    """None before there is an answer."""

    def answered(self, reply: Reply, at: float) -> OpenQuestion:
        """Return the same with the move a reply makes; *at* is a second of play."""
        if self.question is None:
            return self
        return msgspec.structs.replace(self, move=self._move(self.question, reply, at))

    def _move(self, question: Question, reply: Reply, at: float) -> Move | Refused:
        if question.topic not in (LEFT_OVER, DOUBT):
            record = self.record
            return record.game.answer(record.timeline.state, question, reply, at)
        chosen = next((o.move for o in question.options if o.name == reply.option), None)
        return refuse("", "table.no_such_answer") if chosen is None else chosen


def find(record: Record, id_: str) -> OpenQuestion:
    """Return the question everybody knows by *id_*, as the record stands."""
    found = next((one for one in past.questions(record) if one.id == id_), None)
    return OpenQuestion(record, found)
