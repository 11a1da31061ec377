"""What a picture means here: the base as it lies, and tiles that stay what they are under a pawn.

A pawn hides a part of its tile. What is left may fit another tile as well; but tiles are not
exchanged, and hardly ever turned without a power.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cells import EMPTY, Cells
from companion.core.game import Looking
from companion.core.observation import SOMETHING_ELSE, Reading
from companion.core.verdict import Refused, refuse

from . import moves as m
from .labels import is_pawn_cell, pawn_label, read_tile, tile_cell
from .laying import why_not_laid
from .learning import new_base
from .powers import TURNED_KIND
from .state import Laid, Phase, State

EXCHANGED = 0.001
"""How much rarer a tile is taken away or exchanged than left."""
TURNED = 0.05
"""How much rarer a tile is turned that may not be turned now."""
UNCLEAR = 0.5
"""From this chance of something unknown on, the cell counts as hidden, not as changed."""
HIDDEN = "unclear"


def looked(state: State, seen: Cells) -> m.LayBase | Refused | None:
    """Return what a still picture means while the base is laid; None while it is unfinished or
    known.

    *seen* has the label of every cell that can be read.
    """
    if state.phase != Phase.SETUP:
        return None
    base = _base_seen(state, seen)
    if any(seen.get(cell, EMPTY) == EMPTY for cell in base):
        return None
    refusal = _why_unreadable(state, seen, base)
    if refusal:
        return refusal
    tiles = tuple((c, *tile) for c in base if (tile := read_tile(state.box, seen[c])))
    if tiles == tuple((cell, laid.face, laid.turn) for cell, laid in _known_base(state)):
        return None
    return why_not_laid(state, tiles) or m.LayBase(tiles)


def _base_seen(state: State, seen: Cells) -> tuple[str, ...]:
    """Return the cells of the base: those that lie there,
    where its shape is a guess and all lie there."""
    lie = tuple(cell for cell in state.box.cells if seen.get(cell, EMPTY) != EMPTY)
    whole = len(lie) == len(state.box.base) and new_base(state, lie) is not None
    return lie if whole else state.box.base


def _known_base(state: State) -> list[tuple[str, Laid]]:
    return [(cell, laid) for cell in state.box.base if (laid := state.at(cell))]


def _why_unreadable(state: State, seen: Cells, base: tuple[str, ...]) -> Refused | None:
    early = [name for name, label in seen.items() if label != EMPTY and _is_early(base, name)]
    if early:
        cells = tuple(tile_cell(name) for name in early)
        return refuse("KO-1", "kheops.not_the_base", cells=cells, places=list(cells))
    odd = [cell for cell in base if read_tile(state.box, seen[cell]) is None]
    return refuse("KHEOPS-04", "kheops.cannot_read", cells=tuple(odd), places=odd) if odd else None


def _is_early(base: tuple[str, ...], name: str) -> bool:
    """Return a pawn, or a tile off the base, before the game has begun."""
    return is_pawn_cell(name) or name not in base


def reads(state: State, cell: str, reading: Reading) -> Reading:
    """Return a reading in the light of what was seen there before."""
    laid = state.at(tile_cell(cell))
    if laid is None and is_pawn_cell(cell):
        return _hidden(reading)  # nobody stands where no tile lies; a reflection looks like this
    if laid is None or state.phase == Phase.SETUP or not reading.readable:
        return reading
    if is_pawn_cell(cell):
        known = pawn_label(laid.pawn) != EMPTY
        return _hidden(reading) if known else reading
    return _hidden(_weighed(reading, lambda label: _prior(state, laid, label)))


def _hidden(reading: Reading) -> Reading:
    """Unreadable, where something unknown is the likeliest."""
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


def becomes(shown: str, later: str) -> bool:
    """Whether one reading may become another: a tile may only be turned; pawns come and go."""
    turned = shown.partition("@")[0] == later.partition("@")[0]
    return turned or shown == EMPTY or "@" not in shown


def least(state: State, wrong: Cells) -> int:
    """Return the least number of moves: a tile is built or turned by one of its own; one move may
    change two pawns, but set only one where none stands."""
    pawns = [label for cell, label in wrong.items() if is_pawn_cell(cell)]
    return len(wrong) - len(pawns) + max(pawns.count(EMPTY), -(-len(pawns) // 2))


def lies(state: State, found: Cells) -> m.BuildTile | m.LayBaseTile | None:
    """Return the move of one new tile, though all of its kind are built, or off the known base."""
    if len(found) != 1:
        return None
    ((cell, label),) = found.items()
    tile = None if is_pawn_cell(cell) or state.at(cell) else read_tile(state.box, label)
    if tile is None:
        return None
    if state.phase == Phase.SETUP:
        return m.LayBaseTile(cell, *tile)
    return m.BuildTile(cell, *tile) if state.phase == Phase.TILE else None


LOOKING = Looking[State](looked=looked, reads=reads, becomes=becomes, least=least, lies=lies)
