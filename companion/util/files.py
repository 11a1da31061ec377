"""Write files that are complete or absent, even if the plug is pulled."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace the file at *path*; it is on the card when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Flush the names of a directory to the card."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_privately() -> None:
    """Let nobody else read what this program writes from now on."""
    os.umask(0o077)


def keep_private(folder: Path, *within: str) -> None:
    """Make a state folder, and all that this program writes from now on, private.

    Existing files of the folder, and everything *within* these subfolders, become private too.
    """
    write_privately()
    with suppress(OSError):  # whoever needs the folder says so
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder, *_inside(folder, within)):
        with suppress(OSError):
            mode = path.lstat().st_mode
            shared = stat.S_ISLNK(mode) or mode & stat.S_ISVTX
            if mode & 0o077 and not shared:
                path.chmod(stat.S_IMODE(mode) & 0o700)


def _inside(folder: Path, within: tuple[str, ...]) -> Iterator[Path]:
    yield from folder.glob("*.sqlite*")
    for name in within:
        yield folder / name
        yield from (folder / name).rglob("*")
