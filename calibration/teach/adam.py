"""Training one hidden layer by Adam, in numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..read.learnt import Net, log_softmax

Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

HIDDEN, EPOCHS, BATCH = 96, 12, 256
RATE, DECAY = 2e-3, 1e-4


def trained(dice: Generator, x: Array, y: Labels, labels: int, middle: Array, spread: Array) -> Net:
    """Train one hidden layer by Adam, the rate falling to nothing."""
    sizes = (x.shape[1], HIDDEN, labels)
    weights = [
        (dice.standard_normal(sizes[:2]) * np.sqrt(2 / sizes[0])).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (dice.standard_normal(sizes[1:]) * np.sqrt(1 / HIDDEN)).astype(np.float32),
        np.zeros(labels, np.float32),
    ]
    speed, size = ([np.zeros_like(w) for w in weights] for _ in range(2))
    steps = EPOCHS * -(-len(x) // BATCH)
    for step in range(1, steps + 1):
        if (step - 1) % -(-len(x) // BATCH) == 0:
            order, first = dice.permutation(len(x)), 0
        some = order[first : first + BATCH]
        first += BATCH
        pulls = _pulls(weights, x[some], y[some])
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for w, v, s, pull in zip(weights, speed, size, pulls, strict=True):
            v += 0.1 * (pull - v)
            s += 0.001 * (pull * pull - s)
            move = (v / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
            w -= np.float32(rate) * (move + DECAY * w * (w.ndim > 1))
    return Net(
        weights[0],
        weights[1],
        weights[2],
        weights[3],
        middle.astype(np.float32),
        spread.astype(np.float32),
    )


def _pulls(weights: list[Array], x: Array, y: Labels) -> list[Array]:
    """Return the gradient of the cross entropy of some samples by each weight."""
    hidden = np.maximum(x @ weights[0] + weights[1], 0)
    away = np.exp(log_softmax(hidden @ weights[2] + weights[3]))
    away[np.arange(len(y)), y] -= 1
    away /= len(y)
    back = (away @ weights[2].T) * (hidden > 0)
    return [x.T @ back, back.sum(axis=0), hidden.T @ away, away.sum(axis=0)]
