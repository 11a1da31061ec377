"""Pieces to cut out and boards larger than a page, laid out on sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ..boards.markers import GAUGE_EDGE_MM, GAUGE_MM, PAPERS, Paper
from ..errors import CalibrationError
from .ink import CUT, Drawn, Fill, Lie, Point, Shape, Words, box, laid

MARGIN_MM, FOOT_MM, GAP_MM = 10.0, 16.0, 3.0
BAR_MM, TICK_MM = 100.0, 0.2
GAUGED_MM = GAUGE_EDGE_MM + GAUGE_MM + 3.0 - MARGIN_MM
"""The room that the markers of a sheet take on every side."""
LARGE = 1.4
"""How much larger everything is that is printed large: a board, its cards and its pieces alike."""

__all__ = [
    "BAR_MM",
    "LARGE",
    "PAPERS",
    "Page",
    "Paper",
    "Part",
    "Piece",
    "Poster",
    "foot",
    "pages_of",
]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, its upper left corner at the origin."""

    width: float
    height: float
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Poster:
    """Something that may be larger than a page: cut along the lines and taped together."""

    width: float
    height: float
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Part:
    """Sheets under one title; the title is a key of the words."""

    title: str
    things: tuple[Piece, ...] | Poster
    fixed: bool = False
    """Whether it keeps its size where the rest is printed large."""
    gauged: bool = False
    """Whether the sheet carries markers in its own corners, by which the camera measures it."""


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet: its shapes, what it belongs to, and which of how many it is."""

    title: str
    number: int
    of: int
    drawn: Drawn
    clip: tuple[float, float, float, float] | None = None
    """Left, top, width, height of the only part that is printed of the drawing."""
    beside: Drawn = ()
    """What is printed outside of the clip."""
    gauged: bool = False


class TooLarge(CalibrationError, ValueError):
    """A piece that no sheet of this paper holds."""


def pages_of(parts: Sequence[Part], paper: Paper, scale: float = 1.0) -> list[Page]:
    """Every sheet of the parts, in their order."""
    found: list[Page] = []
    for part in parts:
        size = 1.0 if part.fixed else scale
        if isinstance(part.things, Poster):
            pages = list(_tiled(part.title, part.things, paper, size))
        else:
            inset = GAUGED_MM if part.gauged else 0.0
            pages = list(_gridded(part.title, part.things, paper, size, inset))
        found += [
            replace(page, number=n, of=len(pages), gauged=part.gauged)
            for n, page in enumerate(pages, 1)
        ]
    return found


def inner(paper: Paper) -> tuple[float, float]:
    """The room on a sheet without margins and foot."""
    return paper.width - 2 * MARGIN_MM, paper.height - 2 * MARGIN_MM - FOOT_MM


def _gridded(
    title: str, pieces: Sequence[Piece], paper: Paper, scale: float, inset: float
) -> Iterator[Page]:
    """Row after row, each as high as its highest piece."""
    wide, high = (room - 2 * inset for room in inner(paper))
    edge = MARGIN_MM + inset
    x = y = row = 0.0
    drawn: list[Shape] = []
    for piece in pieces:
        width, height = piece.width * scale, piece.height * scale
        if width > wide + 0.01 or height > high + 0.01:
            room = {"paper": paper.name, "wide": f"{wide:g}", "high": f"{high:g}"}
            size = {"width": f"{width:g}", "height": f"{height:g}"}
            raise TooLarge("fault.print.too_large", **size, **room)
        if x + width > wide + 0.01:
            x, y, row = 0.0, y + row + GAP_MM, 0.0
        if y + height > high + 0.01:
            yield Page(title, 0, 0, tuple(drawn))
            x = y = row = 0.0
            drawn = []
        drawn += laid(piece.drawn, Lie(edge + x, edge + y, scale))
        x, row = x + width + GAP_MM, max(row, height)
    if drawn:
        yield Page(title, 0, 0, tuple(drawn))


def _tiled(title: str, poster: Poster, paper: Paper, scale: float) -> Iterator[Page]:
    """Equal parts, so that no corner marker is ever cut in two."""
    whole = (poster.width * scale, poster.height * scale)
    room, columns, rows = _fewest(whole, paper)
    part = (whole[0] / columns, whole[1] / rows)
    turned = room == inner(paper)[::-1]
    for row in range(rows):
        for column in range(columns):
            left, top = column * part[0], row * part[1]
            shapes = laid(poster.drawn, Lie(-left, -top, scale))
            name = f"{'ABCDEFGH'[column]}{row + 1}"
            edges = laid(_edges(part, name), Lie())
            yield _placed(title, shapes, edges, part, paper, turned)


def _fewest(whole: Point, paper: Paper) -> tuple[Point, int, int]:
    """Upright or across: whichever takes fewer sheets."""
    wide, high = inner(paper)
    ways = []
    for room in ((wide, high), (high, wide)):
        columns, rows = (max(1, ceil((w - 0.01) / r)) for w, r in zip(whole, room, strict=True))
        ways.append((columns * rows, room, columns, rows))
    _, room, columns, rows = min(ways, key=lambda way: way[0])
    return room, columns, rows


def _placed(
    title: str, shapes: Drawn, edges: Drawn, part: Point, paper: Paper, turned: bool
) -> Page:
    if turned:  # printed across: the left edge of the drawing lies at the foot of the sheet
        lie = Lie(MARGIN_MM, MARGIN_MM + part[0], degrees=-90)
        clip = (MARGIN_MM, MARGIN_MM, part[1], part[0])
    else:
        lie, clip = Lie(MARGIN_MM, MARGIN_MM), (MARGIN_MM, MARGIN_MM, *part)
    return Page(title, 0, 0, laid(shapes, lie), clip, laid(edges, lie))


def _edges(part: Point, name: str) -> Drawn:
    """The line to cut along, and the name of this part in its corner."""
    outline = Fill((box(0, 0, *part),), "", CUT)
    return (outline, Words((part[0] - 1.5, part[1] - 1.5), name, 2.6, CUT, "end"))


def foot(paper: Paper, said: str, number: str, gauged: bool = False) -> Drawn:
    """The foot of a sheet: a line that must measure 100 mm, and what sheet this is."""
    left = (paper.width - BAR_MM) / 2 if gauged else MARGIN_MM
    right, y = paper.width - left, paper.height - MARGIN_MM
    ticks = (
        Fill((box(left + min(at, BAR_MM - TICK_MM), y - high, TICK_MM, high),), "#333333")
        for at, high in ((at, 3.0 if at % 50 == 0 else 1.5) for at in range(0, 101, 10))
    )
    return (
        Fill((box(left, y - TICK_MM, BAR_MM, TICK_MM),), "#333333"),
        *ticks,
        Words((left, y - 4.5), said, 2.8),
        Words((right, y - (8.5 if gauged else 0.2)), number, 2.8, anchor="end"),
    )
