"""A performance of Kheops: what the camera can see is done, what it cannot see is said."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.cells import EMPTY
from companion.core.observation import Reply
from companion.core.verdict import DOUBT, Move, Question
from companion.games.kheops.state import Phase

from .performance import Performance

PATIENT = 3
"""Attempts in front of the camera before saying it instead."""


class KheopsPerformance(Performance):
    """People at a pyramid; a question that a picture can answer is answered with their hands."""

    done: tuple[Move, ...] = ()
    """Everything that was really done since the table last took notice."""

    tries: int = 0
    """How often the last of it was done in vain."""

    def next_move(self) -> Move | None:
        """What is done next; what was done often enough without being seen is said instead."""
        questions = self._table.questions()
        if any(not question.by_sight for question in questions):
            return None
        move = self._people.move(self._table.state)
        tired = move in self.done and self.tries >= PATIENT
        sayable = any(option.move == move for one in questions for option in one.options)
        return None if tired and sayable else move

    def is_behind(self) -> bool:
        """Whether pieces stand differently; a base the table has not seen yet stays where it is."""
        differing = self._differing()
        if self._table.state.phase == Phase.SETUP:
            return any(label != EMPTY for label in differing.values())
        return bool(differing)

    def perform(self, move: Move) -> Iterator[object]:
        self.tries = self.tries + 1 if move in self.done else 1
        self.done = (move,)
        return super().perform(move)

    def reply(self, question: Question) -> Reply:
        """They tell the truth about what was seen, even when they did two things at once."""
        if question.topic == DOUBT:
            true = (option.name for option in question.options if option.move in self.done)
            return Reply(option=next(true, "none"))
        return super().reply(question)
