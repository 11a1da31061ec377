"""Real little packages, keys of our own, and update files signed with them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.house.package_file import joined

POSTINST = '#!/bin/sh\necho "{said}" > "$DPKG_ROOT/ran"\n'


def architecture() -> str:
    asked = ["dpkg", "--print-architecture"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def packed(
    out: Path, version: str, name: str = "pharaohs-table", arch: str = "", postinst: str = ""
) -> Path:
    """Build a package with one file, and a script that says something."""
    tree = out.parent / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "usr/lib").mkdir(parents=True)
    (tree / "usr/lib/table").write_text(version)
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: {arch or architecture()}\n"
        "Maintainer: us <a@b.c>\nDescription: a table\n"
    )
    md5 = subprocess.run(["md5sum", "usr/lib/table"], cwd=tree, capture_output=True, text=True,
                         check=True).stdout  # fmt: skip
    (tree / "DEBIAN/md5sums").write_text(md5)
    if postinst:
        (tree / "DEBIAN/postinst").write_text(POSTINST.format(said=postinst))
        (tree / "DEBIAN/postinst").chmod(0o755)
    command = ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(tree), str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return out


def archive(members: list[tuple[str, bytes]]) -> bytes:
    """Put members into an ar archive, whatever they are called."""
    out = b"!<arch>\n"
    for name, data in members:
        numbers = b"0".ljust(12) + b"0".ljust(6) * 2 + b"100644".ljust(8)
        out += name.encode().ljust(16) + numbers + str(len(data)).encode().ljust(10) + b"`\n"
        out += data + b"\n" * (len(data) % 2)
    return out


@dataclass(frozen=True)
class Key:
    """A key pair in a home of its own."""

    home: Path

    @classmethod
    @contextmanager
    def made(cls) -> Iterator[Key]:
        """A key in a short folder, as the way to its agent must not be long; gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="key-") as folder:
            key, how = cls(Path(folder)), ("ed25519", "sign", "never")
            key.gpg("--passphrase", "", "--quick-generate-key", "release", *how)
            try:
                yield key
            finally:
                subprocess.run(["gpgconf", "--homedir", folder, "--kill", "all"], check=False)

    def gpg(self, *words: str, data: bytes = b"") -> bytes:
        command = ["gpg", "--homedir", str(self.home), "--batch", "--quiet", *words]
        return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout

    def public(self, out: Path) -> Path:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(self.gpg("--export"))
        return out

    def private(self, out: Path) -> Path:
        out.write_bytes(self.gpg("--armor", "--export-secret-keys"))
        return out

    def signature(self, data: bytes) -> bytes:
        return self.gpg("--detach-sign", data=data)

    def signed(self, package: bytes) -> bytes:
        """An update file of a package."""
        return joined(self.signature(package), package)
