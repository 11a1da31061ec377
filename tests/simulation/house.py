"""A house at its table: the real guest of a hall, real tables and journals, driven by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from companion.app.hall_client import HallGuest
from companion.core.game import load_room
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.house import GamePlan
from companion.house.errors import NotNow
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table
from companion.table import session as hosting
from companion.uplink import Enrolled, Uplink
from tests.house.played import step

from .ports import SimulatedBroker, World


class SimulatedHome:
    """What a guest of a hall asks of its house: one open game at most, and a shelf."""

    def __init__(self, world: World, folder: Path, name: str) -> None:
        self.world, self.folder, self.name = world, folder, name
        folder.mkdir(parents=True, exist_ok=True)
        self.table: Table | None = None
        self.people: Any = None
        self.place = SimpleNamespace(game=None)
        self.shelf = SimpleNamespace(path_of=self.path_of)
        self._begun = 0

    @property
    def open(self) -> Any:
        return None if self.table is None else SimpleNamespace(table=self.table)

    def path_of(self, file: str) -> Path | None:
        path = self.folder / file
        return path if file and path.is_file() else None

    def on_change(self, heard: Callable[[], None]) -> None:
        pass

    def begin(self, plan: GamePlan) -> None:
        if self.table is not None:
            raise NotNow("game_open")
        room = plan.room
        game, around = load_room(room), room_of(room)
        box = game.load_box(None)
        names = [person.name for person in plan.people]
        seats = tuple(map(Seat, names, around.worn(box)))
        self._begun += 1
        file = f"game-{self._begun}-{len(list(self.folder.glob('game-*')))}.sqlite"
        journal = Journal.open(self.folder / file, clock=self.world, boot=self.name)
        self.table = Table.begin(
            journal, game, box, seats, game.house_rules(), clock=self.world.monotonic
        )
        self.place.game = file
        self.people = around.people(self.world.chance.randrange(1000))

    def leave(self) -> None:
        if self.table is not None:
            self.table.ledger.journal.close()
        self.table, self.place.game = None, None

    def start_again(self) -> None:
        """The plug was pulled, and is in again: go on with the game that was open."""
        file = self.place.game
        if self.table is None or file is None:
            return
        self.table.ledger.journal.close()
        journal = Journal.open(self.folder / file, clock=self.world, boot=self.name)
        self.table = Table.resume(journal, clock=self.world.monotonic)


class SimulatedHouse:
    """One machine beside a box, from one start to the next."""

    def __init__(
        self, world: World, broker: SimulatedBroker, folder: Path, enrolled: Enrolled
    ) -> None:
        self.world, self.broker, self.name = world, broker, enrolled.table
        self.home = SimulatedHome(world, folder, f"house-{enrolled.table}")
        self.guest = HallGuest(cast(Any, self.home), cast(Any, _NoPage()))
        self.guest.enrolment.join(enrolled)
        self.ended: dict[str, tuple[str, Any]] = {}
        """The sittings whose game was played to its end, with its journal and the places."""
        self.seen: set[str] = set()
        self.twin: Uplink | None = None
        self.start()

    @property
    def uplink(self) -> Uplink:
        assert self.guest.uplink is not None
        return self.guest.uplink

    def start(self) -> None:
        self.guest._settle()
        self.guest.uplink = self._linked()

    def _linked(self) -> Uplink:
        made = Uplink(
            self.guest.enrolment, self.guest,
            lambda enrolled, will: cast(Any, self.broker.line(f"house {self.name}", will)),
            clock=self.world.monotonic,
        )  # fmt: skip
        made._line.open(made._arrived, made._on_up)
        return made

    @property
    def line(self) -> Any:
        return self.uplink._line

    def kill(self) -> None:
        """Pull the plug, and put it in again."""
        self.line.end()
        self.home.start_again()
        self.start()

    def report(self, link: Uplink | None = None) -> None:
        """One turn of the uplink's loop."""
        link = link or self.uplink
        link.wake()
        link._step()

    def copy(self) -> None:
        """A second machine runs from a copy of the card."""
        self.twin = self._linked()

    def drop_copy(self) -> None:
        if self.twin is not None:
            cast(Any, self.twin._line).end()
        self.twin = None

    # What people do there

    def open_game(self) -> bool:
        offer = self.guest.enrolment.kept.offer
        if offer is None:
            return False
        try:
            self.guest.open(offer["task"])
        except NotNow:
            return False
        self.world.tell(f"table {self.name} opens {offer['task']} ({offer['room']})")
        return True

    @property
    def is_playing(self) -> bool:
        table = self.home.table
        return (
            table is not None
            and table.game.is_over(table.state) is None
            and table.ledger.record.ended is None
        )

    def play(self, steps: int) -> None:
        """Let the people at the table make some moves."""
        for _ in range(steps):
            if not self.is_playing:
                break
            assert self.home.table is not None
            if not step(self.home.table, self.home.people):
                hosting.end(self.home.table, TABLE, "nobody knows what to do")
        self._note_end()

    def stop_early(self) -> None:
        if self.is_playing and self.home.table is not None:
            hosting.end(self.home.table, TABLE, "the last bus")

    def _note_end(self) -> None:
        from companion.uplink.events import scores_of

        table = self.home.table
        task = self.guest._task(table)
        if table is None or not task or table.game.is_over(table.state) is None:
            return
        lines = scores_of(table.ledger.record)
        places = tuple(line["rank"] for line in sorted(lines, key=lambda one: one["seat"]))
        if None not in places:
            self.ended[task] = (table.ledger.journal.head[1], places)

    def asked(self) -> dict[str, Any] | None:
        return self.guest._question(self.home.table)

    def judge(self, agreed: bool, task: str) -> bool:
        """Say something about a result; False if this table refuses to."""
        try:
            self.guest.judge(agreed, task)
        except NotNow:
            return False
        return True


class _NoPage:
    """A house whose pages nobody opens."""

    server = SimpleNamespace(urls=())
    site = SimpleNamespace(notifier=SimpleNamespace(notify=lambda: None))
