"""What a picture of the court means besides its pawns: a throw on the pads, the moment of a claim.

The pads are not part of what must be visible: dice may also be entered by hand. The last
throw may lie there until the next one, so the same faces again count only when somebody says so.
"""

from __future__ import annotations

from itertools import permutations

import msgspec

from companion.core.cells import Cells
from companion.core.game import Looking
from companion.core.verdict import Move

from . import moves as m
from .acting import dice_in_play
from .box import SNAKE, Die, Face
from .dicing import pads
from .evolving import numbers_first
from .state import Phase, State


def looked(state: State, sure: Cells) -> m.Throw | None:
    """Return the throw that lies on the pads, if it is a new one;
    *sure* has what is read for certain."""
    waiting = state.phase == Phase.PLAY and state.dice is None and not state.fallen
    dice = dice_in_play(state)
    shown = [face for pad in pads(state.box) if (face := _face(sure.get(pad, ""))) is not None]
    if not waiting or len(shown) != len(dice):
        return None
    if tuple(sorted(shown, key=numbers_first)) == state.thrown:
        return None
    return m.Throw(_by_die(dice, tuple(shown)))


def _face(label: str) -> Face | None:
    return int(label) if label.isdecimal() else SNAKE if label == SNAKE else None


def _by_die(dice: tuple[Die, ...], shown: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return which die shows which face, where only one order is possible or none matters."""
    for order in permutations(shown):
        if all(face in die.faces for die, face in zip(dice, order, strict=True)):
            return order
    return shown


def stamped(move: Move, at: float) -> Move:
    """Cards the camera saw being laid wait from the moment they were seen."""
    return msgspec.structs.replace(move, at=at) if isinstance(move, m.LayClaim) else move


MOST_AT_ONCE = 6
"""The cells one move may change: a pawn goes through a door that turns, or a claim is taken up."""


def least(state: State, wrong: Cells) -> int:
    return -(-len(wrong) // MOST_AT_ONCE)


RETURNS = True
"""Pawns go back and forth."""

LOOKING = Looking[State](looked=looked, stamped=stamped, least=least, returns=RETURNS)
