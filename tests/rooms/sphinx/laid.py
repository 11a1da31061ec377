"""Positions at the sphinx that read like a scenario: who stands where, who holds what, the dice.

laid(pawns=(2, 5), hands=("red", "blue green"), dice=(4, "S")).use(4)
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Event, Move, Question, Refused, clauses
from companion.games.sphinx import GAME
from companion.games.sphinx import moves as m
from companion.games.sphinx.box import Box, Face
from companion.games.sphinx.house import HouseRules
from companion.games.sphinx.sealing import digest_of
from companion.games.sphinx.state import Phase, Seal, Sealed, State

ME, RIVAL, THIRD, FOURTH = range(4)
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"), Seat("Dan", "yellow"))
SALT = "0123456789abcdef0123456789abcdef"
BOX: Box = GAME.load_box(None)


@dataclass(frozen=True)
class Position:
    """A state, and the events of the last move that led to it."""

    state: State
    events: tuple[Event, ...] = ()

    def do(self, *moves: Move) -> Position:
        """Make moves that the rules must accept."""
        position = self
        for move in moves:
            ruling = GAME.decide(position.state, move)
            assert isinstance(ruling, Accepted), ruling
            state = position.state
            for event in ruling.events:
                state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), move
            position = Position(state, ruling.events)
        return position

    def refused(self, move: Move) -> Refused:
        """Try a move that the rules must refuse."""
        ruling = GAME.decide(self.state, move)
        assert isinstance(ruling, Refused), ruling
        return ruling

    def use(self, face: int, *, stay: bool = False) -> Position:
        """Move forward by a number, or back by a negative one."""
        return self.do(m.UseDie(abs(face), face > 0, stay))

    def answer(self, *options: str) -> Position:
        """Answer the open questions, one after the other, by the names of the options."""
        position = self
        for name in options:
            option = next((o for o in position.question.options if o.name == name), None)
            assert option, f"{name} is not among {position.options}"
            position = position.do(option.move)
        return position

    @property
    def question(self) -> Question:
        (question,) = GAME.questions(self.state)
        return question

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.question.options)

    @property
    def ends(self) -> dict[str, int]:
        """The legal ends by name, each with the square where the pawn comes to rest."""
        shown = GAME.view(self.state, TABLE)["ends"]
        return {end["option"]: end["rest"] for end in shown}

    @property
    def pawns(self) -> tuple[int | None, ...]:
        return self.state.pawns

    @property
    def hands(self) -> tuple[str, ...]:
        return tuple(" ".join(hand) for hand in self.state.hands)

    def happened(self, kind: type[Any]) -> list[Any]:
        """The events of one kind in the last move."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def because(self) -> set[str]:
        return {clause for event in self.events for clause in clauses(event)}


def laid(
    *,
    pawns: tuple[int, ...] = (0, 0),
    hands: tuple[str, ...] = (),
    dice: tuple[Face, ...] | None = None,
    turn: int = ME,
    sealed: str = "",
    box: Box = BOX,
    **rules: Any,
) -> Position:
    """A game in the middle: pawns on these squares, these cards in hand, these dice unused."""
    held = [frozenset(hand.split()) for hand in hands] + [frozenset()] * len(pawns)
    state = GAME.opening(box, SEATS[: len(pawns)], HouseRules(**rules))
    state = state.but(
        phase=Phase.PLAY,
        may_seal=False,
        pawns=pawns,
        hands=tuple(tuple(c for c in box.colours if c in held[n]) for n in range(len(pawns))),
        turn=turn,
        dice=dice,
    )
    if sealed:
        colours = tuple(sealed.split())
        seal = Seal(digest_of(SALT, colours), state.figures, 0)
        state = state.but(tracked=True, seals=(seal,), sealed=(Sealed(colours, SALT),))
    assert GAME.broken(state) == ()
    return Position(state)


def opening(players: int = 2, **rules: Any) -> Position:
    """A table that is being set up."""
    return Position(GAME.opening(BOX, SEATS[:players], HouseRules(**rules)))


def box_data() -> dict[str, Any]:
    """The room's own box file as plain data, to be changed by a test."""
    text = resources.files("companion.games.sphinx").joinpath("box.toml").read_text("utf-8")
    return tomllib.loads(text)
