"""How many bytes a look reads and writes, counted from the arrays its innermost functions are given
and give back, each once.

An estimate from below: what OpenCV and numpy do inside a call is not seen. It does not depend on
the machine, so it says what a small one with slow memory has to move.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

INNERMOST = (
    "geometry.pictures._shrunk",
    "find.aruco_markers._small",
    "find.aruco_markers._detect",
    "find.aruco_markers._sharpened",
    "find.edges._edges",
    "find.cameras._slopes",
    "geometry.patches._fitting",
    "geometry.patches._away",
    "read.examine.cut",
    "read.examine.relit",
    "read.compare.shrink",
    "read.compare.windows",
    "read.compare.measures",
    "read.flip_pairs._parts",
    "read.compare._fit",
    "read.compare._loose_level",
    "read.compare.bent",
    "read.compare.fitted",
    "read.rims._rims",
    "read.judge._agreed",
    "read.judge._own",
    "read.covered.parts_of",
    "read.rivals.as_seen",
    "read.rivals._ways",
    "geometry.light.sample",
    "find.grid._strengths",
    "read.learnt.cut",
    "read.learnt.relit",
    "read.tint.Tint.taken_off",
    "read.learnt.coarse",
    "read.learnt.bare_colours",
    "read.features.grey",
    "read.features._pooled",
    "read.features._colours",
    "read.learnt.Net.said",
    "read.overlay.grey",
    "read.overlay._everywhere",
    "read.overlay.agreements",
    "read.straight.spots_at",
    "read.straight.agreements",
    "read.agreement.spots_at",
    "read.agreement.agreements",
    "read.overlay.lumps_left",
)


class Touched:
    """Bytes that were read or written since it was last asked."""

    def __init__(self) -> None:
        self.count = 0

    def wrap(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **named: Any) -> Any:
            found = work(*given, **named)
            self.count += _bytes((given, tuple(named.values()), found))
            return found

        return counted


def home_of(path: str) -> tuple[Any, str]:
    """Find the module or class that has a function, and the function's name in it."""
    place, name = path.rsplit(".", 1)
    package, module, *within = place.split(".")
    home: Any = importlib.import_module(f"calibration.{package}.{module}")
    for part in within:
        home = getattr(home, part)
    return home, name


@contextmanager
def touched() -> Iterator[Touched]:
    """Count while this is open."""
    count = Touched()
    kept: list[tuple[Any, str, Any]] = []
    for path in INNERMOST:
        home, name = home_of(path)
        kept.append((home, name, getattr(home, name)))
        setattr(home, name, count.wrap(getattr(home, name)))
    try:
        yield count
    finally:
        for home, name, work in kept:
            setattr(home, name, work)


def _bytes(value: Any) -> int:
    """The arrays in a value; what hangs on a bank, a sight or a picture is counted where it is
    used."""
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    if isinstance(value, list | tuple):
        return sum(_bytes(one) for one in value)
    if isinstance(value, dict):
        return sum(_bytes(one) for one in value.values())
    if is_dataclass(value) and type(value).__name__ in ("Square", "Cameras", "Seen", "Edges"):
        return sum(_bytes(getattr(value, field.name)) for field in fields(value))
    return 0
