"""A Debian in a container, with systemd as its first process: quick, real, and without devices.

It shares this machine's kernel, network and time; apt works in it as it does here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.machine.reached import MachineSilent, Reached, wait_until

INSIDE = {
    "HOME": "/root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
}
FURNITURE = ("systemd-sysv", "dbus", "ca-certificates")
"""What a container needs to start; everything else is brought by what is tested in it."""
BOOT_SECONDS = 60.0


class Container(Reached):
    """One container on a fresh Debian in a folder."""

    def __init__(self, release: str, tree: Path, page_port: int, **environment: str) -> None:
        self.tree, self.page_port = tree, page_port
        self._environment = {**INSIDE, **environment}
        self._log = tree.with_suffix(".log")
        self._nspawn: subprocess.Popen[bytes] | None = None
        subprocess.run(
            ["mmdebstrap", "-q", "--variant=minbase", "--components=main",
             f"--include={','.join(FURNITURE)}", release, str(tree)],
            check=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.stop()

    def start(self) -> None:
        """Boot it; returns when its systemd has started everything."""
        with self._log.open("ab") as log:
            self._nspawn = subprocess.Popen(
                ["systemd-nspawn", "-q", "-b", "-D", str(self.tree), "--register=no", "--keep-unit",
                 "--resolv-conf=copy-host", "--console=pipe"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )  # fmt: skip
        wait_until(self._is_up, BOOT_SECONDS, "the container does not start")

    def stop(self) -> None:
        """Shut it down as one shuts down a Pi."""
        if self._nspawn is None:
            return
        try:
            self.attempt("systemctl poweroff --no-block")
            self._nspawn.wait(60.0)
        except (subprocess.TimeoutExpired, MachineSilent):
            self._nspawn.kill()
            self._nspawn.wait()
        self._nspawn = None

    def attempt(self, script: str, seconds: float = 300.0) -> dict[str, Any]:
        enter = ["nsenter", "-t", self._first(), "-m", "-u", "-i", "-p", "-C", "--"]
        done = subprocess.run(
            [*enter, "sh", "-c", script],
            env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False, timeout=seconds,
        )  # fmt: skip
        return {"code": done.returncode, "out": done.stdout, "err": done.stderr}

    def put(self, path: str, content: bytes) -> None:
        target = self.tree / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def bring(self, folder: Path, to: str) -> None:
        """Copy a folder into it."""
        shutil.copytree(folder, self.tree / to.lstrip("/"), dirs_exist_ok=True, symlinks=True)

    def _first(self) -> str:
        """Its first process, as this machine calls it."""
        assert self._nspawn is not None
        pid = self._nspawn.pid
        if self._nspawn.poll() is not None:
            raise MachineSilent(f"the container ended:\n{self._log.read_text()[-2000:]}")
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return children[-1] if children else "0"

    def _is_up(self) -> bool:
        return (
            self._first() != "0"
            and self.attempt("systemctl is-system-running --wait")["out"].strip() != ""
        )
