"""Letters on paper: a font that has the accents of every language, and how wide a line gets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

POINTS = 72 / 25.4
"""Points in a millimetre."""
FOLDERS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/truetype/noto"),
    Path("/usr/share/fonts/truetype/liberation"),
)
FAMILIES = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("Vera.ttf", "VeraBd.ttf"),
)
"""The first family that is there; the last one comes with the library that writes the file."""
NARROW = str.maketrans({"\u202f": "\u00a0", "\u2011": "-", "\u2009": "\u00a0"})


@cache
def font(bold: bool = False) -> str:
    """The name of a font whose letters are put into the file."""
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]

    name = "WorkshopBold" if bold else "Workshop"
    for family in FAMILIES:
        for place in (*(folder / family[bold] for folder in FOLDERS), Path(family[bold])):
            try:
                pdfmetrics.registerFont(TTFont(name, str(place)))
            except (TTFError, OSError):
                continue
            return name
    return "Helvetica-Bold" if bold else "Helvetica"


def written(text: str) -> str:
    """The text with the spaces and dashes every font has."""
    return text.translate(NARROW)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide a line gets, in millimetres, as is its *size*."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(written(text), font(bold), size * POINTS)) / POINTS


def broken(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """A text in lines no wider than *width*."""
    from reportlab.lib.utils import simpleSplit  # type: ignore[import-untyped]

    lines = simpleSplit(written(text), font(bold), size * POINTS, width * POINTS)
    return [str(line) for line in lines]
