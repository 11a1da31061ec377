"""The machine itself: how it is, what its log says, and how it is switched off.

Everything is read from plain files where the kernel shows them; what is not there is None.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_SECONDS = 10.0
SURE_YEAR = 2024
"""A clock before this was never set: the software is younger."""
LOG_LINES = 3000
ACTS = {"off": "PowerOff", "reboot": "Reboot"}
_STEPS = tuple(f"{step:02x}" for step in range(1, 12))
LOGIN = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


class Machine:
    """This machine, or whatever lies under *root*; *folder* is where the games are.

    *keyrings* lists the keys that new versions have to be signed with, as found under a root.
    """

    def __init__(
        self,
        folder: Path,
        root: Path = Path("/"),
        keyrings: Callable[[Path], tuple[Path, ...]] = lambda root: (),
    ) -> None:
        self._folder, self._root, self._keyrings = folder, root, keyrings

    def health(self) -> dict[str, float | bool | str | None]:
        """Plain facts, None for what this machine does not show."""
        return {**self._card(), **self._board(), **self._clock()}

    def switch(self, act: str) -> str:
        """Ask logind to switch off or to start again; the reason where it refuses."""
        command = ("busctl", "call", *LOGIN, ACTS[act], "b", "false")
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as wrong:
            return str(wrong)
        return "" if done.returncode == 0 else done.stderr.strip() or f"code {done.returncode}"

    def log(self) -> list[str] | None:
        """Return what systemd kept of our log; None if we may not read it."""
        command = ("journalctl", "-u", "companion", "-u", "companion-safe", "-o", "short-iso",
                   "--no-pager", "-q", "-n", str(LOG_LINES))  # fmt: skip
        try:
            done = subprocess.run(
                command, capture_output=True, timeout=PATIENCE_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        lines = done.stdout.decode(errors="replace").splitlines()
        return lines if done.returncode == 0 and lines else None

    def package(self) -> tuple[str, str] | None:
        """Version and processor of the package we were installed as; None if we were not."""
        if not (self._root / "usr/lib/pharaohs-table/update").exists():
            return None
        command = ("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version} ${Architecture}",
                   "pharaohs-table")  # fmt: skip
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        words = done.stdout.split()
        return (words[1], words[2]) if words[:1] == ["installed"] and len(words) == 3 else None

    def last_update(self) -> dict[str, str]:
        """Return what the installer reported last; empty if nothing was updated."""
        text = _read(self._root / "var/lib/pharaohs-table-updates/report.json")
        try:
            found = json.loads(text or "{}")
        except ValueError:
            return {}
        return {str(key): str(value) for key, value in found.items()} if text else {}

    def keyrings(self) -> tuple[Path, ...]:
        """Return the keys that new versions must be signed with."""
        return self._keyrings(self._root)

    def cameras(self) -> dict[str, str]:
        """Cameras on USB that a picture can be taken with: their devices, each with its name."""
        found = {}
        for shown in sorted(self._root.glob("sys/class/video4linux/video*")):
            on_usb = any(part.startswith("usb") for part in shown.resolve().parts)
            # One camera shows several devices; only its first gives pictures.
            if on_usb and _read(shown / "index") in (None, "0"):
                found[f"/dev/{shown.name}"] = _read(shown / "name") or shown.name
        return found

    def _card(self) -> dict[str, float | bool | str | None]:
        disk = shutil.disk_usage(self._folder)
        flags = os.statvfs(self._folder).f_flag
        return {
            "free_mb": disk.free // 1_000_000,
            "total_mb": disk.total // 1_000_000,
            "read_only": bool(flags & os.ST_RDONLY) or not os.access(self._folder, os.W_OK),
            "worn_percent": self._worn(),
        }

    def _worn(self) -> int | None:
        """Return how much of its life a built-in card has used, in steps of ten percent;
        SD cards don't say."""
        for file in sorted(self._root.glob("sys/block/mmcblk*/device/life_time")):
            words = [word.removeprefix("0x") for word in (_read(file) or "").split()]
            steps = [int(word, 16) for word in words if word in _STEPS]
            if steps:
                return 10 * max(steps)
        return None

    def _board(self) -> dict[str, float | bool | str | None]:
        degrees = _read(self._root / "sys/class/thermal/thermal_zone0/temp")
        return {
            "celsius": int(degrees) / 1000 if degrees and degrees.isdecimal() else None,
            "undervoltage": self._undervoltage(),
            "model": _read(self._root / "proc/device-tree/model"),
        }

    def _undervoltage(self) -> bool | None:
        for name in sorted(self._root.glob("sys/class/hwmon/hwmon*/name")):
            if _read(name) == "rpi_volt":
                alarm = _read(name.parent / "in0_lcrit_alarm")
                return None if alarm is None else alarm != "0"
        return None

    def _clock(self) -> dict[str, float | bool | str | None]:
        synchronized = (self._root / "run/systemd/timesync/synchronized").exists()
        return {
            "time": time.strftime("%Y-%m-%d %H:%M"),
            "time_set": synchronized or time.localtime().tm_year >= SURE_YEAR,
            "synchronized": synchronized,
        }


def _read(file: Path) -> str | None:
    try:
        return file.read_text("utf-8", "replace").strip("\0 \n")
    except OSError:
        return None
