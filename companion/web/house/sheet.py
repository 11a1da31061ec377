"""The result on paper: one page to keep, with the tally, the plot, the turns and the deeds."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.house import plot as plots
from companion.house.plot import Plot
from companion.util.printed_text import font_for, in_drawn_order, spelled

MARGIN, LEADING = 48.0, 14.0


@dataclass(frozen=True)
class Column:
    """What one person has in the end."""

    name: str
    points: str
    parts: tuple[tuple[str, str], ...]
    deeds: str
    order: tuple[bool, int, int] = (False, 0, 0)
    """Where this person stands among the others."""


@dataclass(frozen=True)
class ScoreSheet:
    """Everything that is printed, in words."""

    title: str
    outcome: str
    when: str
    columns: tuple[Column, ...]
    headings: tuple[str, str, str]
    """Headings of the plot, the turning points and the deeds."""
    turns: tuple[str, ...]
    plot: Plot


def pdf(sheet: ScoreSheet) -> bytes:
    """Render the sheet as a file to print."""
    from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle(sheet.title)
    _Paper(canvas, A4, *font_for("House")).print(sheet)
    canvas.save()
    return out.getvalue()


class _Paper:
    """A page that is written from the top down."""

    def __init__(
        self, canvas: Any, size: tuple[float, float], font: str, letters: frozenset[int]
    ) -> None:
        self._canvas, self._font, self._letters = canvas, font, letters
        self._width, self._height = size
        self._y = self._height - MARGIN

    def print(self, sheet: ScoreSheet) -> None:
        self._write(sheet.title, 22, "#7a5c12")
        self._write(sheet.outcome, 15)
        self._write(sheet.when, 10, "#6b6155")
        self._gap()
        self._tally(sheet.columns)
        self._heading(sheet.headings[0])
        self._plot(sheet.plot)
        if sheet.turns:
            self._heading(sheet.headings[1])
            for turn in sheet.turns:
                self._write(turn, 10)
        deeds = [f"{one.name}: {one.deeds}" for one in sheet.columns if one.deeds]
        if deeds:
            self._heading(sheet.headings[2])
            for line in deeds:
                self._write(line, 10)

    def _heading(self, text: str) -> None:
        self._gap()
        self._room(60)  # a heading never stands alone at the foot
        self._write(text, 13, "#7a5c12")

    def _gap(self) -> None:
        self._y -= LEADING * 0.7

    def _room(self, height: float) -> None:
        """Turn the page where the rest would not fit."""
        if self._y - height < MARGIN:
            self._canvas.showPage()
            self._y = self._height - MARGIN

    def _write(self, text: str, size: float, ink: str = "#222222") -> None:
        for line in self._broken(text, size, self._width - 2 * MARGIN):
            self._room(size * 1.35)
            self._y -= size * 1.35
            self._text(MARGIN, self._y, line, size, ink)

    def _text(self, x: float, y: float, text: str, size: float, ink: str = "#222222") -> None:
        self._canvas.setFillColor(_colour(ink))
        self._canvas.setFont(self._font, size)
        self._canvas.drawString(x, y, in_drawn_order(text, self._letters))

    def _broken(self, text: str, size: float, width: float) -> list[str]:
        from reportlab.lib.utils import simpleSplit  # type: ignore[import-untyped]

        lines: list[str] = simpleSplit(spelled(text, self._letters), self._font, size, width)
        return lines

    def _tally(self, columns: Sequence[Column]) -> None:
        """Draw everybody's points, part by part, two people side by side."""
        wide = (self._width - 2 * MARGIN) / 2
        for first in range(0, len(columns), 2):
            pair = [self._rows(column, wide - 18) for column in columns[first : first + 2]]
            height = LEADING * max(map(len, pair)) + 12
            self._room(height)
            for number, rows in enumerate(pair):
                self._column(MARGIN + wide * number, wide - 18, rows)
            self._y -= height

    def _rows(self, column: Column, width: float) -> list[tuple[str, str, float]]:
        """Return the lines of one person: text, points and size; long ones continue on the next."""
        rows = [(column.name, column.points, 12.0)]
        for said, points in column.parts:
            lines = self._broken(said, 9.5, width - 48) or [""]
            rows += [(line, "", 9.5) for line in lines[:-1]]
            rows.append((lines[-1], points, 9.5))
        return rows

    def _column(self, x: float, width: float, rows: list[tuple[str, str, float]]) -> None:
        y = self._y
        for number, (text, points, size) in enumerate(rows):
            y -= LEADING
            self._text(x + (8 if number else 0), y, text, size, "#4a3f33" if number else "#222222")
            self._canvas.drawRightString(x + width, y, points)

    def _plot(self, plot: Plot) -> None:
        scale = (self._width - 2 * MARGIN) / plots.WIDTH
        height = (plots.HEIGHT + plots.LEGEND) * scale
        self._room(height + 6)
        self._canvas.saveState()
        self._canvas.translate(MARGIN, self._y - 4)
        self._canvas.scale(scale, -scale)
        self._draw(plot)
        self._canvas.restoreState()
        self._y -= height + 6

    def _draw(self, plot: Plot) -> None:
        canvas = self._canvas
        canvas.setStrokeColor(_colour("#ddd2bd"))
        for y, text in plot.rows:
            canvas.line(plots.LEFT, y, plots.WIDTH - plots.RIGHT, y)
            self._label(plots.LEFT - 26, y + 4, text)
        for x, text in plot.columns:
            self._label(x - 4, plots.HEIGHT - plots.BOTTOM + 18, text)
        for number, line in enumerate(plot.lines):
            if line.band:
                canvas.setFillColor(_colour(line.ink), alpha=0.2)
                canvas.drawPath(self._path(line.band), stroke=0, fill=1)
            canvas.setStrokeColor(_colour(line.ink))
            canvas.setLineWidth(2.5)
            canvas.setDash([float(part) for part in line.dash.split()])
            canvas.drawPath(self._path(line.low), stroke=1, fill=0)
            wide = (plots.WIDTH - plots.LEFT - plots.RIGHT) / len(plot.lines)
            x = plots.LEFT + wide * number
            canvas.line(x, plots.HEIGHT + 8, x + 24, plots.HEIGHT + 8)
            self._label(x + 30, plots.HEIGHT + 13, line.name)
            canvas.setFillAlpha(1)
        canvas.setDash([])
        for x, y, ink in plot.marks:
            canvas.setStrokeColor(_colour(ink))
            canvas.setFillColor(_colour("#ffffff"))
            canvas.circle(x, y, 5, stroke=1, fill=1)

    def _label(self, x: float, y: float, text: str) -> None:
        """Write a word in a drawing whose y grows downwards."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.scale(1, -1)
        self._canvas.setFillAlpha(1)
        self._text(0, 0, text, 11, "#4a3f33")
        self._canvas.restoreState()

    def _path(self, points: Sequence[tuple[float, float]]) -> Any:
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        return path


def _colour(ink: str) -> Any:
    from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]

    return HexColor(ink)
