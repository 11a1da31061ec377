"""The clauses of a room in one line each, as the rule book on the shelf has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

CLAUSE = re.compile(r"^[-*]\s+\*\*(?P<id>[A-Z]+-[A-Za-z0-9-]+)\*\*:?\s+(?P<text>.+)$")


@cache
def clauses_in(room: str, language: str) -> Mapping[str, str]:
    """The clauses of a room for a reader: in their language, or in English where it has none."""
    return {**load_clauses(room), **load_clauses(room, language)}


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
