"""What was learnt, as arrays in one file, and back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..read.learnt import Learnt, Net

LAYOUT = 1
"""Changes with the cues and the shape of the nets: a reader of another layout is not half read."""
NET = ("first", "first_bias", "last", "last_bias", "middle", "spread")
ARRAYS = ("templates", "template_of", "papers", "paper_of", "looks", "bare")


def packed(learnt: Mapping[str, Learnt]) -> bytes:
    """All that was learnt, as the bytes of an archive."""
    arrays: dict[str, Any] = {}
    for kind, reader in learnt.items():
        for name in ARRAYS:
            arrays[f"{kind}/{name}"] = getattr(reader, name)
        for number, net in enumerate(reader.nets):
            for name in NET:
                arrays[f"{kind}/net{number}/{name}"] = getattr(net, name)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def described(learnt: Mapping[str, Learnt]) -> list[dict[str, Any]]:
    """What is not an array of it."""
    return [
        {
            "kind": kind,
            "names": list(reader.names),
            "cells": list(reader.cells),
            "textured": reader.textured,
            "nets": len(reader.nets),
        }
        for kind, reader in learnt.items()
    ]


def unpacked(raw: bytes, about: list[dict[str, Any]]) -> dict[str, Learnt]:
    """What was learnt, back from the archive and what was said of it."""
    learnt = {}
    with np.load(io.BytesIO(raw), allow_pickle=False) as archive:
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
            textured = bool(one["textured"])
            learnt[kind] = Learnt(kind, names, nets, textured=textured, cells=cells, **arrays)
    return learnt
