"""companion box: check a box file, give one away, take one in."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.core.game import ROOMS
from companion.files import write_whole
from companion.settings import chosen_settings, load_settings, state_folder

from .adding import Commands, add


def add_commands(commands: Commands) -> None:
    parser = add(commands, "box", box)
    parser.add_argument("act", choices=("check", "export", "import"))
    parser.add_argument("what", help=f"a box file, or for export one of {', '.join(ROOMS)}")
    parser.add_argument("-o", "--output", type=Path, help="where export writes, else the terminal")
    parser.add_argument("--state", type=Path, help="the folder for games and everything else")
    parser.add_argument("--settings", type=Path, help="the settings that name that folder")


def box(arguments: argparse.Namespace) -> int:
    """Check a box file, export the box of a room as it is played here, or import another's.

    check says of which room the file is, what is assumed in it and what contradicts itself.
    import keeps the box that was there before as a version.
    """
    acts = {"check": _check, "export": _export, "import": _import}
    return acts[arguments.act](arguments)


def _check(arguments: argparse.Namespace) -> int:
    from companion.workshop.boxes import asking_of
    from companion.workshop.boxes.store import contradictions, read_box

    room, data = read_box(Path(arguments.what).read_text("utf-8"))
    wrong = contradictions(room, data)
    facts = asking_of(room).facts(data)
    assumed = sum(fact.assumed for fact in facts)
    print(f"{arguments.what}: a box of {room}, {assumed} of {len(facts)} facts are assumed")
    for one in wrong:
        print(f"  {one}", file=sys.stderr)
    return 1 if wrong else 0


def _export(arguments: argparse.Namespace) -> int:
    from companion.core.errors import UnknownRoom
    from companion.workshop.boxes import Boxes

    if arguments.what not in ROOMS:
        raise UnknownRoom(f"no room called {arguments.what!r}; the rooms are {', '.join(ROOMS)}")
    text = Boxes(state_of(arguments)).text(arguments.what)
    if arguments.output:
        write_whole(arguments.output, text.encode(), 0o644)
    else:
        print(text, end="")
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from companion.workshop.boxes import Boxes

    room, wrong = Boxes(state_of(arguments)).take(Path(arguments.what).read_text("utf-8"))
    for one in wrong:
        print(f"  {one}", file=sys.stderr)
    print(f"{room}: {'not taken, it contradicts itself' if wrong else 'taken'}")
    return 1 if wrong else 0


def state_of(arguments: argparse.Namespace) -> Path:
    """The folder of the house a command speaks of."""
    if arguments.state is not None:
        return Path(arguments.state)
    return state_folder(load_settings(chosen_settings(arguments.settings)))
