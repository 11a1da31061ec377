"""The command line, in the language of the terminal; errors are one sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from companion.core.errors import TableError

from . import (
    boxing,
    checking,
    editions,
    halling,
    hood,
    housing,
    journals,
    owner,
    playing,
    printing,
    rules,
    scoring,
    seeing,
    weighing,
)
from .speaking import say, wrong_said

MODULES = (
    *(housing, owner, halling, playing, checking, weighing, rules, journals),
    *(seeing, hood, scoring, printing, boxing, editions),
)
Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.command(arguments)
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except (TableError, OSError, ValueError) as error:
        if os.environ.get("DEBUG"):
            raise
        print(wrong_said(error), file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(
        prog="companion",
        description=say("about"),
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for module in MODULES:
        module.add_commands(commands)
    return top
