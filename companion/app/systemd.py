"""What systemd hears: that the page serves, how it goes, that everything still moves, that it ends.

Without systemd nothing is sent and nothing runs.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping

from ..util.worker import Supervised

LOG = logging.getLogger(__name__)
STATUS_SECONDS = 10.0
"""Seconds between status updates if no watchdog waits."""


class SystemdNotifier:
    """Speaks to the socket that systemd named."""

    def __init__(self, address: str) -> None:
        # An address that begins with @ has no file: Linux wants a zero byte there.
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def tell(self, **news: str | int) -> bool:
        """Send one message, such as ``READY=1``; False when nobody took it."""
        message = "\n".join(f"{name}={_one_line(value)}" for name, value in news.items())
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.settimeout(1.0)
                line.connect(self._address)
                line.send(message.encode())
        except OSError:
            return False
        return True


def _one_line(value: str | int) -> str:
    return " ".join(str(value).split())


def notifier_of(environ: Mapping[str, str] = os.environ) -> SystemdNotifier | None:
    """Whom to notify; None when systemd did not start us or does not want to hear."""
    address = environ.get("NOTIFY_SOCKET", "")
    return SystemdNotifier(address) if address.startswith(("/", "@")) else None


def watchdog_seconds(environ: Mapping[str, str] = os.environ, pid: int | None = None) -> float:
    """Return how long systemd tolerates silence from this process; 0 if it doesn't watch it."""
    whose = environ.get("WATCHDOG_PID", "")
    if whose and whose != str(os.getpid() if pid is None else pid):
        return 0.0
    microseconds = environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() else 0.0


class Pulse:
    """Reports to systemd at intervals, on a thread of its own, as long as nothing is stuck."""

    def __init__(
        self,
        notifier: SystemdNotifier,
        stuck: Callable[[], str],
        status: Callable[[], str],
        every_seconds: float,
    ) -> None:
        """*stuck* says in words what does not move any more, and nothing while all is well."""
        self._notifier = notifier
        self._stuck = stuck
        self._status = status
        self.every_seconds = every_seconds
        self._complained = ""
        self._loop = Supervised("pulse", self.beat, every=every_seconds)

    def start(self) -> None:
        """Say that the page serves, then keep reporting."""
        self._notifier.tell(READY=1, STATUS=self._status())
        self._loop.start()

    def stop(self) -> None:
        """Say that the end has begun; returns at once."""
        self._loop.stopping.set()
        self._notifier.tell(STOPPING=1, STATUS="stopping")

    def beat(self) -> bool:
        """Check once whether everything moves, and report it; False when something is stuck."""
        stuck = self._stuck()
        if self._loop.stopping.is_set():
            return False
        if not stuck:
            self._complained = ""
            return self._notifier.tell(WATCHDOG=1, STATUS=self._status())
        if stuck != self._complained:
            LOG.error("Stuck: %s", stuck)
            self._complained = stuck
        self._notifier.tell(STATUS=f"stuck: {stuck}")
        return False


def pulse_of(
    stuck: Callable[[], str],
    status: Callable[[], str],
    environ: Mapping[str, str] = os.environ,
) -> Pulse | None:
    """Return the pulse that notifies systemd, three times as often as needed; None without one."""
    notifier = notifier_of(environ)
    if notifier is None:
        return None
    seconds = watchdog_seconds(environ)
    return Pulse(notifier, stuck, status, seconds / 3 if seconds else STATUS_SECONDS)
