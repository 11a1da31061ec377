"""A performance of the sphinx: pawns, dice and cards for the camera, words for the rest."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.verdict import Move
from companion.games.sphinx import moves as m
from companion.games.sphinx.dicing import pads

from .performance import Performance, Watched
from .sphinx import SphinxPeople
from .sphinx_stage import SphinxStage
from .stage import EMPTY


class SphinxPerformance(Performance):
    """People at a court."""

    def __init__(self, table: Watched, people: SphinxPeople, stage: SphinxStage) -> None:
        super().__init__(table, people, stage)
        self._crowd = people

    def next_move(self) -> Move | None:
        """What hands do next; None while something else is open that only words can answer."""
        questions = self._table.questions()
        if any(not question.by_sight for question in questions):
            return None
        state = self._table.state
        if any(question.topic == "throw" for question in questions):
            throw = m.Throw(self._crowd.throw(state))
            return throw if self._is_new(throw) else None
        return self._crowd.move(state)

    def by_hand(self) -> Move | None:
        if any(question.topic == "throw" for question in self._table.questions()):
            return m.Throw(self._crowd.throw(self._table.state))
        return super().by_hand()

    def _is_new(self, throw: m.Throw) -> bool:
        """Whether the dice differ from the last throw; if not, it is said."""
        return sorted(map(str, throw.faces)) != sorted(map(str, self._table.state.thrown))

    def perform(self, move: Move) -> Iterator[object]:
        if not isinstance(move, m.Throw):
            yield from super().perform(move)
            return
        self.doing = move
        names = pads(self._table.state.box)
        lifted = {pad: EMPTY for pad in names if self._stage.labels()[pad] != EMPTY}
        if lifted:
            yield from self._stage.play({**self._stage.labels(), **lifted}, list(lifted))
        shows = dict(zip(names, map(str, move.faces), strict=False))
        yield from self._stage.play({**self._stage.labels(), **shows}, list(shows))
