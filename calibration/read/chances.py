"""Turn costs into chances: how sure the eye may be, and when it has to say "something else"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import SOMETHING_ELSE

SURE = 0.95
"""The least chance at which the eye commits itself to a label."""
TEMPERATURE = 2.0
"""Nats of cost per nat of believed odds: patches are less independent than they pretend."""
FIT_LIMIT, FIT_WIDTH = 2.7, 0.12
"""Unexplained power, in units of the expected, at which a face is no longer believed."""
LEVEL_LIMIT, LEVEL_WIDTH = 9.5, 0.4
BARE_LEVEL_LIMIT = 8.0
PART_LEVEL_LIMIT = 5.0
"""Cost of the mean colour at which a face is no longer believed; less for bare faces and for
parts of faces, of which little else can be seen."""
GAIN_LIMIT, GAIN_WIDTH = 9.5, 0.4
"""Cost of the gain at which a face is no longer believed."""
FAINTEST, FAINT_WIDTH = 0.465, 0.004
"""The gain itself may not be smaller than this."""
EXPLAINED_LIMIT, EXPLAINED_WIDTH = 0.25, 0.015
"""Share of the contrast that a drawn face has to explain to be believed."""
DOUBTS_LIMIT, DOUBTS_WIDTH = 1.0, 0.025
"""The sum of all doubts about a drawing at which it is no longer believed."""
WELL_EXPLAINED, WORTH_EXPLAINING = 0.6, 0.67
"""The share of the contrast a drawing should explain; this much less is a whole doubt."""
BETWEEN_LIMIT, BETWEEN_WIDTH = 0.36, 0.01
"""How far towards another label the best one may lie and still be believed. Right cards have been
seen up to 0.25, in blurred pictures 99 of 100 up to 0.34; wrong ones from 0.41 on."""
LEFT_OVER_LIMIT, LEFT_OVER_WIDTH = 0.262, 0.003
"""Share of the coarse contrast that a drawing may leave over and still be believed. Right cards in
trays left at most 0.249, a feather taken for a pillar nobody taught 0.269 and more."""
BURNT_LIMIT, BURNT_WIDTH = 0.06, 0.01
"""Where more than this is burnt out, a drawing might have been, so bare is not believed."""
MUCH_BURNT, BURNT_EXPLAINED = 0.25, 0.65
"""If more than this share is burnt out, a drawing has to explain this much of the contrast: the
rest of another drawing looks like it."""


@dataclass(frozen=True)
class Evidence:
    """How well the best label explains a cell, or each of many cells (then arrays)."""

    fit: Any
    level: Any
    gain: Any
    gain_cost: Any
    explained: Any
    burnt: Any
    drawn: Any
    parted: Any
    between: Any = 0.0
    """the share of the way from the best label to a rival at which the cell lies"""
    left_over: Any = 0.0
    """the share of the coarse contrast that the best label does not explain"""
    doubted_level: float = 8.0
    """The cost of the mean colour that is a whole doubt by itself."""


def believable(seen: Evidence) -> Any:
    """Chance that what is seen was taught at all, given how well the best label explains it."""
    known = _fades(seen.fit, FIT_LIMIT, FIT_WIDTH)
    known = known * np.where(seen.parted, _fades(seen.level, PART_LEVEL_LIMIT, LEVEL_WIDTH), 1.0)
    bare = _fades(seen.level, BARE_LEVEL_LIMIT, LEVEL_WIDTH)
    bare = bare * _fades(seen.burnt, BURNT_LIMIT, BURNT_WIDTH)
    drawn = _fades(seen.level, LEVEL_LIMIT, LEVEL_WIDTH)
    drawn = drawn * _fades(seen.gain_cost, GAIN_LIMIT, GAIN_WIDTH)
    drawn = drawn * _fades(-seen.gain, -FAINTEST, FAINT_WIDTH)
    drawn = drawn * _fades(-seen.explained, -EXPLAINED_LIMIT, EXPLAINED_WIDTH)
    drawn = drawn * _fades(doubts(seen), DOUBTS_LIMIT, DOUBTS_WIDTH)
    drawn = drawn * _fades(seen.between, BETWEEN_LIMIT, BETWEEN_WIDTH)
    drawn = drawn * _fades(seen.left_over, LEFT_OVER_LIMIT, LEFT_OVER_WIDTH)
    hollow = (np.asarray(seen.burnt) > MUCH_BURNT) & (np.asarray(seen.explained) < BURNT_EXPLAINED)
    drawn = np.where(hollow, 0.0, drawn)
    return known * np.where(seen.drawn, drawn, bare)


def doubts(seen: Evidence) -> Any:
    """Combine all doubts about a label: each may be small, and the sum too large."""
    unexplained = seen.drawn * np.maximum(0.0, WELL_EXPLAINED - seen.explained)
    return seen.fit / FIT_LIMIT + seen.level / seen.doubted_level + unexplained / WORTH_EXPLAINING


def _fades(value: Any, limit: float, width: float) -> Any:
    return 1 / (1 + np.exp(np.clip((value - limit) / width, -50.0, 50.0)))


PART_TEMPERATURE = 5.0
"""The same for cells of which a part was left out for no better reason than that it did not fit."""
MUCH_CHOSEN = 0.15
"""Where so large a share was left out for that reason, no more than this is believed."""


def weights_of(
    cost: NDArray[np.float64], known: NDArray[np.float64], chosen: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weights of many cells at once: (cells, labels); rows sum to the known share."""
    choice = np.minimum(1.0, chosen / MUCH_CHOSEN)
    heat = TEMPERATURE + choice * (PART_TEMPERATURE - TEMPERATURE)
    weight = np.exp((cost.min(axis=1, keepdims=True) - cost) / heat[:, None])
    return weight * (known / weight.sum(axis=1))[:, None]


def named(names: Sequence[str], weight: NDArray[np.float64]) -> dict[str, float]:
    """Return one cell's chances by name; the rest goes to "?"."""
    chances = dict(zip(names, weight.tolist(), strict=True))
    unknown = max(0.0, 1.0 - float(weight.sum()))
    chances[SOMETHING_ELSE] = chances.get(SOMETHING_ELSE, 0.0) + unknown
    return chances
