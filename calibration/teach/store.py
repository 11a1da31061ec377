"""Teachings on disk: one dated folder per version, checked when read, never half written.

<folder>/
  wall-hieroA/
    0001-20260301T194502Z/  teaching.json  faces.npz  learnt.npz (where enough was shown)
                            bare.npz (where the bare board was shown)
                            points.npz (what was shown as the small net sees it)
    0002-...                the newest version is the one that counts
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadTeaching
from ..geometry.board import MANNERS
from ..geometry.patches import SIDE
from ..read.bare import Bare
from ..read.learnt import Learnt
from ..read.same_print import Exemplars
from ..read.taught import Lesson, Taught
from . import bare_store, exemplars, learnt_file
from .arrays import opened

FORMAT = "pharaohs-table teaching"
LAYOUT = 1
FACES, LEARNT, BARE, ABOUT = "faces.npz", "learnt.npz", "bare.npz", "teaching.json"
POINTS = "points.npz"
_VERSION = re.compile(r"^(\d{4})-[0-9TZ]+$")


def save(taught: Taught, folder: Path | str) -> Path:
    """Write *taught* as one version folder below *folder*; it is there whole or not at all."""
    home = Path(folder) / _plain(taught.edition)
    home.mkdir(parents=True, exist_ok=True)
    stamp = re.sub(r"[^0-9TZ]", "", taught.date)
    final = home / f"{taught.version:04d}-{stamp}"
    if final.exists():
        raise BadTeaching(
            "fault.teach.version_there", version=taught.version, edition=taught.edition
        )
    draft = home / f".draft-{os.getpid()}-{taught.version:04d}"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    faces = _packed(taught)
    _write(draft / FACES, faces)
    about = _about(taught, faces)
    if taught.learnt:
        learnt = learnt_file.packed(taught.learnt)
        _write(draft / LEARNT, learnt)
        about["learnt"] = {
            "layout": learnt_file.LAYOUT,
            "crc": zlib.crc32(learnt),
            "kinds": learnt_file.described(taught.learnt),
        }
    if taught.bare is not None:
        bare = bare_store.packed(taught.bare)
        _write(draft / BARE, bare)
        about["bare"] = {
            "layout": bare_store.LAYOUT,
            "crc": zlib.crc32(bare),
            "cells": bare_store.described(taught.bare),
        }
    if taught.exemplars:
        points = exemplars.packed(taught.exemplars)
        _write(draft / POINTS, points)
        about["points"] = {"crc": zlib.crc32(points), **exemplars.described(taught.exemplars)}
    _write(draft / ABOUT, json.dumps(about, indent=1).encode())
    _flush_folder(draft)
    draft.rename(final)
    _flush_folder(home)
    return final


def load(folder: Path | str) -> Taught:
    """Read the newest version in *folder*: a version folder itself, or an edition's folder.

    A damaged newest version is passed over for the one before it, if there is one.
    """
    path = Path(folder)
    if (path / ABOUT).exists():
        return _read(path)
    versions = list(_versions(path))
    if not versions:
        raise BadTeaching("fault.teach.none_there", path=path)
    first: BadTeaching | None = None
    for version in reversed(versions):
        try:
            return _read(version)
        except BadTeaching as wrong:
            first = first or wrong
    assert first is not None
    raise first


@dataclass(frozen=True)
class StoredEdition:
    """One version on disk, as a list shows it."""

    path: Path
    edition: str
    version: int
    date: str
    labels: tuple[str, ...]
    damage: str = ""


def listed(folder: Path | str) -> tuple[StoredEdition, ...]:
    """List every version of every edition below *folder*; damaged ones come with the reason."""
    home = Path(folder)
    editions = [home, *sorted(p for p in home.iterdir() if p.is_dir())] if home.is_dir() else []
    return tuple(_kept(version) for edition in editions for version in _versions(edition))


def undo(folder: Path | str) -> StoredEdition:
    """Put the newest version of an edition's folder aside; the one before it counts again."""
    versions = list(_versions(Path(folder)))
    if len(versions) < 2:
        raise BadTeaching("fault.teach.no_earlier")
    last = versions[-1]
    kept = _kept(last)
    last.rename(last.with_name(f".undone-{last.name}"))
    _flush_folder(Path(folder))
    return kept


def _kept(path: Path) -> StoredEdition:
    number = int(path.name[:4])
    try:
        taught = _read(path)
    except BadTeaching as wrong:
        return StoredEdition(path, path.parent.name, number, "", (), str(wrong))
    labels = tuple(sorted({x.label for x in taught.lessons}))
    return StoredEdition(path, taught.edition, number, taught.date, labels)


