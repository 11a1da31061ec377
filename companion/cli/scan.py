"""companion scan: the colours under the sphinxes, read unseen and sealed before the game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import load_settings
from companion.core.boxes import same_box
from companion.core.errors import TableError
from companion.core.observation import Reading, Said
from companion.rooms import rooms_with
from companion.senses.hood import Hood, HoodReading
from companion.words import Words

from .command import Commands, add, say
from .command import words as spoken
from .evenings import evening_of
from .run import common
from .teach import SUFFIXES

if TYPE_CHECKING:
    from calibration.read.reader import Looker
    from companion.senses.hood import HoodRules

Ask = Callable[[str], Any]
"""Shows a sentence to the person and returns a picture, or None to stop."""
Say = Callable[[str], None]


def guided(hood: Hood, looker: Looker, ask: Ask, tell: Say, words: Words) -> bool:
    """Ask for one card after the other; False when the person stops before all are read."""
    heard = hood.waiting()
    while not hood.done:
        picture = ask(_sentence(hood, heard, words))
        if picture is None:
            return False
        heard = hood.look(reading_of(looker, hood.rules.field, picture))
        tell(_count(hood, heard, words))
    tell(_sentence(hood, heard, words))
    return True


def reading_of(looker: Looker, field: str, picture: Any) -> Reading | None:
    """Return what lies on the field of the hood; None if the board cannot be made out."""
    looker.forget()
    cell = looker.look(picture).cells.get(field)
    return None if cell is None else Reading(chances=cell.chances, disturbed=cell.disturbed)


def _sentence(hood: Hood, heard: HoodReading, words: Words) -> str:
    seat = words.nouns.get(heard.seat, {}).get("one", heard.seat)
    return words.put(f"{hood.rules.sentences}{heard.tell}", {"seat": seat})


def _count(hood: Hood, heard: HoodReading, words: Words) -> str:
    return words.put(f"{hood.rules.sentences}hood_count", {"read": heard.read, "of": heard.of})


class Folder:
    """Pictures of a folder in the order of their names, one for each time somebody asks."""

    def __init__(self, folder: Path, tell: Say) -> None:
        self._pictures = _pictures(folder)
        self._tell = tell

    def __call__(self, words: str) -> Any:
        self._tell(words)
        return next(self._pictures, None)


def _pictures(folder: Path) -> Iterator[Any]:
    from calibration.geometry.pictures import read_picture

    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SUFFIXES:
            yield read_picture(path)


def add_commands(commands: Commands) -> None:
    parser = add(commands, "scan", scan)
    common(parser)
    parser.add_argument("--pictures", type=Path, help=say("option.pictures"))
    parser.add_argument("--camera", help=say("option.camera"))
    parser.add_argument("--taught", type=Path, help=say("option.taught_colours"))


def scan(arguments: argparse.Namespace) -> int:
    """Scan the colours under the six sphinxes, one by one, without anybody seeing them.

    Everybody looks away. Under a hood, lay one sphinx's colour card on the first field of the
    mat; the camera reads it, and the terminal says which seat that sphinx goes on. After six, the
    journal keeps the colours under seal, encrypted, and the terminal shows the seal. Then play
    with the same journal: companion run sphinx --journal ...
    """
    from companion.senses.hood import Hood

    rules = _rules(arguments.room)
    evening = evening_of(arguments, load_settings(arguments.settings), "game")
    words = spoken()
    if evening.journal.exists() and not _may_be_sealed(rules, evening):
        print(words.put(f"{rules.sentences}hood_refused", {}))
        return 1
    hood = Hood(rules, evening.box)
    if not guided(hood, _looker(arguments, evening), _asking(arguments), print, words):
        print(words.put(f"{rules.sentences}hood_stopped", {}))
        return 1
    table, journal = _opened(evening)
    try:
        answer = table.submit(Said(by=rules.role, move=hood.seal(), at=table.clock()))
        if answer.kind != "accepted":
            print(words.put(f"{rules.sentences}hood_refused", {}))
            return 1
        _show_seal(rules, table, evening.journal, words)
    finally:
        journal.close()
    return 0


def _rules(name: str) -> HoodRules:
    """Return what the room of that name hides."""
    hooded = {room.name: room.hood for room in rooms_with("hood")}
    hood = hooded.get(name)
    if hood is None:
        raise TableError("fault.cli.nothing_hidden", room=name, rooms=list(hooded))
    return hood()


def _may_be_sealed(rules: HoodRules, evening: Any) -> bool:
    """Whether the game of a journal waits for a seal; asked before anybody lays a card."""
    table, journal = _opened(evening)
    try:
        if not same_box(table.state.box, evening.box):
            raise TableError("fault.cli.another_box")
        return rules.may_seal(table.state)
    finally:
        journal.close()


def _opened(evening: Any) -> tuple[Any, Any]:
    from companion import app

    return app.open_table(evening)


def _looker(arguments: argparse.Namespace, evening: Any) -> Any:
    from calibration.read.reader import Looker
    from calibration.teach.store import load as load_taught
    from companion.rooms import board_of

    settings = load_settings(arguments.settings)
    taught = arguments.taught or (Path(settings.eye.taught) if settings.eye.taught else None)
    if taught is None:
        raise TableError("fault.cli.no_colours", room=evening.game.name)
    return Looker(board_of(evening.game, evening.box), load_taught(taught))


def _asking(arguments: argparse.Namespace) -> Any:
    from companion.cli.prompts import Prompt

    if arguments.pictures is not None:
        if not arguments.pictures.is_dir():
            raise TableError("fault.cli.no_folder_of_pictures", folder=arguments.pictures)
        return Folder(arguments.pictures, print)
    camera = arguments.camera or load_settings(arguments.settings).eye.camera
    if camera == "none":
        raise TableError("fault.cli.no_camera")
    from hardware.cameras import open_camera

    return Prompt(open_camera(camera))


def _show_seal(rules: HoodRules, table: Any, journal: Path, words: Words) -> None:
    print(words.put(f"{rules.sentences}hood_done", {}))
    print(say("scan.seal", digest=rules.digest(table.state)))
    print(say("scan.play", room=table.game.name, journal=journal))
