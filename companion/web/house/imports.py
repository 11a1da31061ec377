"""An exported game comes to the shelf: for the owner."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, request

from companion.house import FOLDER, House
from companion.house.backup import STAGE
from companion.house.errors import HouseError
from companion.house.foreign_file import opened_apart
from companion.house.game_import import MOST_BYTES, import_game

from ..kit.context import offloaded
from ..kit.uploads import IMPORT, dropped, received
from .answers import accepted, owner_only, refused
from .context import house_desk

imports = Blueprint("imports", __name__)


@imports.post(IMPORT)
def bring() -> Response:
    """Put one exported game on the shelf; ``name`` is what its file was called."""
    owner_only()
    here = house_desk()
    stage = here.house.folder / FOLDER / STAGE / "import.jsonl"
    file = received(stage, MOST_BYTES, "house.import.too_large")
    called = request.args.get("name", "")[:80]
    try:
        game = offloaded(_shelved, here.house, file, called)
    except HouseError as wrong:
        return refused(wrong)
    finally:
        dropped(file)
    here.notifier.notify()
    return accepted("house.import.done", game=game)


def _shelved(house: House, file: Path, called: str) -> str:
    with house.deciding():
        return str(opened_apart(import_game, file, house.folder, called))
