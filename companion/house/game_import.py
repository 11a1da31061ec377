"""Put an exported game on the shelf: check each entry, never overwrite a game."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import msgspec

from companion.core.errors import why
from companion.journal import CannotSave, JournalError, NewerJournal, NotAJournal, import_
from companion.util.files import sync_directory

from .backup import STAGE
from .errors import HouseError
from .game_card import NEWER, UNKNOWN, card_of
from .house import FOLDER
from .restore import free_name, games_of

MOST_BYTES = 30_000_000
OURS = re.compile(r"[a-z]{1,20}-(game|rehearsal)-\d{8}-\d{6}(-\d{1,3})?")


class BadExport(HouseError):
    """A file that cannot be put on the shelf; nothing was changed."""


def import_game(file: Path, folder: Path, called: str = "") -> str:
    """Put the game in an exported *file* on the shelf; return its name there."""
    stage = folder / FOLDER / STAGE / "imported"
    try:
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir(mode=0o700, parents=True)
        journal = stage / "game.sqlite"
        if _read(file, journal) in games_of(folder):
            raise BadExport("import.known")
        return _shelved(journal, folder, called)
    except OSError as wrong:
        raise BadExport("cannot_save", why=why(wrong)) from wrong
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _read(file: Path, journal: Path) -> str:
    """Build the journal in the staging folder; return the game's random name."""
    try:
        with file.open(encoding="ascii") as lines, import_(lines, journal) as imported:
            return imported.game
    except CannotSave:
        raise
    except NewerJournal as newer:
        raise BadExport("import.newer") from newer
    except (NotAJournal, UnicodeDecodeError) as foreign:
        raise BadExport("import.no_export") from foreign
    except JournalError as torn:
        raise BadExport("import.no_export" if _is_foreign(file) else "import.torn") from torn


def _is_foreign(file: Path) -> bool:
    """Check whether the first line is none of ours."""
    with file.open("rb") as lines:
        try:
            first = msgspec.json.decode(lines.readline(1000))
        except msgspec.DecodeError:
            return True
    return not isinstance(first, dict) or "format" not in first


def _shelved(journal: Path, folder: Path, called: str) -> str:
    card = card_of(journal)
    if card.trouble in (UNKNOWN, NEWER):
        raise BadExport("import.unknown" if card.trouble == UNKNOWN else "import.newer")
    if card.trouble:
        raise BadExport("import.torn")
    stem = called.removesuffix(".jsonl")
    digits = re.sub(r"\D", "", card.begun)[:14].ljust(14, "0")
    own = f"{card.room}-game-{digits[:8]}-{digits[8:]}"
    fits = OURS.fullmatch(stem) and stem.startswith(f"{card.room}-")
    target = free_name(folder, f"{stem if fits else own}.sqlite")
    for end in (".head", "-wal", ""):
        if (part := journal.with_name(journal.name + end)).exists():
            os.rename(part, target.with_name(target.name + end))
    sync_directory(folder)
    return target.name
