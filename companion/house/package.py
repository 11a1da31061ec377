"""A package somebody sent: whether it is one of ours, whole, and for this machine.

Nothing in it is run or unpacked here. A separate unit installs it, as root.
"""

from __future__ import annotations

import hashlib
import lzma
import tarfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import msgspec

from .errors import HouseError

NAME = "pharaohs-table"
MOST_BYTES = 60_000_000
MOST_UNPACKED = 600_000_000
MAGIC = b"!<arch>\n"
PIECE = 1 << 20


class BadPackage(HouseError):
    """A file that isn't a package for this house; nothing was changed."""


class Package(msgspec.Struct, frozen=True):
    """What a package says about itself."""

    name: str
    version: str
    architecture: str


def inspect_package(file: Path) -> Package:
    """Read a package and check every file in it against its own list of digests."""
    try:
        members = dict(_members(file.read_bytes()))
        control = next(data for name, data in members.items() if name.startswith("control.tar"))
        content = next(data for name, data in members.items() if name.startswith("data.tar"))
        fields, digests = _control(control)
        found = Package(fields["package"], fields["version"], fields["architecture"])
    except (StopIteration, RuntimeError, KeyError, *TORN) as wrong:
        raise BadPackage("update.no_package") from wrong
    if found.name != NAME:
        raise BadPackage("update.other_package", name=found.name[:40])
    try:
        _check(content, digests)
    except TORN as wrong:
        raise BadPackage("update.damaged") from wrong
    return found


TORN = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError, ValueError)


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in an ar archive, which a Debian package is."""
    if data[:8] != MAGIC:
        raise ValueError("no ar archive")
    at = len(MAGIC)
    while at + 60 <= len(data):
        head = data[at : at + 60]
        size = int(head[48:58])
        if head[58:60] != b"`\n" or at + 60 + size > len(data):
            raise ValueError("a torn ar archive")
        yield head[:16].decode("ascii").strip().rstrip("/"), data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2


def _control(data: bytes) -> tuple[dict[str, str], dict[str, str]]:
    with tarfile.open(fileobj=BytesIO(data), mode="r:*") as packed:
        texts = {}
        for info in packed:
            name = info.name.removeprefix("./")
            if name in ("control", "md5sums") and info.isfile() and info.size < 5_000_000:
                file = packed.extractfile(info)
                texts[name] = file.read().decode("utf-8") if file else ""
    lines = [line for line in texts["control"].splitlines() if line[:1].strip()]
    fields = {
        key.lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)
    }
    digests = (line.split(None, 1) for line in texts["md5sums"].splitlines() if line.strip())
    return fields, {name.strip(): digest for digest, name in digests}


def _check(data: bytes, digests: dict[str, str]) -> None:
    """Every file as promised, and none that was not."""
    left, whole = dict(digests), 0
    with tarfile.open(fileobj=BytesIO(data), mode="r|*") as packed:
        for info in packed:
            whole += info.size
            if whole > MOST_UNPACKED:
                raise ValueError("too large")
            if info.isfile() and left.pop(info.name.removeprefix("./"), "") != _md5(packed, info):
                raise ValueError(f"{info.name} is not as promised")
    if left:
        raise ValueError("files are missing")


def _md5(packed: tarfile.TarFile, info: tarfile.TarInfo) -> str:
    # the list of a Debian package is made with it; it finds damage, signatures find intruders
    digest = hashlib.md5(usedforsecurity=False)
    file = packed.extractfile(info)
    while file and (piece := file.read(PIECE)):
        digest.update(piece)
    return digest.hexdigest()
