"""The taught faces of one kind of cell, prepared for comparing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import DOWN, EMPTY, UPSIDE_DOWN
from ..geometry.patches import COARSE, SIDE
from ..geometry.robust import largest
from .flip_pairs import Folded, fold
from .gamut import Gamut, gamut_of, lumped

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class PreparedFace:
    """Faces as columns without mean colour and slope, and what a fit needs of them."""

    columns: Array
    """(pixels * 3, count), zero outside the mask"""
    rows: Array
    """The same the other way round, each face in one piece."""
    mean: Array
    """(count, 3)"""
    power: Array
    """(count,) mean square of the columns"""
    weight: Array
    """(pixels * 3,)"""
    ramps: Array
    """(pixels * 3, 9) orthonormal: mean and both slopes of each channel"""
    pixels: float
    whole: bool
    """Whether every pixel counts, so that weighing can be left out."""

    @cached_property
    def ramp_rows(self) -> Array:
        """The ramps, each in one piece."""
        return np.ascontiguousarray(self.ramps.T)


DRAWN = 0.003
"""Contrast (mean square) from which on a face counts as drawn."""
GRAIN = 0.0012
"""Faces with less contrast than this (mean square) are bare: what they show is paper grain."""


def prepare(faces: Array, mask: Array) -> PreparedFace:
    """Take mean colour and slope off, and the grain off bare faces."""
    weight = np.repeat(mask.reshape(-1, 1), 3, axis=1).reshape(-1)
    pixels = float(mask.sum())
    ramps = _ramps(mask)
    rows = faces.reshape(len(faces), -1) * weight
    mean = rows.reshape(len(faces), -1, 3).sum(axis=1) / pixels
    rows = rows - (rows @ ramps) @ ramps.T
    power = np.einsum("ij,ij->i", rows, rows) / (3 * pixels)
    rows *= (power**2 / (power**2 + GRAIN**2))[:, None]
    power = np.einsum("ij,ij->i", rows, rows) / (3 * pixels)
    columns = np.ascontiguousarray(rows.T)
    return PreparedFace(columns, rows, mean, power, weight, ramps, pixels, bool(mask.all()))


def _ramps(mask: Array) -> Array:
    """Orthonormal columns for constant and slopes of each channel under the mask."""
    side = mask.shape[0]
    y, x = np.mgrid[:side, :side].astype(float) - (side - 1) / 2
    flat = mask.reshape(-1).astype(float)
    basis = np.stack([flat, flat * x.reshape(-1), flat * y.reshape(-1)], axis=1)
    basis = np.linalg.qr(basis)[0]
    basis *= np.sign(basis[np.flatnonzero(flat)[0], 0])
    wide = np.zeros((side * side, 3, 9))
    for channel in range(3):
        wide[:, channel, channel] = basis[:, 0]
        wide[:, channel, 3 + 2 * channel : 5 + 2 * channel] = basis[:, 1:]
    return wide.reshape(side * side * 3, 9).astype(np.float32)


INSIDE = 4
"""How many pixels from its edge the inside of a cell begins."""
HEADLESS = 0.95
"""A face that agrees with itself upside down this well is the same upside down."""
LIKE, MOST_TWINS, PLAY, DRAWINGS = 0.75, 4, 3, 80.0
"""Faces that agree this well within some pixels of offset are near twins, at most this many each;
they are searched if a drawing counts this many measurements."""


@dataclass(frozen=True)
class FaceTwin:
    """A label that looks much like another."""

    label: int
    like: float
    right: int
    down: int
    """How many pixels aside its drawing was taught."""


def _agreement(one: Array, other: Array, play: int = PLAY) -> tuple[float, int, int]:
    """Return how far two faces agree, and the offset in pixels of the second one."""
    inner = np.ascontiguousarray(one[play:-play, play:-play])
    found = cv2.matchTemplate(other, inner, cv2.TM_CCOEFF_NORMED)
    _, like, _, (x, y) = cv2.minMaxLoc(found)
    return like, x - play, y - play


@dataclass(frozen=True)
class Bank:
    """All faces one kind of cell may show, in every turn, with the mask of that kind."""

    labels: tuple[str, ...]
    turns: tuple[int, ...]
    faces: Array
    """(count, SIDE, SIDE, 3)"""
    mask: Array
    """(SIDE, SIDE), 0 or 1"""
    worth: float = 80.0
    """How many independent measurements a whole patch is worth."""

    def prepare(self) -> None:
        """Work out now what would otherwise be worked out when first needed."""
        _ = self.members, self.drawn, self.coarse, self.slack, self.small
        _ = self.gamut, self.small_slack, self.apart, self.twins, self.headless
        _ = self.folded, self.folded_members, self.fine.ramp_rows
        self.tangents(np.arange(len(self.faces)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.labels)))

    @cached_property
    def members(self) -> tuple[NDArray[np.int64], ...]:
        """The numbers of the faces of each label in ``names``."""
        labels = np.array(self.labels)
        return tuple(np.flatnonzero(labels == name) for name in self.names)

    @cached_property
    def members_table(self) -> NDArray[np.int64]:
        """(labels, most): the same, those of labels with fewer faces again and again."""
        most = max(map(len, self.members))
        return np.array([np.resize(own, most) for own in self.members])

    @cached_property
    def drawn(self) -> Array:
        """How much of a drawing each label has, 0 to 1; an empty cell has none."""
        usual = np.array([float(np.median(self.fine.power[m])) for m in self.members])
        share = usual**2 / (usual**2 + DRAWN**2)
        return np.where(np.array(self.names) == EMPTY, 0, share).astype(np.float32)

    @cached_property
    def bare(self) -> NDArray[np.bool_]:
        """Which labels show nothing: those without a drawing, and a back that has but an edge."""
        inner = inside(self.mask)
        found = self.drawn < 0.5
        if DOWN in self.names:
            back = self.names.index(DOWN)
            middles = self.faces[self.members[back]][:, inner]
            found[back] |= float(np.median(middles.var(axis=1).mean(axis=1))) < DRAWN
        return np.asarray(found)

    @cached_property
    def twins(self) -> dict[int, list[FaceTwin]]:
        """Near-identical labels of some labels, the most similar first. Only where things lie
        upright and are told apart by their drawing.

        Only where things lie upright and are told apart by what is drawn on them.
        """
        if any(self.turns) or self.worth < DRAWINGS:
            return {}
        upright = [not name.endswith(UPSIDE_DOWN) for name in self.names]
        drawn = [n for n, share in enumerate(self.drawn) if share > 0.5 and upright[n]]
        faces = {n: np.ascontiguousarray(self.faces[self.members[n][0]]) for n in drawn}
        found: dict[int, list[FaceTwin]] = {}
        for one, other in combinations(drawn, 2):
            like, right, down = _agreement(faces[one], faces[other])
            if like >= LIKE:
                found.setdefault(one, []).append(FaceTwin(other, like, right, down))
                found.setdefault(other, []).append(FaceTwin(one, like, -right, -down))
        return {
            n: sorted(twins, key=lambda twin: -twin.like)[:MOST_TWINS] for n, twins in found.items()
        }

    @cached_property
    def headless(self) -> dict[str, str]:
        """Labels of things upside down that look as they do upright, with the upright label."""
        found = {}
        for name in self.names:
            head = name + UPSIDE_DOWN
            if head in self.names:
                face = self.faces[self.members[self.names.index(name)][0]]
                turned = np.ascontiguousarray(face[::-1, ::-1])
                if _agreement(face, turned, 2 * PLAY)[0] >= HEADLESS:
                    found[head] = name
        return found

    @cached_property
    def fine(self) -> PreparedFace:
        return prepare(self.faces, self.mask)

    @cached_property
    def apart(self) -> Array:
        """(count, count): mean square of what any two faces differ by."""
        rows = self.fine.rows
        both = rows @ rows.T / np.float32(3 * self.fine.pixels)
        return np.maximum(self.fine.power[:, None] + self.fine.power - 2 * both, 0)

    @cached_property
    def _bending(self) -> tuple[Array, Array, NDArray[np.bool_]]:
        """Room for the tangents of all faces and their products, and whether they were made."""
        count = len(self.faces)
        tangents = np.empty((count, TANGENTS, self.faces[0].size), np.float32)
        return tangents, np.empty((count, TANGENTS, TANGENTS), np.float32), np.zeros(count, bool)

    def tangents(self, faces: NDArray[np.int64]) -> tuple[list[Array], Array]:
        """Return how some faces change when moved, turned, grown and blurred: (TANGENTS, pixels *
        3) each, and the mean products of these changes. Each is made when first asked for."""
        tangents, products, made = self._bending
        for face in np.unique(faces[~made[faces]]).tolist():
            tangents[face] = _tangents(self.faces[face], self.fine)
            products[face] = tangents[face] @ tangents[face].T / (3 * self.fine.pixels)
            made[face] = True
        return [tangents[face] for face in faces.tolist()], products[faces]

    @cached_property
    def slack(self) -> Array:
        """(count, SIDE, SIDE): how much a pixel may differ through small shifts and grain."""
        return np.stack([_slack(face) for face in self.faces])

    @cached_property
    def small(self) -> Array:
        """(count, 3, pixels): the faces, half as large."""
        small = shrink(self.faces).reshape(len(self.faces), -1, 3)
        return np.ascontiguousarray(small.transpose(0, 2, 1))

    @cached_property
    def small_slack(self) -> Array:
        """(count, pixels): the slack, half as large."""
        half = SIDE // COARSE
        means = self.slack.reshape(len(self.slack), half, COARSE, half, COARSE).mean(axis=(2, 4))
        return np.ascontiguousarray(means.reshape(len(means), -1))

    @cached_property
    def lumps(self) -> Gamut:
        """The colours that lumps of a face may show: fine strokes make no dark lump."""
        return gamut_of(np.stack([lumped(face) for face in self.faces])[:, self.mask > 0])

    @cached_property
    def gamut(self) -> Gamut:
        """The colours that may be seen where one of the faces lies."""
        return gamut_of(self.faces[:, self.mask > 0])

    @cached_property
    def coarse(self) -> PreparedFace:
        small = shrink(self.faces)
        mask = cv2.resize(self.mask, (SIDE // COARSE,) * 2, interpolation=cv2.INTER_AREA)
        return prepare(small, (mask > 0.7).astype(np.float32))

    @cached_property
    def folded(self) -> Folded:
        """The coarse faces, folded."""
        coarse = self.coarse
        return fold(coarse.rows, coarse.mean, coarse.power, coarse.ramps, coarse.weight)

    @cached_property
    def folded_members(self) -> NDArray[np.int64]:
        """(labels, most): ``members_table`` by where the folded faces have them."""
        return np.argsort(self.folded.order)[self.members_table]


def inside(mask: Array) -> NDArray[np.bool_]:
    """Shrink a mask, since near its edge a neighbour's edge may show."""
    return np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=INSIDE) > 0)


