"""Find the rulebook's own sentence behind a clause in the owner's copy of the text. No publisher's
sentence is shipped. For each clause ``quotes/<room>.toml`` has marks: how many words a sentence
has, and fingerprints of its first words and of all of them. A text that contains those words, in
any layout, gives the sentence back; any other text gives nothing.

No publisher's sentence is shipped. For each clause ``quotes/<room>.toml`` has marks: how many words
a sentence has, and fingerprints of its first words and of all of them. A text that contains those
words, in any layout, gives the sentence back; any other text gives nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import NamedTuple

Quotes = Mapping[str, Mapping[str, str]]
"""The sentences behind each clause, by the language they are in."""
Marks = Mapping[str, Mapping[str, list[str]]]
Book = Callable[[str], Quotes]
"""Gives what the owner's rulebook of a room says."""
WORD = re.compile(r"[^\W_]+")
NOISE = re.compile(r"(?:<[^>]*>|[*#]|\s)+")
OPENING = 4
"""Words that are looked for first."""


class Word(NamedTuple):
    text: str
    start: int
    end: int


def mark(sentence: str) -> str:
    """Return the mark of a sentence, as the files have it: its length and two fingerprints."""
    words = [word.text for word in _words(sentence)]
    return f"{len(words)}:{_print(words[:OPENING])}:{_print(words)}"


@cache
def marks_of(room: str) -> Marks:
    """Return the marks of a room: clause, language, the marks of its sentences in their order."""
    file = resources.files(__package__).joinpath("quotes", f"{room}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def quoted(room: str, text: str) -> Quotes:
    """Return every clause of *room* whose sentences are in *text*."""
    text = NOISE.sub(" ", text)
    words = list(_words(text))
    openings: dict[str, list[int]] = {}
    for at in range(len(words) - OPENING + 1):
        key = _print([word.text for word in words[at : at + OPENING]])
        openings.setdefault(key, []).append(at)

    def sentence(wanted: str) -> str | None:
        length, opening, whole = wanted.split(":")
        for at in openings.get(opening, ()):
            found = words[at : at + int(length)]
            if _print([word.text for word in found]) == whole:
                return _with_its_stop(text, found)
        return None

    return dict(_found(marks_of(room), sentence))


def no_book(room: str) -> Quotes:
    return {}


def in_language(quotes: Quotes, language: str) -> dict[str, dict[str, str]]:
    """Choose one sentence a clause: in the reader's language, or in the one the book has."""
    shown = {}
    for clause, said in quotes.items():
        tongue = language if language in said else next(iter(said))
        shown[clause] = {"lang": tongue, "say": said[tongue]}
    return shown


def _found(
    marks: Marks, sentence: Callable[[str], str | None]
) -> Iterator[tuple[str, dict[str, str]]]:
    for clause, tongues in marks.items():
        said = {
            tongue: " … ".join(filter(None, map(sentence, wanted)))
            for tongue, wanted in tongues.items()
        }
        if found := {tongue: text for tongue, text in said.items() if text}:
            yield clause, found


def _with_its_stop(text: str, words: list[Word]) -> str:
    """Return a piece of the text with its closing punctuation."""
    end = words[-1].end
    return text[words[0].start : end + (text[end : end + 1] in tuple(".!?"))]


def _words(text: str) -> Iterator[Word]:
    for found in WORD.finditer(text):
        yield Word(found[0].casefold(), *found.span())


def _print(words: list[str]) -> str:
    return blake2b(" ".join(words).encode(), digest_size=5).hexdigest()


CLAUSE = re.compile(r"^[-*]\s+\*\*(?P<id>[A-Z]+-[A-Za-z0-9-]+)\*\*:?\s+(?P<text>.+)$")


@cache
def clauses_in(room: str, language: str) -> Mapping[str, str]:
    """Return the clauses of a room for a reader: in their language, or else in English."""
    return {**load_clauses(room), **load_clauses(room, language)}


@cache
def headings_in(room: str, language: str) -> Mapping[str, str]:
    """Return the heading above each clause of a room, for a reader."""
    shelf = resources.files(__package__).joinpath(language, "clauses", f"{room}.md")
    found: dict[str, str] = {}
    heading = ""
    for line in shelf.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ").strip()
        elif match := CLAUSE.match(line.strip()):
            found[match["id"]] = heading
    return found


def load_clauses(room: str, language: str = "en") -> dict[str, str]:
    """Read the clauses of a room in a language; empty when its rule book is not on the shelf."""
    shelf = resources.files(__package__).joinpath(language, "clauses", f"{room}.md")
    return read_clauses(shelf.read_text("utf-8")) if shelf.is_file() else {}


def read_clauses(text: str) -> dict[str, str]:
    """Pick the clauses out of a rule book.

    >>> read_clauses("- **WALL-26** One scarab for each pair.")
    {'WALL-26': 'One scarab for each pair.'}
    """
    found = (CLAUSE.match(line.strip()) for line in text.splitlines())
    return {match["id"]: match["text"].replace("**", "").strip() for match in found if match}
