"""Turn matches into costs, judging all cells of a board together under one light. Gloss and a wrong
estimate of the light change the mean colour of every cell in the same smooth way, and one evening's
board may be a little darker than the one that was taught. What the cells agree on is removed before
mean colours are compared with a face.

Gloss and a wrong idea of the light change the mean colour of every cell in the same smooth
way, and one evening's board may be a little darker than the one that was taught. What the
cells agree upon is taken off before mean colours are held against a face.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..geometry.robust import middle
from .compare import GAIN_SPREAD, Matches

Array = NDArray[np.float64]

ROUNDS = 5
SETTLED = 0.002
"""When no weight changes by more than this, another round would change nothing."""
MIDDLE_OF_THREE = 2.366
"""The median of the sum of three squared standard normals."""
NEGLIGIBLE = 1e-4
"""Labels of less weight than this say nothing about the light."""
CALM_DOUBT = 3.0
"""How many cells must show that the light is calm before half of it is believed."""
CALMEST, CALMEST_BARE = 0.06, 0.03
FEW_DRAWN = 4
"""With fewer drawings on the board none of them says where the light is not calm."""
NEARBY = 0.25
"""How far unrest of the light reaches, as a share of half the board."""
USUAL_UNREST = 2.5
"""How much cells differ anyway."""
CLEAR_FIT = 2.1
"""What may be left unexplained, in units of the expected, of a cell that shows the light."""
TEMPERATURE = 2.0
GAIN_AGREED = 0.18
"""Believed spread of the logarithm of the gain around what the board's cells agree on."""
BEYOND = 30.0
"""Mean colours more than this many squared spreads off at first are another thing, not another
light."""
EXPLAIN_LEAST = 0.45
EXPLAIN_COST = 30.0
"""A drawn face should explain this share of the contrast; explaining none costs this much."""


@dataclass(frozen=True)
class Spread:
    """Believed differences between a taught and a seen mean colour (white paper = 1)."""

    veil: float
    """grey gloss on one cell"""
    shade: float
    """one cell's share of more or less light"""
    tint: float
    """anything else, per channel"""


@dataclass(frozen=True)
class Agreement:
    """What cells may have in common, per channel: a share, a veil with slopes, a label's own."""

    share: float
    veil: float
    label: float


FIRST_MEASURED = Spread(veil=0.07, shade=0.12, tint=0.04)
FIRST_GUESSED = Spread(veil=0.15, shade=0.15, tint=0.10)
VEILED = FIRST_GUESSED
THEN = Spread(veil=0.05, shade=0.09, tint=0.022)
MEASURED = Agreement(share=0.05, veil=0.06, label=0.03)
GUESSED = Agreement(share=0.30, veil=0.15, label=0.03)


@dataclass(frozen=True)
class CellVerdict:
    """Costs in nats, cells by labels: all together, and two parts of it."""

    cost: Array
    level: Array
    """the part of the mean colour, before calm light sharpens it"""
    gain: Array
    """the part of the gain"""
    colour: Array
    """the part of the mean colour as it counts in the cost"""
    rest: Array = field(repr=False)
    """(cells, labels, 3) difference of mean colours from the expected ones"""
    ruler: _Yardstick = field(repr=False)

    def level_in(self, light: Array, seen: Array, best: NDArray[np.int64]) -> Array:
        """Return the mean-colour term of each cell's best label, in its own light.

        *light* is what it differs by, as a logarithm; *seen* are the mean colours.
        """
        rest = self.rest[np.arange(len(best)), best]
        expected = (seen - rest) * np.exp(light)
        return self.ruler.level_of(seen - expected, best)


