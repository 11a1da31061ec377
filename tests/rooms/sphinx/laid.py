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
from companion.games.sphinx import GAME
from companion.games.sphinx import moves as m
from companion.games.sphinx.box import Box, Face
from companion.games.sphinx.house import HouseRules
from companion.games.sphinx.sealing import digest_of
from companion.games.sphinx.state import Phase, Seal, Sealed, State
from tests.rooms import position

ME, RIVAL, THIRD, FOURTH = range(4)
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"), Seat("Dan", "yellow"))
SALT = "0123456789abcdef0123456789abcdef"
BOX: Box = GAME.load_box(None)


@dataclass
class Position(position.Position[State]):
    """A state, and the events of the last move that led to it."""

    game = GAME

    def use(self, face: int, *, stay: bool = False) -> Position:
        """Move forward by a number, or back by a negative one."""
        return self.do(m.UseDie(abs(face), face > 0, stay))

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
