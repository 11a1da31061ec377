"""What late pictures of the way may mean: tiles are flipped one at a time."""

from __future__ import annotations

from collections.abc import Collection

from companion.core.game import Looking

from .reader import DOWN
from .state import State


def becomes(shown: str, later: str) -> bool:
    """A tile is turned face up once."""
    return shown in (DOWN, later)


def least(state: State, cells: Collection[str]) -> int:
    """Each flip shows one tile."""
    return len(cells)


LOOKING = Looking[State](becomes=becomes, least=least)
