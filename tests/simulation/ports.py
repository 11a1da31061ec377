"""The ports a night is simulated behind: clock, line and disk, and chance itself."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from random import Random
from typing import Any
from unittest import mock

from companion.hall.store import Overtaken
from companion.journal import CannotSave, Entry
from companion.journal.hash_chain import label, seal
from companion.wire.line import Hear, Will

BEGAN = 1_800_000_000.0


class PowerCut(BaseException):
    """The plug was pulled in the middle of what was being done."""


@dataclass
class World:
    """What everything in a night shares: chance, time, and a count of what has happened."""

    seed: int
    faults: frozenset[str] = frozenset()
    """The faults this seed has; each seed leaves some out."""
    now: float = 100.0
    slip: float = 0.0
    step: int = 0
    chance: Random = field(init=False)
    happened: Counter[str] = field(default_factory=Counter)
    story: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)

    def monotonic(self) -> float:
        return self.now

    def wall_seconds(self) -> float:
        return BEGAN + self.now + self.slip

    def wall(self) -> datetime:
        return datetime.fromtimestamp(self.wall_seconds(), UTC)

    def tell(self, text: str) -> None:
        self.story.append(f"{self.step:5d} {self.now:8.1f}  {text}")

    def fault(self, name: str, text: str = "") -> None:
        self.happened[name] += 1
        self.tell(f"FAULT {name} {text}".rstrip())

    def has(self, fault: str, odds: float) -> bool:
        """Draw whether a fault happens now; one the seed has not got never does."""
        return fault in self.faults and self.chance.random() < odds


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Let every name, key and salt of the product come from a seed."""
    chance = Random(f"names {seed}")

    def some_bytes(count: int = 32) -> bytes:
        return chance.randbytes(count)

    with (
        mock.patch.object(secrets, "token_bytes", some_bytes),
        mock.patch.object(secrets, "token_hex", lambda count=32: some_bytes(count).hex()),
        mock.patch.object(os, "urandom", some_bytes),
    ):
        yield


@dataclass
class SimulatedDisk:
    """The disk of the hall: entries that were written stay, whoever runs the hall."""

    world: World
    night: str = "simulated"
    secret: bytes = bytes(range(32))
    entries: list[Entry] = field(default_factory=list)
    full: bool = False
    tear: bool = False
    """Whether the plug is pulled while the next entry is written."""
    boot: str = "boot-1"


class SimulatedStore:
    """The store of one run of the hall, on the simulated disk."""

    poll_seconds = 1.0

    def __init__(self, disk: SimulatedDisk) -> None:
        self._disk = disk
        self.night, self.secret = disk.night, disk.secret

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return self._disk.entries[after:]

    def elapsed(self, entry: Entry) -> float | None:
        same = entry.boot == self._disk.boot
        return self._disk.world.now - entry.monotonic if same else None

    def turn(self) -> Any:
        return contextlib.nullcontext()

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        disk, world = self._disk, self._disk.world
        if len(disk.entries) != after:
            raise Overtaken("fault.hall.overtaken", number=after + 1)
        if disk.full:
            world.fault("full disk", kind)
            raise CannotSave("fault.hall.postgres_silent", why="full")
        previous = disk.entries[-1].chain if disk.entries else "0" * 64
        entry = seal(
            number=after + 1, boot=disk.boot, monotonic=world.now, wall_time=label(world.wall()),
            kind=kind, body=body, private_to=None, salt=secrets.token_hex(16), previous=previous,
        )  # fmt: skip
        if disk.tear:
            disk.tear = False
            world.fault("torn write", kind)
            if world.chance.random() < 0.5:
                disk.entries.append(entry)  # it is there, but nobody was told
            raise PowerCut
        disk.entries.append(entry)
        return entry

    def close(self) -> None:
        pass


@dataclass
class Parcel:
    """A message on its way to one receiver."""

    topic: str
    payload: bytes
    sure: bool


