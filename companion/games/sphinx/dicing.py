"""Dice the camera reads: laid on their pads after the throw, they tell what was thrown.

The pads are no part of what must be visible, for dice may as well be told by hand. The last throw
may lie there until the next one, so the same faces again count only when somebody says so.
"""

from __future__ import annotations

from itertools import permutations

from companion.core.cells import Cells

from . import moves as m
from .acting import dice_in_play
from .box import SNAKE, Box, Die, Face
from .evolving import numbers_first
from .state import Phase, State


def pads(box: Box) -> tuple[str, ...]:
    """The cells of the pads, one for each die of the box.

    A player may lay any die on any of them.
    """
    return tuple(f"die{number}" for number in range(1, len(box.dice) + 1))


def faces(box: Box) -> tuple[str, ...]:
    """Every label a pad can show."""
    return tuple(dict.fromkeys(str(face) for die in box.dice for face in die.faces))


def looked(state: State, sure: Cells) -> m.Throw | None:
    """The throw that lies on the pads, if it is a new one; *sure* has what is read for certain."""
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
    """Which die shows which face, where only one order is possible or none matters."""
    for order in permutations(shown):
        if all(face in die.faces for die, face in zip(dice, order, strict=True)):
            return order
    return shown
