"""Finding a hall by its name in the network (mDNS), where Avahi is there; by code where not."""

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


class Found(msgspec.Struct, frozen=True):
    """A hall that announces itself."""

    name: str
    address: str


def halls() -> tuple[Found, ...]:
    """Every hall that answers within a few seconds; none where Avahi is not there."""
    program = shutil.which("avahi-browse")
    if program is None:
        return ()
    words = [program, "--resolve", "--terminate", "--parsable", SERVICE]
    try:
        told = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return read(told.decode("utf-8", "replace").splitlines())


def read(lines: Iterable[str]) -> tuple[Found, ...]:
    r"""The halls of what avahi-browse says, each once, by an address other machines can reach.

    >>> read([r"=;eth0;IPv4;Nile\032night;_pharaoh-hall._tcp;local;a.local;10.0.0.7;8090;"])
    (Found(name='Nile night', address='http://10.0.0.7:8090'),)
    """
    found: dict[str, Found] = {}
    for line in lines:
        parts = line.split(";")
        if len(parts) < 9 or parts[0] != "=" or parts[2] != "IPv4" or parts[1] == "lo":
            continue
        name, host, port = _unescaped(parts[3]), parts[7], parts[8]
        if port.isdecimal():
            found.setdefault(name, Found(name[:LONGEST], f"http://{host}:{port}"))
    return tuple(found.values())


def _unescaped(name: str) -> str:
    """Avahi writes a byte it does not like as a backslash and three digits."""
    raw = ESCAPED.sub(lambda code: chr(int(code[1]) % 256), name.encode().decode("latin-1"))
    return raw.encode("latin-1", "replace").decode("utf-8", "replace").replace("\\", "")


class Announced:
    """Says in the network that a hall is here, as long as it is."""

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
