"""Pieces to cut out and boards larger than a page, laid out on sheets of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil

from ..errors import CalibrationError
from ..geometry.markers import GAUGE_EDGE_MM, GAUGE_MM, PAPERS, Paper
from .ink import CUT, FOLD, Drawn, Fill, InkLine, InkPose, InkText, Point, Ring, Shape, box, laid

MARGIN_MM, FOOT_MM, GAP_MM = 10.0, 16.0, 1.5
BAR_MM, TICK_MM = 100.0, 0.2
GLUE_MM, BLEED_MM = 8.0, 1.5
"""How far the next sheet is glued over one, and how far the drawing goes on below it."""
GAUGED_MM = GAUGE_EDGE_MM + GAUGE_MM + 3.0 - MARGIN_MM
"""The room that the markers of a sheet take on every side."""
LARGE = 1.4
"""How much larger everything is that is printed large: a board, its cards and its pieces alike."""
CARD, MOUNTED = "card", "mounted"
"""What is printed on card, and what on plain paper that is glued on grey board."""

__all__ = [
    "BAR_MM",
    "CARD",
    "LARGE",
    "MOUNTED",
    "PAPERS",
    "KitPage",
    "Paper",
    "KitPart",
    "KitPiece",
    "Poster",
    "foot",
    "pages_of",
]


@dataclass(frozen=True, slots=True)
class KitPiece:
    """Something to cut out, its upper left corner at the origin."""

    width: float
    height: float
    drawn: Drawn
    count: int = 1
    """How many things are cut out of it."""
    nests: bool = False
    """Whether it is a rhombus on its tip, which lies between its like without a gap."""


@dataclass(frozen=True, slots=True)
class Poster:
    """Something that may be larger than a page: cut along the lines and glued together."""

    width: float
    height: float
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class KitPart:
    """Sheets under one title; the title is a key of the words."""

    title: str
    things: tuple[KitPiece, ...] | Poster
    fixed: bool = False
    """Whether it keeps its size where the rest is printed large."""
    gauged: bool = False
    """Whether the sheet carries markers in its own corners, by which the camera measures it."""
    stock: str = CARD
    how: tuple[str, ...] = ()
    """The steps of the assembly sheet by which it is made, besides printing and cutting."""


@dataclass(frozen=True, slots=True)
class KitPage:
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
    across: bool = False
    """Whether it is looked at with its long side at the foot."""
    label: str = ""
    """Which part of a poster it is: column and row, as ``B1``."""
    stock: str = ""
    holds: tuple[tuple[str, int], ...] = ()
    """How many things of which part are cut out of it."""


class TooLarge(CalibrationError, ValueError):
    """A piece that no sheet of this paper holds."""


def pages_of(parts: Sequence[KitPart], paper: Paper, scale: float = 1.0) -> list[KitPage]:
    """Every sheet of the parts: boards first, then small things together, as few as they fit on."""
    found: list[KitPage] = []
    pooled: dict[str, list[_Placed]] = {}
    for part in parts:
        size = 1.0 if part.fixed else scale
        if isinstance(part.things, Poster):
            tiled = _tiled(part.title, part.things, paper, size)
            found += (replace(page, stock=part.stock) for page in tiled)
        elif part.gauged:
            packed = _packed([_Placed(part.title, thing, size) for thing in part.things],
                             paper, GAUGED_MM)  # fmt: skip
            found += (replace(page, gauged=True, stock=part.stock) for page in packed)
        else:
            room = tuple(side / size for side in inner(paper))
            pool = pooled.setdefault(part.stock, [])
            pool += (_Placed(part.title, thing, size) for thing in nested(part.things, room))
    for stock, pool in pooled.items():
        found += (replace(page, stock=stock) for page in _packed(pool, paper))
    return [replace(page, number=n, of=len(found)) for n, page in enumerate(found, 1)]


def inner(paper: Paper) -> tuple[float, float]:
    """Return the room on a sheet inside margins and foot."""
    return paper.width - 2 * MARGIN_MM, paper.height - 2 * MARGIN_MM - FOOT_MM


def nested(pieces: Sequence[KitPiece], room: tuple[float, ...]) -> list[KitPiece]:
    """Rhombi laid between each other, as many as a sheet has room for; others as they are."""
    found = [piece for piece in pieces if not piece.nests]
    rest = [piece for piece in pieces if piece.nests]
    while rest:
        wide, half = rest[0].width, rest[0].height / 2
        columns = max(1, int((room[0] + 0.01) // wide))
        rows = max(1, int((room[1] + 0.01) // half) - 1)
        spots = [
            (wide * (column + row % 2 / 2), half * row)
            for row in range(rows)
            for column in range(max(1, columns - row % 2))
        ]
        few, rest = rest[: len(spots)], rest[len(spots) :]
        at = list(zip(few, spots, strict=False))
        drawn = tuple(s for piece, (x, y) in at for s in laid(piece.drawn, InkPose(x, y)))
        right, low = (max(one[n] for _, one in at) for n in (0, 1))
        found.append(KitPiece(right + wide, low + 2 * half, drawn, len(few)))
    return found


@dataclass(frozen=True, slots=True)
class _Placed:
    """A piece with the title it belongs to, and the scale it is printed at."""

    title: str
    piece: KitPiece
    scale: float
    at: Point = (0.0, 0.0)

    @property
    def size(self) -> Point:
        return self.piece.width * self.scale, self.piece.height * self.scale


@dataclass(slots=True)
class _Sheet:
    """A sheet that is being filled: what lies on it, and the free rectangles that are left."""

    free: list[tuple[float, float, float, float]]
    things: list[_Placed] = field(default_factory=list)

    def place(self, thing: _Placed) -> bool:
        """Put a thing into the free rectangle it fits most tightly, if there is one."""
        wide, high = thing.size
        fits = [
            (min(w - wide, h - high), y, x)
            for x, y, w, h in self.free
            if wide <= w + 0.01 and high <= h + 0.01
        ]
        if not fits:
            return False
        _, y, x = min(fits)
        self.things.append(replace(thing, at=(x, y)))
        taken = (x - GAP_MM, y - GAP_MM, wide + 2 * GAP_MM, high + 2 * GAP_MM)
        cut = [rest for room in self.free for rest in _left_of(room, taken)]
        self.free = [
            one for n, one in enumerate(cut)
            if not any(_within(one, other) for m, other in enumerate(cut)
                       if m != n and (other != one or m < n))
        ]  # fmt: skip
        return True


Rectangle = tuple[float, float, float, float]


def _left_of(room: Rectangle, taken: Rectangle) -> Iterator[Rectangle]:
    """The largest rectangles of a room that something does not take."""
    (x, y, w, h), (a, b, wide, high) = room, taken
    if a >= x + w or a + wide <= x or b >= y + h or b + high <= y:
        yield room
        return
    if b > y:
        yield x, y, w, b - y
    if b + high < y + h:
        yield x, b + high, w, y + h - b - high
    if a > x:
        yield x, y, a - x, h
    if a + wide < x + w:
        yield a + wide, y, x + w - a - wide, h


def _within(one: Rectangle, other: Rectangle) -> bool:
    return (
        one[0] >= other[0]
        and one[1] >= other[1]
        and one[0] + one[2] <= other[0] + other[2]
        and one[1] + one[3] <= other[1] + other[3]
    )


def _packed(things: Sequence[_Placed], paper: Paper, inset: float = 0.0) -> Iterator[KitPage]:
    """The highest things first, each on the first sheet that has room; never turned."""
    wide, high = (room - 2 * inset for room in inner(paper))
    sheets: list[_Sheet] = []
    for thing in sorted(things, key=lambda one: (-one.size[1], -one.size[0])):
        if thing.size[0] > wide + 0.01 or thing.size[1] > high + 0.01:
            room = {"paper": paper.name, "wide": f"{wide:g}", "high": f"{high:g}"}
            size = {"width": f"{thing.size[0]:g}", "height": f"{thing.size[1]:g}"}
            raise TooLarge("fault.print.too_large", **size, **room)
        if not any(sheet.place(thing) for sheet in sheets):
            sheets.append(_Sheet([(0.0, 0.0, wide, high)]))
            sheets[-1].place(thing)
    edge = MARGIN_MM + inset
    for sheet in sheets:
        drawn: list[Shape] = []
        holds: Counter[str] = Counter()
        for one in sheet.things:
            drawn += laid(one.piece.drawn, InkPose(edge + one.at[0], edge + one.at[1], one.scale))
            holds[one.title] += one.piece.count
        yield KitPage(sheet.things[0].title, 0, 0, tuple(drawn), holds=tuple(holds.items()))


def _tiled(title: str, poster: Poster, paper: Paper, scale: float) -> Iterator[KitPage]:
    """Row by row from the upper left; each goes on below its neighbours, which are glued on it."""
    whole = (poster.width * scale, poster.height * scale)
    room, wides, highs = _fewest(whole, paper)
    across = room == inner(paper)[::-1]
    tops = (0.0, *accumulate(highs))
    lefts = (0.0, *accumulate(wides))
    for row, high in enumerate(highs):
        for column, wide in enumerate(wides):
            right, low = column + 1 < len(wides), row + 1 < len(highs)
            shapes = laid(poster.drawn, InkPose(-lefts[column], -tops[row], scale))
            seen = (wide + BLEED_MM * right, high + BLEED_MM * low)
            name = _named(column, row)
            beside = _edges((wide, high), right, low, (column, row))
            page = _laid_on(title, shapes, beside, seen, paper, across)
            yield replace(page, label=name, holds=((title, 1),) if row == column == 0 else ())


def _named(column: int, row: int) -> str:
    return f"{'ABCDEFGH'[column]}{row + 1}"


def _fewest(whole: Point, paper: Paper) -> tuple[Point, list[float], list[float]]:
    """Upright or across: whichever takes fewer sheets."""
    wide, high = inner(paper)
    ways = []
    for room in ((wide, high), (high, wide)):
        wides, highs = (_parts(length, side) for length, side in zip(whole, room, strict=True))
        ways.append((len(wides) * len(highs), room, wides, highs))
    _, room, wides, highs = min(ways, key=lambda way: way[0])
    return room, wides, highs


def _parts(whole: float, room: float) -> list[float]:
    """Equal parts if they leave room for what is glued, else full ones and the rest."""
    if whole <= room + 0.01:
        return [whole]
    count = ceil((whole - GLUE_MM - 0.01) / (room - GLUE_MM))
    if whole / count + GLUE_MM <= room:
        return [whole / count] * count
    each = room - GLUE_MM
    return [each] * (count - 1) + [whole - each * (count - 1)]


def _laid_on(
    title: str, shapes: Drawn, beside: Drawn, part: Point, paper: Paper, across: bool
) -> KitPage:
    if across:  # the left edge of the drawing lies at the foot of the sheet
        lie = InkPose(MARGIN_MM, paper.height - MARGIN_MM - FOOT_MM, degrees=-90)
        low = paper.height - MARGIN_MM - FOOT_MM
        clip = (MARGIN_MM, low - part[0], part[1], part[0])
    else:
        lie, clip = InkPose(MARGIN_MM, MARGIN_MM), (MARGIN_MM, MARGIN_MM, *part)
    return KitPage(title, 0, 0, laid(shapes, lie), clip, laid(beside, lie), across=across)


def _edges(part: Point, right: bool, low: bool, place: tuple[int, int]) -> Drawn:
    """The line to cut along with its flaps, and the names of this sheet and of its neighbours."""
    wide, high = part
    far, deep = wide + GLUE_MM * right, high + GLUE_MM * low
    outline: Ring = ((0, 0), (far, 0), (far, high), (wide, high), (wide, deep), (0, deep))
    drawn: list[Shape] = [
        Fill((tuple(dict.fromkeys(outline)),), "", CUT),
        InkText((0, -2.2), _named(*place), 5.0, "#333333", bold=True),
    ]
    if right:
        drawn.append(InkLine(((wide, 0), (wide, high)), FOLD, 0.2, dashed=True))
        name = _named(place[0] + 1, place[1])
        at = (wide + BLEED_MM + 4.2, high / 2)
        drawn.append(InkText(at, name, 4.5, CUT, "middle", degrees=90))
    if low:
        drawn.append(InkLine(((0, high), (wide, high)), FOLD, 0.2, dashed=True))
        name = _named(place[0], place[1] + 1)
        drawn.append(InkText((wide / 2, high + GLUE_MM - 2.0), name, 4.5, CUT, "middle"))
    return tuple(drawn)


def foot(paper: Paper, said: str, number: str, gauged: bool = False) -> Drawn:
    """Return the foot of a sheet: a line that must measure 100 mm, and what sheet this is."""
    left = (paper.width - BAR_MM) / 2 if gauged else MARGIN_MM
    right, y = paper.width - left, paper.height - MARGIN_MM
    ticks = (
        Fill((box(left + min(at, BAR_MM - TICK_MM), y - high, TICK_MM, high),), "#333333")
        for at, high in ((at, 3.0 if at % 50 == 0 else 1.5) for at in range(0, 101, 10))
    )
    return (
        Fill((box(left, y - TICK_MM, BAR_MM, TICK_MM),), "#333333"),
        *ticks,
        InkText((left, y - 4.5), said, 2.8),
        InkText((right, y - (8.5 if gauged else 0.2)), number, 2.8, anchor="end"),
    )
