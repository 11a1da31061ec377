"""What goes wrong at a dig: how often, in which cells, and the clause that speaks against it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.verdict import Move
from companion.games.dig.state import Cell, Phase, State

WHILE_DIGGING = {
    "": 0.8, "double": 0.06, "back": 0.03, "askew": 0.04, "bottom": 0.02, "lid": 0.02,
    "banned": 0.03, "wave": 0.03,
}  # fmt: skip
AFTER_THE_TURN = {"": 0.65, "late": 0.27, "wave": 0.08}
"""What happens before the next move, with how often."""


class DigMishap(Move, frozen=True):
    """Something happens in a cell that isn't a move at all."""

    kind: str
    cell: str


@dataclass(frozen=True)
class Wrong:
    """What the camera sees lying wrong, and the clause that speaks against it."""

    kind: str
    clause: str
    cells: tuple[str, ...]
    certain: bool = True
    """Whether the eye must be able to see it."""


def chance(state: State, dice: random.Random) -> str:
    """Choose what happens before the next move; mostly nothing."""
    kinds = WHILE_DIGGING if state.phase == Phase.DIG else AFTER_THE_TURN
    return dice.choices(list(kinds), list(kinds.values()))[0]


def _bare(state: State, cell: Cell) -> bool:
    return state.lid(cell.name) is None


def _dug(state: State) -> list[str]:
    return [c.name for c in state.tray if c.found and _bare(state, c)]


def _exhausted(state: State) -> list[str]:
    return [c.name for c in state.tray if state.layer(c) == 1 and _bare(state, c)]


def _covered(state: State) -> list[str]:
    return [c.name for c in state.tray if state.layer(c) > 1 and _bare(state, c)]


def _free(state: State) -> list[str]:
    return [c.name for c in state.tray if _bare(state, c)]


def _banned(state: State) -> list[str]:
    return [lid.cell for lid in state.lids if lid.bans]


PLACES: dict[str, Callable[[State], list[str]]] = {
    "back": _dug,
    "askew": _free,
    "bottom": _exhausted,
    "lid": _free,
    "banned": _banned,
    "late": _covered,
    "wave": lambda state: [cell.name for cell in state.tray],
}
"""Where an accident may happen."""
