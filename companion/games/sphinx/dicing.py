"""Dice the camera reads: the pads they are laid on after the throw, and what a pad can show."""

from __future__ import annotations

from .box import Box


def pads(box: Box) -> tuple[str, ...]:
    """Return the cells of the pads, one for each die of the box.

    A player may lay any die on any of them.
    """
    return tuple(f"die{number}" for number in range(1, len(box.dice) + 1))


def faces(box: Box) -> tuple[str, ...]:
    """Return every label a pad can show."""
    return tuple(dict.fromkeys(str(face) for die in box.dice for face in die.faces))
