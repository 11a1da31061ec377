"""Estimate the light everywhere on the board from everything whose colour is known. Each known
colour shows how much brighter or differently tinted it looks than taught (as a logarithm). Between
such places the light is interpolated as smoothly as they allow: it is less certain farther from
them and where they disagree (a Gaussian process whose spread grows with the root of the distance,
so that edges of shadows are possible).

Each known colour says by how much (as a logarithm) it looks brighter or otherwise tinted than it
was taught. Between such places the light is guessed as smoothly as they allow: the farther from
them and the more they differ among each other, the less is known of it (a Gaussian process whose
spread grows with the root of the distance, so that edges of shadows are nothing unheard of).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..geometry.robust import middle, plane_through

Array = NDArray[np.float64]

AXES = np.array([[1, 1, 1], [1, 0, -1], [1, -2, 1]]).T / np.sqrt([3, 2, 6])
"""(channels, parts): what is common to blue, green and red, and two parts that are tint alone."""
REACH = 1.0
"""How far places of the board have to do with each other, half the board being 1."""
UNREST = np.array([[0.03, 0.08, 0.2, 0.45], [0.01, 0.025, 0.06, 0.14], [0.01, 0.025, 0.06, 0.14]])
"""(parts, steps): how much the light may differ over the board, beside a plane."""
GRAIN = np.array([0.05, 0.02, 0.014])
"""Usual difference between blocks of ground, for each part."""
COMMON, SLOPE = 0.6, 0.4
"""Believed size of what all places have in common, and of a slope over half the board."""
TINTED = 0.2
FOREIGN = 8.0
"""Ground whose tint differs from the rest by more than this, and by more than this many times the
usual, is not ground: something covers it."""
OUTLIER = 8.0
"""Known colours this many spreads off what the others make of them are left out."""


def parts_of(logs: Array) -> Array:
    """Logarithms of colours as brightness and two tints."""
    return np.asarray(logs @ AXES)


@dataclass(frozen=True)
class KnownLight:
    """Places where the light is known."""

    places: Array
    """(known, 2), from -1 to 1 over the board"""
    parts: Array
    """(known, 3) logarithm of the light there relative to the light of the teaching"""
    grain: Array
    """(known, 3) how little that is trusted"""
    group: Array
    """(known, groups): which groups each belongs to that may be off as a whole"""

    def __add__(self, more: KnownLight) -> KnownLight:
        return KnownLight(
            *(
                np.concatenate([getattr(self, name), getattr(more, name)])
                for name in ("places", "parts", "grain", "group")
            )
        )

    def some(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> KnownLight:
        return KnownLight(self.places[keep], self.parts[keep], self.grain[keep], self.group[keep])


def ground_known(places: Array, seen: Array, taught: Array, groups: int) -> KnownLight:
    """Estimate the light from the ground, leaving out spots that something covers."""
    logs = np.log(seen)
    usual = np.log(middle(taught, axis=0))
    own, flat = parts_of(logs - np.log(taught)), parts_of(logs - usual)
    # a board whose print was made anew for every picture shows its colour, not its stains
    parts = own if _unlike(own, places) < _unlike(flat, places) else flat
    away = parts - _plane(places, parts)
    tinted = np.hypot(away[:, 1], away[:, 2])
    keep = tinted <= max(TINTED, FOREIGN * float(middle(tinted)))
    grain = np.tile(GRAIN, (len(places), 1))
    return KnownLight(places, parts, grain, np.zeros((len(places), groups))).some(keep)


def _unlike(parts: Array, places: Array) -> float:
    away = parts - _plane(places, parts)
    return float(middle(np.abs(away[:, 0])) + 2 * middle(np.abs(away[:, 1])))


def _plane(places: Array, parts: Array) -> Array:
    """Fit a plane through most values."""
    return plane_through(parts, places, level=0.3, least=0.02, rounds=4)


@dataclass(frozen=True)
class LightField:
    """The light between the places where it is known."""

    known: KnownLight
    unrest: Array
    """(3,) how much it differs over the board, for each part"""
    spread: Array
    """(groups, 3) how far each group may be off as a whole"""

    def inverses(self) -> Array:
        """(3, known, known)"""
        own = _covariances(self.known, self.known, self.unrest, self.spread)
        return np.asarray(np.linalg.inv(own + _grains(self.known)), float)

    def at(
        self, places: Array, group: Array, left_out: NDArray[np.int64], inverses: Array
    ) -> tuple[Array, Array]:
        """Return (places, 3): the light at some places and its spread, each without one of the
        known. *left_out* is the number of the known that is the place itself, -1 if there is none.

        *left_out* is the number of the known that is the place itself, -1 where it is none.
        """
        nothing = np.zeros((len(places), 3))
        there = KnownLight(places, nothing, nothing, group)
        near = _covariances(there, self.known, self.unrest, self.spread)
        mean, spread = np.empty((len(places), 3)), np.empty((len(places), 3))
        n, each = np.maximum(left_out, 0), np.arange(len(places))
        for part in range(3):
            inverse, values = inverses[part], self.known.parts[:, part]
            pull = near[part] @ inverse
            own = np.where(left_out >= 0, 1 / inverse[n, n], 0.0)
            gone = pull[each, n] * own
            mean[:, part] = pull @ values - gone * (inverse @ values)[n]
            less = np.einsum("ij,ij->i", pull, near[part]) - gone * pull[each, n]
            spread[:, part] = np.sqrt(np.maximum(_alone(there, part, self) - less, 1e-8))
        return mean, spread


def _covariances(one: KnownLight, other: KnownLight, unrest: Array, spread: Array) -> Array:
    """(3, one, other): how far the light at two places goes together, for each part."""
    square = (one.places**2).sum(axis=1)[:, None] + (other.places**2).sum(axis=1)
    dots = one.places @ other.places.T
    smooth = np.exp(-np.sqrt(np.maximum(square - 2 * dots, 0.0)) / REACH)
    plane = COMMON**2 + SLOPE**2 * dots
    groups = [(one.group * spread[:, part] ** 2) @ other.group.T for part in range(3)]
    return np.stack([unrest[part] ** 2 * smooth + plane + groups[part] for part in range(3)])


def _grains(known: KnownLight) -> Array:
    """(3, known, known): what every known place differs by anyway."""
    count = len(known.places)
    grains = np.zeros((3, count, count))
    grains[:, np.arange(count), np.arange(count)] = known.grain.T**2
    return grains


def _alone(one: KnownLight, part: int, field: LightField) -> Array:
    plane = COMMON**2 + SLOPE**2 * (one.places**2).sum(axis=1)
    return np.asarray(field.unrest[part] ** 2 + plane + one.group @ field.spread[:, part] ** 2)


def restless(known: KnownLight, spread: Array) -> LightField:
    """Interpolate the light between known places without any prior on its smoothness."""
    return LightField(known, UNREST[:, 2], spread)


def field_of(known: KnownLight, spread: Array) -> LightField:
    """Estimate the light's smoothness from the known places, leaving out outliers."""
    field = LightField(known, _calmest(known, spread), spread)
    inverses = field.inverses()
    own = np.einsum("pii->ip", inverses)
    # what each is off what all the others make of it, in spreads
    off = np.abs(np.einsum("pij,jp->ip", inverses, known.parts)) / np.sqrt(own)
    keep = off.max(axis=1) < OUTLIER
    if keep.all() or keep.sum() < len(keep) / 2:
        return field
    return LightField(known.some(keep), field.unrest, spread)


def _calmest(known: KnownLight, spread: Array) -> Array:
    """(3,) the unrest of every part under which the known places are likeliest."""
    grains, count = _grains(known), UNREST.shape[1]
    steps = [_covariances(known, known, UNREST[:, step], spread) + grains for step in range(count)]
    roots = np.linalg.cholesky(np.stack(steps))
    values = np.tile(known.parts.T[None, :, :, None], (count, 1, 1, 1))
    rest = np.linalg.solve(roots, values)[..., 0]
    # one far off is not to make the whole board restless
    likely = -10 * np.log1p(rest**2 / 20).sum(axis=2)
    likely -= np.log(np.einsum("spii->spi", roots)).sum(axis=2)
    return UNREST[np.arange(3), likely.argmax(axis=0)]
