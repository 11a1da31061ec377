"""Text as paper takes it: letters the font has, joined and in the order in which they are drawn.

A PDF or a picture is given letters from left to right, each by itself. Arabic is joined and
right-to-left words are turned round before that; what the font has no letter for becomes a mark,
never an empty box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

FONTS = (
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"),
    Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"),
)
"""Fonts with most letters of the world; without them the paper's own Latin letters have to do."""
MARKS = "◆*"
"""What stands for a letter that is missing: the first of them that the font has."""
LATIN = frozenset(map(ord, bytes(range(32, 256)).decode("cp1252", "ignore")))
"""The letters of a font that says nothing about itself."""
JOINED = ("Cf", "Mn", "Me", "Sk")
"""What only changes the character before it: joiners, accents, colours of skin."""
PICTURES = ("So", "Cs", "Co", "Cn")
"""What is a picture rather than a letter."""
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
"""The marks around a text of its own direction: they have no shape."""
RIGHT_TO_LEFT = ("R", "AL")


@lru_cache(maxsize=4)
def letters_of(font: Path | None) -> frozenset[int]:
    """Return the code points a font file has letters for."""
    if font is None:
        return LATIN
    from reportlab.pdfbase.ttfonts import TTFontFile  # type: ignore[import-untyped]

    return frozenset(TTFontFile(str(font)).charToGlyph)


@cache
def font_for(name: str, *, bold: bool = False) -> tuple[str, frozenset[int]]:
    """Return the name of a usable font, and its letters."""
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    for path in FONTS:
        file = path.with_stem(path.stem.replace("-Regular", "") + "-Bold") if bold else path
        try:
            pdfmetrics.registerFont(TTFont(name, str(file)))
        except (TTFError, OSError):
            continue
        return name, letters_of(file)
    return "Times-Bold" if bold else "Times-Roman", letters_of(None)


def isolated(name: str) -> str:
    """Isolate a name inside a sentence: whichever way it runs, it moves nothing around it."""
    return f"\u2068{name}\u2069"


def without_pictures(name: str, letters: Container[int]) -> str:
    """Remove pictures the font doesn't have from a name; a name of nothing but pictures stays.

    >>> without_pictures("\U0001f42a Zoë", LATIN), without_pictures("\U0001f42a", LATIN)
    ('Zoë', '\U0001f42a')
    """
    kept = [sign for sign in name if ord(sign) in letters or not _is_picture(sign)]
    return " ".join("".join(kept).split()) or name


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in PICTURES or sign in "\ufe0e\ufe0f\u200d"


def in_drawn_order(text: str, letters: Container[int]) -> str:
    """Reorder the text as drawn from left to right, in letters the font has.

    >>> in_drawn_order("Zoë", LATIN)
    'Zoë'
    """
    if any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text):
        from bidi import get_display

        text = str(get_display(_joined(text, letters), base_dir="L"))
    return spelled(text.translate(ISOLATES), letters)


def _joined(text: str, letters: Container[int]) -> str:
    """Arabic letters in the shape they have beside each other, where the font has these shapes."""
    joined = str(_reshaper().reshape(text))
    missing = [sign for sign in joined if ord(sign) not in letters and sign not in text]
    return text if missing else joined


@cache
def _reshaper() -> Any:
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper(configuration={"delete_harakat": False})


def spelled(text: str, letters: Container[int]) -> str:
    """Mark each character that can't be written.

    >>> spelled("Ann\U0001f42a \U0001f469\u200d\U0001f33e!", LATIN)
    'Ann* **!'
    """
    return "".join(_spelled(sign, letters) for sign in text)


def _spelled(sign: str, letters: Container[int]) -> str:
    if ord(sign) in letters or sign.isspace():
        return sign
    if unicodedata.category(sign) in JOINED:
        return ""
    return next(mark for mark in MARKS if ord(mark) in letters or mark == MARKS[-1])