def judge(
    matches: Matches,
    places: Array,
    light_measured: bool,
    glaring: bool | NDArray[np.bool_] = False,
) -> CellVerdict:
    """Weigh every label for every cell; *places* are the cells' middles from -1 to 1.

    Around a glaring spot there is a veil of unknown shape: there the light is never calm. It may
    be everywhere on the board, or known to be on some cells.
    """
    structure = matches.structure.astype(float) + _unexplained(matches)
    seen, taught = matches.seen.astype(float), matches.taught.astype(float)
    about = taught.mean(axis=0)
    first = _Yardstick.of(about, FIRST_MEASURED if light_measured else FIRST_GUESSED)
    then = _Yardstick.of(about, THEN)
    apart = first.square(seen - taught)
    cost = structure + 20 * np.log1p(apart / 40) + first.odds
    agreement = MEASURED if light_measured else GUESSED
    weight, alone = weights(cost), _gain_alone(matches)
    # what no lamp could make of a face says nothing about the lamp
    speaks = 1 / (1 + (apart / BEYOND) ** 4)
    for _ in range(ROUNDS):
        says = weight * speaks
        expected = _agreed(says, seen, taught, places, agreement)
        expected = expected + _own(says, seen - expected, agreement.label)
        rest = seen - expected
        square = then.square(rest)
        calm = _calm(weight, matches, square) * _unrest(weight, matches, square, places)
        level = then.calm_level(square, calm)
        if np.any(glaring):
            veiled = _Yardstick.of(about, VEILED).level(rest)
            level = np.where(np.reshape(glaring, (-1, 1)), veiled, level)
        gain = _gain(weight, matches)
        cost = structure + level + gain - alone
        before, weight = weight, weights(cost)
        if np.abs(weight - before).max() < SETTLED:
            break
    return CellVerdict(cost, then.level(rest), gain, level, rest, then)


@dataclass(frozen=True)
class _Yardstick:
    """What a difference in mean colour costs, for each label: *about* its colour, for its shade."""

    root: Array
    """(labels, 3, 3): a difference times this has the length of its cost"""
    odds: Array

    @classmethod
    def of(cls, about: Array, spread: Spread) -> _Yardstick:
        covariance = (
            spread.veil**2 * np.ones((3, 3))
            + spread.tint**2 * np.eye(3)
            + spread.shade**2 * about[:, :, None] * about[:, None, :]
        )
        size = np.log(np.linalg.det(covariance))
        return cls(np.linalg.cholesky(np.linalg.inv(covariance)), (size - size.min()) / 2)

    def square(self, difference: Array) -> Array:
        """Squared length of differences (cells, labels, 3), in units of what was believed."""
        long = np.matmul(difference.transpose(1, 0, 2), self.root)
        return (long * long).sum(axis=2).T

    def level(self, difference: Array) -> Array:
        return 20 * np.log1p(self.square(difference) / 40) + self.odds

    def level_of(self, difference: Array, labels: NDArray[np.int64]) -> Array:
        """Return the same for one label of every cell; differences are (cells, 3)."""
        long = np.matmul(difference[:, None], self.root[labels])[:, 0]
        return np.asarray(20 * np.log1p((long * long).sum(axis=1) / 40) + self.odds[labels])

    def calm_level(self, square: Array, calm: Array) -> Array:
        """Weigh differences more in light known to be *calm*.

        Far from anything expected, calm light says nothing about which label is nearer.
        """
        return 8 * np.log1p(square / (16 * calm)) + self.odds


def _calm(weight: Array, matches: Matches, square: Array) -> Array:
    """Return the usual squared difference of the likely labels, in units of the expected one.

    Only cells that are well explained count. A bare face has no drawing that blur could make
    lighter or darker, so bare cells show by themselves how calm the light is between them.
    """
    n, best = np.arange(len(weight)), weight.argmax(axis=1)
    each = square[n, best]
    clear = matches.rest[n, best] < CLEAR_FIT * matches.expected()[n, best]
    bare = matches.drawn < 0.5
    usual = _usual(each[clear], 1.0, CALMEST)
    among_bare = _usual(each[clear & bare[n, best]], usual, CALMEST_BARE)
    return np.where(bare, min(usual, among_bare), usual)


