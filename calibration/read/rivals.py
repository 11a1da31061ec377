"""Near twins: where on the way from the best face to a rival does the picture lie?

Two letters that differ by a stroke leave nearly the same unexplained, and a face that was taught a
little askew leaves more than its twin. What tells two faces apart is only what they differ by: held
against that, a picture lies at the one, at the other, or between them, and there nobody knows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import UPSIDE_DOWN
from ..geometry.patches import SIDE
from .compare import Matches, bent, fitted, windows
from .faces import Array, Bank

LEAST_SHARE, STILL_APART = 0.34, 0.8
"""A smaller share of the way does not matter; this share of what two faces differ by
stays when both are moved to what is seen."""
AT_THE_OTHER = 0.62
"""Share of the way from which a picture shows the other face."""
RIVALS, CLOSE = 4, 45.0
"""How many labels after the best are looked at, unless they cost this many nats more."""
NEAREST = 0.92
"""Twins that agree this well differ by so little that any of it may matter."""
RIM = 4
"""The outermost pixels show how a card lay, not what is drawn on it."""


def betweenness(patches: Array, bank: Bank, matches: Matches, cost: Array) -> NDArray[np.float64]:
    """Return for every cell how far it is from its best face towards the nearest rival."""
    return _towards(patches, bank, matches, cost)[0]


def _towards(
    patches: Array, bank: Bank, matches: Matches, cost: Array
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return for every cell how far it is from its best face towards the nearest rival, and which.
    Only drawings are compared, and only if the best one leaves enough unexplained.

    Only drawings are held against each other, and only where the best one leaves enough over.
    """
    share = np.zeros(len(cost))
    best = cost.argmin(axis=1)
    nearest = best.copy()
    rivals = _may_matter(bank, matches, best) & (_close(bank, cost) | _twins(bank, best))
    cells = np.flatnonzero(rivals.any(axis=1))
    if len(cells):
        first = as_seen(patches, bank, matches, cells, best[cells])
        at, labels = np.nonzero(rivals[cells])
        other = as_seen(patches, bank, matches, cells[at], labels)[1]
        shift = matches.place[cells[at], labels] - matches.place[cells[at], best[cells[at]]]
        way = _ways(first[0][at], first[1][at], other, np.clip(shift, -RIM, RIM))
        beside = _as_taught(bank, best[cells[at]], labels, shift)
        if len(beside[0]):
            n, aside = beside
            place = matches.place[cells[at[n]], best[cells[at[n]]]] + aside
            place = np.clip(place, 0, patches.shape[1] - SIDE)
            twin = as_seen(patches, bank, matches, cells[at[n]], labels[n], place)[1]
            again = _ways(first[0][at[n]], first[1][at[n]], twin, np.clip(aside, -RIM, RIM))
            way[n] = np.maximum(way[n], again)
        for n in np.argsort(way).tolist():
            if way[n] > 0:
                share[cells[at[n]]], nearest[cells[at[n]]] = way[n], labels[n]
    return share, nearest


