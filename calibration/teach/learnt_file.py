"""What was learnt, as arrays in one file, and back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..read.features import PRINT
from ..read.learnt import USUAL, Learnt, Net
from ..read.texture_colours import Hues
from .arrays import opened

LAYOUT, READABLE = 4, (1, 2, 3, 4)
"""Changes with the cues and the shape of the nets: a reader of another layout is not half read.
Layout 1 did not say how alike faces are in other pictures, and nothing of hues. Up to layout 2 the
faces of each label were cut out by themselves, not all in one frame. Up to layout 3 nothing was
known of what is printed on bare cells, nor of what the colours of drawn things are worth."""
NET = ("first", "first_bias", "last", "last_bias", "middle", "spread")
HUES = ("points", "label_of", "scale")
PRINTS = ("prints", "rims")
ARRAYS = ("templates", "template_of", "papers", "paper_of", "looks", "bare")


def packed(learnt: Mapping[str, Learnt]) -> bytes:
    """Write everything that was learnt as the bytes of an archive."""
    arrays: dict[str, Any] = {}
    for kind, reader in learnt.items():
        for name in ARRAYS:
            arrays[f"{kind}/{name}"] = getattr(reader, name)
        arrays |= {f"{kind}/{name}": getattr(reader, name) for name in PRINTS}
        for name in HUES if reader.hues is not None else ():
            arrays[f"{kind}/hues/{name}"] = getattr(reader.hues, name)
        for number, net in enumerate(reader.nets):
            for name in NET:
                arrays[f"{kind}/net{number}/{name}"] = getattr(net, name)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def described(learnt: Mapping[str, Learnt]) -> list[dict[str, Any]]:
    """Return what isn't an array of it."""
    return [
        {
            "kind": kind,
            "names": list(reader.names),
            "cells": list(reader.cells),
            "textured": reader.textured,
            "likeness": reader.likeness.tolist(),
            "framed": reader.framed,
            "hues": None if reader.hues is None else reader.hues.usual,
            "worth": 0.0 if reader.hues is None else reader.hues.worth,
            "nets": len(reader.nets),
        }
        for kind, reader in learnt.items()
    ]


def unpacked(raw: bytes, about: list[dict[str, Any]]) -> dict[str, Learnt]:
    """Rebuild what was learnt from the archive and its description."""
    learnt = {}
    with opened(raw) as archive:
        for one in about:
            kind = str(one["kind"])
            nets = tuple(
                Net(**{name: archive[f"{kind}/net{number}/{name}"] for name in NET})
                for number in range(int(one["nets"]))
            )
            arrays = {name: archive[f"{kind}/{name}"] for name in ARRAYS}
            names, cells = tuple(map(str, one["names"])), tuple(map(str, one["cells"]))
            if not nets or any(len(net.last_bias) != len(names) + 1 for net in nets):
                raise ValueError(f"{kind}: {len(nets)} nets, {len(names)} labels")
            if len(arrays["looks"]) != len(cells):
                raise ValueError(f"{kind}: {len(cells)} cells, {len(arrays['looks'])} looks")
            learnt[kind] = Learnt(
                kind,
                names,
                nets,
                textured=bool(one["textured"]),
                cells=cells,
                likeness=np.array(one.get("likeness", USUAL), float),
                hues=_hues(archive, kind, one.get("hues"), float(one.get("worth", 0.0))),
                **_prints(archive, kind, len(cells)),
                framed=bool(one.get("framed", False)),
                **arrays,
            )
    return learnt


def _hues(archive: Mapping[str, Any], kind: str, usual: float | None, worth: float) -> Hues | None:
    if usual is None:
        return None
    arrays = {name: archive[f"{kind}/hues/{name}"] for name in HUES}
    return Hues(**arrays, usual=float(usual), worth=worth)


def _prints(archive: Mapping[str, Any], kind: str, cells: int) -> dict[str, Any]:
    """Unpack how bare cells look from near; nothing where that was not kept yet."""
    if f"{kind}/prints" not in archive:
        return {}
    found = {name: archive[f"{kind}/{name}"] for name in PRINTS}
    shapes = found["prints"].shape, found["rims"].shape
    if shapes not in (((cells, PRINT, PRINT), (cells,)), ((0, 1, 1), (0,))):
        raise ValueError(f"{kind}: prints and rims of shapes {shapes} of {cells} cells")
    return found
