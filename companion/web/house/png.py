"""A picture painted as PNG, with the brushes that the library for paper brings along."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.house.picture import (
    PAPER,
    Area,
    Picture,
    PictureImage,
    PictureRing,
    PictureWords,
    Point,
    Stroke,
)
from companion.util.printed_text import FONTS, letters_of, spelled

SCALE = 2.0
"""Pixels for each unit: sharp on a phone, and small enough to send."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png(picture: Picture) -> bytes:
    """Render the picture as a file every phone can show and send on."""
    from PIL import Image, ImageDraw

    size = (round(picture.width * SCALE), round(picture.height * SCALE))
    canvas = Image.new("RGB", size, PAPER)
    brush = ImageDraw.Draw(canvas, "RGBA")
    for shape in picture.shapes:
        match shape:
            case PictureWords():
                _write(brush, shape)
            case Stroke():
                _stroke(brush, shape)
            case Area():
                alpha = f"{round(255 * shape.opacity):02x}"
                brush.polygon(_scaled(shape.points), fill=shape.ink + alpha)
            case PictureRing():
                _ring(brush, shape)
            case PictureImage():
                _photograph(canvas, shape)
    out = io.BytesIO()
    canvas.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _photograph(canvas: Any, shape: PictureImage) -> None:
    from PIL import Image, ImageFilter

    size = (round(shape.width * SCALE), round(shape.height * SCALE))
    with Image.open(io.BytesIO(shape.jpeg), formats=("JPEG",)) as opened:
        smooth = opened.filter(ImageFilter.MedianFilter(3))  # grain is what makes a PNG large
        canvas.paste(smooth.resize(size), (round(shape.x * SCALE), round(shape.y * SCALE)))


def _write(brush: Any, words: PictureWords) -> None:
    font, letters = _font(round(words.size * SCALE))
    x, y = words.x * SCALE, words.y * SCALE
    text, way = _readable(spelled(words.text, letters))
    try:
        anchor = ANCHORS[words.anchor]
        brush.text((x, y), text, fill=words.ink, font=font, anchor=anchor, direction=way)
    except (ValueError, UnicodeError):  # the oldest of all fonts knows no anchors and few letters
        plain = text.encode("latin-1", "replace").decode("latin-1")
        left, _, right, bottom = brush.textbbox((0, 0), plain, font=font)
        back = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * (right - left)
        brush.text((x - back, y - bottom), plain, fill=words.ink, font=font)


@lru_cache(maxsize=16)
def _font(size: int) -> tuple[Any, frozenset[int]]:
    """Return a font, and what it can write."""
    from PIL import ImageFont

    for path in FONTS:
        try:
            return ImageFont.truetype(str(path), size), letters_of(path)
        except OSError:
            continue
    return ImageFont.load_default(), letters_of(None)


def _readable(text: str) -> tuple[str, str | None]:
    """Return the text and its direction; words from right to left are turned round by hand if
    nothing else would do it. A sentence of ours stays one, whatever name it begins with."""
    from PIL import features

    rightwards = text and all(unicodedata.bidirectional(s) in ("R", "AL", "WS") for s in text)
    if features.check("raqm"):
        return text, "rtl" if rightwards else "ltr"
    return text[::-1] if rightwards else text, None


def _stroke(brush: Any, stroke: Stroke) -> None:
    width = max(1, round(stroke.width * SCALE))
    if not stroke.dash:
        brush.line(_scaled(stroke.points), fill=stroke.ink, width=width, joint="curve")
        return
    for piece in dashed(stroke.points, [float(part) for part in stroke.dash.split()]):
        brush.line(_scaled(piece), fill=stroke.ink, width=width)


def dashed(points: tuple[Point, ...], pattern: list[float]) -> Iterator[tuple[Point, Point]]:
    """Yield the visible pieces of a dashed line."""
    at, left = 0, pattern[0]
    for (x, y), (to_x, to_y) in zip(points, points[1:], strict=False):
        whole = abs(to_x - x) + abs(to_y - y)  # lines go along or up, never both
        gone = 0.0
        while whole - gone > 1e-9:
            step = min(left, whole - gone)
            here, there = gone / whole, (gone + step) / whole
            if at % 2 == 0:
                yield (
                    (x + (to_x - x) * here, y + (to_y - y) * here),
                    (x + (to_x - x) * there, y + (to_y - y) * there),
                )
            gone, left = gone + step, left - step
            if left <= 1e-9:
                at += 1
                left = pattern[at % len(pattern)]


def _ring(brush: Any, ring: PictureRing) -> None:
    x, y, r = ring.x * SCALE, ring.y * SCALE, (ring.radius + 1.5) * SCALE
    box = (x - r, y - r, x + r, y + r)
    brush.ellipse(box, fill=PAPER, outline=ring.ink, width=round(3 * SCALE))


def _scaled(points: tuple[Point, ...]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]
