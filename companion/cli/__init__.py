"""The command line, in the language of the terminal; errors are one sentence."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from functools import cache, partial

from companion.core.errors import TableError
from companion.util.log import start_log

from .command import Command, Commands, describe, say, wrong_said

LOG = logging.getLogger(__name__)
COMMANDS = {
    "house": "house",
    "owner": "owner",
    "hall": "hall",
    "season": "hall",
    "publish": "hall",
    "forget": "hall",
    "rehearse": "run",
    "run": "run",
    "check": "check",
    "first-light": "first_light",
    "weigh-in": "weigh_in",
    "rules": "rules",
    "replay": "journals",
    "export": "journals",
    "import": "journals",
    "look": "look",
    "teach": "teach",
    "scan": "scan",
    "score": "score",
    "print": "print_pdf",
    "box": "box",
    "editions": "editions",
}
"""Every command with the module it is in, which is only loaded when the command is asked for."""
SERVICES = ("house", "hall")
"""What a machine starts: nobody is there to ask for a log, so it says what happens."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    arguments = parser().parse_args(argv)
    start_log(_level(arguments))
    try:
        code: int = arguments.command(arguments)
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except ModuleNotFoundError as error:
        if error.name != "cv2":
            raise
        print(say("no_opencv"), file=sys.stderr)
        return 1
    except (TableError, OSError, ValueError) as error:
        if os.environ.get("DEBUG"):
            raise
        LOG.debug("The command failed", exc_info=error)
        print(wrong_said(error), file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """Return all commands; each gets its options once it is asked for."""
    top = argparse.ArgumentParser(
        prog="companion",
        description=say("about"),
    )
    added = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Command)
    commands: dict[str, Command] = {}
    load = cache(partial(_load, commands))
    for name, module in COMMANDS.items():
        commands[name] = added.add_parser(name, **describe(name))
        commands[name].fill = partial(load, module)
    return top


def _load(commands: Commands, module: str) -> None:
    """Give the commands of a module their options."""
    importlib.import_module(f"{__name__}.{module}").add_commands(commands)


def _level(arguments: argparse.Namespace) -> int:
    """Return the level from which things are logged."""
    if arguments.debug:
        return logging.DEBUG
    verbose = arguments.verbose or arguments.name in SERVICES
    return logging.INFO if verbose else logging.WARNING
