"""Start our own Mosquitto, keep it running, add users, and stop it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from companion.core.errors import TableError
from companion.util.files import write_whole
from companion.util.worker import Supervised

from ...wire.line import Broker
from ...wire.seals import machine_key
from . import settings

PROGRAM, CONFIG = "mosquitto", "mosquitto.conf"
PATHS = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
START_SECONDS = 10.0


class NoBroker(TableError, OSError):
    """There is no Mosquitto here, or it does not start."""


class OwnBroker:
    """A Mosquitto beside the hall, restarted if it ends."""

    def __init__(
        self,
        folder: Path,
        night: str,
        master: bytes,
        host: str,
        port: int,
        *,
        certificate: Path | None = None,
        shown: str = "",
    ) -> None:
        """*certificate* is the file for TLS, *shown* the part that others know it by. Without one
        it listens to this machine alone."""
        self._certificate, self._shown = certificate, shown
        self._folder, self._night, self._master = folder, night, master
        self._host, self.port = host, port
        self._users: set[str] = set()
        self._serials: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = Supervised("broker", self._watch, every=0.5)

    def broker(self, user: str, host: str = "") -> Broker:
        """Return the broker's address for a user; by default on this machine."""
        return Broker(
            host or self._here[0],
            self.port,
            user,
            self.password(user),
            tls=self._certificate is not None,
            certificate=self._shown,
        )

    def password(self, user: str) -> str:
        return machine_key(self._master, user, self._serials.get(user, ""), "password")

    def admit(self, *users: str) -> None:
        """Add users, at once if it runs."""
        self.admit_machines({user: self._serials.get(user, "") for user in users})

    def admit_machines(self, serials: Mapping[str, str]) -> None:
        """Admit the machine with each serial, and no earlier machine of that name."""
        fresh = {user: serial for user, serial in serials.items() if user not in settings.RESERVED}
        known = {user: self._serials.get(user, "") for user in fresh if user in self._users}
        if known == fresh:
            return
        self._users |= set(fresh)
        self._serials |= fresh
        self._write()
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        """Write its settings, start it, and return when it listens."""
        self._users.add(settings.HALL)
        self._write()
        self._end_left_behind()
        self._check_free()
        self._launch()
        self._await()
        self._guard.start()

    def stop(self) -> None:
        self._guard.stop()
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5.0)
            process.kill()
            process.wait()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def _write(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        users = {user: self.password(user) for user in self._users}
        config = settings.config(self._folder, self._host, self.port, self._certificate)
        for name, text in (
            (CONFIG, config),
            ("acl", settings.acl(self._night, self._users)),
            ("passwords", settings.passwords(users)),
        ):
            write_whole(self._folder / name, text.encode(), 0o600)

    def _end_left_behind(self) -> None:
        """Stop the broker a killed hall left behind, since it holds the port."""
        pid = left_behind(self._folder)
        if pid is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGTERM)
        late = time.monotonic() + START_SECONDS
        while left_behind(self._folder) is not None and time.monotonic() < late:
            time.sleep(0.05)

    def _check_free(self) -> None:
        """Check that nobody else holds the port; it would look like a running broker."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(self._here)
            except OSError as taken:
                raise self._silent() from taken

    def _silent(self) -> NoBroker:
        return NoBroker("fault.hall.broker_silent", port=self.port, other=self.port + 1)

    def _launch(self) -> None:
        program = shutil.which(PROGRAM, path=PATHS)
        if program is None:
            raise NoBroker("fault.hall.no_mosquitto")
        command = [program, "-c", str(self._folder / CONFIG)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def _await(self) -> None:
        """Wait until it listens; raise if it ends instead."""
        process, late = self._process, time.monotonic() + START_SECONDS
        assert process is not None
        while time.monotonic() < late:
            if process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection(self._here, 0.5):
                return
            time.sleep(0.05)
        self.stop()
        raise self._silent()

    @property
    def _here(self) -> tuple[str, int]:
        everywhere = self._host in ("0.0.0.0", "::", "") or self._certificate is None
        host = settings.LOOPBACK if everywhere else self._host
        return host, self.port

    def _watch(self) -> None:
        """Restart it if it has ended."""
        if self._process is not None and self._process.poll() is not None:
            self._launch()


def left_behind(folder: Path) -> int | None:
    """Find the process that still serves this folder; never another one's."""
    try:
        pid = int((folder / settings.PID_FILE).read_text())
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (OSError, ValueError):
        return None
    return pid if str(folder / CONFIG).encode() in words else None
