"""Pages of a PDF, written from the top down: lines, tables, place cards, certificates."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from companion.util.printed_text import font_for, in_drawn_order, without_pictures

MARGIN = 48.0
CARD_WIDE, CARD_HIGH = 250.0, 150.0
"""A place card, folded along its top edge; eight to a page."""
GOLD, INK, FAINT = "#7a5c12", "#222222", "#8b7f6d"
LONG_LINE = 17.0
NUMBERS = 62.0
"""Points between two columns of numbers."""


class PaperCanvas:
    """Pages written from the top down."""

    def __init__(self, title: str, below: str, *, wide: bool = False, lang: str = "") -> None:
        from reportlab.lib.pagesizes import A4, landscape  # type: ignore[import-untyped]
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

        self._out = io.BytesIO()
        self._wide, self._high = landscape(A4) if wide else A4
        self._canvas: Any = Canvas(
            self._out, pagesize=(self._wide, self._high), invariant=1, lang=lang or None
        )
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setTitle(title or below)
        self._fonts = {bold: font_for(f"Hall{'Bold' * bold}", bold=bold) for bold in (False, True)}
        self._y = self._high - MARGIN
        if title:
            self.line(title, 24, bold=True, ink=GOLD)
        if below:
            self.line(below, 12, ink=FAINT)
            self.gap(8)

    def named(self, name: str) -> str:
        """Return a name as it can be printed."""
        return without_pictures(name, self._fonts[False][1])

    def turn(self) -> None:
        self._canvas.showPage()
        self._y = self._high - MARGIN

    def gap(self, points: float) -> None:
        self._y -= points

    def line(
        self, text: str, size: float, *, indent: float = 0, room: int = 0, bold: bool = False,
        ink: str = INK,
    ) -> None:  # fmt: skip
        """Write one line; begin a page if it and *room* small lines below don't fit."""
        if self._y - size * 1.4 - room * LONG_LINE < MARGIN:
            self.turn()
        self._y -= size * 1.4
        wide = self._wide - 2 * MARGIN - indent
        self._text(MARGIN + indent, self._y, text, size, wide, bold=bold, ink=ink)

    def paragraph(self, text: str, size: float, ink: str) -> None:
        """Write text in as many lines as it needs."""
        for line in self._broken(text, size, self._wide - 2 * MARGIN):
            self.line(line, size, ink=ink)

    def _broken(self, text: str, size: float, wide: float, *, bold: bool = False) -> list[str]:
        from reportlab.lib.utils import simpleSplit  # type: ignore[import-untyped]

        return [str(line) for line in simpleSplit(text, self._fonts[bold][0], size, wide)]

    def pairs(self, lines: Sequence[tuple[str, str]]) -> None:
        """Names and where they sit, in two columns from the top down."""
        wide = (self._wide - 2 * MARGIN - 24) / 2
        most = int((self._y - MARGIN) // 18)
        for start in range(0, len(lines), 2 * most):
            if start:
                self.turn()
                most = int((self._y - MARGIN) // 18)
            here = lines[start : start + 2 * most]
            rows = -(-len(here) // 2)
            for number, (name, where) in enumerate(here):
                x = MARGIN + (number // rows) * (wide + 24)
                y = self._y - (number % rows + 1) * 18
                self._text(x, y, name, 12, wide - 98)
                self._text(x + wide - 92, y, where, 12, 92, bold=True)

    def table(
        self,
        heads: Sequence[str],
        rows: Sequence[tuple[str, str, list[str]]],
        column: float = NUMBERS,
    ) -> None:
        """Rows of a rank, a name and values; the heads stand above them on every page."""
        self._row("", "", heads, column, bold=True)
        for rank, name, values in rows:
            if self._y - 18 < MARGIN:
                self.turn()
                self._row("", "", heads, column, bold=True)
            self._row(rank, name, values, column)

    def _row(
        self, rank: str, name: str, values: Sequence[str], column: float, *, bold: bool = False
    ) -> None:
        self._y -= 18
        self._text(MARGIN, self._y, rank, 12, 30, bold=bold)
        right = self._wide - MARGIN - column * (len(values) - 1)
        self._text(MARGIN + 34, self._y, name, 12, right - column - MARGIN - 40, bold=bold)
        for place, value in enumerate(values):
            x = right + place * column
            self._text(x, self._y, value, 12, column - 6, bold=bold, draw="drawRightString")
        self._rule(self._y - 4)

    def _rule(self, y: float) -> None:
        self._canvas.setStrokeColor(_colour("#ddd2bd"))
        self._canvas.line(MARGIN, y, self._wide - MARGIN, y)

    def card(self, place: int, name: str, where: str, follow: str, link: str) -> None:
        """Draw one of a page's eight cards, with a thin frame to cut along."""
        x = MARGIN - 4 + place % 2 * CARD_WIDE
        y = self._high - MARGIN - (place // 2 + 1) * CARD_HIGH
        self._canvas.setStrokeColor(_colour(FAINT))
        self._canvas.rect(x, y, CARD_WIDE, CARD_HIGH)
        self._card_name(x + 12, y + CARD_HIGH - 46, name)
        self._text(x + 12, y + CARD_HIGH - 70, where, 13, CARD_WIDE - 24)
        if link:
            self._text(x + 90, y + 30, follow, 9, CARD_WIDE - 100, ink=FAINT)
            self._code(link, x + 12, y + 8, 66)

    def _card_name(self, x: float, y: float, name: str) -> None:
        """Draw a name in letters to be read across a table; a long one takes two lines."""
        wide = CARD_WIDE - 24
        lines = self._broken(name.replace("-", "- "), 15, wide, bold=True)[:2]
        if len(lines) < 2:
            self._text(x, y, name, 22, wide, bold=True)
            return
        first = lines[0].replace("- ", "-")
        rest = name.removeprefix(first).strip()
        for number, line in enumerate((first, rest)):
            self._text(x, y + 12 - 18 * number, line, 15, wide, bold=True)

    def certificate(
        self, title: str, name: str, text: str, night: str, date: str, below: str = ""
    ) -> None:
        """Draw a page to keep: framed, with our mark, the name large in the middle."""
        middle, inner = self._high / 2, MARGIN / 2
        self._canvas.setStrokeColor(_colour(GOLD))
        for width, gap in ((2.0, 0.0), (0.6, 7.0)):
            self._canvas.setLineWidth(width)
            edge = inner + gap
            self._canvas.rect(edge, edge, self._wide - 2 * edge, self._high - 2 * edge)
        self._mark(self._wide / 2, middle + 128, 62)
        self._centred(middle + 76, title, 26, ink=GOLD)
        self._centred(middle + 4, name, 42, bold=True)
        self._centred(middle - 46, text, 16)
        self._centred(middle - 122, night, 18, bold=True, ink=GOLD)
        self._centred(middle - 146, date, 12, ink=FAINT)
        self._centred(inner + 20, below, 9, ink=FAINT)

    def _mark(self, x: float, y: float, side: float) -> None:
        """Draw the pyramid at the head of each of our pages."""
        half = side / 2
        path = self._canvas.beginPath()
        path.moveTo(x, y + side)
        path.lineTo(x + half, y)
        path.lineTo(x - half, y)
        path.close()
        self._canvas.setFillColor(_colour(GOLD))
        self._canvas.drawPath(path, stroke=0, fill=1)
        self._canvas.setStrokeColor(_colour("#ffffff"))
        self._canvas.setLineWidth(side / 18)
        for part in (0.36, 0.66):
            self._canvas.line(x - half, y + side * part, x + half, y + side * part)

    def done(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()

    def _centred(
        self, y: float, text: str, size: float, *, bold: bool = False, ink: str = INK
    ) -> None:
        wide = self._wide - 3 * MARGIN
        self._text(self._wide / 2, y, text, size, wide, bold=bold, ink=ink,
                   draw="drawCentredString")  # fmt: skip

    def _text(
        self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool = False,
        ink: str = INK, draw: str = "drawString",
    ) -> None:  # fmt: skip
        """Write text where it begins, ends or has its middle; what is long shrinks,
        and is never cut off."""
        name, letters = self._fonts[bold]
        drawn = in_drawn_order(text, letters)
        needs = float(self._canvas.stringWidth(drawn, name, size))
        self._canvas.setFillColor(_colour(ink))
        self._canvas.setFont(name, size if needs <= wide else size * wide / needs)
        getattr(self._canvas, draw)(x, y, drawn)

    def _code(self, link: str, x: float, y: float, side: float) -> None:
        import segno

        rows = [list(row) for row in segno.make(link, error="m").matrix]
        cell = side / len(rows)
        self._canvas.setFillColor(_colour("#000000"))
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    top = y + side - (down + 1) * cell
                    self._canvas.rect(x + across * cell, top, cell, cell, stroke=0, fill=1)


def _colour(ink: str) -> Any:
    from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]

    return HexColor(ink)