def _unrest(weight: Array, matches: Matches, square: Array, places: Array) -> Array:
    """(cells, 1): how many times less calm it is around each cell than on the whole board.

    Drawings show that: what is on them does not depend on the light, so their mean colours do.
    """
    n, best = np.arange(len(weight)), weight.argmax(axis=1)
    clear = (matches.drawn[n, best] > 0.5) & (weight[n, best] > 0.5)
    if clear.sum() < FEW_DRAWN:
        return np.ones((len(weight), 1))
    each = square[n, best][clear] / MIDDLE_OF_THREE
    usual = max(float(middle(each)), CALMEST)
    apart = ((places[:, None] - places[None, clear]) ** 2).sum(axis=2)
    near = np.exp(-apart / (2 * NEARBY**2)) * (n[:, None] != n[None, clear])
    around = (near @ each + usual) / (near.sum(axis=1) + 1)
    return np.maximum(1.0, around / (USUAL_UNREST * usual))[:, None]


def _usual(each: Array, before: float, least: float) -> float:
    """Estimate the usual squared difference from some of them and the earlier estimate *before*."""
    if not len(each):
        return before
    together = len(each) * float(middle(each)) / MIDDLE_OF_THREE + CALM_DOUBT * before
    return float(np.clip(together / (len(each) + CALM_DOUBT), least, 1.0))


def weights(cost: Array) -> Array:
    """Return how much each label of each cell counts in what the cells agree on."""
    best = cost.min(axis=1, keepdims=True)
    weight = np.exp((best - cost) / TEMPERATURE)
    weight /= weight.sum(axis=1, keepdims=True)
    doubt = np.clip((best - middle(best) - 40) / 10, -50, 50)
    return weight / (1 + np.exp(doubt))


def _agreed(weight: Array, seen: Array, taught: Array, places: Array, belief: Agreement) -> Array:
    """Predict the taught mean colours from how the likely labels appear."""
    ridge = 0.05**2 * np.diag(1 / np.array([belief.share] + 3 * [belief.veil]) ** 2)
    expected = np.empty_like(taught)
    cell, label = np.nonzero(weight > NEGLIGIBLE)
    w, at = weight[cell, label][:, None], places[cell]
    for channel in range(3):
        t = taught[cell, label, channel]
        wide = np.column_stack([t, np.ones(len(t)), at])
        rest = seen[cell, label, channel] - t
        share, *veil = np.linalg.solve((wide * w).T @ wide + ridge, (wide * w).T @ rest)
        veils = veil[0] + places @ np.array(veil[1:])
        expected[:, :, channel] = (1 + share) * taught[:, :, channel] + veils[:, None]
    return expected


def _own(weight: Array, rest: Array, spread: float) -> Array:
    """Return how far each label as a whole is from its expected appearance."""
    total = np.matmul(weight.T[:, None, :], rest.transpose(1, 0, 2))[:, 0]
    doubt = (0.06 / spread) ** 2
    return (total / (weight.sum(axis=0)[:, None] + doubt))[None]


def _unexplained(matches: Matches) -> Array:
    """Cost of a drawn face that explains little of what is seen: the drawing is not there."""
    lack = np.maximum(0, 1 - matches.explained() / EXPLAIN_LEAST)
    return matches.drawn * EXPLAIN_COST * lack**2


def _gain(weight: Array, matches: Matches) -> Array:
    """Cost of a gain unlike that of the other cells."""
    logs = np.log(matches.gain.astype(float))
    said = weight * matches.drawn
    usual = float((said * logs).sum() / max(said.sum(), 1e-9))
    return matches.drawn * ((logs - usual) / GAIN_AGREED) ** 2 / 2


def _gain_alone(matches: Matches) -> Array:
    """Return the gain's cost from when every cell was examined by itself."""
    return (np.log(matches.gain.astype(float)) / GAIN_SPREAD) ** 2 / 2
