"""Who stands on a tile: pawns are looked for where something on a tile is not the tile.

A pawn is known by its top, which lies in a plane of its own, high above the board. Where it was
found, everything from its foot to its top hides the tiles behind it. A tile that is explained to
its last corner has nobody on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..geometry.board import EMPTY, SOMETHING_ELSE, Board, Cell
from ..geometry.patches import SIDE, Patch, axes_of, frame_of, middles_of, search_for
from ..geometry.pictures import Levels
from ..geometry.pose import Pose
from ..geometry.robust import largest, middle
from .chances import SURE, believable, named, weights_of
from .decide import merged
from .examine import WHOLE, Examined, examine, places_of
from .faces import Bank
from .judge import judge
from .likeness import (
    FARTHER,
    NEARER,
    UNLIKE,
    WASHED,
    colours_of,
    has_one_of,
    share_of_top,
    tones_of,
)
from .result import CellReading

FOUND = 0.5
"""Chance from which a pawn is taken to hide what is behind it."""
LEAST_ODD = 0.4
"""The share of what a pawn hides of its tile that must not look like the tile."""
HARDLY = 0.05
"""A tile that is believed less than this is not what is seen there: something hides it."""
LITTLE_ODD = 0.25
"""Where less than this share of what a pawn would hide looks odd, nobody stands."""
STANDS_OUT, RING = 0.7, (1.12, 1.35)
"""A plain top is believed where this much of the ring around it (in radii) is unlike it."""
EDGE_PLAY, WITHIN, BEYOND = 3, (0.8, 0.97), (1.03, 1.2)
"""How far from where it fits best the edge of a plain top is sought (pixels), and between which
radii its inside and its outside must differ."""
PALE = 0.45
"""A plain top as bright as this, of white paper, is taken for a white one."""
BLEED_MM = 1.5
"""The margin around a pawn that shows its edge and the shadow at its foot."""
COVERED, STOOD_ON, ALIKE = "covered", "stood on", "too alike"
NOBODY = {EMPTY: 1.0, SOMETHING_ELSE: 0.0}


@dataclass(frozen=True)
class StandingPawn:
    """Pawns looked for on some tiles."""

    cells: tuple[Cell, ...]
    chances: tuple[dict[str, float], ...]
    """empty if a pawn looks too much like what it stands on"""
    shapes: tuple[NDArray[np.float64], ...]
    """(2, 3) each: foot and top as seen on the board: x, y and radius in millimetres"""

    def found(self, number: int) -> bool:
        chances = self.chances[number]
        if not chances:
            return False
        return 1 - chances[SOMETHING_ELSE] - chances.get(EMPTY, 0.0) > FOUND


def look_for_pawns(
    levels: Levels,
    board: Board,
    sight: LocateResult,
    tiles: Examined,
    pawns: Sequence[Cell],
    bank: Bank,
    glare: NDArray[np.bool_] | None = None,
) -> StandingPawn:
    """Look for *pawns* on those tiles that are not explained to their last corner.

    *glare* says which tiles a glaring spot veils, or whether it veils all of them.
    """
    light = sight.light
    glaring = np.array(tiles.glaring(light)) if glare is None else glare
    verdict = judge(tiles.matches, places_of(board, tiles.cells), light.from_paper, glaring)
    best, seen = tiles.evidence(tiles.matches, verdict, np.zeros(len(tiles.cells), bool))
    tile_known = believable(seen)
    _, weight = merged(
        tiles.bank.names,
        weights_of(verdict.cost, tile_known, np.zeros(len(best))),
        board.alike,
    )
    odd = tiles.odd(best)
    share = tiles.odd_shares(odd)
    tempting = _tempting(tiles, best, bank, np.broadcast_to(glaring, len(tiles.cells)))
    whole = (weight.max(axis=1) >= SURE) & (share < WHOLE) & ~tempting
    number_of = {cell.id: number for number, cell in enumerate(tiles.cells)}
    suspects = tuple(pawn for pawn in pawns if not whole[number_of[pawn.stands_on]])
    if not suspects:
        return StandingPawn((), (), ())
    margin = search_for(pawns, sight.pose).margin
    tops = examine(levels, board, sight, suspects, bank, margin)
    top_verdict = judge(tops.matches, places_of(board, suspects), light.from_paper)
    top, evidence = tops.evidence(tops.matches, top_verdict, np.zeros(len(suspects), bool))
    places = _places(tops, top)
    shapes = tuple(_shapes(tops, places, sight.pose))
    tile_of = [number_of[pawn.stands_on] for pawn in suspects]
    hidden, odd_there = _hiding(tiles, best, odd, tile_of, shapes)
    stands_out = _standing_out(tops, places) >= STANDS_OUT
    top_known = believable(evidence) * (evidence.drawn | stands_out)
    taught = bank.faces[tops.matches.face[np.arange(len(top)), top]]
    tempted = tempting[tile_of]
    shown = np.ones(len(suspects))
    for pawn in np.flatnonzero((top_known > FOUND) | tempted).tolist():
        tile, tones = tile_of[pawn], tones_of(taught[pawn])
        face = tiles.bank.faces[tiles.matches.face[tile, best[tile]]]
        if tones and has_one_of(face, tiles.bank.mask > 0, tones[:1]):
            shade = _inmost(tops, places, pawn) / np.maximum(tones[0], UNLIKE)
            own = [(tone * shade).astype(np.float32) for tone in tones]
            shown[pawn] = _nearer(tiles, tile, int(best[tile]), shapes[pawn], own)
    stands = tempted & (shown >= NEARER)
    hides = (odd_there >= LEAST_ODD) | (tile_known[tile_of] < HARDLY) | stands
    known = top_known * hides
    chances = weights_of(top_verdict.cost, known, np.zeros(len(suspects)))
    sure = weight.max(axis=1)[tile_of] >= SURE
    nobody = sure & (share[tile_of] < LITTLE_ODD * hidden) & (odd_there < LITTLE_ODD)
    nobody &= ~tempted | (shown < FARTHER)
    # a plain white top is a pale spot, and so is the halo of a lamp in the lamination
    veiled = np.broadcast_to(glaring, len(tiles.cells))[tile_of]
    dazzled = veiled & ~evidence.drawn & (taught.min(axis=3).mean(axis=(1, 2)) > PALE)
    alike = dazzled | ~hides | (shown < NEARER)
    unclear = ~nobody & alike & ((top_known > FOUND) | tempted)
    chances_of = (NOBODY if free else {} if dim else named(bank.names, row)
            for free, dim, row in zip(nobody, unclear, chances, strict=True))  # fmt: skip
    return StandingPawn(suspects, tuple(chances_of), shapes)


def _tempting(
    tiles: Examined, best: NDArray[np.int64], bank: Bank, veiled: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which tiles have a print of a plain top's colour, in a picture so grainy that a pawn
    on it would hardly look odd, or a pale one in the light of a mirrored lamp."""
    found = np.zeros(len(tiles.cells), bool)
    if not tiles.grain and not veiled.any():
        return found
    faces, mask = tiles.matches.face[np.arange(len(best)), best], tiles.bank.mask > 0
    colours = colours_of(bank)
    pale = [colour for colour in colours if colour.min() > PALE]
    for face in np.unique(faces).tolist():
        own, printed = faces == face, tiles.bank.faces[face]
        if tiles.grain:
            found[own] = has_one_of(printed, mask, colours)
        if (own & veiled).any():
            found[own & veiled] |= has_one_of(printed, mask, pale, WASHED)
    return found


