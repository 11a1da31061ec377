"""A new version somebody sent: whether it is signed, ours, and whole.

Nothing in it is run or unpacked here. A separate unit installs it, as root, and checks it again.
"""

from __future__ import annotations

from pathlib import Path

from . import package_file
from .errors import HouseError
from .package_file import Package, Unacceptable

NAME = "pharaohs-table"
MOST_BYTES = package_file.MOST_BYTES + package_file.HEAD_BYTES + package_file.MOST_SIGNATURE_BYTES


class BadPackage(HouseError):
    """A file that isn't a package for this house; nothing was changed."""


def inspect_package(file: Path, keys: tuple[Path, ...]) -> Package:
    """Check the signature of an update file, then every file in its package."""
    with file.open("rb") as opened:
        try:
            sent = package_file.split(opened.fileno())
            package_file.members(opened.fileno(), sent.start)
            package_file.verify(opened.fileno(), sent.start, sent.signature, keys)
            found = package_file.inspect(opened.fileno(), sent.start)
        except Unacceptable as wrong:
            raise BadPackage(f"update.{wrong.reason}") from wrong
    if found.name != NAME:
        raise BadPackage("update.other_package", name=found.name[:40])
    return found
