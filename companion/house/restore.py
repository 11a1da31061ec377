"""Check and restore a backup: completely or not at all, never overwriting anything.

In an empty house everything is restored. In a house that has something, games it does not have join
those it has, and everything else only fills gaps."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec

from companion.core.decode import convert
from companion.core.errors import why
from companion.journal import game_name, has_our_tables
from companion.util.files import sync_directory

from .backup import (
    FORMAT,
    MANIFEST,
    PARTS,
    PIECE,
    STAGE,
    VERSION,
    Manifest,
    Packed,
    opens_something,
)
from .errors import HouseError
from .game_card import card_of
from .house import DIARY, FOLDER
from .shelf import SUFFIX

MOST_BYTES = 4_000_000_000
MOST_FILES = 50_000
MOST_OF = {"games": 64_000_000, "house": 64_000_000, "keys": 1_000_000, "taught": 64_000_000}
"""Largest size in bytes per kind of file; a long evening's journal has 2,000,000."""
MOST_TEXT = 4_000_000
TEXTS = {".json": json.loads, ".toml": tomllib.loads}
"""Files that are read whole, and how."""
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Accepted compression; others may need gigabytes before the first byte."""
MOST_MANIFEST = 20_000_000
SPARE_BYTES = 50_000_000
"""Bytes that must stay free on the card."""
ARRIVING = "arriving"
RESERVED = tuple(f"house/{name}" for name in (STAGE, ARRIVING, "update"))
"""Folders of the house; a file of that name would block them."""
OWN_JOURNAL = tuple(f"house/{DIARY}{end}" for end in ("", "-wal", ".head"))
PLAIN = re.compile(r"[^\x00-\x1f\\:]{1,200}")


class BadBackup(HouseError):
    """A file that isn't a whole backup; nothing was changed."""


class BackupContents(msgspec.Struct, frozen=True):
    """What a backup would bring."""

    manifest: Manifest
    new: tuple[str, ...]
    """Games that are not here yet, by their place in the backup."""
    known: int
    """Games that are here already."""
    own: bool
    """Whether it was made in this house."""
    empty: bool
    """Whether nothing was ever played here."""


def inspect(file: Path, folder: Path, own_house: str) -> BackupContents:
    """Check each byte of a backup without changing anything."""
    with _opened(file) as packed:
        manifest = _manifest(packed)
        _check_shape(packed, manifest, folder)
        for place, wanted in manifest.files.items():
            _check(packed, place, wanted)
    here = games_of(folder)
    games = [place for place in manifest.files if _is_game(place)]
    new = tuple(place for place in games if not _is_here(manifest, place, here, folder))
    own = bool(own_house) and manifest.house == own_house
    return BackupContents(
        manifest, new, len(games) - len(new), own, not any(folder.glob(f"*{SUFFIX}"))
    )


def unpack(file: Path, folder: Path, found: BackupContents) -> list[str]:
    """Restore what *found* lists as new; return the names of the games.

    In an empty house its own files arrive as well; they count from the next start on.
    """
    stage = folder / FOLDER / STAGE / "unpacked"
    shutil.rmtree(stage, ignore_errors=True)
    try:
        with _opened(file) as packed:
            placed, own = list(_placed(found, folder)), list(_own_files(found))
            for place in (*(place for place, _ in placed), *own):
                _extract(packed, place, stage / place, found.manifest.files[place])
        for place in (*(place for place, _ in placed), *own):
            _check_journal(stage / place, place)
            _check_text(stage / place)
        came = _moved(placed, stage, folder)
        if own:
            shutil.rmtree(folder / FOLDER / ARRIVING, ignore_errors=True)
            os.rename(stage / "house", folder / FOLDER / ARRIVING)
            sync_directory(folder / FOLDER)
        return came
    except OSError as wrong:
        raise BadBackup("cannot_save", why=why(wrong)) from wrong
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def take_over(file: Path, folder: Path, own_house: str) -> tuple[list[str], bool]:
    """Look a backup through and bring it in: the games that came, and whether its house did."""
    found = inspect(file, folder, own_house)
    return unpack(file, folder, found), found.empty


