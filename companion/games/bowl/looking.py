"""What late pictures of the way may mean: tiles are flipped one at a time."""

from __future__ import annotations

from companion.core.cells import Cells
from companion.core.game import Looking

from .exploring import tiles_to_flip
from .moves import FlipTile
from .reader import DOWN
from .state import State


def becomes(shown: str, later: str) -> bool:
    """Whether one reading may become another: a tile is turned face up once."""
    return shown in (DOWN, later)


def least(state: State, wrong: Cells) -> int:
    """Return the least number of flips: each shows one tile."""
    return len(wrong)


def lies(state: State, found: Cells) -> FlipTile | None:
    """Return the flip of one tile that shows a face none of those left should."""
    if len(found) != 1:
        return None
    ((field, label),) = found.items()
    colour, _, symbols = label.partition("_")
    if field not in tiles_to_flip(state) or colour not in state.box.boulder_colours:
        return None
    return FlipTile(field, colour, int(symbols or 0)) if (symbols or "0").isdecimal() else None


LOOKING = Looking[State](becomes=becomes, least=least, lies=lies)
