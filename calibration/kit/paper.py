"""A sheet of A4 as SVG: true millimetres, cut lines, and a ruler to check the printer with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

WIDTH_MM, HEIGHT_MM, MARGIN_MM, GAP_MM = 210.0, 297.0, 12.0, 3.0
RULER_MM = 100.0
FOOT_MM = 18.0

Draw = Callable[[float, float], str]
"""Draws one piece with its upper left corner at x, y (millimetres)."""


def sheet(title: str, body: str) -> str:
    """One page of A4 around *body*."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{WIDTH_MM:g}mm" height="{HEIGHT_MM:g}mm" '
        f'viewBox="0 0 {WIDTH_MM:g} {HEIGHT_MM:g}">\n'
        f"<title>{escape(title)}</title>\n"
        '<rect class="page" width="100%" height="100%" fill="#fff"/>\n'
        f"{body}\n{_foot(title)}\n</svg>\n"
    )


def laid_out(title: str, width: float, height: float, pieces: Sequence[Draw]) -> list[str]:
    """As many pages as it takes to lay out pieces of one size side by side."""
    across = int((WIDTH_MM - 2 * MARGIN_MM + GAP_MM) // (width + GAP_MM))
    down = int((HEIGHT_MM - 2 * MARGIN_MM - FOOT_MM + GAP_MM) // (height + GAP_MM))
    if across < 1 or down < 1:
        raise ValueError(
            f"a piece of {width:g} x {height:g} mm does not fit a sheet of A4; make it smaller"
        )
    pages = [pieces[i : i + across * down] for i in range(0, len(pieces), across * down)]
    return [
        sheet(
            f"{title}, {number} of {len(pages)}",
            "\n".join(
                draw(
                    MARGIN_MM + (place % across) * (width + GAP_MM),
                    MARGIN_MM + (place // across) * (height + GAP_MM),
                )
                for place, draw in enumerate(page)
            ),
        )
        for number, page in enumerate(pages, 1)
    ]


def text(x: float, y: float, words: str, size: float = 3.0, anchor: str = "start") -> str:
    """A line of text; *size* in millimetres."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" '
        f'fill="#444" text-anchor="{anchor}">{escape(words)}</text>'
    )


def box(x: float, y: float, width: float, height: float, kind: str, fill: str = "none") -> str:
    """A rectangle with a hairline to cut along."""
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'fill="{fill}" stroke="#999" stroke-width="0.15"/>'
    )


def _foot(title: str) -> str:
    left, y = MARGIN_MM, HEIGHT_MM - MARGIN_MM
    ticks = "".join(
        f"M{left + tick:g} {y:g}v{-3 if tick % 50 == 0 else -1.5}"
        for tick in range(0, int(RULER_MM) + 1, 10)
    )
    return (
        f'<path class="ruler" d="M{left:g} {y:g}h{RULER_MM:g}{ticks}" '
        'fill="none" stroke="#444" stroke-width="0.2"/>\n'
        + text(left, y - 4, f"{title}. Print at 100 %: this line must measure 100 mm.")
    )
