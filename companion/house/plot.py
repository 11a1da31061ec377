"""A plot of scores over the moves: a line per seat, a band where values were hidden. Pure.

The page draws the same by ``static/house/plot.js``; here it is for pictures and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .game_card import GameCard
from .picture import RULE, Area, PictureRing, PictureWords, Shape, Stroke
from .summary import Point, Tale

WIDTH, HEIGHT = 720.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 12.0, 30.0
LEGEND = 26.0
DASHES = ("", "9 4", "3 3", "12 3 3 3", "1 4", "6 2 2 2")
"""Dash patterns, for people who can't tell the colours apart."""
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
class PlotLine:
    """One seat on the paper: its steps, its band, and how it is drawn."""

    name: str
    ink: str
    dash: str
    low: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """Everything of a plot, as numbers."""

    lines: tuple[PlotLine, ...]
    rows: tuple[tuple[float, str], ...]
    columns: tuple[tuple[float, str], ...]
    marks: tuple[tuple[float, float, str], ...]
    is_curved: bool = True
    """Whether it says anything."""


def steps(least: float, most: float) -> list[int]:
    """Choose round numbers that divide a range into about five parts."""
    span = max(1.0, most - least)
    power = 10 ** math.floor(math.log10(span / 5))
    wide = next((n * power for n in (1, 2, 5, 10) if span / (n * power) <= 6), power * 10)
    step = max(1, round(wide))
    first = math.ceil(least / step) * step
    return list(range(first, math.floor(most) + 1, step))


def plotted(tale: Tale, people: Sequence[GameCard]) -> Plot:
    """Lay the tale of a game out on paper; y grows downwards."""
    points = tale.points
    every = [value for point in points for pair in point.scores for value in pair]
    least, most = min(0, *every), max(1, *every)

    def x(move: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * move / max(1, len(points) - 1)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - least) / (most - least)

    def line(seat: int, person: GameCard) -> PlotLine:
        low = [(x(n), y(point.scores[seat][0])) for n, point in enumerate(points)]
        high = [(x(n), y(point.scores[seat][1])) for n, point in enumerate(points)]
        band = tuple([*high, *reversed(low)]) if _is_hidden(points, seat) else ()
        ink, dash = INKS.get(person.colour, "#222222"), DASHES[seat % len(DASHES)]
        return PlotLine(person.name, ink, dash, tuple(_stairs(low)), band)

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
        tale.curved,
    )


def _is_hidden(points: Sequence[Point], seat: int) -> bool:
    return any(point.scores[seat][0] != point.scores[seat][1] for point in points)


def _stairs(way: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Draw each change as a step: along, then up or down."""
    yield way[0]
    for before, after in zip(way, way[1:], strict=False):
        yield after[0], before[1]
        yield after


def drawn(plot: Plot) -> Iterator[Shape]:
    """Draw the plot as shapes, without a legend."""
    for y, text in plot.rows:
        yield Stroke(((LEFT, y), (WIDTH - RIGHT, y)), RULE)
        yield PictureWords(LEFT - 6, y + 4, text, anchor="end")
    for x, text in plot.columns:
        yield PictureWords(x, HEIGHT - BOTTOM + 18, text, anchor="middle")
    for line in plot.lines:
        if line.band:
            yield Area(line.band, line.ink)
        yield Stroke(line.low, line.ink, 3, line.dash)
    for x, y, ink in plot.marks:
        yield PictureRing(x, y, 5, ink)
