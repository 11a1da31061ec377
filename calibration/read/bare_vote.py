"""Two opinions about bare cells brought together: what all cells agree upon, and the bare board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..geometry.board import EMPTY, Board
from ..geometry.pictures import Levels
from .bare import Bare
from .chances import BURNT_LIMIT
from .compare import NOISE, Matches
from .empty_or_back import DrawnBack, bareness, several_bare
from .examine import Examined, places_of
from .faces import Bank
from .ground import Ground, ground_of
from .judge import CLEAR_FIT, CellVerdict, weights

Array = NDArray[np.float64]

PLAIN = 6.0
"""Lead in nats with which an opinion is sure by itself."""
LEAST, LEAST_DOWN = 2.0, 6.5
"""Least lead over the bare board for a bare cell to be sure, and for a tile to lie face down."""
CONFIRMED, LEAST_CONFIRMED = 4.0, 3.5
"""Where all cells together speak as much for a tile, the bare board need not say more than this."""
NO_EDGES, EDGES = 4.0, 1.5
"""The most that edges which are missing speak for an empty cell, and edges which are there for
something that lies in it, in nats."""
ALL_EDGES = 36.0
"""Edges that speak this strongly for something in a cell aren't those of its neighbours: no empty
cell in painted pyramids has shown more than 32."""
FRAMED = 30.0
"""Nats that the edges of a framed back should give it: its edges are plain to see."""
OWN, MANY, TOO_FEW, NO_FRAME = 0.4, 0.3, 0.25, 0.1
"""Shares of that: from the first on edges are a tile's own, with less than the second what all
cells say confirms no tile, with less than the third no framed tile lies there, and where bare
ground explains as much more as the last, the place is empty unless the bare board speaks against
it."""
FRAMED_DOWN, EACH, LEAST_FRAMED = 6.0, 0.3, 0.5
"""Lead over the bare board that a tile needs if its edges are barely its own, how much less with
every further nat, and the least. In 500 painted pyramids no empty place came closer than 0.8
nats."""
LEAST_UNFRAMED = -1.0
"""The lead that a place without edges needs."""
PLAINLY_EDGED = 8.0
"""Nats of edges in favour of something in a cell that rule out an empty cell."""
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
    sight: LocateResult,
    bare: Bare | None,
    seen: Examined,
    glare: bool,
) -> Around | None:
    """Measure the board around its cells; None if nothing bare could be mistaken."""
    if bare is None or not several_bare(seen.bank) or not bare.shows(seen.cells[0].kind):
        return None
    return Around(bare, ground_of(levels, board, sight.pose, sight.light, glare))


def against_the_bare(
    seen: Examined,
    matches: Matches,
    verdict: CellVerdict,
    parted: NDArray[np.bool_],
    board: Board,
    around: Around | None,
) -> tuple[CellVerdict, NDArray[np.bool_]]:
    """Compare bare cells with the bare board; return the verdict, and which cells
    tell the light."""
    nobody = np.zeros(len(seen.cells), bool)
    if around is None:
        return verdict, nobody
    best = verdict.cost.argmin(axis=1)
    clear = (seen.fits(matches, best) < CLEAR_FIT) & ~parted
    bare = seen.bank.bare[best]
    places = places_of(board, seen.cells)
    drawn = clear & ~bare & (weights(verdict.cost).max(axis=1) > SURELY)
    in_part = np.where(parted[:, None, None], matches.seen.astype(float), np.nan)
    found = bareness(
        seen.patches, seen.bank, board, places, seen.cells, around.bare, around.ground,
        clear & bare & (seen.burnt < BURNT_LIMIT), _drawn(matches, best, places, drawn), in_part,
    )  # fmt: skip
    if found is None:
        return verdict, nobody
    bare_labels = found.labels
    cost, level = verdict.cost.copy(), verdict.level.copy()
    mine = verdict.colour[:, bare_labels]
    agreed = _same_best(mine, found.cost)
    empty = np.asarray(bare_labels == seen.bank.names.index(EMPTY))
    fresh = 20 * np.log1p(found.off / np.where(empty, 40, 30))
    old = level[:, bare_labels]
    if found.near:
        structure = cost[:, bare_labels] - mine
        # what all cells agree upon is worth little where the light differs from place to place
        old_opinion = mine if found.calm else np.zeros_like(mine)
        frame = frame_of(seen.bank, bare_labels[~empty])
        both = _edges(structure, empty, frame) + brought_together(mine, found.cost)
        cost[:, bare_labels] = held_back(both, (old_opinion, found.cost), structure, empty, frame)
        level[:, bare_labels] = np.where(agreed & empty, np.minimum(fresh, old), fresh)
    else:
        cost[:, bare_labels] += confirmed(mine, found.cost) - mine
        level[:, bare_labels] = np.where(agreed, np.minimum(fresh, old), old)
    fitting = found.off[np.arange(len(best)), found.cost.argmin(axis=1)] < FITTING
    confirmed_by_both = _same_best(cost[:, bare_labels], found.cost)[:, 0] & agreed[:, 0]
    return replace(verdict, cost=cost, level=level), fitting & (~parted | confirmed_by_both)


def _drawn(
    matches: Matches, best: NDArray[np.int64], places: Array, some: NDArray[np.bool_]
) -> DrawnBack:
    n = np.flatnonzero(some)
    seen, taught = matches.seen[n, best[n]], matches.taught[n, best[n]]
    return DrawnBack(places[n], seen.astype(float), taught.astype(float))


def frame_of(bank: Bank, labels: NDArray[np.int64]) -> float:
    """Return how many nats the edges of a thing without a drawing should give it;
    0 if they are not visible."""
    power = [float(np.median(bank.fine.power[bank.members[label]])) for label in labels.tolist()]
    nats = bank.worth / 2 * float(np.log1p(min(power, default=0.0) / NOISE**2))
    return nats if nats >= FRAMED else 0.0


def _own_edges(frame: float) -> float:
    """Return from how many nats on edges belong to the thing itself rather than to
    its neighbours."""
    return min(ALL_EDGES, OWN * frame) if frame else ALL_EDGES


def _edges(structure: Array, empty: NDArray[np.bool_], frame: float) -> Array:
    """Return what the edges of bare labels with similar colours cost: only edges tell them
    apart, and the edge of a neighbour looks like an edge of one's own."""
    least = structure.min(axis=1, keepdims=True)
    lead = _leads(structure, structure.argmin(axis=1))
    most = np.where(lead > _own_edges(frame), PLAIN + LEAST, EDGES)
    most = np.where(empty[structure.argmin(axis=1)], NO_EDGES, most)[:, None]
    return np.asarray(least + most * np.tanh((structure - least) / most))