def turned_over(
    patches: Array, bank: Bank, matches: Matches, cost: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the costs, and how far each cell is from its best face towards the nearest rival.

    A picture that lies at a near twin of the best face shows the twin: by all of what they have in
    common the better taught one comes off better, by what they differ by the right one does.
    """
    share, nearest = _towards(patches, bank, matches, cost)
    best = cost.argmin(axis=1)
    n = np.flatnonzero((share > AT_THE_OTHER) & _twins(bank, best)[np.arange(len(best)), nearest])
    if not len(n):
        return cost, share
    turned = cost.copy()
    turned[n, best[n]], turned[n, nearest[n]] = cost[n, nearest[n]], cost[n, best[n]]
    share[n] = betweenness(patches[n], bank, matches.some(n), turned[n])
    return turned, share


def _as_taught(
    bank: Bank, best: NDArray[np.int64], labels: NDArray[np.int64], shift: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which twins lie elsewhere than they were taught beside the best face, and where.

    A twin that is laid to what both have in common shows what they differ by in the wrong place.
    """
    taught = {
        (label, twin.label): (-twin.right, -twin.down)
        for label, twins in bank.twins.items()
        for twin in twins
    }
    found = [
        (n, taught[pair])
        for n, pair in enumerate(zip(best.tolist(), labels.tolist(), strict=True))
        if pair in taught and taught[pair] != tuple(shift[n].tolist())
    ]
    return (
        np.array([n for n, _ in found], np.int64),
        np.array([aside for _, aside in found], np.int64).reshape(-1, 2),
    )


def _close(bank: Bank, cost: Array) -> NDArray[np.bool_]:
    """(cells, labels): the few that cost hardly more than the best; what stands on its head is
    unlike anything that stands upright."""
    upright = np.array([not name.endswith(UPSIDE_DOWN) for name in bank.names])
    lead = np.where(upright, cost - cost.min(axis=1, keepdims=True), np.inf)
    if lead.shape[1] > RIVALS + 1:
        limit = np.partition(lead, RIVALS, axis=1)[:, RIVALS, None]
        return (lead <= limit) & (lead < CLOSE)
    return lead < CLOSE


def _twins(bank: Bank, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(cells, labels): the near twins of each cell's best label."""
    twins = np.zeros((len(best), len(bank.names)), bool)
    for label, others in bank.twins.items():
        twins[np.ix_(best == label, [twin.label for twin in others])] = True
    return twins


def _may_matter(bank: Bank, matches: Matches, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(cells, labels): whether the best face leaves enough over to lie towards another.

    What is left over can be no longer on the way than it is at all.
    """
    n = np.arange(len(best))
    apart = bank.apart[matches.face[n, best][:, None], matches.face]
    apart = np.minimum(apart, _laid_over(bank, matches, best))
    apart = apart * matches.gain[n, best][:, None] ** 2
    drawn = (bank.drawn > 0.5) & (bank.drawn[best] > 0.5)[:, None]
    drawn[n, best] = False
    return drawn & (matches.rest[n, best][:, None] > (LEAST_SHARE**2 * STILL_APART) * apart)


def _laid_over(bank: Bank, matches: Matches, best: NDArray[np.int64]) -> Array:
    """(cells, labels): mean square by which the nearest twins differ, laid upon each other."""
    apart = np.full(matches.structure.shape, np.inf)
    for label, twins in bank.twins.items():
        cells = np.flatnonzero(best == label)
        for twin in twins:
            if twin.like >= NEAREST and len(cells):
                power = bank.fine.power[matches.face[cells, label]]
                apart[cells, twin.label] = 2 * (1 - twin.like) * power
    return apart


def as_seen(
    patches: Array,
    bank: Bank,
    matches: Matches,
    cells: NDArray[np.int64],
    labels: NDArray[np.int64],
    place: NDArray[np.int64] | None = None,
) -> tuple[Array, Array]:
    """Return pictures of some labels where they lie, with the faces that fit best."""
    n = 3 * bank.fine.pixels
    place = matches.place[cells, labels] if place is None else place
    rows = windows(patches, SIDE, cells, place[:, 1], place[:, 0])
    rows = rows if bank.fine.whole else rows * bank.fine.weight
    own = rows - (rows @ bank.fine.ramps) @ bank.fine.ramps.T
    face = matches.face[cells, labels]
    power = np.einsum("cp,cp->c", own, own) / n
    columns = bank.fine.rows[face]
    gain, _ = fitted(own, columns, power, bank)
    columns = bent(own, columns, bank, face, gain)
    gain, _ = fitted(own, columns, power, bank)
    shape = (len(cells), SIDE, SIDE, 3)
    return own.reshape(shape), (gain[:, None] * columns).reshape(shape)


def _ways(own: Array, start: Array, end: Array, shift: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how far pictures are on the way from one face to another, *shift* pixels aside."""
    inner = slice(RIM, SIDE - RIM)
    y = np.arange(RIM, SIDE - RIM)[None, :, None] - shift[:, 1, None, None]
    x = np.arange(RIM, SIDE - RIM)[None, None, :] - shift[:, 0, None, None]
    start = start[:, inner, inner]
    way = end[np.arange(len(end))[:, None, None], y, x] - start
    way -= way.mean(axis=(1, 2), keepdims=True)
    along = np.einsum("cyxk,cyxk->c", own[:, inner, inner] - start, way)
    return along / np.maximum(np.einsum("cyxk,cyxk->c", way, way), 1e-6)


# What the best face leaves over of a drawing, seen from afar: a thing never taught.
#
# Blur, grain and a card a little aside leave over edges, which vanish when the picture is made
# coarse. Where another drawing lies there, whole strokes are left over, and they stay.

WELL = 0.72
"""A face that explains a larger share of the contrast leaves nothing over that matters."""
COARSE = 4
"""How many pixels across become one."""


def left_over(
    patches: Array, bank: Bank, matches: Matches, best: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return for every cell the share of its coarse contrast that the best face does
    not explain."""
    share = np.zeros(len(best))
    explained = matches.explained()[np.arange(len(best)), best]
    cells = np.flatnonzero((explained < WELL) & (bank.drawn[best] > 0.5))
    if len(cells):
        own, face = as_seen(patches, bank, matches, cells, best[cells])
        whole, rest = _coarse(own), _coarse(own - face)
        share[cells] = (rest**2).sum(axis=1) / np.maximum((whole**2).sum(axis=1), 1e-9)
    return share


def _coarse(pictures: Array) -> Array:
    few = SIDE // COARSE
    shape = (len(pictures), few, COARSE, few, COARSE, 3)
    return pictures.reshape(shape).mean(axis=(2, 4)).reshape(len(pictures), -1)