def _places(tops: Examined, best: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place each top in its patch; a plain one fits anywhere inside, so go by its edge."""
    places = tops.matches.place[np.arange(len(best)), best].copy()
    limit = tops.patches.shape[1] - SIDE
    for number in np.flatnonzero(tops.bank.drawn[best] < 0.5).tolist():
        patch, (left, high) = tops.patches[number], places[number]
        unlike = largest(np.abs(patch - _inmost(tops, places, number))) > UNLIKE
        tries = [
            np.clip((left + right, high + down), 0, limit)
            for right in range(-EDGE_PLAY, EDGE_PLAY + 1)
            for down in range(-EDGE_PLAY, EDGE_PLAY + 1)
        ]
        places[number] = max(tries, key=lambda at: _edged(unlike, _away(tops, at)))
    return places


def _edged(unlike: NDArray[np.bool_], away: NDArray[np.float64]) -> float:
    """Return how much better a round edge fits here than a patch without one."""
    inner, outer = (unlike[(away > low) & (away < high)].mean() for low, high in (WITHIN, BEYOND))
    return float(outer - inner)


def _away(tops: Examined, place: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the distance of each pixel from the middle of a top placed there, in radii."""
    radius = SIDE / 2 / tops.cells[0].manner.inner
    y, x = np.mgrid[: tops.patches.shape[1], : tops.patches.shape[2]]
    middle = place + (SIDE - 1) / 2
    return np.asarray(np.hypot(x - middle[0], y - middle[1]) / radius)


def _standing_out(tops: Examined, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how much the ring around each top differs from it; a patch of floor has no edge."""
    shares = []
    for number, (patch, place) in enumerate(zip(tops.patches, places, strict=True)):
        away, inmost = _away(tops, place), _inmost(tops, places, number)
        ring = patch[(away > RING[0]) & (away < RING[1])]
        shares.append(float((largest(np.abs(ring - inmost)) > UNLIKE).mean()))
    return np.array(shares)


def _inmost(tops: Examined, places: NDArray[np.int64], number: int) -> NDArray[np.float32]:
    """Return the colour of a top."""
    return middle(tops.patches[number][_away(tops, places[number]) < RING[0] - 0.3])


def _nearer(
    tiles: Examined,
    tile: int,
    label: int,
    shape: NDArray[np.float64],
    tones: Sequence[NDArray[np.float32]],
) -> float:
    """Return how much of what a top hides of its tile, where they differ, looks like the top; the
    least of it where the tile may lie aside."""
    matches, bank = tiles.matches, tiles.bank
    x, y = place = matches.place[tile, label]
    top = np.stack([shape[1], shape[1]])
    hides = _hidden(tiles.cells[tile], [top], place, tiles.patches.shape[1], 0.0)
    square = (slice(y, y + SIDE), slice(x, x + SIDE))
    seen, gain = tiles.patches[tile][square], matches.gain[tile, label]
    veil = matches.seen[tile, label] - gain * matches.taught[tile, label]
    printed = gain * bank.faces[matches.face[tile, label]] + veil
    own = hides[square] * bank.mask > 0
    return share_of_top(seen, printed, own, tones)


def _hiding(
    tiles: Examined,
    best: NDArray[np.int64],
    odd: Patch,
    tile_of: Sequence[int],
    shapes: Sequence[NDArray[np.float64]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the share of its tile each pawn would hide,
    and how much of that differs from the tile."""
    side, whole, answers = tiles.patches.shape[1], float(tiles.bank.mask.sum()), []
    for tile, shape in zip(tile_of, shapes, strict=True):
        x, y = place = tiles.matches.place[tile, best[tile]]
        hides = _hidden(tiles.cells[tile], [shape], place, side, 0.0)
        hides = hides[y : y + SIDE, x : x + SIDE] * tiles.bank.mask
        count = float(hides.sum())
        answers.append((count / whole, float((hides * odd[tile]).sum()) / max(1.0, count)))
    shares = np.array(answers)
    return shares[:, 0], shares[:, 1]


def hidden_by(standing: StandingPawn, tiles: Examined) -> Patch | None:
    """Return (tiles, side, side): 1 where a pawn hides a patch; None without pawns."""
    shapes = [shape for number, shape in enumerate(standing.shapes) if standing.found(number)]
    if not shapes:
        return None
    side = tiles.patches.shape[1]
    inmost = np.full(2, (side - SIDE) // 2)
    return np.stack([_hidden(cell, shapes, inmost, side, BLEED_MM) for cell in tiles.cells])


def pawn_readings(
    standing: StandingPawn, pawns: Sequence[Cell], tiles: dict[str, CellReading]
) -> dict[str, CellReading]:
    """Read every pawn cell, and tiles hidden by a pawn rather than by a hand."""
    readings = {cell.id: CellReading(NOBODY) for cell in pawns}
    for number, cell in enumerate(standing.cells):
        hides = tiles[cell.stands_on].disturbed == COVERED
        covered = hides and not standing.found(number)
        if hides and not covered:
            readings[cell.stands_on] = CellReading({}, STOOD_ON)
        chances = standing.chances[number]
        readings[cell.id] = (
            CellReading({}, COVERED) if covered else CellReading(chances, "" if chances else ALIKE)
        )
    return readings


def _shapes(tops: Examined, places: NDArray[np.int64], pose: Pose) -> list[NDArray[np.float64]]:
    """Project the foot and the top of each pawn onto the board."""
    aside = places - (tops.patches.shape[1] - SIDE) / 2
    scale = np.array([frame_of(cell).mm_per_pixel for cell in tops.cells])
    foot = middles_of(tops.cells) + np.einsum("ni,nij->nj", aside * scale, axes_of(tops.cells))
    shapes = []
    for cell, at in zip(tops.cells, foot, strict=True):
        (left, _), (right, _) = cell.polygon_mm[:2]
        radius = abs(right - left) / 2
        up = pose.drift(cell.rise_mm, at[None])[0]
        nearer = pose.eye_mm[2] / (pose.eye_mm[2] - cell.rise_mm)
        shapes.append(np.array([[*at, radius], [*(at + up), radius * nearer]]))
    return shapes


def _hidden(
    cell: Cell,
    shapes: Sequence[NDArray[np.float64]],
    place: NDArray[np.int64],
    side: int,
    grown_mm: float,
) -> Patch:
    """(side, side): which pixels of a patch lie behind pawns, if the tile lies at *place*."""
    steps = 2 * (np.arange(side) - place[:, None] - (SIDE - 1) / 2) / SIDE
    return behind(cell, shapes, steps[0], steps[1], grown_mm).astype(np.float32)


def behind(
    cell: Cell,
    shapes: Sequence[NDArray[np.float64]],
    across: NDArray[np.float64],
    down: NDArray[np.float64],
    grown_mm: float,
) -> NDArray[np.bool_]:
    """(down, across): which points about a cell, in half axes of its patch, lie behind pawns."""
    hidden = np.zeros((len(down), len(across)), bool)
    frame = frame_of(cell)
    x, y = (
        (frame.right[axis] * across + frame.down[axis] * down[:, None]).astype(np.float32)
        for axis in (0, 1)
    )
    for shape in near(cell, shapes):
        (left, top), along = shape[0, :2] - frame.middle, shape[1, :2] - shape[0, :2]
        right, low = x - np.float32(left), y - np.float32(top)
        long = max(float(along @ along), 1e-9)
        share = np.clip((right * float(along[0]) + low * float(along[1])) / np.float32(long), 0, 1)
        right -= share * np.float32(along[0])
        low -= share * np.float32(along[1])
        share *= np.float32(shape[1, 2] - shape[0, 2])
        share += np.float32(shape[0, 2] + grown_mm)
        hidden |= right * right + low * low < share * share
    return hidden


def near(cell: Cell, shapes: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Return the pawns that may hide a part of a cell."""
    if not len(shapes):
        return []
    frame, every = frame_of(cell), np.array(shapes)
    away = np.abs(every[:, :, :2] - frame.middle).max(axis=2).min(axis=1)
    wide = 3 * float(np.hypot(*frame.right)) + every[:, :, 2].max(axis=1)
    return [shapes[n] for n in np.flatnonzero(away <= wide).tolist()]
