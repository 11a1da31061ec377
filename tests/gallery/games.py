"""Games to look at: journals that end at the moment somebody is to see."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.observation import Said
from companion.core.play_mode import LIVING_ROOM
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table, session
from companion.table.advice import advised
from tests.house.played import step

PEOPLE = {"wall": 4, "bowl": 4, "sphinx": 3, "dig": 4, "kheops": 2}
NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")
MOST_STEPS = 1500
SEEDS = range(3, 63)
LATER_TURNS = 5

Until = Callable[[Table], bool]


def asked(topic: str) -> Until:
    """Hold once a question of this topic is open."""
    return lambda table: any(one.topic == topic for one in table.questions())


def stepped(steps: int) -> Until:
    """Hold once so many entries are in the journal."""
    return lambda table: table.number >= steps


def has_ideas(table: Table) -> bool:
    """Hold once somebody on turn has several ideas, some turns into the game."""
    game, state = table.game, table.state
    turn = game.view(state, TABLE)["turn"]
    late = state.begun and game.turn(state) > LATER_TURNS
    return late and len(advised(game, state, table.questions(), TABLE, turn)) > 1


def over(table: Table) -> bool:
    """Hold once the game has ended."""
    return table.game.is_over(table.state) is not None


def play_light(table: Table) -> None:
    """Let people play on the table alone."""
    session.play_light(table, True)


def play_light_a_turn(table: Table) -> None:
    """Play on the table alone, and let the turn be passed once."""
    play_light(table)
    session.pass_turn(table, 0, TABLE)


@dataclass(frozen=True)
class Game:
    """A game that is played until something is true, and kept there."""

    room: str
    name: str
    until: Until
    rules: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    manner: str = LIVING_ROOM
    random: bool = False
    """Whether any legal move is made, where rehearsed people never come there."""
    write: Callable[[Table], None] | None = None
    """What happens at the end, by the table's own means."""

    @property
    def file(self) -> str:
        return f"{self.room}-{self.name.replace(' ', '-')}.sqlite"

    def play(self, folder: Path) -> Path:
        """Write the journal of the first game that comes there."""
        for seed in SEEDS:
            path = folder / self.file
            path.unlink(missing_ok=True)
            if self._played(path, seed):
                return path
        raise LookupError(f"no game of {self.room} comes to: {self.name}")

    def _played(self, path: Path, seed: int) -> bool:
        game, around = load_room(self.room), room_of(self.room)
        box = game.load_box(None)
        names = self.names or NAMES[: PEOPLE[self.room]]
        seats = tuple(map(Seat, names, around.worn(box)))
        rules = read_house_rules(game.house_rules, self.rules)
        with Journal.open(path) as journal:
            table = Table.begin(journal, game, box, seats, rules, manner=self.manner)
            people: object = _Anybody(seed) if self.random else around.people(seed)
            for _ in range(MOST_STEPS):
                if self.until(table):
                    if self.write:
                        self.write(table)
                    return True
                if over(table) or not _stepped(table, people):
                    return False
        return False


class _Anybody:
    """Makes any legal move."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)


def _stepped(table: Table, people: object) -> bool:
    if not isinstance(people, _Anybody):
        return step(table, people)
    move = people.rng.choice(list(table.game.legal_moves(table.state)))
    said = Said(by=TABLE, move=move, at=table.clock(), base=table.number)
    return table.submit(said).kind == "accepted"
