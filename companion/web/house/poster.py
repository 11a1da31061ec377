"""The result as a picture to keep: who won, everybody's points, how it went. Laid out here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import partial

from companion.house import plot as plots
from companion.house.picture import (
    FADED,
    GOLD,
    INK,
    RULE,
    Picture,
    PictureImage,
    PictureWords,
    Shape,
    Stroke,
    lowered,
)

from .sheet import Column, ScoreSheet

MARGIN = 28.0
ROW, LEADING = 34.0, 20.0
OUTCOME_LETTERS, TURN_LETTERS = 50, 78
"""This many letters fit on a line in the widest of our fonts."""
WINNER, MOST_WINNER = 56.0, 18
"""The size of the winner's name, and the letters of it that fit in this size."""
BOARD = (540.0, 360.0)
"""How large the picture of the board is."""


def poster(sheet: ScoreSheet, board: bytes = b"") -> Picture:
    """Draw the whole result from top to bottom: who won, the board as it ended, how it went."""
    shapes: list[Shape] = []
    bottom = MARGIN
    plot = (_plot,) if sheet.plot.is_curved else ()
    for part in (_head, partial(_board, board), _people, *plot, _turns):
        below = list(part(sheet))
        shapes += (lowered(shape, bottom) for shape in below)
        bottom += _height(below)
    return Picture(plots.WIDTH, bottom + MARGIN / 2, tuple(shapes))


def _height(shapes: list[Shape]) -> float:
    ends = [y for shape in shapes if isinstance(shape, Stroke) for _, y in shape.points]
    ends += [shape.y for shape in shapes if isinstance(shape, PictureWords)]
    ends += [shape.y + shape.height for shape in shapes if isinstance(shape, PictureImage)]
    return max(ends, default=0.0) + 14.0 if shapes else 0.0


def _head(sheet: ScoreSheet) -> Iterator[Shape]:
    yield PictureWords(MARGIN, 22, sheet.title, 22, GOLD)
    yield PictureWords(plots.WIDTH - MARGIN, 22, sheet.when, 14, FADED, "end")
    below = 22.0
    won = [pair for pair in _ranked(sheet) if not pair[0].order[0]]
    if won:
        names = ", ".join(column.name for column, _ in won)
        size = WINNER * min(1.0, MOST_WINNER / len(names))
        below += size * 1.15
        yield PictureWords(MARGIN, below, names, size, INK)
        below += 14
        wide = (plots.WIDTH - 2 * MARGIN) / len(won)
        for number, (_, line) in enumerate(won):
            start = MARGIN + wide * number
            yield Stroke(((start, below), (start + wide, below)), line.ink, 6)
    for number, words in enumerate(textwrap.wrap(sheet.outcome, OUTCOME_LETTERS)):
        yield PictureWords(MARGIN, below + 34 + 27 * number, words, 21, INK)


def _board(board: bytes, sheet: ScoreSheet) -> Iterator[Shape]:
    if board:
        yield PictureImage((plots.WIDTH - BOARD[0]) / 2, 0, *BOARD, board)


def _people(sheet: ScoreSheet) -> Iterator[Shape]:
    """Yield everybody as their line in the plot is drawn, most points first."""
    for number, (column, line) in enumerate(_ranked(sheet)):
        y = 20 + ROW * number
        yield Stroke(((MARGIN, y - 6), (MARGIN + 44, y - 6)), line.ink, 5, line.dash)
        yield PictureWords(MARGIN + 60, y, column.name, 20, INK)
        yield PictureWords(plots.WIDTH - MARGIN, y, column.points, 22, INK, "end")
        rule = y + 9
        yield Stroke(((MARGIN, rule), (plots.WIDTH - MARGIN, rule)), RULE)


def _ranked(sheet: ScoreSheet) -> list[tuple[Column, plots.PlotLine]]:
    """Give everybody with their line in the plot, winners first."""
    pairs = zip(sheet.columns, sheet.plot.lines, strict=True)
    return sorted(pairs, key=lambda pair: pair[0].order)


def _plot(sheet: ScoreSheet) -> Iterator[Shape]:
    yield PictureWords(MARGIN, 18, sheet.headings[0], 16, GOLD)
    yield from (lowered(shape, 26) for shape in plots.drawn(sheet.plot))


def _turns(sheet: ScoreSheet) -> Iterator[Shape]:
    if not sheet.turns:
        return
    yield PictureWords(MARGIN, 18, sheet.headings[1], 16, GOLD)
    lines = [line for turn in sheet.turns for line in textwrap.wrap(turn, TURN_LETTERS)]
    for number, line in enumerate(lines):
        yield PictureWords(MARGIN, 42 + LEADING * 0.95 * number, line, 13.5)
