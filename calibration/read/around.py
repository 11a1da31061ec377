"""Two opinions about bare cells brought together: what all cells agree upon, and the bare board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from ..find.finding import Sight
from .bare import Bare
from .bareness import Drawn, bareness, several_bare
from .chances import BURNT_LIMIT
from .compare import Matches
from .ground import Ground, ground_of
from .judge import CLEAR_FIT, Verdict, weights
from .pictures import Levels
from .reading import Examined, places_of

Array = NDArray[np.float64]

PLAIN = 6.0
"""A lead of so many nats is what an opinion has to have to be sure by itself."""
LEAST = 2.0
"""Without so much of a lead against the bare board no bare cell is sure."""
SURELY = 0.95
"""A drawing told by this chance shows the light."""
FITTING = 12.0
"""Where the best bare label is no more squared spreads off, the light on the cell is known."""


@dataclass(frozen=True)
class Around:
    """The bare board as it was taught, and its ground as it is seen in this picture."""

    bare: Bare = field(repr=False)
    ground: Ground = field(repr=False)


def around(
    levels: Levels,
    board: Board,
    sight: Sight,
    bare: Bare | None,
    seen: Examined,
    glare: bool,
) -> Around | None:
    """What the board shows around its cells; None where nothing bare could be mistaken."""
    if bare is None or not several_bare(seen.bank) or not bare.shows(seen.cells[0].kind):
        return None
    return Around(bare, ground_of(levels, board, sight.pose, sight.light, glare))


def against_the_bare(
    seen: Examined,
    matches: Matches,
    verdict: Verdict,
    parted: NDArray[np.bool_],
    board: Board,
    around: Around | None,
) -> tuple[Verdict, NDArray[np.bool_]]:
    """The verdict after bare cells were held against the bare board, and on which cells that told
    the light."""
    nobody = np.zeros(len(seen.cells), bool)
    if around is None:
        return verdict, nobody
    best = verdict.cost.argmin(axis=1)
    clear = (seen.fits(matches, best) < CLEAR_FIT) & ~parted & (seen.burnt < BURNT_LIMIT)
    bare = seen.bank.drawn[best] < 0.5
    places = places_of(board, seen.cells)
    drawn = clear & ~bare & (weights(verdict.cost).max(axis=1) > SURELY)
    in_part = np.where(parted[:, None, None], matches.seen.astype(float), np.nan)
    found = bareness(
        seen.patches, seen.bank, board, places, seen.cells, around.bare, around.ground,
        clear & bare, _drawn(matches, best, places, drawn), in_part,
    )  # fmt: skip
    if found is None:
        return verdict, nobody
    bare_labels = found.labels
    cost, level = verdict.cost.copy(), verdict.level.copy()
    mine, agreed = cost[:, bare_labels], _same_best(cost[:, bare_labels], found.cost)
    cost[:, bare_labels] = (brought_together if found.near else confirmed)(mine, found.cost)
    fresh, old = 20 * np.log1p(found.off / 40), level[:, bare_labels]
    other = fresh if found.near else old
    level[:, bare_labels] = np.where(agreed, np.minimum(fresh, old), other)
    fitting = found.off[np.arange(len(best)), found.cost.argmin(axis=1)] < FITTING
    return replace(verdict, cost=cost, level=level), np.asarray(fitting & ~parted)


def _drawn(
    matches: Matches, best: NDArray[np.int64], places: Array, some: NDArray[np.bool_]
) -> Drawn:
    n = np.flatnonzero(some)
    seen, taught = matches.seen[n, best[n]], matches.taught[n, best[n]]
    return Drawn(places[n], seen.astype(float), taught.astype(float))


def _same_best(old: Array, new: Array) -> NDArray[np.bool_]:
    """(cells, 1): whether two opinions prefer the same label."""
    return np.asarray(old.argmin(axis=1) == new.argmin(axis=1))[:, None]


def brought_together(old: Array, new: Array) -> Array:
    """Costs of bare labels that are near each other after both opinions; the least stays as it was.

    Where both prefer the same label, the surer one counts. Where they do not, their leads are set
    off against each other, and if both are sure nobody is.
    """
    least = old.min(axis=1, keepdims=True)
    mine, other = old - least, new - new.min(axis=1, keepdims=True)
    lead = np.sort(other, axis=1)[:, 1:2]
    surer = np.where(lead < LEAST, np.minimum(mine, LEAST), np.maximum(mine, other))
    most = mine.max(axis=1, keepdims=True)
    set_off = np.where(most > PLAIN, 0.0, np.maximum(other - most, 0.0))
    together = np.where(_same_best(old, new), np.where(mine > 0, surer, 0.0), set_off)
    return np.asarray(least + together)


def confirmed(old: Array, new: Array) -> Array:
    """The same for labels that no light makes look alike: then the bare board can only confirm."""
    least = old.min(axis=1, keepdims=True)
    mine, other = old - least, new - new.min(axis=1, keepdims=True)
    surer = np.where(mine > 0, np.maximum(mine, other), 0.0)
    return np.asarray(least + np.where(_same_best(old, new), surer, mine))
