"""A house to test with: real diary, real journals, tables without parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.house import House, Person, Plan
from companion.house.plan import Prepared
from companion.journal import Journal, open_or_wait
from companion.table import Table

ANNA_AND_BEN = Plan("wall", (Person("Anna"), Person("Ben")))


@dataclass
class Opened:
    """A table with nothing around it."""

    table: Table
    journal: Journal
    stopped: bool = False
    hidden: Callable[[], None] = lambda: None

    def stop(self) -> None:
        self.stopped = True
        self.hidden()
        self.journal.close()


@dataclass
class Tables:
    """Opens tables, and remembers them."""

    opened: list[Opened] = field(default_factory=list)
    fails: bool = False

    def begin(self, game: Prepared, journal: Path) -> Opened:
        if self.fails:
            raise OSError("no table today")
        kept = open_or_wait(journal)
        table = Table.begin(
            kept, game.game, game.box, game.seats, game.rules, manner=game.plan.manner
        )
        return self._remembered(Opened(table, kept))  # type: ignore[arg-type]

    def resume(self, journal: Path, plan: Plan | None) -> Opened:
        kept = open_or_wait(journal)
        return self._remembered(Opened(Table.resume(kept), kept))  # type: ignore[arg-type]

    def _remembered(self, opened: Opened) -> Opened:
        self.opened.append(opened)
        return opened


def house_in(folder: Path, tables: Tables | None = None) -> House:
    """A house as the machine starts it."""
    house = House(folder, tables or Tables())
    house.start()
    return house
