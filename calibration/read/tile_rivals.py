"""A closer look at a tile with several readings left: at the parts in view that tell them apart.

The whole of a face says little about a door of which only a strip can be seen beside a pawn. So
every face that is left is laid upon the picture as well as it fits where all of them agree, and
they are compared only where they differ in lumps that nothing hides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import SIDE
from ..geometry.robust import largest

FINER = 3
"""How many times finer than usual a tile is looked at."""
AROUND = 4
"""Pixels of the usual size around the tile, as it may lie aside."""
ACROSS = FINER * (SIDE + 2 * AROUND)
APART = 0.12
"""Colours (white = 1) that differ by more are apart."""
RIM = np.ones((5, 5), np.uint8)
"""The strip along a tile's edge that shows what lies beside it."""
SPARSE = 3
"""Every few pixels are enough to find out how a tile lies."""
Way = tuple[float, float, float]
"""Degrees by which a face is turned, and fine pixels it is moved right and down."""
Search = tuple[tuple[float, ...], tuple[float, ...]]
WIDELY: tuple[Search, ...] = (
    ((-1.2, 0.0, 1.2), (-4.0, -2.0, 0.0, 2.0, 4.0)),
    ((-0.5, 0.0, 0.5), (-1.0, 0.0, 1.0)),
)
NARROWLY: tuple[Search, ...] = (((-0.6, 0.0, 0.6), (-2.0, 0.0, 2.0)), ((0.0,), (-1.0, 0.0, 1.0)))
GAINS, FAR_OFF = (0.4, 1.6), 0.2
LUMP = np.ones((5, 5), np.uint8)
"""What is apart in a lump smaller than this may be a face that was taught a little aside."""
ENOUGH = 300
"""Fine pixels that must be seen and agreed on before a face is laid on the picture."""
GREY = 0.06
"""A difference between a face and its picture that is always to be expected."""
RESTLESS = 1.2
"""Where faces fit badly everywhere, they may be off anywhere by this multiple of the usual."""
STEEP = 1.0
"""How much more is to be expected where a face changes quickly, in changes from pixel to pixel."""
SHADES = ((1.0, 0.0), (0.9, 0.3), (1.1, 0.3), (0.8, 0.8), (0.7, 1.5))
"""How much darker one spot may be than its surroundings, and what believing so costs in nats."""
NEARBY, STEADY = 9.0, 0.02
"""How far shade is the same (fine pixels), and how much light it takes to believe in any."""
MOST = 4.0
"""No spot speaks against a face with more nats than this."""
AGREEING = 0.7
"""Where a smaller share of what tells two faces apart speaks for the better one, nothing does."""

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]


def compared(
    picture: Array,
    seen: Mask,
    faces: Sequence[Array],
    leading: Sequence[int],
    place: NDArray[np.float64],
    mask: Array,
) -> NDArray[np.float64] | None:
    """Return how many nats each of some faces falls behind the best of them. None if they can't be
    matched with the picture. *picture* is ``ACROSS`` fine pixels wide, *seen* where nothing hides
    it. *leading* are the likeliest faces: what these agree on shows how the tile lies and how it is
    lit. *place* is how far it lies aside, in pixels of the usual size; *mask* is 1 on the face of a
    tile.

    None where they cannot be laid on the picture.

    *picture* is ``ACROSS`` fine pixels wide, *seen* where nothing hides it. *leading* are the
    likeliest faces: what these agree on shows how the tile lies and how it is lit. *place* is how
    far it lies aside, in pixels of the usual size; *mask* is 1 on the face of a tile.
    """
    large = [_larger(face) for face in faces]
    tile = cv2.erode((_larger(mask) > 0.5).astype(np.uint8), RIM) > 0
    leaders = [large[n] for n in leading]
    calm = tile & ~_differing(leaders, leaders[0])
    common = _way(np.mean(leaders, axis=0), calm, picture, seen, (0.0, *(FINER * place)), WIDELY)
    same = tile & ~_differing(large, leaders[0])
    if (_laid(same, common) & seen).sum() < ENOUGH:
        same = calm
    if (_laid(same, common) & seen).sum() < ENOUGH:
        return None
    # some faces were taught a little aside of others: each is laid by itself
    ways = [_way(face, same, picture, seen, common, NARROWLY) for face in large]
    laid = [_moved_by(face, way) for face, way in zip(large, ways, strict=True)]
    lit, grey = _relit(laid, leading, picture, _laid(same, common) & seen)
    costs = np.stack([_cost(face, picture, grey) for face in lit])
    there = _laid(tile, common) & seen
    best = int((costs * there).sum(axis=(1, 2)).argmin())
    return np.array([_behind(costs, lit, best, other, there) for other in range(len(faces))])


def _relit(
    faces: list[Array], leading: Sequence[int], picture: Array, calm: Mask
) -> tuple[list[Array], float]:
    """Relight the faces like the picture; return also how much each spot may differ."""
    middle = np.mean([faces[n] for n in leading], axis=0)
    gain, veil = _light(middle, picture, calm)
    shade = _shade(gain * middle + veil, picture, calm)
    off = largest(np.abs(picture - (gain * middle + veil) * shade))[calm]
    grey = max(GREY, RESTLESS * float(np.minimum(off, FAR_OFF).mean()))
    return [(gain * face + veil) * shade for face in faces], grey


def _differing(faces: Sequence[Array], other: Array) -> Mask:
    """Return where faces differ from each other over a larger area."""
    apart = [_lumps(largest(np.abs(face - other)) > APART) for face in faces]
    return np.asarray(np.any(apart, axis=0))


def _lumps(apart: Mask) -> Mask:
    return np.asarray(cv2.morphologyEx(apart.astype(np.uint8), cv2.MORPH_OPEN, LUMP) > 0)


