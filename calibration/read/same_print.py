"""Ask a small net whether a cell shows the same printed thing as a taught one, colour included.

The net was trained on drawn editions alone and never saw this one. It brings every cell to a point
on a sphere; cells that show the same lie near each other, in whatever light. How near is near
enough in an edition is measured on its own lessons, each left out in turn.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

WEIGHTS = Path(__file__).with_name("same_print.onnx")
SHA256 = "45d05ee92ce221e0e7e4644d09b5303c22cab7e8ae08e7be049e4601a9aa45b1"
"""The sum of the weights this version was measured with; points of other weights mean nothing."""
SEEN, FIGURES = 40, 96
"""Pixels across of what the net sees, a cell of 32 with its surroundings, and figures of a point.
"""
PAPER = 200.0
"""What white paper is brought to, of 255: brighter things are left some room."""
AT_ONCE = 256
"""Cells that pass the net together; more of them take memory and save no time."""
CLOSE = 0.02
"""Distances on the sphere that are much smaller than this say no more than this does."""
UNKNOWN = 2.0
"""The distance from a label of which no cell is known: the other side of the sphere."""

_busy = threading.Lock()


@lru_cache(maxsize=1)
def _net() -> Any:
    """Load the net; the older engine of OpenCV 5 is the faster one for so small a net."""
    raw = WEIGHTS.read_bytes()
    if hashlib.sha256(raw).hexdigest() != SHA256:
        raise RuntimeError(f"{WEIGHTS.name}: other weights")
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if engine is None:
        return cv2.dnn.readNetFromONNX(str(WEIGHTS))
    return cv2.dnn.readNetFromONNX(str(WEIGHTS), engine)


def points_of(patches: Array) -> Array:
    """Return (cells, FIGURES): where cells lie on the sphere; white paper in *patches* is 1."""
    edge = (patches.shape[1] - SEEN) // 2
    inner = patches[:, edge : edge + SEEN, edge : edge + SEEN]
    found = np.empty((len(inner), FIGURES), np.float32)
    with _busy:
        net = _net()
        for first in range(0, len(inner), AT_ONCE):
            some = np.clip(PAPER * inner[first : first + AT_ONCE], 0, 255).transpose(0, 3, 1, 2)
            net.setInput(np.ascontiguousarray(some, np.float32))
            found[first : first + AT_ONCE] = net.forward()
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)


@dataclass(frozen=True)
class Exemplars:
    """The taught cells of one kind as points, and what being near to them is worth."""

    names: tuple[str, ...]
    label_of: NDArray[np.int64]
    points: Array = field(repr=False)
    """(taught cells, FIGURES)"""
    worth: float
    """Nats that a label loses when it is e times as far as another."""
    strange: float
    """At this distance from all that was taught a cell is as likely something else."""
    say: float
    """The share of its nats that counts: less where it misread lessons that were left out."""

    def away(self, points: Array) -> Array:
        """(cells, labels): the distance to the nearest taught cell of each label."""
        return nearest(points, self.points, self.label_of, len(self.names))

    def nats(self, points: Array) -> Array:
        """(cells, labels + 1): log-likelihoods, the last for something else."""
        return self.say * nats_of(self.away(points), self.worth, self.strange)


def nearest(points: Array, taught: Array, label_of: NDArray[np.int64], labels: int) -> Array:
    """(cells, labels): how far each cell is from the nearest taught one of each label."""
    away = np.full((len(points), labels), UNKNOWN)
    apart = 1 - points @ taught.T
    for label in np.unique(label_of):
        away[:, label] = apart[:, label_of == label].min(axis=1)
    return away


def nats_of(away: Array, worth: float, strange: float) -> Array:
    """Turn distances into logarithms of chances; the last is for something else."""
    limit = np.full((len(away), 1), strange)
    nats = -worth * np.log(np.maximum(np.hstack([away, limit]), 0) + CLOSE)
    lifted = nats - nats.max(axis=1, keepdims=True)
    return np.asarray(lifted - np.log(np.exp(lifted).sum(axis=1, keepdims=True)))
