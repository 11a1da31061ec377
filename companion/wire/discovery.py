"""Find and announce a hall by name (mDNS), if Avahi is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable

import msgspec

SERVICE = "_pharaoh-hall._tcp"
SECONDS = 6.0
LONGEST = 60
ESCAPED = re.compile(r"\\(\d{3})")


class DiscoveredHall(msgspec.Struct, frozen=True):
    """A hall that announces itself."""

    name: str
    address: str


def halls() -> tuple[DiscoveredHall, ...]:
    """List the halls that answer within a few seconds; none without Avahi."""
    program = shutil.which("avahi-browse")
    if program is None:
        return ()
    words = [program, "--resolve", "--terminate", "--parsable", SERVICE]
    try:
        told = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return read(told.decode("utf-8", "replace").splitlines())


def read(lines: Iterable[str]) -> tuple[DiscoveredHall, ...]:
    r"""Parse the output of avahi-browse: each hall once, at an address others can reach.

    >>> read([r"=;eth0;IPv4;Nile\032night;_pharaoh-hall._tcp;local;a.local;10.0.0.7;8090;"])
    (Found(name='Nile night', address='http://10.0.0.7:8090'),)
    """
    found: dict[str, DiscoveredHall] = {}
    for line in lines:
        parts = line.split(";")
        if len(parts) < 9 or parts[0] != "=" or parts[2] != "IPv4" or parts[1] == "lo":
            continue
        name, host, port = _unescaped(parts[3]), parts[7], parts[8]
        if port.isdecimal():
            found.setdefault(name, DiscoveredHall(name[:LONGEST], f"http://{host}:{port}"))
    return tuple(found.values())


def _unescaped(name: str) -> str:
    """Decode Avahi's escapes: a backslash and three digits."""
    raw = ESCAPED.sub(lambda code: chr(int(code[1]) % 256), name.encode().decode("latin-1"))
    return raw.encode("latin-1", "replace").decode("utf-8", "replace").replace("\\", "")


class Announced:
    """Announces a hall in the network as long as it runs."""

    def __init__(self, name: str, port: int) -> None:
        self._words = ["avahi-publish", "-s", name[:LONGEST], SERVICE, str(port), "path=/"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = shutil.which(self._words[0])
        if program is None:
            return
        quiet = subprocess.DEVNULL
        words = [program, *self._words[1:]]
        self._process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            process.wait()
