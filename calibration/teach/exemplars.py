"""Keep the taught cells as points of the small net, and measure on them what nearness is worth.

Each lesson is left out in turn and read with the others: once as it is, and once as if nobody had
taught what it shows. So much as the net then knows, so much it may say in this edition; where only
one lesson shows things, variations of it stand in for the others.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import EMPTY
from ..read.same_print import (
    FIGURES,
    SHA256,
    UNKNOWN,
    Exemplars,
    nats_of,
    nearest,
    points_of,
)
from .arrays import opened
from .train_set import Showing

Array = NDArray[np.floating[Any]]

LAYOUT = 1
WORTHS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
"""What is tried: nats for each e times as far."""
LIMITS = (0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.17, 0.2, 0.25, 0.3, 0.4, 0.5)
"""What is tried: the distance at which a cell is as likely something else."""
LESS, MISREAD = 0.75, 0.025
"""The share of its say that the net loses where it misreads this share of the things in lessons
left out; of less it loses less."""
STRANGERS = 1.0
"""How much a thing taken for untaught counts beside the same thing as it is."""
WORST = -8.0
"""No single cell counts more than this many nats: one lesson may be wrongly named."""
MOST_BARE = 300
"""Bare cells kept of all lessons together."""


@dataclass(frozen=True)
class Shown:
    """Cells of all lessons of one kind as points."""

    points: Array
    label_of: NDArray[np.int64]
    lesson: NDArray[np.int64]
    bare: NDArray[np.bool_]

    def some(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Shown:
        """Select some of the cells."""
        return Shown(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


def exemplars_of(showings: Sequence[Showing], turned: bool = False) -> Exemplars | None:
    """Keep the cells of all lessons of one kind; None where nothing but bare cells was shown.

    Where things may lie any way round they are kept *turned* by every quarter as well.
    """
    labels = [label for showing in showings for label in showing.labels]
    names, label_of = np.unique(labels, return_inverse=True)
    if len(names) < 2:
        return None
    lesson = np.repeat(np.arange(len(showings)), [len(one.labels) for one in showings])
    bare = names[label_of] == EMPTY
    ways = [
        Shown(_points(showings, quarters), label_of, lesson, bare)
        for quarters in range(4 if turned else 1)
    ]
    every = Shown(*(np.concatenate([getattr(way, name) for way in ways]) for name in FIELDS))
    weighing = weighed(ways[0], every)
    empty = np.flatnonzero(every.bare)
    few = empty[:: max(1, -(-len(empty) // MOST_BARE))]
    kept = np.concatenate([np.flatnonzero(~every.bare), few])
    known = tuple(str(name) for name in names)
    points = every.points[kept].astype(np.float16)
    return Exemplars(known, every.label_of[kept], points, *weighing)


FIELDS = tuple(Shown.__dataclass_fields__)


def _points(showings: Sequence[Showing], quarters: int) -> Array:
    """Return all cells as points, turned by some quarters."""
    return np.concatenate(
        [points_of(np.rot90(one.patches, quarters, (1, 2)).astype(np.float32)) for one in showings]
    )


def weighed(asked: Shown, taught: Shown) -> tuple[float, float, float]:
    """Return what nearness is worth, from where on a cell is something else, and the net's say."""
    labels = int(taught.label_of.max()) + 1
    away, truth, weight = [], [], []
    misread = things = 0
    for one in np.unique(asked.lesson):
        own, others = asked.some(asked.lesson == one), taught.some(taught.lesson != one)
        if own.bare.all() or others.bare.all():
            continue
        found = nearest(own.points, others.points, others.label_of, labels)
        n, label, thing = np.arange(len(found)), own.label_of, ~own.bare
        known = found[n, label] < UNKNOWN
        share = np.where(thing, 1.0, 0.5 * thing.sum() / max(1, (~thing).sum()))
        misread += int((found[known & thing].argmin(axis=1) != label[known & thing]).sum())
        things += int((known & thing).sum())
        away.append(found[known])
        truth.append(label[known])
        weight.append(share[known])
        found[n, label] = UNKNOWN
        away.append(found[thing])
        truth.append(np.full(int(thing.sum()), labels))
        weight.append(np.full(int(thing.sum()), STRANGERS))
    if not things:
        return USUAL
    every, right, counts = (np.concatenate(some) for some in (away, truth, weight))
    n = np.arange(len(every))

    def lost(pair: tuple[float, float]) -> float:
        said = nats_of(every, *pair)[n, right]
        return float(-(counts * np.maximum(said, WORST)).sum() / counts.sum())

    worth, strange = min(((w, limit) for w in WORTHS for limit in LIMITS), key=lost)
    return worth, strange, 1 - LESS * min(1.0, misread / things / MISREAD)