def arrive(folder: Path) -> bool:
    """Move the diary and settings of a restored house into place, before it opens.

    A plug pulled in the middle does no harm: what is left arrives with the next start.
    """
    arriving, home = folder / FOLDER / ARRIVING, folder / FOLDER
    if not arriving.is_dir():
        return False
    if (arriving / DIARY).exists():
        for end in ("-wal", "-shm"):
            (home / (DIARY + end)).unlink(missing_ok=True)
    # the witness goes last: until then the old one fits neither, and everything is moved again
    for file in sorted(arriving.iterdir(), key=lambda each: each.name.endswith(".head")):
        if opens_something(file.name):
            file.unlink()
        else:
            os.replace(file, home / file.name)
    sync_directory(home)
    arriving.rmdir()
    return True


def _moved(placed: list[tuple[str, Path]], stage: Path, folder: Path) -> list[str]:
    """Witnesses come before their journals: a journal without one counts as damaged."""
    came = []
    for place, target in sorted(placed, key=lambda each: _is_game(each[0])):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not target.exists():
            os.rename(stage / place, target)
            sync_directory(target.parent)
            came += [target.name] if _is_game(place) else []
    return came


def _opened(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError) as wrong:
        raise BadBackup("backup.no_backup") from wrong


def _manifest(packed: zipfile.ZipFile) -> Manifest:
    try:
        info = packed.getinfo(MANIFEST)
        if info.file_size > MOST_MANIFEST:
            raise BadBackup("backup.no_backup")
        plain = msgspec.json.decode(packed.read(MANIFEST))
        if plain.get("format") != FORMAT:
            raise BadBackup("backup.no_backup")
        if plain.get("version", 0) > VERSION:
            raise BadBackup("backup.newer")
        return convert(plain, Manifest)
    except BadBackup:
        raise
    except (*TORN, KeyError, AttributeError, TypeError, ValueError) as wrong:
        raise BadBackup("backup.no_backup") from wrong


TORN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)
"""What reading a damaged or strange archive raises."""


def _check_shape(packed: zipfile.ZipFile, manifest: Manifest, folder: Path) -> None:
    """Check names and sizes before unpacking."""
    infos = packed.infolist()
    names = [info.filename for info in infos]
    whole = sum(one.bytes for one in manifest.files.values())
    if len(names) > MOST_FILES or whole > MOST_BYTES:
        raise BadBackup("backup.too_large")
    if sorted(names) != sorted([MANIFEST, *manifest.files]):
        raise BadBackup("backup.damaged")
    for info in infos:
        named = manifest.files.get(info.filename)
        strange = named is not None and (named.bytes != info.file_size or named.bytes < 0)
        odd = info.flag_bits & 1 or info.compress_type not in PACKINGS
        if strange or odd or not _is_safe(info.filename):
            raise BadBackup("backup.damaged")
        if info.file_size > _most(info.filename):
            raise BadBackup("backup.too_large")
    if whole + SPARE_BYTES > shutil.disk_usage(folder).free:
        raise BadBackup("backup.no_room")


def _most(name: str) -> int:
    """Return the largest allowed size of a file of this name."""
    if name == MANIFEST:
        return MOST_MANIFEST
    most = MOST_OF.get(name.partition("/")[0], 0)
    return min(most, MOST_TEXT) if PurePosixPath(name).suffix in TEXTS else most


