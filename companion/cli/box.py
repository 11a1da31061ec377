"""companion box: check a box file, give one away, take one in."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.config.settings import chosen_settings, load_settings, state_folder
from companion.core.game import ROOMS
from companion.core.sources import GUESS
from companion.core.verdict import Saying
from companion.util.files import write_whole

from .command import Commands, add, say, words


def add_commands(commands: Commands) -> None:
    parser = add(commands, "box", box)
    parser.add_argument("act", choices=("check", "export", "import"))
    parser.add_argument("what", help=say("option.box_what", rooms=list(ROOMS)))
    parser.add_argument("-o", "--output", type=Path, help=say("option.box_out"))
    parser.add_argument("--state", type=Path, help=say("option.state"))
    parser.add_argument("--settings", type=Path, help=say("option.state_settings"))


def box(arguments: argparse.Namespace) -> int:
    """Check a box file, export the box of a room as it is played here, or import another's."""
    acts = {"check": _check, "export": _export, "import": _import}
    return acts[arguments.act](arguments)


def _check(arguments: argparse.Namespace) -> int:
    from companion.workshop.boxes import asking_of
    from companion.workshop.boxes.store import contradictions, read_box

    room, data = read_box(Path(arguments.what).read_text("utf-8"))
    wrong = contradictions(room, data)
    levels = asking_of(room).levels(data)
    facts, assumed = sum(levels.values()), levels[GUESS]
    print(say("box.about", file=arguments.what, room=room, assumed=assumed, facts=facts))
    _complain(wrong)
    return 1 if wrong else 0


def _export(arguments: argparse.Namespace) -> int:
    from companion.core.errors import UnknownRoom
    from companion.workshop.boxes import Boxes

    if arguments.what not in ROOMS:
        raise UnknownRoom("fault.no_room", name=arguments.what, rooms=list(ROOMS))
    text = Boxes(state_of(arguments)).text(arguments.what)
    if arguments.output:
        write_whole(arguments.output, text.encode(), 0o644)
    else:
        print(text, end="")
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from companion.workshop.boxes import Boxes

    room, wrong = Boxes(state_of(arguments)).take(Path(arguments.what).read_text("utf-8"))
    _complain(wrong)
    print(say("box.not_taken" if wrong else "box.taken", room=room))
    return 1 if wrong else 0


def _complain(wrong: Iterable[Saying]) -> None:
    for one in wrong:
        print(f"  {words().say(one)}", file=sys.stderr)


def state_of(arguments: argparse.Namespace) -> Path:
    """Return the folder of the house a command is about."""
    if arguments.state is not None:
        return Path(arguments.state)
    return state_folder(load_settings(chosen_settings(arguments.settings)))
