"""Tell bare cells from tiles lying face down by comparing each with its own bare look in this
light. An empty place is no residue. It looks as the board looked there when it was bare, in the
light shown by the ground around it and by everything else that is surely known.

An empty place is no residue. It looks as the board looked there when it was bare, under the light
that the ground around it and everything else that is surely known show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import EMPTY, Board, Cell
from ..geometry.robust import middle
from .bare import Bare, colours_of
from .faces import Bank, inside
from .field import AXES, KnownLight, LightField, field_of, ground_known, parts_of, restless
from .ground import Ground
from .tint import DARKEST, shade_of, veil_of

Array = NDArray[np.float64]
Patches = NDArray[np.floating[Any]]

FEWEST = 8
"""With fewer blocks of ground in view than this, it says nothing."""
GRAIN = np.array([0.04, 0.016, 0.012])
"""How much a cell differs from its taught colour anyway, in brightness and both tints."""
DRAWN_GRAIN = np.array([0.06, 0.03, 0.02])
"""The same of a cell with a drawing, of which a pen's stroke more or less may be seen."""
TILES = np.array([0.3, 0.1, 0.06])
"""Spread of the difference between everything on the board and the board itself."""
LABEL = np.array([0.06, 0.04, 0.03])
"""Further spread between the things of one bare label."""
CONTRAST, OWN_CONTRAST = 0.35, 0.15
"""The share of a label's difference from the ground that a camera may make more or less of it, on
the whole board and in one cell."""
NEAR = 0.5
"""Colours that differ by less, as a logarithm, may be one colour in two lights."""
ODD = 2.5
"""How many nats it costs that a bare cell lies in a light of its own."""
LIT, OWN_LIGHT = np.array([0.1, 0.02, 0.012]), 2.5
"""The least by which such a light differs, and how many times as much as the light of the board."""
SURELY, FITTING = 0.9, 12.0
"""Bare cells told by this chance, and no more squared spreads off, say for the others what the
light is."""
CALM = np.array([0.05, 0.02, 0.02])
"""The light is calm where it differs by less than this over the board."""
ALIKE, MOST = 8.0, 0.7
"""Cells that show the same thing are no more squared spreads apart, most of them."""
ROUNDS = 3


@dataclass(frozen=True)
class DrawnBack:
    """Cells whose drawing is surely known: they show the light too."""

    places: Array
    seen: Array
    taught: Array


@dataclass(frozen=True)
class Bareness:
    """What bare labels cost, in nats."""

    labels: NDArray[np.int64]
    """The bare labels of the bank."""
    cost: Array
    """(cells, labels) how little each bare label agrees with the light that falls on the cell"""
    off: Array
    """(cells, labels) the same as a number of squared spreads"""
    near: bool
    """Whether some of the labels may be one colour in two lights"""
    calm: bool
    """Whether the light hardly differs over the board, beside a plane"""


@dataclass(frozen=True)
class _Question:
    """Everything that is asked about the bare cells of one kind."""

    places: Array
    ways: Array
    """(ways, cells, labels, 3): the light if a cell showed a label, by shade and by veil"""
    possible: NDArray[np.bool_]
    """(ways, cells, labels)"""
    group: Array
    """(labels, groups)"""
    grain: Array
    """(labels, 3) how much one cell differs anyway"""
    empty: int
    joins: NDArray[np.bool_]
    """Which cells may say for others what the light is."""


def several_bare(bank: Bank) -> bool:
    """Whether there are bare labels besides the empty cell, which may be taken for each other."""
    return EMPTY in bank.names and int(bank.bare.sum()) > 1


