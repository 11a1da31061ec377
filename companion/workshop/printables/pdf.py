"""Sheets as a PDF file: true millimetres, vectors, embedded letters, never scaled by a printer."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from calibration.geometry.markers import Paper
from calibration.kit.ink import Disc, Fill, InkLine, InkText, Ring, Shape, contrasted
from calibration.kit.plates import gauges
from calibration.kit.sheets import KitPage, foot

Footing = Callable[[KitPage], tuple[str, str]]
"""What stands at the foot of a page: its sentence, and which page it is."""


def pdf(
    pages: Sequence[KitPage], paper: Paper, title: str, footing: Footing, *, contrast: bool = False
) -> bytes:
    """Every page in one file."""
    from reportlab import rl_config  # type: ignore[import-untyped]
    from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

    rl_config.useA85 = 0  # letters instead of bytes: a fifth larger, and a third of the time
    out = io.BytesIO()
    size = (paper.width * POINTS, paper.height * POINTS)
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("The Pharaoh's Table")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        # a sheet that is looked at across lies in the printer as the others do
        canvas.setPageSize(size[::-1] if page.across else size)  # turned back by the library
        canvas.setPageRotation(90 if page.across else 0)
        _Sheet(canvas, paper, contrast).print(page, footing(page))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Sheet:
    """One sheet, drawn from the upper left corner in millimetres."""

    def __init__(self, canvas: Any, paper: Paper, contrast: bool) -> None:
        self._canvas, self._paper, self._contrast = canvas, paper, contrast

    def print(self, page: KitPage, said: tuple[str, str]) -> None:
        drawn = contrasted(page.drawn) if self._contrast else page.drawn
        if page.clip is None:
            self.draw(drawn)
        else:
            self._clipped(drawn, page.clip)
        self.draw(page.beside)
        if page.gauged:
            self.draw(gauges(self._paper))
        self.draw(foot(self._paper, *said, gauged=page.gauged))

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Fill):
                self._fill(shape)
            elif isinstance(shape, InkLine):
                self._line(shape)
            elif isinstance(shape, Disc):
                self._disc(shape)
            else:
                self._words(shape)

    def _clipped(self, shapes: Iterable[Shape], clip: tuple[float, float, float, float]) -> None:
        left, top, width, height = clip
        self._canvas.saveState()
        path = self._canvas.beginPath()
        low = self._point((left, top + height))
        path.rect(*low, width * POINTS, height * POINTS)
        self._canvas.clipPath(path, stroke=0, fill=0)
        self.draw(_near(shapes, clip))
        self._canvas.restoreState()

    def _point(self, at: tuple[float, float]) -> tuple[float, float]:
        return at[0] * POINTS, (self._paper.height - at[1]) * POINTS

    def _pens(self, colour: str, edge: str, wide: float) -> tuple[int, int]:
        from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]

        if colour:
            self._canvas.setFillColor(HexColor(colour))
        if edge:
            self._canvas.setStrokeColor(HexColor(edge))
            self._canvas.setLineWidth(wide * POINTS)
        return int(bool(edge)), int(bool(colour))

    def _fill(self, shape: Fill) -> None:
        stroke, fill = self._pens(shape.colour, shape.edge, shape.wide)
        path = self._path(shape.rings, closed=True)
        self._canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0)

    def _line(self, shape: InkLine) -> None:
        self._pens("", shape.colour, shape.wide)
        self._canvas.setDash([1.5 * POINTS, 1.5 * POINTS] if shape.dashed else [])
        self._canvas.drawPath(self._path((shape.points,), closed=False), stroke=1, fill=0)
        self._canvas.setDash([])

    def _path(self, rings: Iterable[Ring], *, closed: bool) -> Any:
        path = self._canvas.beginPath()
        for ring in rings:
            path.moveTo(*self._point(ring[0]))
            for at in ring[1:]:
                path.lineTo(*self._point(at))
            if closed:
                path.close()
        return path

    def _disc(self, shape: Disc) -> None:
        stroke, fill = self._pens(shape.colour, shape.edge, shape.wide)
        wide, high = (radius * POINTS for radius in shape.radii)
        self._canvas.saveState()
        self._canvas.translate(*self._point(shape.at))
        self._canvas.rotate(-shape.degrees)
        self._canvas.ellipse(-wide, -high, wide, high, stroke=stroke, fill=fill)
        self._canvas.restoreState()

    def _words(self, shape: InkText) -> None:
        from reportlab.lib.colors import HexColor

        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColor(HexColor(shape.colour))
        canvas.setFont(font(shape.bold), shape.size * POINTS)
        canvas.translate(*self._point(shape.at))
        canvas.rotate(-shape.degrees)
        say = {"middle": canvas.drawCentredString, "end": canvas.drawRightString}
        say.get(shape.anchor, canvas.drawString)(0, 0, written(shape.text))
        canvas.restoreState()


def _near(shapes: Iterable[Shape], clip: tuple[float, float, float, float]) -> Iterable[Shape]:
    """Leave out what lies wholly outside of the part that is printed."""
    left, top, width, height = clip
    for shape in shapes:
        xs, ys = _reach(shape)
        if (
            max(xs) >= left
            and min(xs) <= left + width
            and max(ys) >= top
            and min(ys) <= top + height
        ):
            yield shape


def _reach(shape: Shape) -> tuple[list[float], list[float]]:
    if isinstance(shape, Fill):
        points = [at for ring in shape.rings for at in ring]
    elif isinstance(shape, InkLine):
        points = list(shape.points)
    else:
        far = max(shape.radii) if isinstance(shape, Disc) else shape.size * len(shape.text)
        (x, y) = shape.at
        points = [(x - far, y - far), (x + far, y + far)]
    return [x for x, _ in points], [y for _, y in points]


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
    """Return the name of a font whose letters are embedded."""
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
    """Return the text with the spaces and dashes every font has."""
    return text.translate(NARROW)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line in millimetres, as its *size* is."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(written(text), font(bold), size * POINTS)) / POINTS


def broken(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break a text into lines no wider than *width*."""
    from reportlab.lib.utils import simpleSplit  # type: ignore[import-untyped]

    lines = simpleSplit(written(text), font(bold), size * POINTS, width * POINTS)
    return [str(line) for line in lines]
