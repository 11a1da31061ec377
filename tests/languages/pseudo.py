"""A language nobody speaks: English with accents, brackets and 40 % more letters.

Whatever a page shows without brackets was not taken from the words; whatever is cut off would be
cut off in German, too.
"""

from __future__ import annotations

from typing import Any

from companion.words import FALLBACK, Words, read_language
from companion.words.sentence import bars, closed

ACCENTS = str.maketrans("aeiouycnsAEIOUYCNS", "àéîõüýçñšÀÉÎÕÜÝÇÑŠ")
LONGER, WORD = 0.4, 6
OPEN, CLOSE, FILLER = "⟦", "⟧", "~"
GRAMMAR = ("language", "phrases", "faces")


def pseudo() -> Words:
    """All words of the table in a language that cannot be mistaken for another."""
    data = read_language(FALLBACK)
    return Words({name: _disguised(name, value) for name, value in data.items()}, strict=True)


def _disguised(name: str, value: Any) -> Any:
    if isinstance(value, dict) and name not in GRAMMAR:
        return {key: _disguised(key, inner) for key, inner in value.items()}
    return disguised(value) if isinstance(value, str) else value


def disguised(text: str) -> str:
    """A sentence in brackets, longer, with accents; its places are kept.

    >>> disguised("Take {count|# card|# cards} of {player}")
    '⟦Tàké {count|# çàrd|# çàrdš} õf {player}~~~~⟧'
    """
    plain, letters = _accented(text)
    more = round(LONGER * letters)
    filler = " ".join(FILLER * min(WORD, more - n) for n in range(0, more, WORD))
    return f"{OPEN}{plain}{filler}{CLOSE}"


def _accented(text: str) -> tuple[str, int]:
    """The text with accents, and how many letters of it are shown."""
    said, letters = "", 0
    while text:
        before, brace, rest = text.partition("{")
        said += before.translate(ACCENTS)
        letters += len(before)
        if not brace:
            break
        inside, text = closed(rest)
        said += "{" + _place(inside) + "}"
    return said, letters


def _place(inside: str) -> str:
    for sign in "|?:":
        name, found, rest = inside.partition(sign)
        if found and name.replace("_", "").replace(".", "").isalnum():
            if sign == ":":
                return inside
            texts = (_text(text, sign) for text in bars(rest))
            return f"{name}{sign}{'|'.join(texts)}"
    return inside


def _text(text: str, sign: str) -> str:
    value, colon, rest = text.partition(":") if sign == "?" else ("", "", text)
    return f"{value}{colon}{_accented(rest)[0]}"
