"""What a printed sheet is drawn of: outlines, lines, discs and words, in millimetres, y down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin

from .. import art as signs
from ..art import Art

Point = tuple[float, float]
Ring = tuple[Point, ...]
HAIR_MM = 0.15
CUT, FOLD = "#8c8c8c", "#555555"
"""The colours of lines to cut along, and of lines to fold along: no other line has them."""
BLACK, WHITE = "#000000", "#ffffff"


@dataclass(frozen=True, slots=True)
class Fill:
    """Rings filled by the even-odd rule; a ring may have an inked edge."""

    rings: tuple[Ring, ...]
    colour: str = ""
    edge: str = ""
    wide: float = HAIR_MM


@dataclass(frozen=True, slots=True)
class InkLine:
    points: Ring
    colour: str = BLACK
    wide: float = HAIR_MM
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    at: Point
    radii: Point
    colour: str = ""
    edge: str = ""
    wide: float = HAIR_MM
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class InkText:
    """A line of text whose baseline begins, ends or is centred at a point."""

    at: Point
    text: str
    size: float = 3.0
    colour: str = "#333333"
    anchor: str = "start"
    bold: bool = False
    degrees: float = 0.0


Shape = Fill | InkLine | Disc | InkText
Drawn = tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class InkPose:
    """Where a drawing lies on the sheet: scaled, mirrored, turned clockwise, moved."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    degrees: float = 0.0
    mirrored: bool = False

    def point(self, at: Point) -> Point:
        x, y = at[0] * self.scale * (-1 if self.mirrored else 1), at[1] * self.scale
        c, s = cos(radians(self.degrees)), sin(radians(self.degrees))
        return self.x + x * c - y * s, self.y + x * s + y * c

    def ring(self, ring: Iterable[Point]) -> Ring:
        return tuple(self.point(at) for at in ring)


def laid(drawn: Iterable[Shape], lie: InkPose) -> Drawn:
    """Place a drawing on the sheet."""
    return tuple(_laid(shape, lie) for shape in drawn)


def _laid(shape: Shape, lie: InkPose) -> Shape:
    if isinstance(shape, Fill):
        rings = tuple(lie.ring(ring) for ring in shape.rings)
        return replace(shape, rings=rings, wide=shape.wide * lie.scale)
    if isinstance(shape, InkLine):
        return replace(shape, points=lie.ring(shape.points), wide=shape.wide * lie.scale)
    turned = (-shape.degrees if lie.mirrored else shape.degrees) + lie.degrees
    if isinstance(shape, Disc):
        radii = (shape.radii[0] * lie.scale, shape.radii[1] * lie.scale)
        return replace(
            shape, at=lie.point(shape.at), radii=radii, wide=shape.wide * lie.scale, degrees=turned
        )
    return replace(shape, at=lie.point(shape.at), size=shape.size * lie.scale, degrees=turned)


def box(x: float, y: float, width: float, height: float) -> Ring:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def cut_box(width: float, height: float, colour: str = "") -> Fill:
    """Return a rectangle with a hairline to cut along."""
    return Fill((box(0, 0, width, height),), colour, CUT)


def sign(
    name: str,
    middle: Point,
    side: float,
    art: Art | None = None,
    *,
    ink: str = "",
    looks_left: bool = False,
) -> Drawn:
    """Return one of our signs in a square of *side*; without *art* in ink alone."""
    scale = side / signs.BOX
    half = -side / 2 if not looks_left else side / 2
    lie = InkPose(middle[0] + half, middle[1] - side / 2, scale, mirrored=looks_left)
    lines = Fill(signs.rings(name), ink or (art.ink if art else BLACK))
    if art is None:
        return laid((lines,), lie)
    return laid((Fill(signs.outer_rings(name), art.pigment(name)), lines), lie)


def _levels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def contrasted(drawn: Iterable[Shape]) -> Drawn:
    """Return the same drawing for eyes that need contrast: white paper, black ink,
    strong colours."""
    return tuple(_contrasted(shape) for shape in drawn)


def _contrasted(shape: Shape) -> Shape:
    if isinstance(shape, InkText):
        return replace(shape, colour=_strong(shape.colour, keep_light=True))
    if isinstance(shape, InkLine):
        return replace(shape, colour=_strong(shape.colour), wide=1.4 * shape.wide)
    colour = shape.colour and _strong(shape.colour, keep_light=True)
    if shape.edge in ("", CUT):
        return replace(shape, colour=colour)
    return replace(shape, colour=colour, edge=BLACK, wide=max(0.35, shape.wide))


def _strong(colour: str, *, keep_light: bool = False) -> str:
    """White, black, or the same hue at full strength and dark enough to stand out from white."""
    levels = _levels(colour)
    most, least = max(levels), min(levels)
    if most - least < 0.22:
        return WHITE if keep_light and most > 0.72 else BLACK
    if keep_light and least > 0.55:
        return WHITE
    full = [(level - least) / (most - least) for level in levels]
    light = 0.3 * full[0] + 0.59 * full[1] + 0.11 * full[2]
    share = 1.0 if light > 0.8 and keep_light else min(1.0, 0.45 / max(light, 0.05))
    return "#" + "".join(f"{round(255 * level * share):02x}" for level in full)
