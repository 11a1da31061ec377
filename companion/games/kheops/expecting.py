"""What a reading means here: a tile that lies stays the tile it is, whoever stands on it.

A pawn hides a part of its tile. What is left may fit another tile as well; but nobody exchanges
tiles, and hardly anybody turns one without a power.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cells import EMPTY
from companion.core.observation import SOMETHING_ELSE, Reading

from .labels import is_pawn_cell, pawn_label, read_tile, tile_cell
from .powers import TURNED_KIND
from .state import Laid, Phase, State

EXCHANGED = 0.001
"""How much rarer a tile is taken away or exchanged than left."""
TURNED = 0.05
"""How much rarer one is turned that nobody may turn now."""
UNCLEAR = 0.5
"""With such a chance of something unknown, what ought to be there is not believed to be gone."""
HIDDEN = "unclear"


def reads(state: State, cell: str, reading: Reading) -> Reading:
    """A reading in the light of what was seen there before."""
    laid = state.at(tile_cell(cell))
    if laid is None or state.phase == Phase.SETUP or not reading.readable:
        return reading
    if is_pawn_cell(cell):
        known = pawn_label(laid.pawn) != EMPTY
        return _hidden(reading) if known else reading
    return _hidden(_weighed(reading, lambda label: _prior(state, laid, label)))


def _hidden(reading: Reading) -> Reading:
    """Unreadable, where something nobody knows is the likeliest."""
    unknown = reading.chances.get(SOMETHING_ELSE, 0.0)
    return Reading({}, HIDDEN) if unknown >= UNCLEAR else reading


def _weighed(reading: Reading, prior: Callable[[str], float]) -> Reading:
    weights = {label: chance * prior(label) for label, chance in reading.chances.items()}
    total = sum(weights.values())
    if total <= 0.0:
        return reading
    return Reading({label: weight / total for label, weight in weights.items()}, reading.disturbed)


def _prior(state: State, laid: Laid, label: str) -> float:
    if label == SOMETHING_ELSE:
        return 1.0
    tile = read_tile(state.box, label)
    if tile is None or tile[0] != laid.face:
        return EXCHANGED
    if tile[1] == laid.turn or _may_turn(state, laid):
        return 1.0
    return TURNED


def _may_turn(state: State, laid: Laid) -> bool:
    """Whether a power waits that turns tiles of this kind."""
    return state.phase == Phase.POWER and TURNED_KIND.get(state.power) == laid.shows.kind
