"""Papers of a night as PDF, printed without scaling. Nothing private is on any of them.

The same night in the same language gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.hall.counting.standings import Standings
from companion.hall.night.records import Round, Sitting
from companion.hall.night.state import Night
from companion.words import Words

FONTS = (
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"),
    Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"),
)
"""Fonts with most letters of the world; without them the paper's own Latin letters have to do."""
MARGIN = 48.0
CARD_WIDE, CARD_HIGH = 250.0, 150.0
"""A place card, folded along its top edge; eight to a page."""

Called = Callable[[str], str]


def seating_pdf(night: Night, each: Round, words: Words, called: Called = str) -> bytes:
    """Everybody's table and seat in one round, table by table. *called* names a game."""
    paper = _Paper(words.put("hall.paper.seating", {"round": each.number}), night.plan.name)
    for table in each.tables:
        paper.line(
            f"{_place(night, table, words)}, {called(table.game)}", 15, room=len(table.people)
        )
        for seat, who in enumerate(table.people, start=1):
            first = f" ({words.put('hall.paper.starts', {})})" if seat == 1 else ""
            paper.line(f"{seat}  {_name(night, who)}{first}", 12, indent=18)
        paper.gap(6)
    if each.waiting:
        paper.line(words.put("hall.paper.waits", {}), 15, room=len(each.waiting))
        for who in each.waiting:
            paper.line(_name(night, who), 12, indent=18)
    return paper.done()


def cards_pdf(
    night: Night, each: Round, words: Words, link: Callable[[str], str], called: Called = str
) -> bytes:
    """A place card for every seat, with a code that leads to the table's page (*link* by box)."""
    paper = _Paper("", "")
    cards = [(table, who) for table in each.tables for who in table.people]
    for number, (table, who) in enumerate(cards):
        if number and number % 8 == 0:
            paper.turn()
        paper.card(
            number % 8, _name(night, who),
            f"{_place(night, table, words)}, {called(table.game)}",
            words.put("hall.paper.follow", {}), link(table.box),
        )  # fmt: skip
    return paper.done()


def standings_pdf(night: Night, table: Standings, words: Words) -> bytes:
    """The standings with points, wins and games, and what the tie-breaks were."""
    paper = _Paper(words.put("hall.paper.standings", {}), night.plan.name)
    heads = [words.put(f"hall.paper.{name}", {}) for name in ("points", "wins", "games")]
    paper.columns("", "", heads)
    for row in table.rows:
        paper.columns(f"{row.rank}", row.name, [row.points, str(row.wins), str(row.games)])
    paper.gap(10)
    for name in table.breaks:
        paper.line(words.put(f"hall.points.{name}", {}), 9)
    paper.line(words.put("hall.sheet.seed", {"seed": table.seed}), 9)
    return paper.done()


def certificates_pdf(
    night: Night, table: Standings, words: Words, people: Iterable[str] | None = None
) -> bytes:
    """One page for each person, or for some of them."""
    chosen = None if people is None else set(people)
    rows = [row for row in table.rows if row.games and (chosen is None or row.person in chosen)]
    paper = _Paper("", "")
    for number, row in enumerate(rows):
        if number:
            paper.turn()
        values = {"name": row.name, "rank": row.rank, "people": len(table.rows),
                  "points": row.points}  # fmt: skip
        paper.certificate(
            words.put("hall.paper.certificate", {}), row.name,
            words.put("hall.paper.placed", values), night.plan.name,
        )  # fmt: skip
    return paper.done()


def _name(night: Night, who: str) -> str:
    return night.people[who].name if who in night.people else who


def _place(night: Night, table: Sitting, words: Words) -> str:
    box = night.boxes.get(table.box)
    return words.put("hall.paper.table", {"place": (box.place if box else "") or table.box})


class _Paper:
    """Pages written from the top down."""

    def __init__(self, title: str, below: str) -> None:
        from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

        self._out = io.BytesIO()
        self._wide, self._high = A4
        self._canvas: Any = Canvas(self._out, pagesize=A4, invariant=1)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setTitle(title or below)
        self._font = _font()
        self._y = self._high - MARGIN
        if title:
            self.line(title, 24)
        if below:
            self.line(below, 12)
            self.gap(8)

    def turn(self) -> None:
        self._canvas.showPage()
        self._y = self._high - MARGIN

    def gap(self, points: float) -> None:
        self._y -= points

    def line(self, text: str, size: float, *, indent: float = 0, room: int = 0) -> None:
        """One line; on the next page where it and *room* small lines below do not fit."""
        if self._y - size * 1.4 - room * 17 < MARGIN:
            self.turn()
        self._y -= size * 1.4
        self._text(MARGIN + indent, self._y, text, size, self._wide - 2 * MARGIN - indent)

    def columns(self, first: str, name: str, values: list[str]) -> None:
        if self._y - 18 < MARGIN:
            self.turn()
        self._y -= 18
        self._text(MARGIN, self._y, first, 12, 30)
        self._text(MARGIN + 34, self._y, name, 12, 270)
        for place, value in enumerate(values):
            x = MARGIN + 320 + place * 62
            self._text(x, self._y, value, 12, 58)

    def card(self, place: int, name: str, where: str, follow: str, link: str) -> None:
        """One of eight cards of a page, with a thin frame to cut along."""
        x = MARGIN - 4 + place % 2 * CARD_WIDE
        y = self._high - MARGIN - (place // 2 + 1) * CARD_HIGH
        self._canvas.rect(x, y, CARD_WIDE, CARD_HIGH)
        self._text(x + 12, y + CARD_HIGH - 46, name, 22, CARD_WIDE - 24)
        self._text(x + 12, y + CARD_HIGH - 70, where, 13, CARD_WIDE - 24)
        self._text(x + 90, y + 30, follow, 9, CARD_WIDE - 100)
        self._code(link, x + 12, y + 8, 66)

    def certificate(self, title: str, name: str, text: str, below: str) -> None:
        middle = self._high / 2
        for size, y, line in ((34, 120, title), (28, 40, name), (16, -10, text), (14, -60, below)):
            fits = self._fitted(line, size, self._wide - 2 * MARGIN)
            self._canvas.setFont(self._font, fits)
            self._canvas.drawCentredString(self._wide / 2, middle + y, line)
        inner = MARGIN / 2
        self._canvas.rect(inner, inner, self._wide - 2 * inner, self._high - 2 * inner)

    def done(self) -> bytes:
        self._canvas.save()
        return self._out.getvalue()

    def _text(self, x: float, y: float, text: str, size: float, wide: float) -> None:
        self._canvas.setFont(self._font, self._fitted(text, size, wide))
        self._canvas.drawString(x, y, text)

    def _fitted(self, text: str, size: float, wide: float) -> float:
        """The size in which a text fits; long names get smaller, never cut off."""
        needs = float(self._canvas.stringWidth(text, self._font, size))
        return size if needs <= wide else size * wide / needs

    def _code(self, link: str, x: float, y: float, side: float) -> None:
        import segno

        rows = [list(row) for row in segno.make(link, error="m").matrix]
        cell = side / len(rows)
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    top = y + side - (down + 1) * cell
                    self._canvas.rect(x + across * cell, top, cell, cell, stroke=0, fill=1)


def _font() -> str:
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]

    for path in FONTS:
        try:
            pdfmetrics.registerFont(TTFont("Hall", str(path)))
        except (TTFError, OSError):
            continue
        return "Hall"
    return "Times-Roman"
