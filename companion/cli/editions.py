"""companion editions: what was taught, version by version; choose one, give one away, take one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import TableError
from companion.core.game import ROOMS
from companion.util.files import write_whole

from .box import state_of
from .command import Commands, add, say

if TYPE_CHECKING:
    from companion.workshop.teach import Editions


def add_commands(commands: Commands) -> None:
    parser = add(commands, "editions", editions)
    parser.add_argument("act", choices=("list", "use", "export", "import"), nargs="?")
    parser.add_argument("what", nargs="?", default="", help=say("option.edition_what"))
    parser.add_argument("version", nargs="?", default="", help=say("option.edition_version"))
    parser.add_argument("-o", "--output", type=Path, help=say("option.edition_output"))
    parser.add_argument("--state", type=Path, help=say("option.state"))
    parser.add_argument("--settings", type=Path, help=say("option.settings"))


def editions(arguments: argparse.Namespace) -> int:
    from companion.workshop.teach import Editions

    acts = {"use": _use, "export": _export, "import": _import}
    kept = Editions(state_of(arguments))
    if arguments.act in acts:
        acts[arguments.act](kept, arguments)
    else:
        _list(kept)
    return 0


def _list(kept: Editions) -> None:
    for room in ROOMS:
        used = kept.used(room)
        for version in kept.versions(room):
            mark = "*" if version.name == used else " "
            told = say("edition.faces", count=version.faces)
            print(f"{mark} {room:7} {version.name}  {told}")


def _use(kept: Editions, arguments: argparse.Namespace) -> None:
    kept.use(_room(arguments.what), arguments.version)
    print(say("edition.used", version=arguments.version))


def _export(kept: Editions, arguments: argparse.Namespace) -> None:
    room = _room(arguments.what)
    name = arguments.version or kept.used(room)
    raw = kept.packed(room, name)
    path = arguments.output or Path(f"{room}-{name.replace('/', '-')}.edition")
    write_whole(path, raw, 0o644)
    print(say("edition.saved", path=path))


def _import(kept: Editions, arguments: argparse.Namespace) -> None:
    from companion.util.helper_process import apart
    from companion.workshop.teach import Teacher

    raw = Path(arguments.what).read_bytes()
    room, name = Teacher(state_of(arguments), apart=apart).take(raw)
    print(say("edition.taken", room=room, version=name))


def _room(name: str) -> str:
    if name not in ROOMS:
        raise TableError("fault.no_room", name=name, rooms=list(ROOMS))
    return name