def held_back(
    cost: Array,
    opinions: tuple[Array, Array],
    structure: Array,
    empty: NDArray[np.bool_],
    frame: float = 0.0,
) -> Array:
    """Costs under which no bare label is sure that does not lead against the bare board as well,
    nor an empty cell that shows edges, nor a tile that lacks its *frame*."""
    n, best = np.arange(len(cost)), cost.argmin(axis=1)
    old, lead = (_leads(opinion, best) for opinion in opinions)
    edges = _leads(structure, best)
    framed = frame > 0
    confirmed = (old > CONFIRMED) & ((not framed) | (edges > MANY * frame))
    needed = np.where(confirmed, LEAST_CONFIRMED, LEAST_DOWN)
    own = np.maximum(FRAMED_DOWN - EACH * (edges - OWN * frame), LEAST_FRAMED) if framed else 0.0
    needed = np.where(edges > _own_edges(frame), np.minimum(own, needed), needed)
    bare = np.where(framed & (edges > NO_FRAME * frame), LEAST_UNFRAMED, LEAST)
    needed = np.where(empty[best], bare, needed)
    edged = empty[best] & (structure[n, best] - structure.min(axis=1) > PLAINLY_EDGED)
    unframed = framed & ~empty[best] & (edges < TOO_FEW * frame)
    bold = ((lead < needed) | edged | unframed)[:, None]
    return np.where(bold, np.minimum(cost, cost.min(axis=1, keepdims=True) + LEAST), cost)


def _leads(cost: Array, best: NDArray[np.int64]) -> Array:
    """Return by how much the best label of every cell leads."""
    n = np.arange(len(cost))
    others = cost.copy()
    others[n, best] = np.inf
    return np.asarray(others.min(axis=1) - cost[n, best])


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
    most, surer = mine.max(axis=1, keepdims=True), np.maximum(mine, other)
    set_off = np.where(most > PLAIN, 0.0, np.maximum(other - most, 0.0))
    together = np.where(_same_best(old, new), np.where(mine > 0, surer, 0.0), set_off)
    return np.asarray(least + together)


def confirmed(old: Array, new: Array) -> Array:
    """Confirm labels that no light makes look alike; the bare board can't refute those."""
    least = old.min(axis=1, keepdims=True)
    mine, other = old - least, new - new.min(axis=1, keepdims=True)
    surer = np.where(mine > 0, np.maximum(mine, other), 0.0)
    return np.asarray(least + np.where(_same_best(old, new), surer, mine))