def shrink(patches: Array) -> Array:
    """Make patches half as large, each pixel the mean of four."""
    count, side = patches.shape[:2]
    half = side // COARSE
    tall = np.ascontiguousarray(patches).reshape(count * side, side, 3)
    small = cv2.resize(tall, (half, count * half), interpolation=cv2.INTER_AREA)
    return small.reshape(count, half, half, 3)


TANGENTS = 5
STEPS = np.array([0.7, 0.7, 0.03, 0.025, 1.0])
"""Believed size of what remains: shift right and down (pixels), turn (radians), growth, blur."""


def _tangents(face: Array, fine: PreparedFace) -> Array:
    """Derivatives of a face, each for its believed step, without mean colour and slope."""
    middle = (SIDE - 1) / 2
    right = cv2.Scharr(face, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(face, cv2.CV_32F, 0, 1, scale=1 / 32)
    y, x = np.mgrid[:SIDE, :SIDE, :1].astype(np.float32)[:2] - middle
    moves = [right, down, x * down - y * right, x * right + y * down]
    moves.append(cv2.GaussianBlur(face, (0, 0), 1.2) - face)
    rows = np.stack(moves).reshape(TANGENTS, -1) * STEPS[:, None].astype(np.float32)
    rows = rows * fine.weight
    return (rows - (rows @ fine.ramps) @ fine.ramps.T).astype(np.float32)


def _slack(face: Array) -> Array:
    right = largest(np.abs(cv2.Scharr(face, cv2.CV_32F, 1, 0, scale=1 / 32)))
    down = largest(np.abs(cv2.Scharr(face, cv2.CV_32F, 0, 1, scale=1 / 32)))
    edge = cv2.blur(np.maximum(right, down), (3, 3))
    return (0.07 + 0.9 * edge).astype(np.float32)
