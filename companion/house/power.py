"""The machine of the house: its health, and switching it off safely."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from companion.core.verdict import Saying
from companion.journal import JournalError

from .errors import NotNow
from .house import House

SURE_SECONDS = 30.0
"""Seconds to confirm switching off."""
SAVING_SECONDS = 2.0
LOW_MB, HOT, WORN = 500, 80.0, 90


class PowerControl(Protocol):
    """What the house asks of the machine it runs on."""

    def health(self) -> Mapping[str, Any]: ...

    def switch(self, act: str) -> Saying | str:
        """Switch off or restart; return the reason if it is impossible."""

    def log(self) -> list[str] | None: ...

    def package(self) -> tuple[str, str] | None:
        """Version and processor of the package we were installed as; None if we were not."""

    def cameras(self) -> Mapping[str, str]:
        """Return the devices of cameras found on USB, each with its name."""

    def last_update(self) -> Mapping[str, Any]:
        """Return the installer's last report; empty if nothing was updated."""

    def keyrings(self) -> tuple[Path, ...]:
        """Return the keys that new versions have to be signed with."""


class NoMachine:
    """A machine without controls, as in a test or on a laptop."""

    def health(self) -> Mapping[str, Any]:
        return {}

    def switch(self, act: str) -> Saying | str:
        return Saying("fault.machine.no_switch")

    def log(self) -> list[str] | None:
        return None

    def package(self) -> tuple[str, str] | None:
        return None

    def cameras(self) -> Mapping[str, str]:
        return {}

    def last_update(self) -> Mapping[str, Any]:
        return {}

    def keyrings(self) -> tuple[Path, ...]:
        return ()


def complaints(health: Mapping[str, Any]) -> Iterator[Saying]:
    """List problems that need attention."""
    if health.get("read_only"):
        yield Saying("house.machine.read_only", {})
    elif health.get("free_mb", LOW_MB) < LOW_MB:
        yield Saying("house.machine.low", {"free": health["free_mb"]})
    if health.get("worn_percent") is not None and health["worn_percent"] >= WORN:
        yield Saying("house.machine.worn", {"percent": min(100, health["worn_percent"])})
    if health.get("celsius") is not None and health["celsius"] >= HOT:
        yield Saying("house.machine.hot", {"celsius": round(health["celsius"])})
    if health.get("undervoltage"):
        yield Saying("house.machine.undervoltage", {})
    if health.get("time_set") is False:
        yield Saying("house.machine.clock", {})


class PowerKeeper:
    """Switches the machine after confirmation, when nothing is being saved."""

    def __init__(
        self, house: House, machine: PowerControl, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._house, self.machine, self._clock = house, machine, clock
        self._asked: tuple[str, str, float] | None = None

    def ask(self, act: str) -> str:
        """Return a token that has to be sent again within half a minute."""
        word = secrets.token_hex(8)
        self._asked = (act, word, self._clock())
        return word

    def is_sure(self, act: str, word: str) -> bool:
        asked, self._asked = self._asked, None
        if asked is None or asked[:2] != (act, word):
            return False
        return self._clock() - asked[2] <= SURE_SECONDS

    def switch(self, act: str) -> None:
        """Switch the machine; raise NotNow if a game is being saved or it refuses."""
        with self.quiet():
            if why := self.machine.switch(act):
                raise NotNow("machine.refused", why=why)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Check that no game is being opened, closed or saved."""
        with self._house.deciding():
            running = self._house.open
            try:
                if running is not None:
                    running.table.ledger.journal.check(SAVING_SECONDS)
            except JournalError as saving:
                raise NotNow("machine.saving") from saving
            yield