def _versions(home: Path) -> Iterator[Path]:
    if home.is_dir():
        yield from sorted(p for p in home.iterdir() if p.is_dir() and _VERSION.match(p.name))


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "edition"


def _packed(taught: Taught) -> bytes:
    """Faces as 8 bit, white paper at 160, so that gloss up to 1.6 is kept."""
    faces = np.stack([np.clip(x.face * 160, 0, 255) for x in taught.lessons])
    buffer = io.BytesIO()
    np.savez_compressed(buffer, faces=np.rint(faces).astype(np.uint8))
    return buffer.getvalue()


def _about(taught: Taught, faces: bytes) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "layout": LAYOUT,
        "edition": taught.edition,
        "version": taught.version,
        "date": taught.date,
        "side": SIDE,
        "crc": zlib.crc32(faces),
        "lessons": [[x.kind, x.label] for x in taught.lessons],
    }


def _read(path: Path) -> Taught:
    try:
        about = json.loads((path / ABOUT).read_bytes())
        faces = (path / FACES).read_bytes()
    except (OSError, ValueError, RecursionError) as wrong:
        raise BadTeaching("fault.teach.unreadable", name=path.name, why=wrong) from wrong
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadTeaching("fault.teach.foreign", name=path.name)
    if about.get("layout") != LAYOUT or about.get("side") != SIDE:
        raise BadTeaching(
            "fault.teach.layout",
            name=path.name,
            found=about.get("layout"),
            found_side=about.get("side"),
            expected=LAYOUT,
            expected_side=SIDE,
        )
    if about.get("crc") != zlib.crc32(faces):
        raise BadTeaching("fault.teach.damaged", name=path.name)
    return _unpacked(path, about, faces)


def _unpacked(path: Path, about: dict[str, Any], raw: bytes) -> Taught:
    try:
        with opened(raw) as archive:
            faces = archive["faces"].astype(np.float32)
        faces /= 160
        names = [(str(kind), str(label)) for kind, label in about["lessons"]]
        if faces.shape != (len(names), SIDE, SIDE, 3) or not names:
            raise ValueError(f"{len(names)} names for faces of shape {faces.shape}")
        if unknown := {kind.partition(":")[0] for kind, _ in names} - set(MANNERS):
            raise ValueError(f"cells of unknown kind {sorted(unknown)}")
        lessons = tuple(
            Lesson(kind, label, face) for (kind, label), face in zip(names, faces, strict=True)
        )
        return Taught(
            str(about["edition"]),
            str(about["date"]),
            lessons,
            int(about["version"]),
            _learnt(path, about.get("learnt")),
            _bare(path, about.get("bare")),
            _exemplars(path, about.get("points")),
        )
    except Exception as wrong:  # numpy, zip and zlib complain of a spoiled archive in many ways
        raise BadTeaching("fault.teach.damaged", name=path.name) from wrong


def _learnt(path: Path, about: Any) -> dict[str, Learnt]:
    """Return what was learnt; nothing if there is none, or if another version learnt it.

    The faces are there in any case, and are compared with as before.
    """
    if not isinstance(about, dict) or about.get("layout") not in learnt_file.READABLE:
        return {}
    raw = (path / LEARNT).read_bytes()
    if about.get("crc") != zlib.crc32(raw):
        raise ValueError("the sum of what was learnt does not agree")
    return learnt_file.unpacked(raw, about["kinds"])


def _bare(path: Path, about: Any) -> Bare | None:
    """Return the bare board; None if this version kept none, or its layout has changed since."""
    if not isinstance(about, dict) or about.get("layout") != bare_store.LAYOUT:
        return None
    raw = (path / BARE).read_bytes()
    if about.get("crc") != zlib.crc32(raw):
        raise ValueError("the sum of the bare board does not agree")
    return bare_store.unpacked(raw, about["cells"])


def _exemplars(path: Path, about: Any) -> dict[str, Exemplars]:
    """Return the taught cells as points; nothing where other weights made them, or none did."""
    if not exemplars.readable(about):
        return {}
    raw = (path / POINTS).read_bytes()
    if about.get("crc") != zlib.crc32(raw):
        raise ValueError("the sum of the points does not agree")
    return exemplars.unpacked(raw, about)


def _write(path: Path, raw: bytes) -> None:
    with path.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
