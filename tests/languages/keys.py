"""What a language lacks compared to English: keys, places and choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.core.game import ROOMS
from companion.words import FALLBACK, LANGUAGES, SHARED, STOREYS, load_clauses, read_part

PARTS = (SHARED, *ROOMS, *STOREYS)
OTHERS = tuple(language for language in LANGUAGES if language != FALLBACK)
OWN = ("language.", "nouns.", "faces.", "phrases.")
"""What belongs to the grammar of a language; each has its own."""
PLACE = re.compile(r"\{([A-Za-z_]+)")
LETTERS = re.compile(r"[^\W\d_]{3,}")


@cache
def sentences(language: str, part: str) -> Mapping[str, str]:
    """The sentences of a room or a storey, by their keys."""
    flat = dict(_flat(read_part(language, part)))
    return {key: text for key, text in flat.items() if not key.startswith(OWN)}


@cache
def clauses(language: str, room: str) -> Mapping[str, str]:
    return load_clauses(room, language)


def lacking(language: str, part: str) -> list[str]:
    """Keys that English has and this language has not, or the other way round."""
    return sorted(sentences(FALLBACK, part).keys() ^ sentences(language, part).keys())


def misplaced(language: str, part: str) -> list[str]:
    """Sentences that speak of other things than English does."""
    english, own = sentences(FALLBACK, part), sentences(language, part)
    return [
        key
        for key in english.keys() & own.keys()
        if set(PLACE.findall(english[key])) != set(PLACE.findall(own[key]))
    ]


def repeated(language: str, part: str) -> list[str]:
    """Sentences of several words that are still in English."""
    english, own = sentences(FALLBACK, part), sentences(language, part)
    return [
        key
        for key in english.keys() & own.keys()
        if english[key] == own[key] and len(LETTERS.findall(PLACE.sub("", own[key]))) > 2
    ]


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield prefix + name, value
