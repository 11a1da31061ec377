"""How a command is added: its help is in the words of the command line."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from typing import Any

from .speaking import say

Commands = Any
"""argparse's collection of sub-commands; it has no public type."""
WIDTH = 96


def add(
    commands: Commands, name: str, function: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command with its help: a line in the list of all, and more when it is asked for."""
    known = name.replace("-", "_")
    first, more = say(f"command.{known}"), say(f"more.{known}")
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=first,
        description="\n\n".join(textwrap.fill(text, WIDTH) for text in (first, more) if text),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=function)
    return parser
