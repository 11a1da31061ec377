"""Tiles of which a pawn hides a part: whatever it leaves open is compared closely.

A usual look brings the rivals of such a tile together, as most of what tells them apart is hidden.
Here every face is a rival whose difference from a likely one is hidden, and all rivals are compared
where they differ and can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..geometry.board import SOMETHING_ELSE, Board, Cell
from ..geometry.patches import SIDE, frame_of
from ..geometry.pictures import Levels
from ..geometry.robust import largest
from .chances import TEMPERATURE
from .covered import ENOUGH_SHOWN
from .examine import LEAST_HIDDEN, Examined
from .faces import Bank
from .occlusion_fit import MOST_LAYERS
from .pawns import StandingPawn, behind, near
from .result import CellReading
from .tile_rivals import ACROSS, APART, FINER, compared

BLEED_MM = 1.0
"""The margin around a pawn that shows its edge and not the tile."""
LIKELY, LEADING = 1e-3, 0.05
"""Readings of a smaller chance are no rivals for that alone; those of a greater one lead."""
KIN_CHANCE = 0.02
"""The least chance, before a closer look, of a face whose difference from a leading one is hidden:
nothing has spoken against it yet."""

Mask = NDArray[np.bool_]
Face = NDArray[np.float32]


def look_closer(
    levels: Levels,
    board: Board,
    sight: LocateResult,
    tiles: Examined,
    standing: StandingPawn,
    readings: Mapping[str, CellReading],
) -> dict[str, CellReading]:
    """New readings of tiles that pawns hide in part, and of no others."""
    shapes = [shape for number, shape in enumerate(standing.shapes) if standing.found(number)]
    fresh: dict[str, CellReading] = {}
    known = _known(tiles.bank, board)
    for number, cell in enumerate(tiles.cells if shapes else ()):
        chances = readings[cell.id].chances
        if not chances or not near(cell, shapes):
            continue
        seen = ~behind(cell, shapes, _STEPS, _STEPS, BLEED_MM)
        middle = seen[_INNER, _INNER].reshape(SIDE, FINER, SIDE, FINER).mean(axis=(1, 3)) > 0.5
        mask = tiles.bank.mask > 0
        hidden = (mask & ~middle).sum() > LEAST_HIDDEN * mask.sum()
        rivals = _rivals(known, chances, mask, middle) if hidden else {}
        if rivals:
            place, picture = _place(tiles, number, chances), _fine(levels, sight, cell)
            fresh[cell.id] = CellReading(
                _weighed(picture, seen, place, rivals, known, tiles.bank.mask, chances)
            )
    return fresh


_STEPS = 2 * (np.arange(ACROSS) - (ACROSS - 1) / 2) / (FINER * SIDE)
_INNER = slice((ACROSS - FINER * SIDE) // 2, (ACROSS + FINER * SIDE) // 2)


def _points(cell: Cell) -> NDArray[np.float64]:
    """(ACROSS, ACROSS, 2): where on the board each fine pixel of a cell lies."""
    frame = frame_of(cell)
    across = _STEPS[None, :, None] * frame.right + _STEPS[:, None, None] * frame.down
    return np.asarray(frame.middle + across)


def _fine(levels: Levels, sight: LocateResult, cell: Cell) -> Face:
    """Return the cell in fine pixels, with white paper = 1."""
    at = sight.pose.project(_points(cell).reshape(-1, 2)).reshape(ACROSS, ACROSS, 2)
    source, where = levels.full, np.asarray(at, np.float32)
    if float(np.linalg.norm(at[0, 0] - at[-1, -1])) > 2 * ACROSS * 2**0.5:
        source, where = levels.half, where / np.float32(2) - np.float32(0.25)
    seen = cv2.remap(source, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen / (255 * sight.light.at(frame_of(cell).middle)), np.float32)


def _place(tiles: Examined, number: int, chances: Mapping[str, float]) -> NDArray[np.float64]:
    """Return how far aside a tile lies under its likeliest label."""
    known = [name for name in chances if name != SOMETHING_ELSE]
    label = tiles.bank.names.index(max(known, key=chances.__getitem__))
    margin = (tiles.patches.shape[1] - SIDE) / 2
    return np.asarray(tiles.matches.place[number, label] - margin, float)


def _known(bank: Bank, board: Board) -> dict[str, Face]:
    """Return every face by its label, keeping those with the same meaning apart."""
    return {
        name: np.asarray(bank.faces[members].mean(axis=0), np.float32)
        for name, members in zip(bank.names, bank.members, strict=True)
        if board.alike.get(name, name) == name
    }


def _rivals(
    known: Mapping[str, Face], chances: Mapping[str, float], mask: Mask, seen: Mask
) -> dict[str, float]:
    """Return what a tile may be, with the prior of each."""
    rivals = {name: chance for name, chance in chances.items() if chance >= LIKELY}
    rivals.pop(SOMETHING_ELSE, None)
    leaders = [name for name, chance in rivals.items() if chance >= LEADING]
    faces = np.stack(list(known.values()))
    for leader in leaders:
        apart = _apart(faces, known[leader])[mask]
        whole, shown = apart.sum(axis=0), apart[seen[mask]].sum(axis=0)
        hidden = shown < ENOUGH_SHOWN * np.maximum(1, whole)
        for name, alike in zip(known, hidden.tolist(), strict=True):
            if alike:
                rivals[name] = max(KIN_CHANCE, rivals.get(name, 0.0))
    return rivals if leaders else {}


def _apart(faces: Face, other: Face) -> Mask:
    """(side, side, faces): where faces differ from another one in more than lines: one may have
    been taught a little aside."""
    apart = np.ascontiguousarray((largest(np.abs(faces - other)) > APART).transpose(1, 2, 0))
    lumps = [
        cv2.morphologyEx(some.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        for some in np.array_split(apart, -(-len(faces) // MOST_LAYERS), axis=2)
    ]
    return np.concatenate([layer.reshape(SIDE, SIDE, -1) for layer in lumps], axis=2) > 0


def _weighed(
    picture: Face,
    seen: Mask,
    place: NDArray[np.float64],
    rivals: Mapping[str, float],
    known: Mapping[str, Face],
    mask: Face,
    chances: Mapping[str, float],
) -> dict[str, float]:
    """Return the chances of the rivals after a closer look, multiplied by their prior."""
    weight = np.array(list(rivals.values()))
    leading = [n for n, name in enumerate(rivals) if chances.get(name, 0.0) >= LEADING]
    faces = [known[name] for name in rivals]
    behind_best = compared(picture, seen, faces, leading, place, mask)
    if behind_best is not None:
        weight = weight * np.exp((behind_best.min() - behind_best) / TEMPERATURE)
    strange = chances.get(SOMETHING_ELSE, 0.0)
    weight = weight / weight.sum() * (1 - strange)
    return {**dict(zip(rivals, weight.tolist(), strict=True)), SOMETHING_ELSE: strange}
