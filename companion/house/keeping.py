"""The machine under the house: whether it is well, and that nothing is cut off when it stops."""

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
"""How long "really?" waits for its answer."""
SAVING_SECONDS = 2.0
LOW_MB, HOT, WORN = 500, 80.0, 90


class Machine(Protocol):
    """What the house asks of the machine it runs on."""

    def health(self) -> Mapping[str, Any]: ...

    def switch(self, act: str) -> Saying | str:
        """Switch off or start again; the reason where it cannot be."""

    def log(self) -> list[str] | None: ...

    def package(self) -> tuple[str, str] | None:
        """Version and processor of the package we were installed as; None if we were not."""

    def last_update(self) -> Mapping[str, Any]:
        """What the installer reported last; nothing where nothing was updated."""

    def keyrings(self) -> tuple[Path, ...]:
        """The keys that new versions have to be signed with."""


class NoMachine:
    """A machine nobody may ask, as in a test or on a laptop."""

    def health(self) -> Mapping[str, Any]:
        return {}

    def switch(self, act: str) -> Saying | str:
        return Saying("fault.machine.no_switch")

    def log(self) -> list[str] | None:
        return None

    def package(self) -> tuple[str, str] | None:
        return None

    def last_update(self) -> Mapping[str, Any]:
        return {}

    def keyrings(self) -> tuple[Path, ...]:
        return ()


def complaints(health: Mapping[str, Any]) -> Iterator[Saying]:
    """What somebody should do something about."""
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


class Keeper:
    """Switches the machine, once somebody is sure and nothing is being saved."""

    def __init__(
        self, house: House, machine: Machine, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._house, self.machine, self._clock = house, machine, clock
        self._asked: tuple[str, str, float] | None = None

    def ask(self, act: str) -> str:
        """The first time: what has to be said again within half a minute."""
        word = secrets.token_hex(8)
        self._asked = (act, word, self._clock())
        return word

    def is_sure(self, act: str, word: str) -> bool:
        asked, self._asked = self._asked, None
        if asked is None or asked[:2] != (act, word):
            return False
        return self._clock() - asked[2] <= SURE_SECONDS

    def switch(self, act: str) -> None:
        """NotNow where a game is being saved, or the machine refuses."""
        with self.quiet():
            if why := self.machine.switch(act):
                raise NotNow("machine.refused", why=why)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Nobody opens or closes a game meanwhile, and nothing is on its way to the card."""
        with self._house.deciding():
            running = self._house.open
            try:
                if running is not None:
                    running.table.ledger.journal.check(SAVING_SECONDS)
            except JournalError as saving:
                raise NotNow("machine.saving") from saving
            yield
