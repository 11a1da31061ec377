"""A house to test with: real diary, real journals, tables without parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.observation import Answered, Reply
from companion.core.roles import TABLE
from companion.house import GamePlan, House, PlannedPerson
from companion.house.plan import PreparedGame
from companion.journal import Journal, open_or_wait
from companion.table import Table

ANNA_AND_BEN = GamePlan("wall", (PlannedPerson("Anna"), PlannedPerson("Ben")))


@dataclass
class Opened:
    """A table with nothing around it."""

    table: Table
    journal: Journal
    stopped: bool = False
    hidden: Callable[[], None] = lambda: None
    live: None = None

    def stop(self) -> None:
        self.stopped = True
        self.hidden()
        self.journal.close()


@dataclass
class Tables:
    """Opens tables, and remembers them."""

    opened: list[Opened] = field(default_factory=list)
    fails: bool = False

    def begin(self, game: PreparedGame, journal: Path) -> Opened:
        if self.fails:
            raise OSError("no table today")
        kept = open_or_wait(journal)
        table = Table.begin(
            kept, game.game, game.box, game.seats, game.rules, manner=game.plan.manner
        )
        return self._remembered(Opened(table, kept))  # type: ignore[arg-type]

    def resume(self, journal: Path, plan: GamePlan | None) -> Opened:
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


def begun(house: House) -> str:
    """Begin a game; return its file name."""
    house.begin(ANNA_AND_BEN)
    assert house.place.game is not None
    return house.place.game


def started(house: House) -> str:
    """Begin a game and do the first thing in it; return its file name."""
    game = begun(house)
    lay_out(house)
    return game


def lay_out(house: House) -> None:
    """Answer that the box is laid out, the first thing done in a game."""
    assert house.open is not None
    table, reply = house.open.table, Reply(option="begin")
    table.submit(Answered(by=TABLE, question="setup", reply=reply, at=0.0, base=table.number))
