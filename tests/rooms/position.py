"""A position of any room: a state, what the last move brought, and moves that must or must not go.

Each room's ``laid.py`` says in its own words what lies on the table and what its people do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from companion.core.game import Game
from companion.core.verdict import Accepted, Event, Move, Question, Refused, clauses

State = TypeVar("State")
Box = TypeVar("Box")
Happened = TypeVar("Happened")


def known(box: Box) -> Box:
    """The box of an owner who has looked: nothing in it is a guess."""
    return msgspec.structs.replace(box, assumed=())  # type: ignore[type-var]


@dataclass
class Position(Generic[State]):
    """A state, and the events of the last move that led to it."""

    game: ClassVar[Game[Any]]

    state: State
    events: tuple[Event, ...] = ()

    def do(self, *moves: Move) -> Self:
        """Make moves that the rules must accept; the pieces add up after every event."""
        position = self
        for move in moves:
            ruling = self.game.decide(position.state, move)
            assert isinstance(ruling, Accepted), (move, ruling)
            state = position.state
            for event in ruling.events:
                state = self.game.evolve(state, event)
                assert self.game.broken(state) == (), event
            position = type(self)(state, ruling.events)
        return position

    def refused(self, move: Move) -> Refused:
        """Try a move that the rules must refuse."""
        ruling = self.game.decide(self.state, move)
        assert isinstance(ruling, Refused), (move, ruling)
        return ruling

    def answer(self, *options: str) -> Self:
        """Answer the open questions, one after the other, by the names of the options."""
        position = self
        for name in options:
            option = next((o for o in position.question.options if o.name == name), None)
            assert option, f"{name} is not among {position.options}"
            position = position.do(option.move)
        return position

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.game.questions(self.state)

    @property
    def question(self) -> Question:
        """The one open question."""
        (question,) = self.questions
        return question

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(option.name for question in self.questions for option in question.options)

    def happened(self, kind: type[Happened]) -> list[Happened]:
        """The events of one kind in the last move."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def because(self) -> set[str]:
        """Every clause the last move's events cite."""
        return {clause for event in self.events for clause in clauses(event)}