def _larger(face: Array) -> Array:
    """Return a face in the middle of the fine picture, with its surroundings."""
    wide = cv2.copyMakeBorder(face, *[AROUND] * 4, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(wide, (ACROSS, ACROSS), interpolation=cv2.INTER_CUBIC))


def _moved_by(face: Array, way: Way) -> Array:
    """Turn a face about its middle, then move it."""
    size = (ACROSS, ACROSS)
    return np.asarray(cv2.warpAffine(face, _matrix(way), size, borderMode=cv2.BORDER_REPLICATE))


def _laid(where: Mask, way: Way) -> Mask:
    return np.asarray(_moved_by(where.astype(np.float32), way) > 0.9)


def _way(
    face: Array, calm: Mask, picture: Array, seen: Mask, start: Way, search: Sequence[Search]
) -> Way:
    """Find step by step how a face has to be turned and moved to match the picture."""
    y, x = np.nonzero(calm)
    points = np.stack([x, y, np.ones_like(x)])[:, ::SPARSE]
    taught = face[points[1], points[0]]
    for turns, steps in search:
        turn, right, down = start
        tries = [(turn + t, right + r, down + d) for t in turns for r in steps for d in steps]
        misfits = _misfits(taught, points, [_matrix(way) for way in tries], picture, seen)
        start = tries[int(np.argmin(misfits))]
    return start


def _matrix(way: Way) -> NDArray[np.float64]:
    middle = (ACROSS - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), way[0], 1.0)
    matrix[:, 2] += way[1:]
    return np.asarray(matrix)


def _misfits(
    taught: Array,
    points: NDArray[np.int64],
    ways: Sequence[NDArray[np.float64]],
    picture: Array,
    seen: Mask,
) -> NDArray[np.float64]:
    """Return how badly the points of a face fit under each transform."""
    x, y = np.rint(np.stack(ways, axis=1) @ points).astype(np.int32)
    at = np.clip(y, 0, ACROSS - 1) * ACROSS + np.clip(x, 0, ACROSS - 1)
    share = seen.reshape(-1)[at].astype(np.float32)
    share /= np.maximum(share.sum(axis=1, keepdims=True), 1.0)
    channels = [
        (np.ascontiguousarray(taught[:, k]), picture[..., k].reshape(-1)[at]) for k in (0, 1, 2)
    ]
    power: Any = 1e-6
    cross: Any = 0.0
    middles = []
    for face, found in channels:
        weighed = share * found
        own, its = share @ face, weighed.sum(axis=1)
        power = power + np.maximum(share @ (face * face) - own * own, 0)
        cross = cross + weighed @ face - own * its
        middles.append((own, its))
    gain = np.clip(cross / power, *GAINS).astype(np.float32)
    off = np.zeros_like(share)
    for (face, found), (own, its) in zip(channels, middles, strict=True):
        found -= gain[:, None] * face
        found -= (its - gain * own)[:, None]
        np.maximum(off, np.abs(found, out=found), out=off)
    return np.einsum("tn,tn->t", share, np.minimum(off, np.float32(FAR_OFF), out=off))


def _light(face: Array, picture: Array, calm: Mask) -> tuple[float, Array]:
    """Return the contrast and the veil under which a face is seen."""
    taught, seen = face[calm], picture[calm]
    away, found = taught - taught.mean(axis=0), seen - seen.mean(axis=0)
    gain = float(np.clip((away * found).sum() / max(float((away**2).sum()), 1e-6), *GAINS))
    return gain, np.asarray(seen.mean(axis=0) - gain * taught.mean(axis=0))


def _shade(lit: Array, picture: Array, calm: Mask) -> Array:
    """(ACROSS, ACROSS, 1): how much darker it is from spot to spot than the light would have it."""
    weight = calm.astype(np.float32)
    found = cv2.GaussianBlur((picture * lit).sum(axis=2) * weight, (0, 0), NEARBY)
    usual = cv2.GaussianBlur((lit * lit).sum(axis=2) * weight, (0, 0), NEARBY)
    shade = np.clip((found + STEADY) / (usual + STEADY), 0.4, 1.3)
    return np.asarray(shade[:, :, None], np.float32)


def _cost(face: Array, picture: Array, grey: float) -> Array:
    """Return what speaks against a face at every spot, in nats."""
    right = largest(np.abs(cv2.Scharr(face, cv2.CV_32F, 1, 0, scale=1 / 32)))
    down = largest(np.abs(cv2.Scharr(face, cv2.CV_32F, 0, 1, scale=1 / 32)))
    unit = 0.5 / (grey + STEEP * np.maximum(right, down)) ** 2
    own, both, other = (
        _summed(a, b) for a, b in ((picture, picture), (picture, face), (face, face))
    )
    cost = np.full(unit.shape, np.float32(MOST))
    for shade, nats in SHADES:
        np.minimum(cost, (own - 2 * shade * both + shade**2 * other) * unit + nats, out=cost)
    return cost


def _summed(one: Array, other: Array) -> Array:
    """Multiply two pictures and sum over the channels."""
    product = one * other
    return np.asarray(product[..., 0] + product[..., 1] + product[..., 2])


def _behind(costs: Array, laid: list[Array], best: int, other: int, there: Mask) -> float:
    """Return how many nats a face falls behind the best,
    where both differ and something is seen."""
    where = _lumps(largest(np.abs(laid[best] - laid[other])) > APART) & there
    if not where.any():
        return 0.0
    behind = (costs[other] - costs[best])[where]
    if (behind * behind.sum() > 0).mean() < AGREEING:
        return 0.0
    return float(behind.sum()) / FINER**2
