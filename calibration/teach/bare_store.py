"""The bare board of an edition, as arrays in one file, and back."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ..read.bare import SMALL, Bare, BareCell
from ..read.ground import Ground
from .arrays import opened

LAYOUT = 1
"""Changes with what is kept of a bare cell: a bare board of another layout is not half read."""
WHITE = 160
"""White paper in 8 bit, so that gloss up to 1.6 is kept."""


def packed(bare: Bare) -> bytes:
    """Write a bare board as the bytes of an archive."""
    looks = np.array([cell.look for cell in bare.cells]).reshape(-1, SMALL, SMALL, 3)
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        looks=np.rint(np.clip(looks * WHITE, 0, 255)).astype(np.uint8),
        places=bare.ground.places.astype(np.float32),
        colours=bare.ground.colours.astype(np.float32),
    )
    return buffer.getvalue()


def described(bare: Bare) -> list[list[Any]]:
    """Return what isn't an array: each cell's name, kind and place."""
    return [[cell.id, cell.kind, *cell.place] for cell in bare.cells]


def unpacked(raw: bytes, about: list[list[Any]]) -> Bare:
    """Rebuild a bare board from the archive and its description."""
    with opened(raw) as archive:
        looks = archive["looks"].astype(np.float32) / WHITE
        ground = Ground(archive["places"].astype(float), archive["colours"].astype(float))
    if looks.shape != (len(about), SMALL, SMALL, 3):
        raise ValueError(f"{len(about)} cells, {len(looks)} looks")
    if ground.places.shape != (len(ground), 2) or ground.colours.shape != (len(ground), 3):
        raise ValueError(f"{len(ground.places)} places, {len(ground.colours)} colours")
    cells = tuple(
        BareCell(str(name), str(kind), (float(x), float(y)), look)
        for (name, kind, x, y), look in zip(about, looks, strict=True)
    )
    return Bare(ground, cells)
