"""The scan at a table that is running: what the eye sees goes under the hood, and nowhere else.

While it lasts the table neither judges nor keeps nor shows a picture. Between two cards the field
has to be empty, so that a card is never read twice by itself; and the table looks again only once
the last card is gone.
"""

from __future__ import annotations

import threading
from random import Random
from typing import Protocol

from companion.core.cells import EMPTY
from companion.core.observation import Said, Seen
from companion.table import Table

from .hood import Heard, Hood, HoodRules

GAUGE = "hood"


class Watched(Protocol):
    """Something that looks at the board and can be asked to look again."""

    def look_again(self) -> None: ...


class Scanning:
    """The hood of one table; begun and stopped by the referee, from the page."""

    def __init__(self, table: Table, rules: HoodRules, lots: Random | None = None) -> None:
        self.watch: Watched | None = None
        """What watches the board; None where moves are entered by hand."""
        self._table, self._rules = table, rules
        self._lots = lots
        self._lock = threading.Lock()
        self._hood: Hood | None = None
        self._clear = False
        self._shown: Heard | None = None

    @property
    def running(self) -> bool:
        return self._hood is not None

    def begin(self) -> None:
        """Take the eye away from the table and wait for the first card."""
        watch = self.watch
        with self._lock:
            if watch is None:
                self._report(self._fresh().waiting("hood_no_eye"))
                return
            if not self._rules.may_seal(self._table.state):
                self._report(self._fresh().waiting("hood_refused"))
                return
            self._hood, self._clear = self._fresh(), True
            self._table.divert(self.see)
            self._report(self._hood.waiting())
        watch.look_again()

    def stop(self) -> None:
        """Forget everything that was read."""
        with self._lock:
            if self._hood is not None:
                self._end(self._fresh().waiting("hood_stopped"))

    def _fresh(self) -> Hood:
        """A hood under which nothing has been read."""
        return Hood(self._rules, self._table.state.box, self._lots)

    def see(self, seen: Seen) -> None:
        """One still look at the board, while the hood is on."""
        with self._lock:
            if self._hood is None:
                return
            reading = seen.readings.get(self._rules.field)
            empty = reading is not None and reading.chances.get(EMPTY, 0.0) >= 0.5
            if empty:
                self._emptied(self._hood)
            elif self._clear and not self._hood.done:
                heard = self._hood.look(reading)
                self._clear = not heard.counted
                self._report(heard)

    def _emptied(self, hood: Hood) -> None:
        """The field is free: the next card may come, or everything is over."""
        if hood.done:
            self._seal(hood)
        elif not self._clear:
            self._clear = True
            self._report(hood.waiting())

    def _seal(self, hood: Hood) -> None:
        answer = self._table.submit(
            Said(by=self._rules.role, move=hood.seal(), at=self._table.clock())
        )
        taken = answer.kind == "accepted"
        self._end(hood.waiting("hood_done" if taken else "hood_refused"))

    def _end(self, heard: Heard) -> None:
        self._hood = None
        self._table.divert(None)
        self._report(heard)
        if self.watch is not None:
            self.watch.look_again()

    def _report(self, heard: Heard) -> None:
        if heard == self._shown and self._hood is None:
            return
        self._shown = heard
        self._table.gauge(GAUGE, heard.shown(self._hood is not None))
