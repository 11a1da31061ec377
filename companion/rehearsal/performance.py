"""A performance: rehearsed people play a table through painted pictures.

It only shows frames and answers questions; seeing, judging and keeping the score are the table's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from companion.core.cells import EMPTY, difference
from companion.core.game import Game
from companion.core.observation import Reply
from companion.core.verdict import DOUBT, LEFT_OVER, Move, Question


class WatchedShow(Protocol):
    """What a performance needs to know of the table it plays at."""

    @property
    def game(self) -> Game: ...

    @property
    def state(self) -> Any: ...

    def questions(self) -> tuple[Question, ...]: ...


class Staged(Protocol):
    """Where the pieces are shown."""

    def labels(self) -> dict[str, str]: ...

    def set(self, labels: Mapping[str, str]) -> None: ...

    def still(self, frames: int) -> Iterator[object]: ...

    def play(
        self, labels_after: Mapping[str, str], at_cells: Sequence[str], person: int | None = None
    ) -> Iterator[object]: ...


class Performance:
    """People at a stage, following what the table makes of it."""

    def __init__(self, table: WatchedShow, people: People, stage: Staged) -> None:
        self._table = table
        self._people = people
        self._stage = stage
        self.doing: Move | None = None
        """What was really done with the pieces last."""
        self.urgent = False
        """Whether people want to say something at once."""

    @property
    def awaits_notice(self) -> bool:
        """Whether the table should notice the last action by itself."""
        return True

    def on_stage(self) -> None:
        """Set the pieces as the table has them."""
        self._stage.set(dict(self._table.game.visible(self._table.state)))

    def is_behind(self) -> bool:
        """Check whether the stage differs from the table."""
        return bool(self._differing())

    def catch_up(self) -> Iterator[object]:
        """Show somebody putting the pieces where the table has them, one piece after the other."""
        while differing := self._differing():
            cells = self._one_piece(differing)
            after = {cell: differing[cell] for cell in cells}
            yield from self._stage.play({**self._stage.labels(), **after}, cells)

    def _differing(self) -> dict[str, str]:
        expected = self._table.game.visible(self._table.state)
        return difference(self._stage.labels(), expected)

    def _one_piece(self, differing: dict[str, str]) -> list[str]:
        """Return the cells of one piece: all those to be emptied, or all those to be filled."""
        emptied = [cell for cell, label in differing.items() if label == EMPTY]
        return emptied or list(differing)

    def next_move(self) -> Move | None:
        """Choose what to do with the pieces next; None while a question is open."""
        if self._table.questions():
            return None
        return self._people.move(self._table.state)

    def by_hand(self) -> Move | None:
        """Return what people would enter if nobody saw it."""
        return self._people.move(self._table.state)

    def perform(self, move: Move) -> Iterator[object]:
        """Show the move, one frame per step; None if the camera has nothing new to see."""
        game, state = self._table.game, self._table.state
        shows = game.shown_by(state, move)
        self.doing = move
        yield from self._stage.play({**self._stage.labels(), **shows}, list(shows))

    def reply(self, question: Question) -> Reply:
        """Answer for the people; about what was seen, they tell the truth."""
        if question.topic == DOUBT:
            true = (o.name for o in question.options if o.move == self.doing)
            return Reply(option=next(true, "none"))
        if question.topic == LEFT_OVER:
            return Reply(option="drop")
        return self._people.reply(self._table.state, question)

    def linger(self, frames: int) -> Iterator[object]:
        """Show the table as it stands."""
        yield from self._stage.still(frames)


# Rehearsed people: what they do with their hands, and what they answer when asked.
#
# One module per room knows how they play it. They hold no memory: everything they know follows
# from the seed and the state, so a rehearsal goes on after a pulled plug as if nothing happened.


class People(Protocol):
    """Everybody around one rehearsed table."""

    def move(self, state: Any) -> Move | None:
        """Choose what the player on turn does with the pieces; None if nobody may move one."""

    def reply(self, state: Any, question: Question) -> Reply:
        """Answer as the person who is asked."""
