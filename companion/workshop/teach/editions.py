"""Editions: what was taught of each box, version after version, and which one is used.

editions/
  wall/
    used.json              which version games of this room are seen with
    hieroA/0001-20260301T194502Z/   a version, as calibration.teach.store keeps it
    hieroA/shown/          the cells it was learnt from, so that it can learn on
    .lesson/, .tonight/    what is not learnt yet; never backed up
"""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
import zlib
from pathlib import Path

import msgspec

from companion.core.errors import TableError
from companion.core.game import ROOMS
from companion.util.files import write_whole

FOLDER, USED, SHOWN = "editions", "used.json", "shown"
KIT = "kit"
"""What stands for our own printed pieces, which need no lesson."""
FORMAT, ABOUT = "pharaohs-table edition", "edition.json"
PARTS = ("teaching.json", "faces.npz", "learnt.npz", "bare.npz", "points.npz")
MOST_BYTES = 32_000_000
"""A file of another house may be this large, packed and unpacked."""
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
TORN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, KeyError, TypeError, RuntimeError)
_VERSION = re.compile(r"^(\d{4})-[0-9TZ]+$")
_NAME = re.compile(r"[^A-Za-z0-9._-]+")


class NotAnEdition(TableError, ValueError):
    """A file that holds no edition of ours, or a version that is not there."""


class Version(msgspec.Struct, frozen=True):
    """One version on the card."""

    name: str
    """``edition/0002-20260301T194502Z``"""
    edition: str
    number: int
    date: str
    faces: int
    learnt: bool = False


def plain_name(text: str) -> str:
    """Return a name that may be used as a folder.

    >>> plain_name("Grandma's deck, 1987!"), plain_name("../..")
    ('Grandma-s-deck-1987', 'edition')
    """
    return _NAME.sub("-", text).strip("-.")[:40] or "edition"


class Editions:
    """The editions of one house."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER

    def home(self, room: str) -> Path:
        assert room in ROOMS
        return self.folder / room

    def versions(self, room: str) -> tuple[Version, ...]:
        """Return every version of every edition of a room, the newest of each last."""
        homes = sorted(path for path in self._folders(self.home(room)))
        found = (self._version(path) for home in homes for path in self._folders(home))
        return tuple(sorted((v for v in found if v), key=lambda v: (v.edition, v.number)))

    def newest(self, room: str, edition: str) -> Version | None:
        found = [v for v in self.versions(room) if v.edition == plain_name(edition)]
        return found[-1] if found else None

    def used(self, room: str) -> str:
        """Return the name of the version that games are seen with;
        "" for the printed kit or none."""
        name = self._chosen(room)
        known = {version.name for version in self.versions(room)}
        if name in known or name in ("", KIT):
            return name.removeprefix(KIT)
        newest = self.newest(room, name.partition("/")[0])
        return newest.name if newest else ""

    def is_kit(self, room: str) -> bool:
        """Whether games are seen with our printed kit: chosen, or nobody chose anything."""
        return bool(self._chosen(room)) and not self.used(room)

    def _chosen(self, room: str) -> str:
        try:
            return str(json.loads((self.home(room) / USED).read_bytes())["used"])
        except (OSError, ValueError, KeyError, TypeError):
            return KIT

    def path(self, room: str, name: str) -> Path:
        """Return where a version is stored."""
        if name not in {version.name for version in self.versions(room)}:
            raise NotAnEdition("fault.edition.no_version", name=name[:60])
        return self.home(room) / name

    def used_path(self, room: str) -> Path | None:
        name = self.used(room)
        return self.home(room) / name if name else None

    def use(self, room: str, name: str) -> None:
        """See games with this version from now on; "kit" with our printed pieces, "" not at all."""
        if name not in ("", KIT):
            self.path(room, name)
        write_whole(self.home(room) / USED, json.dumps({"used": name}).encode(), 0o640)

    def drop(self, room: str, name: str) -> None:
        """Throw a version away; the one that is used stays."""
        if name == self.used(room):
            raise NotAnEdition("fault.edition.in_use")
        path = self.path(room, name)
        path = path.rename(path.with_name(f".dropped-{path.name}"))
        shutil.rmtree(path, ignore_errors=True)
        if not any(map(self._version, self._folders(path.parent))):
            shutil.rmtree(path.parent, ignore_errors=True)

    def packed(self, room: str, name: str) -> bytes:
        """Write a version as one file for another house: faces and names, nothing else."""
        path, buffer = self.path(room, name), io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(ABOUT, json.dumps({"format": FORMAT, "layout": 1, "room": room}))
            for part in PARTS:
                if (path / part).is_file():
                    archive.write(path / part, part)
        return buffer.getvalue()

    def _folders(self, home: Path) -> list[Path]:
        if not home.is_dir():
            return []
        return sorted(p for p in home.iterdir() if p.is_dir() and not p.name.startswith("."))

    def _version(self, path: Path) -> Version | None:
        matched = _VERSION.match(path.name)
        if matched is None:
            return None
        try:
            about = json.loads((path / PARTS[0]).read_bytes())
            faces = len({str(label) for _, label in about["lessons"]})
            date, learnt = str(about["date"]), bool(about.get("learnt"))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        edition = path.parent.name
        name = f"{edition}/{path.name}"
        return Version(name, edition, int(matched[1]), date, faces, learnt)


def unpacked(raw: bytes, into: Path) -> str:
    """Write the parts of another house's file into a folder; the room it is of.

    Whether they hold what they should is for whoever loads them to say.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = set(archive.namelist())
            if not {ABOUT, *PARTS[:2]} <= names or names - {ABOUT, *PARTS}:
                raise NotAnEdition("fault.edition.foreign")
            if any(part.compress_type not in PACKINGS for part in archive.infolist()):
                raise NotAnEdition("fault.edition.foreign")
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise NotAnEdition("fault.edition.large", most=MOST_BYTES // 1_000_000)
            about = json.loads(archive.read(ABOUT))
            if about["format"] != FORMAT or about["room"] not in ROOMS:
                raise NotAnEdition("fault.edition.foreign")
            into.mkdir(parents=True)
            for part in names - {ABOUT}:
                (into / part).write_bytes(archive.read(part))
    except TORN as wrong:
        if isinstance(wrong, NotAnEdition):
            raise
        raise NotAnEdition("fault.edition.foreign") from wrong
    return str(about["room"])
