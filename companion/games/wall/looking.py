"""What late pictures of the wall may mean: a card that hangs stays where it is."""

from __future__ import annotations

from companion.core.cells import EMPTY, Cells
from companion.core.game import Looking

from .state import State


def becomes(shown: str, later: str) -> bool:
    """A window is filled once and never again."""
    return shown in (EMPTY, later)


def least(state: State, wrong: Cells) -> int:
    """Each card fills the windows of one block."""
    width, height = state.box.wall.block
    return -(-len(wrong) // (width * height))


LOOKING = Looking[State](becomes=becomes, least=least)
