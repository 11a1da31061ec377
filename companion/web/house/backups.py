"""Backup and restore on the owner's page: one file out, one file in."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.house import FOLDER
from companion.house.backup import PIECE, STAGE, back_up
from companion.house.errors import HouseError, NotNow, is_the_card
from companion.house.foreign_file import opened_apart
from companion.house.restore import MOST_BYTES, BackupContents, inspect, take_over
from companion.util.helper_process import ProcessLimits

from ..kit.context import body_of, offloaded
from ..kit.uploads import RESTORE, dropped, received
from .answers import accepted, owner_only, refused
from .context import HouseDesk, house_desk

backups = Blueprint("backups", __name__)

OUT, IN = "backup.zip", "restore.zip"
LIMITS = ProcessLimits(patience=1800.0, processor=1200)
"""A backup may hold every game of many years, and a small machine takes a second for each."""


class SureBody(msgspec.Struct, forbid_unknown_fields=True):
    sure: str


@backups.get("/settings/backup.zip")
def save() -> Response:
    """Send everything in one file, even while a game is played."""
    owner_only()
    here, now = house_desk(), datetime.now().astimezone()
    try:
        out = offloaded(_made, here, now.isoformat())
    except OSError as wrong:
        if not is_the_card(wrong):
            raise
        abort(503, "house.backup.no_room_here")
    size = out.stat().st_size
    file = f'attachment; filename="pharaohs-table-{now:%Y%m%d-%H%M}.zip"'
    headers = {"Content-Disposition": file, "Content-Length": str(size)}
    return Response(_sent(out), mimetype="application/zip", headers=headers)


def _made(here: HouseDesk, made: str) -> Path:
    """Make the backup on the card; if the card is full, among the temporary files."""
    stage, name = here.house.folder / FOLDER / STAGE, here.preferences.settings.name
    try:
        return _put_together(here, stage, name, made)
    except OSError as wrong:
        if not is_the_card(wrong):
            raise
        return _put_together(here, Path(tempfile.gettempdir()), name, made)


def _put_together(here: HouseDesk, where: Path, name: str, made: str) -> Path:
    out = where / f"{time.monotonic_ns()}-{OUT}"
    try:
        back_up(here.house.folder, out, name=name, made=made)
    except BaseException:
        dropped(out)
        raise
    out.chmod(0o600)
    return out


def _sent(out: Path) -> Iterator[bytes]:
    """Yield the file piece by piece, and delete it afterwards."""
    try:
        with out.open("rb") as file:
            while piece := file.read(PIECE // 4):
                yield piece
    finally:
        dropped(out)


@backups.post(RESTORE)
def receive() -> Response:
    """Take a backup in and say what it would bring; nothing is changed yet."""
    owner_only()
    here = house_desk()
    file = received(_incoming(here), MOST_BYTES, "house.backup.too_large")
    try:
        found = offloaded(_look, here, file)
    except HouseError as wrong:
        dropped(file)
        return refused(wrong)
    kind = "empty" if found.empty else "own" if found.own else "other"
    values = {"new": len(found.new), "known": found.known, "name": _named(found)}
    sure = here.keeper.ask("restore")
    return accepted(f"house.backup.sure_{kind}", values, sure=sure, done=False, found=kind)


def _named(found: BackupContents) -> str:
    return f" ({found.manifest.name[:40]})" if found.manifest.name else ""


@backups.post(f"{RESTORE}/sure")
def restore() -> Response:
    """Bring in what was looked through."""
    owner_only()
    here, file = house_desk(), _incoming(house_desk())
    if not here.keeper.is_sure("restore", body_of(SureBody).sure) or not file.exists():
        return refused(NotNow("backup.gone"))
    try:
        came, everything = offloaded(_take_over, here, file)
    except HouseError as wrong:
        return refused(wrong)
    finally:
        dropped(file)
    here.notifier.notify()
    if not everything:
        return accepted("house.backup.restored", {"came": len(came)}, done=True)
    here.restart()
    return accepted("house.backup.restored_all", {"came": len(came)}, done=True)


def _take_over(here: HouseDesk, file: Path) -> tuple[list[str], bool]:
    with here.keeper.quiet():
        came, everything = _opened(take_over, here, file)
    return came, everything


def _look(here: HouseDesk, file: Path) -> BackupContents:
    found: BackupContents = _opened(inspect, here, file)
    return found


def _opened(work: Callable[..., Any], here: HouseDesk, file: Path) -> Any:
    return opened_apart(work, file, here.house.folder, here.house.name, limits=LIMITS)


def _incoming(here: HouseDesk) -> Path:
    return here.house.folder / FOLDER / STAGE / IN
