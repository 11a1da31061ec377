"""How a command is added: its function's docstring is its help."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable
from typing import Any

Commands = Any
"""argparse's collection of sub-commands; it has no public type."""


def add(
    commands: Commands, name: str, function: Callable[[argparse.Namespace], int], text: str = ""
) -> argparse.ArgumentParser:
    """Add a command whose help is *text*, or else the function's docstring."""
    text = text or inspect.getdoc(function) or ""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text.partition("\n")[0],
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=function)
    return parser