def bareness(
    patches: Patches,
    bank: Bank,
    board: Board,
    places: Array,
    cells: Sequence[Cell],
    bare: Bare,
    ground: Ground,
    joins: NDArray[np.bool_],
    drawn: DrawnBack,
    in_part: Array,
) -> Bareness | None:
    """Weigh the bare labels of every cell; None if too little of the ground is seen. *in_part* is
    what is seen of cells that are partly hidden, as (cells, labels, 3); elsewhere it is NaN.

    *in_part* is what is seen of cells that are partly hidden, as (cells, labels, 3); elsewhere it
    is not a number.
    """
    labels = np.flatnonzero(bank.bare)
    names = [bank.names[n] for n in labels]
    if len(ground) < FEWEST:
        return None
    empty, groups = names.index(EMPTY), 1 + len(names)
    scaled = 2 * ground.places / np.array([board.width_mm, board.height_mm]) - 1
    known = ground_known(scaled, ground.colours, _taught_ground(ground, bare.ground), groups)
    if len(known.places) < FEWEST:
        return None
    usual = np.asarray(middle(known.parts, axis=0)) @ AXES.T
    print_of = np.asarray(np.median(bare.ground.colours, axis=0), float)
    looks = colours_of(bare.looks(cells)[0], cells[0]).astype(float)
    own = np.stack(
        [
            looks if n == empty else np.tile(_taught(bank, int(label)), (len(cells), 1))
            for n, label in enumerate(labels)
        ],
        axis=1,
    )
    seen = np.where(np.isnan(in_part), _middle_colours(patches, bank)[:, None], in_part)
    ways, possible = _ways(seen[:, labels], own, print_of, usual)
    group = np.column_stack([np.arange(len(names)) != empty, np.eye(len(names))])
    contrast = np.abs(parts_of(np.log(own.mean(axis=0)) - np.log(print_of)))
    spread = np.vstack([TILES, np.where(np.arange(len(names))[:, None] == empty, 0.0, LABEL)])
    spread[1:] = np.hypot(spread[1:], CONTRAST * contrast)
    known = known + _shown_by(drawn, restless(known, spread), print_of, usual)
    grain = np.hypot(GRAIN, OWN_CONTRAST * contrast)
    asked = _Question(places, ways, possible, group, grain, empty, joins)
    field = field_of(known, spread)
    calm = bool((field.unrest < CALM).all())
    return Bareness(labels, *_weighed(asked, field), _near(own.mean(axis=0)), calm)


def _near(own: Array) -> bool:
    logs = np.log(np.maximum(own, DARKEST))
    apart = np.linalg.norm(logs[:, None] - logs[None], axis=2)
    return bool((apart[~np.eye(len(own), dtype=bool)] < NEAR).any())


def _ways(seen: Array, own: Array, ground: Array, usual: Array) -> tuple[Array, NDArray[np.bool_]]:
    shade = shade_of(seen, own)
    veil, adds = veil_of(seen, own, ground, usual)
    possible = np.stack([np.ones(adds.shape, bool), adds])
    return parts_of(np.stack([shade, veil])), possible


def _shown_by(drawn: DrawnBack, field: LightField, ground: Array, usual: Array) -> KnownLight:
    """Return what drawings say of the light: a veil or a shade, like the ground around them."""
    ways, possible = _ways(drawn.seen, drawn.taught, ground, usual)
    group = np.zeros((len(drawn.places), field.known.group.shape[1]))
    group[:, 0] = 1
    nobody = np.full(len(group), -1)
    mean, wide = field.at(drawn.places, group, nobody, field.inverses())
    off = (((ways - mean) / np.hypot(wide, DRAWN_GRAIN)) ** 2).sum(axis=2)
    veiled = possible[1] & (off[1] < off[0])
    parts = np.where(veiled[:, None], ways[1], ways[0])
    return KnownLight(drawn.places, parts, np.tile(DRAWN_GRAIN, (len(parts), 1)), group)


def _weighed(asked: _Question, field: LightField) -> tuple[Array, Array]:
    count, labels = asked.ways.shape[1:3]
    n = np.arange(count)
    sure = np.full(count, -1)
    found = _judged(asked, field, sure, np.zeros((count, 3)))
    for _ in range(ROUNDS - 1):
        best = found.cost.argmin(axis=1)
        chance = 1 / np.exp(found.cost.min(axis=1, keepdims=True) - found.cost).sum(axis=1)
        told = asked.joins & (chance > SURELY) & (found.off[n, best] < FITTING)
        shown = asked.ways[found.way[n, best], n, best]
        for label in range(labels):
            if label != asked.empty:
                told &= (best != label) | _alike(told & (best == label), shown, asked, found)
        before, sure = sure, np.where(told, best, -1)
        if (before == sure).all():
            break
        found = _judged(asked, field, sure, shown)
    return found.cost, found.off


