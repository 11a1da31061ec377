"""The result as a picture to keep: who won, everybody's points, how it went. Laid out here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from companion.house import plot as plots
from companion.house.picture import FADED, GOLD, INK, RULE, Picture, Shape, Stroke, Words, lowered

from .sheet import Sheet

MARGIN = 28.0
ROW, LEADING = 34.0, 20.0
OUTCOME_LETTERS, TURN_LETTERS = 76, 100
"""About this many letters fit on a line, depending on the font."""


def poster(sheet: Sheet) -> Picture:
    """The whole result from top to bottom."""
    shapes: list[Shape] = []
    bottom = MARGIN
    for part in (_head, _people, _plot, _turns):
        below = list(part(sheet))
        shapes += (lowered(shape, bottom) for shape in below)
        bottom += _height(below)
    return Picture(plots.WIDTH, bottom + MARGIN / 2, tuple(shapes))


def _height(shapes: list[Shape]) -> float:
    ends = [y for shape in shapes if isinstance(shape, Stroke) for _, y in shape.points]
    ends += [shape.y for shape in shapes if isinstance(shape, Words)]
    return max(ends, default=0.0) + 14.0 if shapes else 0.0


def _head(sheet: Sheet) -> Iterator[Shape]:
    yield Words(MARGIN, 22, sheet.title, 28, GOLD)
    yield Words(plots.WIDTH - MARGIN, 22, sheet.when, 14, FADED, "end")
    for number, line in enumerate(textwrap.wrap(sheet.outcome, OUTCOME_LETTERS)):
        yield Words(MARGIN, 52 + LEADING * 1.1 * number, line, 18, INK)


def _people(sheet: Sheet) -> Iterator[Shape]:
    """Everybody as their line in the plot is drawn, most points first."""
    pairs = sorted(
        zip(sheet.columns, sheet.plot.lines, strict=True), key=lambda pair: pair[0].order
    )
    for number, (column, line) in enumerate(pairs):
        y = 20 + ROW * number
        yield Stroke(((MARGIN, y - 6), (MARGIN + 44, y - 6)), line.ink, 5, line.dash)
        yield Words(MARGIN + 60, y, column.name, 20, INK)
        yield Words(plots.WIDTH - MARGIN, y, column.points, 22, INK, "end")
        rule = y + 9
        yield Stroke(((MARGIN, rule), (plots.WIDTH - MARGIN, rule)), RULE)


def _plot(sheet: Sheet) -> Iterator[Shape]:
    yield Words(MARGIN, 18, sheet.headings[0], 16, GOLD)
    yield from (lowered(shape, 26) for shape in plots.drawn(sheet.plot))


def _turns(sheet: Sheet) -> Iterator[Shape]:
    if not sheet.turns:
        return
    yield Words(MARGIN, 18, sheet.headings[1], 16, GOLD)
    lines = [line for turn in sheet.turns for line in textwrap.wrap(turn, TURN_LETTERS)]
    for number, line in enumerate(lines):
        yield Words(MARGIN, 42 + LEADING * 0.95 * number, line, 13.5)
