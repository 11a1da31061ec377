"""How a command is added: its help is in the words of the command line."""

from __future__ import annotations

import argparse
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from .speaking import say, words

Commands = Any
"""argparse's collection of sub-commands; it has no public type."""
WIDTH = 96


def add(
    commands: Commands, name: str, function: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command with its help: a line in the list of all, and more when it is asked for."""
    first, more = _about(name.replace("-", "_"), function)
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=first,
        description="\n\n".join(textwrap.fill(text, WIDTH) for text in (first, more) if text),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=function)
    return parser


def _about(name: str, function: Callable[[argparse.Namespace], int]) -> tuple[str, str]:
    """What a command does, in words; its docstring where nobody has written them yet."""
    if f"cli.command.{name}" in words().texts:
        return say(f"command.{name}"), say(f"more.{name}")
    first, _, more = (inspect.getdoc(function) or "").partition("\n\n")
    return first, more
