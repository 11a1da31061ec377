"""Whether everything still moves: the table's clock, the journal, and the page's loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from companion.words import load

from ..journal import Journal, JournalError, WaitingJournal
from ..table import Table
from ..util.worker import Supervised

TICK_SECONDS = 0.5
PATIENCE_SECONDS = 5.0
"""A tick waits for the judgement in progress; none takes longer than this."""


class Loop(Protocol):
    """What serves the pages."""

    def beats(self, patience_seconds: float = ...) -> bool: ...


class Ticker:
    """Lets the table's clock make its moves."""

    def __init__(
        self,
        table: Table,
        seconds: float = TICK_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._clock = clock
        self.ticked_at = clock()
        """When the table last took a tick: nobody was holding it for ever then."""
        self._loop = Supervised("ticker", self.tick, every=seconds)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop()

    def tick(self) -> None:
        self._table.tick()
        self.ticked_at = self._clock()


class Movement:
    """Looks at the three parts no evening goes on without."""

    def __init__(
        self,
        ticker: Ticker,
        journal: Journal | WaitingJournal,
        page: Loop,
        clock: Callable[[], float] = time.monotonic,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._ticker = ticker
        self._journal = journal
        self._page = page
        self._clock = clock
        self._patience = patience_seconds

    def stuck(self) -> str:
        """Say what has stopped moving; nothing while all three run."""
        silent = self._clock() - self._ticker.ticked_at
        if silent > self._patience:
            return f"the table has taken no tick for {silent:.0f} s"
        try:
            self._journal.check(self._patience)
        except JournalError as error:
            return f"the journal cannot be written: {load().wrong(error)}"
        if not self._page.beats(self._patience):
            return f"the page has not moved for {self._patience:.0f} s"
        return ""