def _is_safe(name: str) -> bool:
    """Check whether a name stays inside its folder."""
    if name == MANIFEST:
        return True
    parts = PurePosixPath(name).parts
    deep = len(parts) >= 2 if parts[:1] == ("taught",) else len(parts) == 2
    plain = all(PLAIN.fullmatch(part) and not part.startswith(".") for part in parts)
    outside = parts[:1] == ("taught",) and parts[1:2] in (("keys",), (FOLDER,))
    hidden = SUFFIX in name and parts[0] != "games" and name not in OWN_JOURNAL
    hidden = hidden or name in RESERVED
    return deep and plain and not outside and not hidden and parts[0] in PARTS and "//" not in name


def _check_journal(file: Path, place: str) -> None:
    """Refuse a database that is no journal; read a journal once here, where it harms nobody.

    One that is damaged comes along as it was; the shelf says so.
    """
    if not (_is_game(place) or place == OWN_JOURNAL[0]):
        return
    if not has_our_tables(file):
        raise BadBackup("backup.damaged")
    if _is_game(place):
        card_of(file)
    else:
        game_name(file)


def _check_text(file: Path) -> None:
    """Refuse a text nested too deep to parse; accept one that is merely damaged."""
    read = TEXTS.get(file.suffix)
    try:
        if read is not None:
            read(file.read_text("utf-8"))
    except RecursionError as deep:
        raise BadBackup("backup.damaged") from deep
    except ValueError:
        return


def _check(packed: zipfile.ZipFile, place: str, wanted: Packed) -> None:
    for _ in _pieces(packed, place, wanted):
        pass


def _extract(packed: zipfile.ZipFile, place: str, to: Path, wanted: Packed) -> None:
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as target:
        for piece in _pieces(packed, place, wanted):
            target.write(piece)
        target.flush()
        os.fsync(target.fileno())


def _pieces(packed: zipfile.ZipFile, place: str, wanted: Packed) -> Iterator[bytes]:
    """Yield the bytes of one file, at most the promised number, and check the digest."""
    digest, size = hashlib.sha256(), 0
    try:
        with packed.open(place) as source:
            while piece := source.read(PIECE):
                size += len(piece)
                if size > wanted.bytes:
                    raise BadBackup("backup.damaged")
                digest.update(piece)
                yield piece
    except TORN as wrong:
        raise BadBackup("backup.damaged") from wrong
    if size != wanted.bytes or digest.hexdigest() != wanted.sha256:
        raise BadBackup("backup.damaged")


def _placed(found: BackupContents, folder: Path) -> Iterator[tuple[str, Path]]:
    """Choose where each file goes: games under a free name, others only if there is none."""
    for game in found.new:
        target = free_name(folder, PurePosixPath(game).name)
        for end in ("", "-wal", ".head"):
            if game + end in found.manifest.files:
                yield game + end, target.with_name(target.name + end)
    for place in found.manifest.files:
        part, _, rest = place.partition("/")
        target = (folder / "keys" if part == "keys" else folder) / rest
        if part in ("keys", "taught") and not target.exists() and not opens_something(rest):
            yield place, target


def _own_files(found: BackupContents) -> Iterator[str]:
    """List the house's own files; a house that has some keeps them."""
    if found.empty:
        for place in found.manifest.files:
            part, _, name = place.partition("/")
            if part == "house" and not opens_something(name):
                yield place


def free_name(folder: Path, name: str) -> Path:
    stem, number, target = name.removesuffix(SUFFIX), 1, folder / name
    while target.exists() or target.with_name(target.name + ".head").exists():
        number += 1
        target = folder / f"{stem}-{number}{SUFFIX}"
    return target


def _is_game(place: str) -> bool:
    return place.startswith("games/") and place.endswith(SUFFIX)


def games_of(folder: Path) -> set[str]:
    names = (game_name(path) for path in folder.glob(f"*{SUFFIX}"))
    return {name for name in names if name}


def _is_here(manifest: Manifest, place: str, here: set[str], folder: Path) -> bool:
    """Identify a game by its random name; an unreadable one by its file name."""
    name = manifest.files[place].game
    return name in here if name else (folder / PurePosixPath(place).name).exists()