@dataclass(frozen=True)
class _Found:
    cost: Array
    off: Array
    way: NDArray[np.int64]
    """(cells, labels): the likelier way"""
    light: Array
    wide: Array
    """(cells, 3): the light where bare cells are, and its spread"""


def _judged(asked: _Question, field: LightField, sure: NDArray[np.int64], shown: Array) -> _Found:
    """Cost, squared spreads and the likelier way of every label, with some cells joining in."""
    told = np.flatnonzero(sure >= 0)
    own = sure[told]
    more = KnownLight(asked.places[told], shown[told], asked.grain[own], asked.group[own])
    now = LightField(field.known + more, field.unrest, field.spread)
    number = np.full(len(sure), -1)
    number[told] = len(field.known.places) + np.arange(len(told))
    inverses = now.inverses()
    lights = [
        now.at(asked.places, np.tile(group, (len(sure), 1)), number, inverses)
        for group in asked.group
    ]
    each = [_each_way(asked, n, *light, field.unrest) for n, light in enumerate(lights)]
    cost, off, way = (np.stack(part, axis=1) for part in zip(*each, strict=True))
    return _Found(cost, off, way, *lights[asked.empty])


def _alike(
    some: NDArray[np.bool_], shown: Array, asked: _Question, found: _Found
) -> NDArray[np.bool_]:
    """Return which of some cells that seem alike also look alike in the light around them.

    Where they fall apart, some of them may be bare cells in a light of their own.
    """
    away = shown - found.light
    usual = np.median(away[some], axis=0) if some.any() else np.zeros(3)
    off = (((away - usual) / np.hypot(found.wide, asked.grain[asked.empty])) ** 2).sum(axis=1)
    alike = some & (off < ALIKE)
    return alike if alike.sum() > MOST * some.sum() else np.zeros_like(some)


def _each_way(
    asked: _Question, label: int, mean: Array, wide: Array, unrest: Array
) -> tuple[Array, Array, NDArray[np.int64]]:
    away = asked.ways[:, :, label] - mean
    off, cost = _costs(away, np.hypot(wide, asked.grain[label]), label == asked.empty, unrest)
    cost = np.where(asked.possible[:, :, label], cost, np.inf)
    way = cost.argmin(axis=0)
    n = np.arange(len(way))
    return cost[way, n], off[way, n], way


def _costs(away: Array, total: Array, bare: bool, unrest: Array) -> tuple[Array, Array]:
    off = ((away / total) ** 2).sum(axis=-1)
    cost = _nats(off, total)
    if not bare:
        return off, cost
    # a bare cell may lie in a light of its own: a patch of sun, the edge of a shadow
    lit = np.hypot(total, np.maximum(LIT, OWN_LIGHT * unrest))
    odd = ((away / lit) ** 2).sum(axis=-1)
    return np.minimum(off, odd), -np.logaddexp(-cost, -ODD - _nats(odd, lit))


def _nats(off: Array, total: Array) -> Array:
    return np.asarray(8 * np.log1p(off / 16) + np.log(total).sum(axis=-1))


def _taught_ground(ground: Ground, taught: Ground) -> Array:
    """Return the taught colour of every block, or of the whole board."""
    usual = np.median(taught.colours, axis=0)
    apart = np.abs(ground.places[:, None] - taught.places[None]).max(axis=2)
    near = apart.argmin(axis=1)
    same = apart.min(axis=1) < 3.0
    return np.where(same[:, None], taught.colours[near], usual)


def _middle_colours(patches: Patches, bank: Bank) -> Array:
    """Return the mean colour of every cell without its edge."""
    side = bank.mask.shape[0]
    margin = (patches.shape[1] - side) // 2
    squares = patches[:, margin : margin + side, margin : margin + side]
    return np.median(squares[:, inside(bank.mask)], axis=1).astype(float)


def _taught(bank: Bank, label: int) -> Array:
    return np.median(bank.faces[bank.members[label]][:, inside(bank.mask)], axis=(0, 1)).astype(
        float
    )
