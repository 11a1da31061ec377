"""A plot of scores over the moves: a line per seat, a band where values were hidden. Pure.

The page draws the same by ``static/house/plot.js``; here it is for pictures and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from .card import Played
from .tale import Point, Tale

WIDTH, HEIGHT = 720.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 12.0, 30.0
LEGEND = 26.0
DASHES = ("", "9 4", "3 3", "12 3 3 3", "1 4", "6 2 2 2")
"""Lines differ for those who see colours alike."""
INKS = {
    "red": "#c0392b",
    "blue": "#1f5fbf",
    "green": "#1e8449",
    "yellow": "#b7950b",
    "black": "#222222",
    "white": "#8a8378",
    "purple": "#7d3c98",
    "orange": "#ca6f1e",
}


@dataclass(frozen=True)
class Line:
    """One seat on the paper: its steps, its band, and how it is drawn."""

    name: str
    ink: str
    dash: str
    low: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """Everything of a plot, as numbers."""

    lines: tuple[Line, ...]
    rows: tuple[tuple[float, str], ...]
    columns: tuple[tuple[float, str], ...]
    marks: tuple[tuple[float, float, str], ...]


def steps(least: float, most: float) -> list[int]:
    """Round numbers that divide a range into about five parts."""
    span = max(1.0, most - least)
    power = 10 ** math.floor(math.log10(span / 5))
    wide = next((n * power for n in (1, 2, 5, 10) if span / (n * power) <= 6), power * 10)
    step = max(1, round(wide))
    first = math.ceil(least / step) * step
    return list(range(first, math.floor(most) + 1, step))


def plotted(tale: Tale, people: Sequence[Played]) -> Plot:
    """Lay the tale of a game out on paper; y grows downwards."""
    points = tale.points
    every = [value for point in points for pair in point.scores for value in pair]
    least, most = min(0, *every), max(1, *every)

    def x(move: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * move / max(1, len(points) - 1)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - least) / (most - least)

    def line(seat: int, person: Played) -> Line:
        low = [(x(n), y(point.scores[seat][0])) for n, point in enumerate(points)]
        high = [(x(n), y(point.scores[seat][1])) for n, point in enumerate(points)]
        band = tuple([*high, *reversed(low)]) if _is_hidden(points, seat) else ()
        ink, dash = INKS.get(person.colour, "#222222"), DASHES[seat % len(DASHES)]
        return Line(person.name, ink, dash, tuple(_stairs(low)), band)

    return Plot(
        tuple(line(seat, person) for seat, person in enumerate(people)),
        tuple((y(score), str(score)) for score in steps(least, most)),
        tuple((x(move), str(move)) for move in steps(0, len(points) - 1)),
        tuple(
            (
                x(turn.moment),
                y(points[turn.moment].scores[turn.seat][0]),
                INKS.get(people[turn.seat].colour, "#222222"),
            )
            for turn in tale.turns
        ),
    )


def _is_hidden(points: Sequence[Point], seat: int) -> bool:
    return any(point.scores[seat][0] != point.scores[seat][1] for point in points)


def _stairs(way: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Every change is a step: first along, then up or down."""
    yield way[0]
    for before, after in zip(way, way[1:], strict=False):
        yield after[0], before[1]
        yield after


def svg(plot: Plot) -> str:
    """The plot as a picture that needs nothing else."""
    parts = [f'<rect width="{WIDTH:g}" height="{HEIGHT + LEGEND:g}" fill="#fffaf0"/>']
    for y, text in plot.rows:
        parts.append(
            f'<path d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}" stroke="#ddd2bd" fill="none"/>'
        )
        parts.append(f'<text x="{LEFT - 6:g}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    for x, text in plot.columns:
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18:g}" text-anchor="middle">{text}</text>'
        )
    for line in plot.lines:
        if line.band:
            parts.append(f'<path d="{_way(line.band)}Z" fill="{line.ink}" opacity="0.2"/>')
        parts.append(
            f'<path d="{_way(line.low)}" fill="none" stroke="{line.ink}" stroke-width="3"'
            f' stroke-dasharray="{line.dash or "none"}"/>'
        )
    for x, y, ink in plot.marks:
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#fffaf0" stroke="{ink}"'
            ' stroke-width="3"/>'
        )
    parts += _legend(plot)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT + LEGEND:g}"'
        f' font-family="Georgia, serif" font-size="13" fill="#4a3f33">{"".join(parts)}</svg>'
    )


def _legend(plot: Plot) -> Iterator[str]:
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(plot.lines))
    for number, line in enumerate(plot.lines):
        x = LEFT + wide * number
        yield (
            f'<path d="M{x:.1f} {HEIGHT + 8:g}h24" stroke="{line.ink}" stroke-width="4"'
            f' stroke-dasharray="{line.dash or "none"}"/>'
            f'<text x="{x + 30:.1f}" y="{HEIGHT + 13:g}">{escape(line.name)}</text>'
        )


def _way(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
