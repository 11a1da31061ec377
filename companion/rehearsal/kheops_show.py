"""A performance of Kheops: what the camera can see is done, what it cannot see is said."""

from __future__ import annotations

from companion.core.verdict import Move

from .performance import Performance


class KheopsPerformance(Performance):
    """People at a pyramid; a question that a picture can answer is answered with their hands."""

    def next_move(self) -> Move | None:
        if any(not question.by_sight for question in self._table.questions()):
            return None
        return self._people.move(self._table.state)