def with_more(
    before: Mapping[str, Exemplars], fresh: Mapping[str, Exemplars], known: Collection[str]
) -> dict[str, Exemplars]:
    """Add what was shown since; nearness is worth what the fresher lessons say.

    Of *known* kinds something was taught before: where that is not kept as points, the fresh ones
    know only a part of the faces, and would take the others for these.
    """
    found = dict(before)
    for kind, own in fresh.items():
        old = before.get(kind)
        if old is None and kind not in known:
            found[kind] = own
        if old is None:
            continue
        names = tuple(dict.fromkeys((*old.names, *own.names)))
        at = [np.array([names.index(name) for name in one.names]) for one in (old, own)]
        label_of = np.concatenate([at[0][old.label_of], at[1][own.label_of]])
        points = np.concatenate([old.points, own.points])
        found[kind] = Exemplars(names, label_of, points, own.worth, own.strange, own.say)
    return found


USUAL = (4.0, 0.05, 0.5)
"""Where an edition has too few lessons to tell: the middle of what synthetic editions showed."""


def packed(exemplars: Mapping[str, Exemplars]) -> bytes:
    """Write all exemplars as the bytes of an archive."""
    arrays: dict[str, Any] = {}
    for kind, own in exemplars.items():
        arrays |= {f"{kind}/points": own.points, f"{kind}/label_of": own.label_of.astype(np.int32)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def described(exemplars: Mapping[str, Exemplars]) -> dict[str, Any]:
    """Return what isn't an array of them."""
    kinds = [
        {
            "kind": kind,
            "names": list(own.names),
            "worth": own.worth,
            "strange": own.strange,
            "say": own.say,
        }
        for kind, own in exemplars.items()
    ]
    return {"layout": LAYOUT, "weights": SHA256, "kinds": kinds}


def readable(about: Any) -> bool:
    """Say whether exemplars can be used: points of other weights lie elsewhere."""
    return (
        isinstance(about, dict) and about.get("layout") == LAYOUT and about.get("weights") == SHA256
    )


def unpacked(raw: bytes, about: Mapping[str, Any]) -> dict[str, Exemplars]:
    """Rebuild exemplars from the archive and its description."""
    found = {}
    with opened(raw) as archive:
        for one in about["kinds"]:
            kind, names = str(one["kind"]), tuple(map(str, one["names"]))
            points = archive[f"{kind}/points"]
            label_of = archive[f"{kind}/label_of"].astype(np.int64)
            fits = points.shape == (len(label_of), FIGURES) and np.isfinite(points).all()
            if not fits or not len(names):
                raise ValueError(f"{kind}: {len(label_of)} labels, points of {points.shape}")
            if len(label_of) and not 0 <= label_of.min() <= label_of.max() < len(names):
                raise ValueError(f"{kind}: labels beyond the {len(names)} names")
            worth, strange, say = (float(one[name]) for name in ("worth", "strange", "say"))
            if not (0 < worth < 100 and 0 < strange < UNKNOWN and 0 <= say <= 1):
                raise ValueError(f"{kind}: worth {worth}, strange from {strange} on, say {say}")
            found[kind] = Exemplars(names, label_of, points, worth, strange, say)
    return found