@dataclass
class SimulatedBroker:
    """Carries messages; what is on its way can be lost, doubled, late and out of order."""

    world: World
    kept: dict[str, bytes] = field(default_factory=dict)
    lines: list[SimulatedLine] = field(default_factory=list)
    wills: list[Will] = field(default_factory=list)
    """Of lines that were cut: the broker finds out later."""
    up: bool = True
    commands: list[tuple[str, bytes]] = field(default_factory=list)
    """Commands that went over the line, for whoever would replay them."""
    overheard: Callable[[str, bytes], None] = lambda topic, payload: None
    """Told of everything anybody says on the line."""

    def line(self, name: str, will: Callable[[], Will]) -> SimulatedLine:
        made = SimulatedLine(self, name, will)
        self.lines.append(made)
        return made

    def publish(self, topic: str, payload: bytes, keep: bool, sure: bool) -> None:
        self.overheard(topic, payload)
        if keep:
            self.kept[topic] = payload
        if topic.endswith("/command"):
            self.commands.append((topic, payload))
        for line in self.lines:
            if line.wants(topic):
                line.arrive(Parcel(topic, payload, sure))

    def killed(self) -> None:
        self.up = False
        self.wills.clear()
        if self.world.chance.random() < 0.5:
            self.kept.clear()
        for line in self.lines:
            line.lost()

    def pending(self) -> list[SimulatedLine]:
        return [line for line in self.lines if line.up and line.inbox]


class SimulatedLine:
    """The line of the hall or of one house."""

    def __init__(self, broker: SimulatedBroker, name: str, will: Callable[[], Will]) -> None:
        self.name = name
        self._broker, self._make_will = broker, will
        self._wanted: set[str] = set()
        self._patterns: set[str] = set()
        self.inbox: list[Parcel] = []
        self._hear: Hear = lambda topic, payload: None
        self._on_up: Callable[[], None] = lambda: None
        self._will: Will | None = None
        self.up = self.dead = False

    def open(self, hear: Hear, on_up: Callable[[], None]) -> None:
        self._hear, self._on_up = hear, on_up
        self.mend()

    def mend(self) -> None:
        if self.up or self.dead or not self._broker.up:
            return
        self._will = self._make_will()
        self.up = True
        self._on_up()

    def cut(self) -> None:
        """The line is gone; the broker will find out."""
        if self.up and self._will is not None:
            self._broker.wills.append(self._will)
        self.lost()

    def lost(self) -> None:
        self.up = False
        self.inbox.clear()
        self._wanted.clear()
        self._patterns.clear()

    def end(self) -> None:
        """Whoever had this line is gone for good."""
        self.cut()
        self.dead = True
        self._broker.lines.remove(self)

    def wants(self, topic: str) -> bool:
        if not self.up:
            return False
        return topic in self._wanted or any(_fits(wanted, topic) for wanted in self._patterns)

    def arrive(self, parcel: Parcel) -> None:
        world = self._broker.world
        if not parcel.sure and world.has("lost", 0.1):
            world.happened["lost"] += 1
            return
        self.inbox.append(parcel)
        if parcel.sure and world.has("doubled", 0.06):
            world.happened["doubled"] += 1
            self.inbox.append(parcel)

    def deliver(self) -> None:
        """Hand over the next message, or a later one first."""
        world = self._broker.world
        at = 0
        if len(self.inbox) > 1 and world.has("reordered", 0.08):
            topic = world.chance.choice(self.inbox).topic  # order holds within a topic
            at = next(n for n, parcel in enumerate(self.inbox) if parcel.topic == topic)
            world.happened["reordered"] += 1
        parcel = self.inbox.pop(at)
        self._hear(parcel.topic, parcel.payload)

    def subscribe(self, topics: Sequence[str], *, sure: bool = True) -> None:
        self._wanted |= set(topics)
        self._patterns |= {topic for topic in topics if "+" in topic}
        for topic, payload in tuple(self._broker.kept.items()):
            if any(_fits(wanted, topic) for wanted in topics):
                self.inbox.append(Parcel(topic, payload, True))

    def say(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        if self.up:
            self._broker.publish(topic, payload, keep, sure)

    def close(self) -> None:
        self.up = False


@lru_cache(maxsize=4096)
def _fits(wanted: str, topic: str) -> bool:
    parts, given = wanted.split("/"), topic.split("/")
    return len(parts) == len(given) and all(
        a in ("+", b) for a, b in zip(parts, given, strict=True)
    )
