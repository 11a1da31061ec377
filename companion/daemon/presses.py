"""Presses: taken off the pins' thread, and given to the table one by one."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable

from ..core.observation import Pressed
from ..core.verdict import Saying
from ..supervised import Supervised
from ..table import Table

WAITING_PRESSES = 64
REFEREE, SCORES = "referee", "scores"


class Presses:
    """Takes presses off the pins' thread and gives them to the table one by one."""

    def __init__(self, table: Table, look_again: Callable[[], None]) -> None:
        self._table, self._look_again = table, look_again
        self._called = False
        self.on_scores: Callable[[], None] = lambda: None
        """Called when somebody wants to hear the scores."""
        self._waiting: queue.Queue[tuple[str, float] | None] = queue.Queue(WAITING_PRESSES)
        self._loop = Supervised("presses", self._take)
        self._loop.start()

    def pressed(self, name: str, at: float) -> None:
        """Note a press; where somebody drums on a button, some presses are dropped."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait((name, at))

    def stop(self) -> None:
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=1.0)
        self._loop.join(2.0)
        self._loop.stopping.set()

    def _take(self) -> None:
        """Wait for the next press and pass it on; None is the end."""
        press = self._waiting.get()
        if press is None:
            self._loop.stopping.set()
        elif press[0] == REFEREE:
            self._call_referee()
        elif press[0] == SCORES:
            self.on_scores()
        else:
            name, at = press
            self._table.submit(Pressed(button=button_of(name), at=at))

    def _call_referee(self) -> None:
        """Call the referee on every page, and let the eye look again; a second press ends it."""
        self._called = not self._called
        self._table.notice("referee", Saying("part.referee", {}) if self._called else None)
        self._look_again()


def button_of(name: str) -> str:
    """What the rooms call a wired button: people count seats from one, tables from zero."""
    word, _, number = name.partition(" ")
    return f"seat-{int(number) - 1}" if word == "seat" and number.isdecimal() else name
