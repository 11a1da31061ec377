"""Journals to damage and clocks to disturb, shared by the tests of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.journal import Entry, Journal

NAME = "game.sqlite"


class Scene(NamedTuple):
    """The files of a journal as a pulled plug leaves them, and what had been acknowledged."""

    folder: Path
    truth: tuple[Entry, ...]

    def copy_to(self, folder: Path) -> Path:
        shutil.copytree(self.folder, folder)
        return folder / NAME


class StoppedClock:
    """A clock that says what it is told."""

    def __init__(self, monotonic: float = 0.0, wall: str = "2026-03-01T19:00:00") -> None:
        self.seconds = monotonic
        self.moment = wall

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> datetime:
        return datetime.fromisoformat(self.moment).replace(tzinfo=UTC)


def a_body(number: int) -> dict[str, object]:
    return {"card": f"ibis-{number}", "column": number % 7, "because": ["WALL-12"] * (number % 5)}


def unplugged(folder: Path, *, in_database: int, in_wal: int) -> Scene:
    """Play entries, copy the files while the journal is open, as if the plug had been pulled."""
    live, left = folder / "live", folder / "left"
    live.mkdir()
    with Journal.open(live / NAME) as journal:
        for number in range(1, in_database + 1):
            journal.append("made", a_body(number))
        journal.checkpoint()
        for number in range(in_database + 1, in_database + in_wal + 1):
            journal.append("made", a_body(number))
        shutil.copytree(live, left)
        return Scene(left, tuple(journal.entries()))


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Give every file but SQLite's shared memory, which holds nothing of its own."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.is_file() and not file.name.endswith("-shm")
    }


def in_a_child(action: Callable[[], None]) -> int:
    """Do *action* in a forked process and wait for it; return its exit status."""
    child = os.fork()
    if not child:
        try:
            action()
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def stopped_at_step(step: int, action: Callable[[], None]) -> bool:
    """Do *action* in a child that dies at its *step*-th touch of a file; say whether it died."""
    return in_a_child(lambda: _die_at(step, action)) == 9


def _die_at(step: int, action: Callable[[], None]) -> None:
    left = step

    def count(event: str, _: tuple[object, ...]) -> None:
        nonlocal left
        if event in {"open", "os.rename", "os.remove", "os.mkdir", "sqlite3.connect"}:
            left -= 1
            if left == 0:
                os._exit(9)

    sys.addaudithook(count)
    action()


@contextmanager
def mounted(disk: Path, size: str, instead: str) -> Iterator[Path]:
    """A disk of its own at *disk*; skips with what is done *instead* where nobody may mount."""
    disk.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip(f"only root can mount a disk; {instead}")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip(f"mounting is not allowed here; {instead}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)
