"""The signs on our cards: outlines in a box of 100 by 100, y down, every animal looking right.

Standard library only, so that a web page and a painter can both draw from the same lines.
The outlines are simplified from Noto Sans Egyptian Hieroglyphs (OFL.txt); the camel is ours.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calibration.errors import CalibrationError

BOX = 100
ANIMALS = ("camel", "mule", "snake", "ibis", "crocodile", "cat", "baboon")
EMBLEMS = ("scarab", "eye", "ankh")

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Art:
    """One printing of our cards: the same outlines, other colours (``#rrggbb``)."""

    name: str
    pigments: tuple[tuple[str, str], ...]
    ink: str = "#1a1e26"
    paper: str = "#ecdec4"
    stranger: str = "ankh"
    """The sign on a card that is not in the box."""

    def pigment(self, sign: str) -> str:
        """Return the colour of a sign's body; a sign without pigment is left as paper."""
        return dict(self.pigments).get(sign, self.paper)


PAPYRUS = Art(
    "papyrus",
    (
        ("camel", "#c98a2b"),
        ("mule", "#8a7f78"),
        ("snake", "#3f8f5b"),
        ("ibis", "#2f6fa8"),
        ("crocodile", "#5d7a2a"),
        ("cat", "#7d3f6b"),
        ("baboon", "#b4452f"),
        ("scarab", "#1f8a8a"),
        ("eye", "#2b4a8b"),
        ("ankh", "#b08d2f"),
    ),
)
"""Our deck in seven pigments."""

LINES = Art("lines", ())
"""Our deck in ink alone, to be told apart by shape."""


class UnknownSign(CalibrationError, LookupError):
    """A sign that nobody drew."""


@cache
def paths() -> dict[str, str]:
    """Return all outlines by name, as SVG path data of straight lines."""
    written = json.loads((Path(__file__).parent / "glyphs.json").read_text())
    return {str(name): str(path) for name, path in written.items()}


def path(name: str) -> str:
    """Return the SVG ``d`` attribute of a sign's lines; fill it by the even-odd rule."""
    try:
        return paths()[name]
    except KeyError:
        raise UnknownSign("fault.print.no_drawing", name=name, known=list(paths())) from None


@cache
def rings(name: str) -> tuple[Ring, ...]:
    """Return the closed rings of a sign, as points."""
    pieces = path(name).replace("M", "").split("Z")
    return tuple(tuple(_point(text) for text in piece.split("L")) for piece in pieces if piece)


def outer_rings(name: str) -> tuple[Ring, ...]:
    """Return the rings that run the same way round as the largest one; the others are holes."""
    turns = [_area(ring) for ring in rings(name)]
    way = max(turns, key=abs)
    return tuple(ring for ring, turn in zip(rings(name), turns, strict=True) if turn * way > 0)


def _point(text: str) -> tuple[float, float]:
    x, y = text.split()
    return float(x), float(y)


def _area(ring: Ring) -> float:
    following = ring[1:] + ring[:1]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, following, strict=True)) / 2
