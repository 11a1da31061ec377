"""The words of each box: a sentence that has one in English has its word in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from companion.core.game import ROOMS
from companion.words import FALLBACK, read_part

from .keys import PARTS, clauses, sentences

SPARED = "spared"
"""Sentences that read better without the word, each with its reason."""
NAMES = re.compile(r"\{[A-Za-z_0-9.]+(:[@a-z_ ]+)?\}|\{[A-Za-z_0-9.]+\??|`[^`]*`")
"""Places, and the names of switches, are not words."""


@dataclass(frozen=True)
class Term:
    """One piece, place, action or power of a box."""

    room: str
    kind: str
    name: str


@dataclass(frozen=True)
class Miss:
    """A sentence without the word its English has."""

    term: Term
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.term.room}: {self.term.name} is missing in {self.key}: {self.text}"


@cache
def terms(language: str) -> Mapping[Term, tuple[str, ...]]:
    """The words of each term: each counts from its beginning."""
    listed = read_part(language, "glossary")
    return {
        Term(room, kind, name): tuple(words)
        for room in ROOMS
        for kind, names in listed[room].items()
        for name, words in names.items()
    }


def spared(language: str) -> Mapping[str, str]:
    return dict(read_part(language, "glossary").get(SPARED, {}))


def misses(language: str) -> Iterator[Miss]:
    """Every sentence that lacks a word its English has."""
    for term, words in terms(FALLBACK).items():
        own = terms(language)[term]
        for key, english, text in pairs(term.room, language):
            if begins(english, words) and not holds(text, own) and key not in spared(language):
                yield Miss(term, key, text)


def pairs(room: str, language: str) -> Iterator[tuple[str, str, str]]:
    """The sentences of a room in English and in another language."""
    for part in PARTS:
        english, own = sentences(FALLBACK, part), sentences(language, part)
        for key in english.keys() & own.keys():
            if part == room or f".{room}." in key:
                yield key, english[key], own[key]
    for key in clauses(FALLBACK, room).keys() & clauses(language, room).keys():
        yield key, clauses(FALLBACK, room)[key], clauses(language, room)[key]


def begins(text: str, words: tuple[str, ...]) -> bool:
    """Whether a word of the sentence begins with one of these."""
    bare = NAMES.sub(" ", text)
    return any(re.search(rf"(?<![^\W_]){re.escape(word)}", bare, re.I) for word in words)


def holds(text: str, words: tuple[str, ...]) -> bool:
    """Whether one of these is in the sentence, even inside a longer word."""
    bare = NAMES.sub(" ", text).lower()
    return any(word.lower() in bare for word in words)
