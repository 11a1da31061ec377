"""A house with an uplink, in memory: a real table, a real journal, and a hall's key."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.hall.tables import HallTables
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table
from companion.uplink import Enrolled, Enrolment, Uplink
from companion.wire import topics
from companion.wire.line import Broker
from companion.wire.messages import CommandMessage, Need, pack
from companion.wire.seals import key_of, sealed
from tests.house.played import MOST_STEPS, step
from tests.uplink.post import Post

MASTER = bytes(32)
NIGHT = "night"


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Home:
    """A house with at most one table."""

    folder: Path
    name: str = "house-7"
    open: Table | None = None

    def table(self) -> Table | None:
        return self.open

    def path_of(self, file: str) -> Path | None:
        path = self.folder / file
        return path if path.is_file() else None

    def page(self) -> str:
        return "http://table.local/"

    def begin(self, room: str, names: tuple[str, ...]) -> Table:
        game, around = load_room(room), room_of(room)
        box = game.load_box(None)
        seats = tuple(map(Seat, names, around.worn(box)))
        journal = Journal.open(self.folder / f"{room}-game.sqlite")
        self.open = Table.begin(journal, game, box, seats, game.house_rules())
        return self.open

    def leave(self) -> None:
        assert self.open is not None
        self.open.ledger.journal.close()
        self.open = None


@dataclass
class Night:
    """One hall's floor, one table, and the post between them."""

    folder: Path
    table: str = "7"
    clock: Clock = field(default_factory=Clock)
    post: Post = field(default_factory=Post)
    numbers: Any = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.home = Home(self.folder)
        self.enrolment = Enrolment(self.folder / "house" / "hall.json")
        key = key_of(MASTER, self.table)
        self.enrolment.join(Enrolled(NIGHT, self.table, key, Broker()))
        self.tables = HallTables(NIGHT, self.clock)
        self.tables.expect(self.table)
        self.line = self.post.line()
        self.line.open(self._hear, lambda: None)
        self.line.subscribe([topics.every(NIGHT, what) for what in topics.UP])
        self.ended: list[Any] = []
        self.calls: list[Any] = []
        self.answers: list[Any] = []
        self.uplink = self.linked()

    def linked(self) -> Uplink:
        """An uplink as a start of the house makes it; the test turns its handle."""
        made = Uplink(
            self.enrolment,
            self.home,
            lambda enrolled, will: self.post.line(will),
            clock=self.clock,
        )
        made._line.open(made._arrived, made._on_up)
        return made

    def _hear(self, topic: str, payload: bytes) -> None:
        news = self.tables.hear(topic, payload)
        self.ended += [news.ended] if news.ended else []
        self.calls += [news.call] if news.call else []
        self.answers += [news.answer] if news.answer else []

    def turn(self, seconds: float = 0.0) -> None:
        """Let some time go by, and everybody do what is due."""
        self.clock.now += seconds
        self.uplink._due = min(self.uplink._due, self.clock.now)
        self.uplink.wake()
        self.uplink._step()
        for table, need in tuple(self.tables.needs()):
            self.ask(table, need)
        self.uplink.wake()
        self.uplink._step()

    def ask(self, table: str, need: Need) -> None:
        self.line.say(topics.of_table(NIGHT, table, topics.NEED), pack(need))

    def command(self, act: str, body: dict[str, Any] | None = None, **other: Any) -> CommandMessage:
        machine = self.tables.machines[self.table]
        name = f"c{next(self.numbers)}"
        made = CommandMessage(name, machine.session, machine.beat + 15, act, body or {})
        import msgspec

        return sealed(msgspec.structs.replace(made, **other), key_of(MASTER, self.table))

    def send(self, command: CommandMessage) -> Any:
        """Send a command and give the table's answer to it."""
        self.line.say(topics.of_table(NIGHT, self.table, topics.COMMAND), pack(command))
        self.turn()
        return self.answers[-1] if self.answers else None

    def play(self, room: str = "wall", *, seed: int = 3, steps: int = MOST_STEPS) -> Table:
        """Open a game of the night and play some of it."""
        table = self.home.begin(room, ("Anna", "Ben"))
        self.enrolment.belongs(table.ledger.journal.game, f"{room}-game.sqlite", "1.b7")
        people = room_of(room).people(seed)
        for _ in range(steps):
            if table.game.is_over(table.state) is not None or not step(table, people):
                break
        return table
