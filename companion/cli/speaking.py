"""The language of the command line: the terminal's, or else the table's own, or else English."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.settings import chosen_settings, load_settings
from companion.words import FALLBACK, LANGUAGES, Words, load

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language; the first that says anything counts."""


def say(key: str, /, **values: Any) -> str:
    """A sentence of the command line."""
    return words().put(f"cli.{key}", values, inside=True)


def wrong_said(wrong: BaseException) -> str:
    """What an error says."""
    return words().wrong(wrong)


def words() -> Words:
    return _read(language(os.environ))


def language(environment: Mapping[str, str]) -> str:
    """The language of a terminal.

    >>> language({"LANG": "de_AT.UTF-8"})
    'de'
    """
    named = next((environment[name] for name in LOCALES if environment.get(name)), "")
    code = named[:2].lower()
    return code if code in LANGUAGES else _of_the_table() if named in PLAIN else FALLBACK


PLAIN = ("", "C", "C.UTF-8", "POSIX")
"""A terminal that was given no language: a service has none."""


@cache
def _of_the_table() -> str:
    """The language the owner set for the pages of this table."""
    try:
        return load_settings(chosen_settings(None)).page_language or FALLBACK
    except (OSError, ValueError, LookupError):
        return FALLBACK


_read = cache(load)
