"""A drawing of the kit as a picture for a page."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from calibration.kit.ink import Disc, Fill, Line, Shape


def picture(width: float, height: float, drawn: Iterable[Shape]) -> str:
    """A drawing of that many millimetres as SVG; colours are attributes, nothing is styled."""
    body = "".join(_drawn(shape) for shape in drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}mm" height="{height:g}mm">{body}</svg>'
    )


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Fill):
        ways = "".join(
            "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in ring) + "Z" for ring in shape.rings
        )
        pens = _pens(shape.colour, shape.edge, shape.wide)
        return f'<path d="{ways}" fill-rule="evenodd" {pens}/>'
    if isinstance(shape, Line):
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in shape.points)
        return f'<polyline points="{points}" {_pens("", shape.colour, shape.wide)}/>'
    if isinstance(shape, Disc):
        (x, y), (wide, high) = shape.at, shape.radii
        pens = _pens(shape.colour, shape.edge, shape.wide)
        turn = f' transform="rotate({shape.degrees:g} {x:.2f} {y:.2f})"' if shape.degrees else ""
        return f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{wide:.2f}" ry="{high:.2f}" {pens}{turn}/>'
    (x, y), turn = (
        shape.at,
        f' transform="rotate({shape.degrees:g} {shape.at[0]:.2f} {shape.at[1]:.2f})"',
    )
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{shape.size:.2f}" font-family="sans-serif" '
        f'fill="{shape.colour}" text-anchor="{shape.anchor}"{turn if shape.degrees else ""}>'
        f"{escape(shape.text)}</text>"
    )


def _pens(colour: str, edge: str, wide: float) -> str:
    stroke = f'stroke="{edge}" stroke-width="{wide:.2f}"' if edge else ""
    return f'fill="{colour or "none"}" {stroke}'
