"""Turn what was examined into the reading of each cell: its chances, or why it can't be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import DOWN, EMPTY, TRIANGLES, Board
from ..geometry.light import Light
from ..geometry.patches import Patch
from .bare_vote import Around, against_the_bare
from .chances import BURNT_LIMIT, SURE, believable, doubts, named, weights_of
from .examine import Examined, places_of
from .judge import CellVerdict, judge
from .result import CellReading

Array = NDArray[np.float64]

FEWEST, PLAINLY = 4, 0.6
"""With this many bare cells on the board, a tile lying face down differs from an empty place by
this share of their median difference."""
HARDLY_CHOSEN = 0.05
"""Where the bare board confirms what is seen beside a pawn, no more counts as left out."""
ON_ITS_HEAD = 6.0
"""What it costs beforehand, in nats, that a card lies upside down."""
BY_DRAWING = 80.0
"""Where a drawing is worth less, things differ by their colour."""
MOST_BURNT = 0.35
"""Largest share of a bare cell that may be burnt out."""
BARE_DOUBTS = 1.5
"""A bare cell is covered where its rim and its colour together are so unlike what they should be:
a sleeve over a window is as bare as the window."""


def read(
    seen: Examined,
    board: Board,
    light: Light,
    known: Patch | None = None,
    glaring: NDArray[np.bool_] | None = None,
    around: Around | None = None,
    washed_out: NDArray[np.bool_] | None = None,
) -> dict[str, CellReading]:
    """Read all cells of one kind together; *known* is 1 where patches are known to be hidden.

    *glaring* says which cells a glaring spot veils, or whether it veils all of them; *around* is
    the bare board. Nothing is told by the colour of cells that are *washed_out*.
    """
    places = places_of(board, seen.cells)
    if glaring is None:
        glaring = np.array(seen.glaring(light))
    verdict = judge(seen.matches, places, light.from_paper, glaring)
    plain, known = _burnt_in_part(seen, verdict, light, glaring, known)
    matches, hidden = seen.look_twice(verdict, known)
    if not light.from_paper:
        hidden[hidden[:, 0] > 0, 1] = 1.0  # under a guessed light no colour is foreign
    if hidden.any():
        verdict = judge(matches, places, light.from_paper, glaring)
    verdict = replace(verdict, cost=verdict.cost + seen.upside_down * ON_ITS_HEAD)
    verdict, between = seen.between(matches, verdict)
    parted = hidden[:, 0] > 0
    verdict, lit = against_the_bare(seen, matches, verdict, parted, board, around)
    strange = seen.left_over(matches, verdict, parted)
    evidence = seen.evidence(matches, verdict, parted, between, strange)[1]
    evidence = replace(evidence, burnt=np.where(plain, 0.0, evidence.burnt))
    belief = believable(evidence)
    if washed_out is not None:
        by_colour = ~evidence.drawn | (seen.cells[0].manner.worth < BY_DRAWING)
        belief = np.where(washed_out & by_colour, 0.0, belief)
    # under a veil of unknown shape little tells one bare cell from another
    bare = seen.bank.bare[verdict.cost.argmin(axis=1)]
    chosen = np.where(bare & lit, np.minimum(hidden[:, 1], HARDLY_CHOSEN), hidden[:, 1])
    chosen = np.where(glaring & ~evidence.drawn & ~lit, 1.0, chosen)
    chosen = np.where(_halfway(seen, verdict.cost) & ~lit, 1.0, chosen)
    weight = weights_of(verdict.cost, belief, chosen)
    names, weight = merged(seen.bank.names, weight, {**seen.bank.headless, **board.alike})
    sure = weight.max(axis=1) >= SURE
    covered = hidden[:, 0] > seen.cells[0].manner.hidden_limit
    covered |= (seen.rims > 1) & ~sure
    strange_rim = (seen.rims + doubts(evidence) > BARE_DOUBTS) | (glaring & (seen.rims > 1))
    strange_rim |= seen.melted(matches, verdict.cost.argmin(axis=1))
    covered |= ~evidence.drawn & strange_rim
    blinded = ~sure & (seen.burnt > BURNT_LIMIT)
    readings = {}
    for number, cell in enumerate(seen.cells):
        if covered[number] or blinded[number]:
            readings[cell.id] = CellReading({}, "covered" if covered[number] else "glare")
        else:
            readings[cell.id] = CellReading(named(names, weight[number]))
    return readings


def _burnt_in_part(
    seen: Examined,
    verdict: CellVerdict,
    light: Light,
    glaring: NDArray[np.bool_],
    known: Patch | None,
) -> tuple[NDArray[np.bool_], Patch | None]:
    """Bare cells of which a part is burnt out in a halo that was measured, and all that is known to
    be hidden: such cells are told by the rest of them."""
    bare = seen.bank.bare[verdict.cost.argmin(axis=1)]
    some = bare & (seen.burnt > BURNT_LIMIT) & (seen.burnt < MOST_BURNT) & bool(glaring.ndim)
    if not some.any():
        return some, known
    lost = seen.burnt_out(light, some)
    return some, lost if known is None else np.maximum(known, lost)


def _halfway(seen: Examined, cost: Array) -> NDArray[np.bool_]:
    """Bare tiles that are taken to lie face down, and not as plainly as bare cells of this board
    usually differ: an empty place in a shadow is no tile."""
    names = list(seen.bank.names)
    if seen.cells[0].kind not in TRIANGLES or not {DOWN, EMPTY} <= set(names):
        return np.zeros(len(cost), bool)
    down, empty = names.index(DOWN), names.index(EMPTY)
    best = cost.argmin(axis=1)
    lead = cost[:, empty] - cost[:, down]
    bare = np.isin(best, (down, empty))
    usual = float(np.median(np.abs(lead[bare]))) if bare.sum() >= FEWEST else 0.0
    return np.asarray((best == down) & (lead < PLAINLY * usual))


def merged(
    names: Sequence[str], weight: Array, alike: Mapping[str, str]
) -> tuple[Sequence[str], Array]:
    """Add the chances of labels that mean the same as another to those of the other."""
    if not alike:
        return names, weight
    kept = list(dict.fromkeys(alike.get(name, name) for name in names))
    share = np.zeros((len(names), len(kept)))
    share[np.arange(len(names)), [kept.index(alike.get(name, name)) for name in names]] = 1
    return kept, weight @ share
