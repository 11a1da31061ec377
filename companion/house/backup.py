"""Write everything of a house to one file: games, keys, settings, lessons and the diary.

Who its owner is and which phones have joined stays behind: a backup opens no other house.

A zip with a manifest that has the size and digest of every file. Journals are copied whole, even
the one being written."""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.journal import copy_journal, game_name

from .house import DIARY, FOLDER, INDEX
from .shelf import SUFFIX

FORMAT, VERSION = "pharaohs-table house", 1
MANIFEST = "manifest.json"
STAGE = "stage"
"""Folder for files that were sent and not taken over yet. Never backed up."""
PIECE = 1 << 20
PARTS = ("games", "keys", "house", "taught")
OWNER = "owner.json"
"""File that says who the owner is."""
PHONES = ".page"
"""Suffix of the files with the links and phones of a game."""


class Packed(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str
    game: str = ""
    """The name a journal was given at random, by which it is known again."""


class Manifest(msgspec.Struct, frozen=True):
    """Content of a backup. *house* tells one house from another; it opens nothing."""

    format: str
    version: int
    house: str
    name: str
    made: str
    files: dict[str, Packed]


def back_up(folder: Path, out: Path, *, name: str, made: str) -> Manifest:
    """Write the backup of the house in *folder* to *out*."""
    out.parent.mkdir(parents=True, exist_ok=True)
    files: dict[str, Packed] = {}
    with (
        tempfile.TemporaryDirectory(dir=out.parent) as desk,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed,
    ):
        for journal, place in _journals(folder):
            files |= _pack_journal(packed, journal, place, Path(desk))
        for file, place in _others(folder):
            files[place] = _pack(packed, file, place)
        house = files.get(f"house/{DIARY}")
        manifest = Manifest(FORMAT, VERSION, house.game if house else "", name, made, files)
        packed.writestr(MANIFEST, msgspec.json.encode(manifest))
    return manifest


def _journals(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.is_file() and not path.name.startswith("."):
            yield path, f"games/{path.name}"
    if (folder / FOLDER / DIARY).is_file():
        yield folder / FOLDER / DIARY, f"house/{DIARY}"


def _pack_journal(
    packed: zipfile.ZipFile, journal: Path, place: str, desk: Path
) -> dict[str, Packed]:
    copy = desk / journal.name
    copy_journal(journal, copy)
    name, found = game_name(copy) or "", {}
    for end in ("", "-wal", ".head"):
        file = copy.with_name(copy.name + end)
        if file.exists():
            one = _pack(packed, file, place + end)
            found[place + end] = one if end else msgspec.structs.replace(one, game=name)
            file.unlink()
    return found


def _others(folder: Path) -> Iterator[tuple[Path, str]]:
    """List keys, the house's own files, and what was taught or weighed."""
    for part in ("keys", FOLDER):
        for file in sorted((folder / part).glob("*")):
            mine = file.name.partition(SUFFIX)[0] not in (Path(DIARY).stem, Path(INDEX).stem)
            if _is_plain(file) and (mine or part == "keys") and not opens_something(file.name):
                yield file, f"{part}/{file.name}"
    for here, folders, names in os.walk(folder):
        apart = {"keys", FOLDER} if Path(here) == folder else set()
        folders[:] = sorted(one for one in set(folders) - apart if not one.startswith("."))
        for name in sorted(names):
            file = Path(here) / name
            if _is_plain(file) and SUFFIX not in name:
                yield file, f"taught/{file.relative_to(folder).as_posix()}"


def opens_something(name: str) -> bool:
    """Check whether a file makes somebody the owner or lets phones in; it is never backed up."""
    return name == OWNER or name.endswith(PHONES)


def _is_plain(file: Path) -> bool:
    return file.is_file() and not file.is_symlink() and not file.name.startswith(".")


def _pack(packed: zipfile.ZipFile, file: Path, place: str) -> Packed:
    digest, size = hashlib.sha256(), 0
    with file.open("rb") as source, packed.open(place, "w") as target:
        while piece := source.read(PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return Packed(size, digest.hexdigest())
