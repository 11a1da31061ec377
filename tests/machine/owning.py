"""The owner of an emulated house, and the packages they send."""

from __future__ import annotations

import base64
import http.client
import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.machine.doing import PACKAGE
from tests.machine.reached import Reached
from tests.systemd.packages import Key

OWNER = "/var/lib/pharaohs-table/house/owner.json"
OWN_KEY = "/etc/pharaohs-table/update.gpg"


@dataclass(frozen=True)
class Owner:
    """Somebody with the owner's cookie."""

    port: int
    cookie: str

    @classmethod
    def of(cls, machine: Reached) -> Owner:
        """Claim the house with the code that is shown at the machine."""
        code = json.loads(machine.do(f"cat {OWNER}"))["code"]
        answer, headers = _ask(machine.page_port, "POST", "/house/claim", {}, _json({"code": code}))
        assert answer["kind"] == "accepted", answer
        return cls(machine.page_port, headers["Set-Cookie"].partition(";")[0])

    def get(self, path: str) -> Any:
        return _ask(self.port, "GET", path, {"Cookie": self.cookie}, None)[0]

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return _ask(self.port, "POST", path, {"Cookie": self.cookie}, _json(body))[0]

    def send(self, path: str, file: Path) -> Any:
        kind = {"Cookie": self.cookie, "Content-Type": "application/octet-stream"}
        return _ask(self.port, "POST", path, kind, file.read_bytes())[0]


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()


def _ask(
    port: int, method: str, path: str, headers: dict[str, str], body: bytes | None
) -> tuple[Any, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return json.loads(answer.read()), answer.headers
    finally:
        connection.close()


def changed_package(machine: Reached, version: str, *, breaks: bool) -> Path:
    """The package that is installed inside, under another version, and perhaps broken."""
    folder = Path(tempfile.mkdtemp(prefix="package-"))
    tree, out = folder / "tree", folder / "table.deb"
    subprocess.run(["dpkg-deb", "-R", _fetched(machine, folder), tree], check=True)
    control = (tree / "DEBIAN/control").read_text()
    (tree / "DEBIAN/control").write_text(re.sub("(?m)^Version: .*", f"Version: {version}", control))
    if breaks:
        (tree / "usr/bin/companion").write_text("#!/bin/sh\nexit 3\n")
    sums = "find . -type f ! -path './DEBIAN/*' -printf '%P\\0' | xargs -0 md5sum > DEBIAN/md5sums"
    subprocess.run(sums, shell=True, cwd=tree, check=True)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, out],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    return out


def signed(machine: Reached, package: Path) -> Path:
    """The update file of a package, with a key of its owner that the machine is given first."""
    with Key.made() as key:
        public = base64.b64encode(key.gpg("--export")).decode()
        machine.do(f"echo {public} | base64 -d > {OWN_KEY}")
        update = package.with_suffix(".update")
        update.write_bytes(key.signed(package.read_bytes()))
    return update


def _fetched(machine: Reached, folder: Path) -> Path:
    """The package as it was put into the machine."""
    package = folder / "installed.deb"
    package.write_bytes(base64.b64decode(machine.do(f"base64 -w 0 {PACKAGE}", 300)))
    return package
