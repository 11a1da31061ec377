"""The clauses of a room as sheets for a referee: number and sentence, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calibration.geometry.markers import Paper
from calibration.kit.ink import BLACK, Drawn, InkText
from calibration.kit.sheets import MARGIN_MM, KitPage, inner

from .pdf import broken, width_of


def clause_pages(
    heading: str, clauses: Mapping[str, str], paper: Paper, size: float
) -> list[KitPage]:
    """Print the clauses of a room on as many pages as needed."""
    pages = [KitPage("clauses", 0, 0, drawn) for drawn in _flowed(heading, clauses, paper, size)]
    return [
        KitPage(page.title, number, len(pages), page.drawn) for number, page in enumerate(pages, 1)
    ]


def _flowed(heading: str, clauses: Mapping[str, str], paper: Paper, size: float) -> Iterator[Drawn]:
    wide, high = inner(paper)
    aside = max((width_of(name, size, bold=True) for name in clauses), default=0.0) + 2 * size
    drawn: list[InkText] = [
        InkText((MARGIN_MM, MARGIN_MM + 1.8 * size), heading, 1.8 * size, bold=True)
    ]
    y = 3.4 * size
    for name, text in clauses.items():
        lines = broken(text, size, wide - aside)
        if y + 1.35 * size * len(lines) > high:
            yield tuple(drawn)
            drawn, y = [], 0.0
        drawn.append(InkText((MARGIN_MM, MARGIN_MM + y + size), name, size, "#7a5c12", bold=True))
        for n, line in enumerate(lines):
            at = (MARGIN_MM + aside, MARGIN_MM + y + size + 1.35 * size * n)
            drawn.append(InkText(at, line, size, BLACK))
        y += 1.35 * size * len(lines) + 0.45 * size
    yield tuple(drawn)
