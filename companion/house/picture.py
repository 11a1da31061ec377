"""A picture as plain shapes: written as SVG here, painted as PNG elsewhere. Pure.

y grows downwards.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

PAPER, INK, FADED, GOLD, RULE = "#fffaf0", "#2e2620", "#4a3f33", "#7a5c12", "#ddd2bd"
Point = tuple[float, float]


@dataclass(frozen=True)
class PictureWords:
    """A line of text; *x* is its beginning, its end if *right* is set, or its middle."""

    x: float
    y: float
    text: str
    size: float = 13.0
    ink: str = FADED
    anchor: str = "start"


@dataclass(frozen=True)
class Stroke:
    """A line through some points."""

    points: tuple[Point, ...]
    ink: str
    width: float = 1.0
    dash: str = ""


@dataclass(frozen=True)
class Area:
    """A translucent filled shape."""

    points: tuple[Point, ...]
    ink: str
    opacity: float = 0.2


@dataclass(frozen=True)
class PictureRing:
    """A circle of paper with a rim."""

    x: float
    y: float
    radius: float
    ink: str


@dataclass(frozen=True)
class PictureImage:
    """A photograph, from its top left corner."""

    x: float
    y: float
    width: float
    height: float
    jpeg: bytes


Shape = PictureWords | Stroke | Area | PictureRing | PictureImage


@dataclass(frozen=True)
class Picture:
    width: float
    height: float
    shapes: tuple[Shape, ...]


def lowered(shape: Shape, by: float) -> Shape:
    """Return the same shape further down."""
    if isinstance(shape, PictureWords | PictureRing | PictureImage):
        return replace(shape, y=shape.y + by)
    return replace(shape, points=tuple((x, y + by) for x, y in shape.points))


def svg(picture: Picture) -> str:
    """Return the picture as a file that needs nothing else."""
    width, height = f"{picture.width:g}", f"{picture.height:g}"
    drawn = "".join(map(_drawn, picture.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="Georgia, serif">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{drawn}</svg>'
    )


def _drawn(shape: Shape) -> str:
    match shape:
        case PictureWords():
            return (
                f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}"'
                f' fill="{shape.ink}" text-anchor="{shape.anchor}">{escape(shape.text)}</text>'
            )
        case Stroke():
            return (
                f'<path d="{_way(shape.points)}" fill="none" stroke="{shape.ink}"'
                f' stroke-width="{shape.width:g}" stroke-dasharray="{shape.dash or "none"}"/>'
            )
        case Area():
            return f'<path d="{_way(shape.points)}Z" fill="{shape.ink}" opacity="{shape.opacity}"/>'
        case PictureImage():
            data = b64encode(shape.jpeg).decode()
            return (
                f'<image x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}"'
                f' height="{shape.height:g}" href="data:image/jpeg;base64,{data}"/>'
            )
        case PictureRing():
            return (
                f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:g}"'
                f' fill="{PAPER}" stroke="{shape.ink}" stroke-width="3"/>'
            )


def _way(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
