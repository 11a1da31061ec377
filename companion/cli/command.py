"""Add a command, with its help in the language of the command line."""

from __future__ import annotations

import argparse
import os
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.config.settings import chosen_settings, load_settings
from companion.words import FALLBACK, LANGUAGES, Words, load

WIDTH = 96


class Command(argparse.ArgumentParser):
    """A command that gets its options when it is asked for: the list of all needs none."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.add_argument("-v", "--verbose", action="store_true", help=say("option.verbose"))
        self.add_argument("--debug", action="store_true", help=say("option.debug"))
        self.fill: Callable[[], None] = lambda: None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.fill()
        return super().parse_known_args(args, namespace)


Commands = Mapping[str, Command]


def describe(name: str) -> dict[str, Any]:
    """Return the help of a command: a line in the list of all, and more when it is asked for."""
    known = name.replace("-", "_")
    first, more = say(f"command.{known}"), say(f"more.{known}")
    return {
        "help": first,
        "description": "\n\n".join(textwrap.fill(text, WIDTH) for text in (first, more) if text),
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }


def add(commands: Commands, name: str, function: Callable[[argparse.Namespace], int]) -> Command:
    """Say what a command does; the caller adds its options."""
    commands[name].set_defaults(command=function, name=name)
    return commands[name]


LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language; the first that says anything counts."""


def say(key: str, /, **values: Any) -> str:
    """Return a sentence of the command line."""
    return words().put(f"cli.{key}", values, inside=True)


def wrong_said(wrong: BaseException) -> str:
    """Return an error in words."""
    return words().wrong(wrong)


def words() -> Words:
    return _read(language(os.environ))


def language(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal.

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
    """Return the language the owner set for the pages of this table."""
    try:
        return load_settings(chosen_settings(None)).page_language or FALLBACK
    except (OSError, ValueError, LookupError):
        return FALLBACK


_read = cache(load)
