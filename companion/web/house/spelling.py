"""Text as a font can write it: what it has no letter for becomes a mark, never an empty box."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from functools import lru_cache
from pathlib import Path

MARKS = "◆*"
"""What stands for a letter that is missing: the first of them that the font has."""
LATIN = frozenset(map(ord, bytes(range(32, 256)).decode("cp1252", "ignore")))
"""The letters of a font that says nothing about itself."""
JOINED = ("Cf", "Mn", "Me", "Sk")
"""What only changes the character before it: joiners, accents, colours of skin."""


@lru_cache(maxsize=4)
def letters_of(font: Path | None) -> frozenset[int]:
    """The code points a font file has letters for."""
    if font is None:
        return LATIN
    from reportlab.pdfbase.ttfonts import TTFontFile  # type: ignore[import-untyped]

    return frozenset(TTFontFile(str(font)).charToGlyph)


def spelled(text: str, letters: Container[int]) -> str:
    """The text with a mark for each character that cannot be written.

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
