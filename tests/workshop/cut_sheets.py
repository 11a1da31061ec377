"""Scissors: the lines to cut and to fold, read out of a printed PDF as a printer would draw them.

Nothing here asks the drawings they came from: only what the file strokes in the colour of a cut or
of a fold counts, in millimetres from the upper left corner of the sheet as it is looked at.
"""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin

Point = tuple[float, float]
Path = tuple[Point, ...]
MM = 25.4 / 72
CUT, FOLD = (0x8C, 0x8C, 0x8C), (0x55, 0x55, 0x55)
ROUND = 72
"""The corners of a circle that was cut out."""


@dataclass
class CutSheet:
    """What is cut and folded on one sheet."""

    width: float
    height: float
    outlines: list[Path] = field(default_factory=list)
    """Closed lines to cut along."""
    slits: list[Path] = field(default_factory=list)
    """Open lines to cut."""
    folds: list[Path] = field(default_factory=list)


def sheets_of(data: bytes) -> list[CutSheet]:
    """Every page of a file."""
    found = []
    objects = dict(re.findall(rb"(?s)(\d+) 0 obj\n(.*?)endobj", data))
    for body in objects.values():
        if b"/Type /Page\n" not in body + b"\n" and not re.search(rb"/Type /Page\s", body):
            continue
        media = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", body)
        contents = re.search(rb"/Contents (\d+) 0 R", body)
        assert media
        assert contents
        turn = re.search(rb"/Rotate (\d+)", body)
        wide, high = (float(side) * MM for side in media.groups())
        text = _stream(objects[contents[1]])
        across = turn is not None and int(turn[1]) == 90
        found.append(_read(text, wide, high, across))
    return found


def _stream(body: bytes) -> str:
    raw = re.split(rb"stream\r?\n", body, maxsplit=1)[1]
    if b"ASCII85Decode" in body:
        raw = a85decode(raw.split(b"~>", 1)[0])
    return zlib.decompressobj().decompress(raw).decode("latin-1")


def _read(text: str, wide: float, high: float, across: bool) -> CutSheet:
    sheet = CutSheet(*((high, wide) if across else (wide, high)))
    pen: tuple[int, ...] = ()
    dashed = False
    moved: list[tuple[float, ...]] = [(1, 0, 0, 1, 0, 0)]
    paths: list[tuple[list[Point], bool]] = []

    def at(x: float, y: float) -> Point:
        a, b, c, d, e, f = moved[-1]
        x, y = (a * x + c * y + e) * MM, (b * x + d * y + f) * MM
        return (y, x) if across else (x, high - y)

    numbers: list[float] = []
    for token in re.findall(r"\((?:\\.|[^\\)])*\)|\[|\]|[^\s\[\]]+", text):
        if re.fullmatch(r"-?\.?\d[\d.]*", token):
            numbers.append(float(token))
            continue
        if token == "q":
            moved.append(moved[-1])
        elif token == "Q":
            moved.pop()
        elif token == "cm":
            moved[-1] = _times(numbers[-6:], moved[-1])
        elif token == "RG":
            pen = tuple(round(255 * part) for part in numbers[-3:])
        elif token == "d":
            dashed = len(numbers) > 1
        elif token == "m":
            paths.append(([at(*numbers[-2:])], False))
        elif token == "l":
            paths[-1][0].append(at(*numbers[-2:]))
        elif token == "c":
            a, b, c = (at(*numbers[-6:][n : n + 2]) for n in (0, 2, 4))
            paths[-1][0].extend(_curve(paths[-1][0][-1], a, b, c))
        elif token == "h":
            paths[-1] = (paths[-1][0], True)
        elif token in ("S", "B", "B*", "b", "s", "n", "f", "f*", "W"):
            if token in ("S", "B", "B*", "b", "s"):
                _keep(sheet, paths, pen, dashed)
            if token != "W":
                paths = []
        elif token in ("[", "]"):
            if token == "[":
                numbers = []
            continue
        numbers = []
    return sheet


def _keep(
    sheet: CutSheet, paths: list[tuple[list[Point], bool]], pen: tuple[int, ...], dashed: bool
) -> None:
    for points, closed in paths:
        if pen == CUT and not dashed:
            is_closed = closed or hypot(*_minus(points[0], points[-1])) < 1e-3
            (sheet.outlines if is_closed else sheet.slits).append(tuple(points))
        elif pen == FOLD and dashed:
            sheet.folds.append(tuple(points))


def _times(one: list[float], other: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j),
        *(e * g + f * i + k, e * h + f * j + m),
    )


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, ROUND // 4 + 1):
        t = step * 4 / ROUND
        u = 1 - t
        yield tuple(  # type: ignore[misc]
            u**3 * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t**3 * d[n] for n in (0, 1)
        )


def _minus(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def box_of(path: Path) -> tuple[float, float, float, float]:
    """Left, top, width, height."""
    xs, ys = zip(*path, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def size_of(path: Path) -> Point:
    return box_of(path)[2:]


def area_of(path: Path) -> float:
    pairs = zip(path, (*path[1:], path[0]), strict=True)
    return abs(sum(x * b - a * y for (x, y), (a, b) in pairs)) / 2


def is_round(path: Path) -> bool:
    wide, high = size_of(path)
    return len(path) > 20 and abs(area_of(path) - pi * wide * high / 4) < 0.02 * wide * high


def sides_of(path: Path) -> list[float]:
    """The lengths of the sides, corners that lie on a straight line left out."""
    points = [p for n, p in enumerate(path) if hypot(*_minus(p, path[n - 1])) > 1e-3]
    corners = [
        p
        for n, p in enumerate(points)
        if abs(_turn(points[n - 1], p, points[(n + 1) % len(points)])) > 1e-3
    ]
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return [hypot(*_minus(one, other)) for one, other in pairs]


def _turn(a: Point, b: Point, c: Point) -> float:
    one, two = atan2(b[1] - a[1], b[0] - a[0]), atan2(c[1] - b[1], c[0] - b[0])
    return (two - one + pi) % (2 * pi) - pi


def inside(one: Path, other: Path) -> bool:
    """Whether a path lies within the box of another one."""
    (x, y, w, h), (a, b, c, d) = box_of(one), box_of(other)
    return x >= a - 0.01 and y >= b - 0.01 and x + w <= a + c + 0.01 and y + h <= b + d + 0.01


def overlap(one: Path, other: Path) -> float:
    """The area two convex paths share, in square millimetres."""
    kept = list(one)
    ring = list(other)
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    if sum((b[0] - a[0]) * (b[1] + a[1]) for a, b in pairs) > 0:
        ring.reverse()
    for n, (x, y) in enumerate(ring):
        a, b = ring[(n + 1) % len(ring)]
        before, kept = kept, []
        for k, point in enumerate(before):
            last = before[k - 1]
            here = (a - x) * (point[1] - y) - (b - y) * (point[0] - x)
            there = (a - x) * (last[1] - y) - (b - y) * (last[0] - x)
            if (here < 0) != (there < 0):
                share = there / (there - here)
                kept.append(
                    (last[0] + share * (point[0] - last[0]), last[1] + share * (point[1] - last[1]))
                )
            if here >= 0:
                kept.append(point)
        if not kept:
            return 0.0
    return area_of(tuple(kept))


def circle(at: Point, radius: float) -> Path:
    turns = (2 * pi * n / ROUND for n in range(ROUND))
    return tuple((at[0] + radius * cos(t), at[1] + radius * sin(t)) for t in turns)
