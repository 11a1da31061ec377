"""Find what people mean by a few typed words, in any language: rare words say more than common."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Mapping
from math import log
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

WORD = re.compile(r"[^\W_]+(?:[.][0-9]+)?")
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
SHORTEST = 3
"""Letters from which on a typed word also stands for longer ones that begin with it."""
SHORTEST_STEM = 4
"""Letters from which on a word also stands for a typed one that goes on."""
CLOSE = 0.6
"""How near the best text another one must come to be worth showing."""


def folded(text: str) -> list[str]:
    """List the words of a text, without capitals and accents.

    >>> folded("L'Œil, U1.2?")
    ['l', 'oeil', 'u1.2']
    """
    plain = unicodedata.normalize("NFD", text.lower().translate(LIGATURES))
    return WORD.findall("".join(one for one in plain if not unicodedata.combining(one)))


def ranked(typed: str, texts: Mapping[Key, str], most: int) -> list[Key]:
    """List the texts that *typed* may mean, the best first; none if no word of it is rare."""
    wanted = set(folded(typed))
    known = {key: set(folded(text)) for key, text in texts.items()}
    counts = {word: sum(_has(found, word) for found in known.values()) for word in wanted}
    worth = {word: log(len(known) / count) for word, count in counts.items() if count}
    points = {
        key: sum(value for word, value in worth.items() if _has(found, word))
        for key, found in known.items()
    }
    best = max(points.values(), default=0.0)
    close = [key for key, value in points.items() if value and value >= CLOSE * best]
    return sorted(close, key=lambda key: -points[key])[:most]


def _has(words: set[str], wanted: str) -> bool:
    if wanted in words or len(wanted) < SHORTEST:
        return wanted in words
    return any(
        word.startswith(wanted) or (len(word) >= SHORTEST_STEM and wanted.startswith(word))
        for word in words
    )
