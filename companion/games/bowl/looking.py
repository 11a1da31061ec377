"""What late pictures of the way may mean: tiles are flipped one at a time."""

from __future__ import annotations

from companion.core.cells import Cells
from companion.core.game import Looking

from .reader import DOWN
from .state import State


def becomes(shown: str, later: str) -> bool:
    """A tile is turned face up once."""
    return shown in (DOWN, later)


def least(state: State, wrong: Cells) -> int:
    """Each flip shows one tile."""
    return len(wrong)


LOOKING = Looking[State](becomes=becomes, least=least)
