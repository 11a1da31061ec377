"""Contact sheets: every picture of a group beside each other, complaints framed and counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .look import Looked

WIDE, MOST_HIGH, GAP, CAPTION = 2160, 2400, 16, 40
COLUMNS = {320: 7, 390: 6, 768: 4}
"""Pictures in a row, by the width of the page; three of larger ones."""
PAPER, INK, ALARM, FOLD = "#f4f1ea", "#222222", "#d4002a", "#00a2ff"


def lay_out(looked: Iterable[Looked], pictures: Path, into: Path) -> list[Path]:
    """Write the sheets of every group, size and language; give their paths."""
    groups: dict[tuple[str, int, str, str], list[Looked]] = defaultdict(list)
    for one in looked:
        if one.picture:
            groups[one.page, one.size[0], one.language, one.theme].append(one)
    made = []
    for (page, width, language, theme), those in sorted(groups.items()):
        for number, rows in enumerate(_sheets(those, pictures, width), 1):
            path = into / f"{page} {width} {language} {theme} {number}.png".replace(" ", "-")
            title = f"{page}, {width} px wide, {language}, {theme}, sheet {number}"
            _paste(rows, title).save(path, compress_level=3)
            made.append(path)
    return made


def _sheets(
    those: Sequence[Looked], pictures: Path, width: int
) -> Iterator[list[list[Image.Image]]]:
    """Rows of captioned pictures, as many as a sheet is high."""
    columns = COLUMNS.get(width, 3)
    cell = (WIDE - GAP * (columns + 1)) // columns
    sheet: list[list[Image.Image]] = []
    high = 0
    for start in range(0, len(those), columns):
        row = [_captioned(one, pictures, cell) for one in those[start : start + columns]]
        tall = max(one.height for one in row) + GAP
        if sheet and high + tall > MOST_HIGH:
            yield sheet
            sheet, high = [], 0
        sheet.append(row)
        high += tall
    if sheet:
        yield sheet


def _captioned(one: Looked, pictures: Path, cell: int) -> Image.Image:
    with Image.open(pictures / one.picture) as opened:
        shot = opened.convert("RGB")
    _framed(shot, one)
    scale = cell / shot.width
    shot = shot.resize((cell, max(1, round(shot.height * scale))), Image.Resampling.LANCZOS)
    made = Image.new("RGB", (cell, shot.height + CAPTION), PAPER)
    made.paste(shot, (0, CAPTION))
    count = len(one.complaints)
    text = f"{one.name}  ({count})" if count else one.name
    ImageDraw.Draw(made).text((4, 10), text, ALARM if count else INK, font=_font(20))
    return made


def _framed(shot: Image.Image, one: Looked) -> None:
    """Frame what is complained of, and draw a line where the first screen ends."""
    draw = ImageDraw.Draw(shot)
    thick = max(2, shot.width // 350)
    if shot.height > one.size[1]:
        draw.line([(0, one.size[1]), (shot.width, one.size[1])], FOLD, thick)
    for complaint in one.complaints:
        left, top, width, height = complaint.at
        if width > 0 and height > 0:
            corner = (max(0, left - 2), max(0, top - 2))
            end = (min(shot.width - 1, left + width + 2), min(shot.height - 1, top + height + 2))
            if end[0] > corner[0] and end[1] > corner[1]:
                draw.rectangle([corner, end], outline=ALARM, width=thick)


def _paste(rows: Sequence[Sequence[Image.Image]], title: str) -> Image.Image:
    heights = [max(one.height for one in row) + GAP for row in rows]
    sheet = Image.new("RGB", (WIDE, sum(heights) + CAPTION + GAP), PAPER)
    ImageDraw.Draw(sheet).text((GAP, 8), title, INK, font=_font(26))
    y = CAPTION + GAP
    for row, high in zip(rows, heights, strict=True):
        x = GAP
        for one in row:
            sheet.paste(one, (x, y))
            x += one.width + GAP
        y += high
    return sheet


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
