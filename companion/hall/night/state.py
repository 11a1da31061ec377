"""The state of a night: what its journal has brought, who plays now, and the time left."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec
from msgspec.structs import replace

from ..records import (
    FIXED,
    INITIALS,
    Box,
    PaperGame,
    Penalty,
    Person,
    Result,
    Round,
    Rule,
    Sitting,
)

PLANNING, PLAYING, OVER = "planning", "playing", "over"
REPORTED, CONFIRMED, DISPUTED, EXCUSED = "reported", "confirmed", "disputed", "excused"
BY_TABLE, BY_ALL, BY_REFEREE = "table", "all", "referee"


class NightPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of night it is."""

    name: str = ""
    venue: str = ""
    format: str = FIXED
    rounds: int = 4
    minutes: int = 60
    seed: int = 1
    fill: str = "best"
    confirm: str = BY_TABLE
    mixers: int = 1
    final: int = 4
    scheme: str = "places"
    breaks: tuple[str, ...] = ("wins", "opponents", "met", "lot")
    table: tuple[tuple[int, ...], ...] = ()
    bye: str = "average"
    broken: str = "average"
    missed: str = ""
    checkin: bool = False
    admit: bool = True
    most: int = 0
    shown: str = INITIALS
    """How much of a name is published of somebody who has not chosen."""


class RoundClock(msgspec.Struct, frozen=True):
    """The clock of a round. It stands while ``paused`` is set."""

    started: float
    seconds: int
    paused: float | None = None
    stood: float = 0.0
    """Seconds it stood still so far."""
    extra: dict[str, int] = {}
    """Seconds granted by box; "" for every table."""


class StandingResult(msgspec.Struct, frozen=True):
    """What is known of one table's result."""

    result: Result
    status: str = REPORTED
    confirmed_by: tuple[str, ...] = ()
    disputed_by: str = ""
    why: str = ""
    others: tuple[Result, ...] = ()
    """What was reported otherwise, and what a correction replaced: nothing is deleted."""
    held: str = ""
    """The status of the result before its last correction, while that one is not announced."""


class Called(msgspec.Struct, frozen=True):
    """A call for a referee."""

    id: str
    box: str
    kind: str
    since: float
    seat: int = 0
    text: str = ""
    times: int = 1
    """How often it was raised: the same call again does not queue twice."""
    claimed_by: str = ""
    answered: float | None = None
    answer: str = ""
    before: str = ""
    after: str = ""
    reversal: bool = False
    announced: bool = False
    task: str = ""
    """The sitting it is about, if any."""
    closed: str = ""
    """Why it closed by itself: its cause is gone."""


class RaisedHand(msgspec.Struct, frozen=True):
    """A change of seats by hand."""

    round: int
    one: str
    two: str
    by: str
    at: float
    reason: str = ""
    cost: dict[str, int] = {}
    undone: bool = False


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """A whole night."""

    plan: NightPlan = NightPlan()
    people: dict[str, Person] = {}
    asking: dict[str, Person] = {}
    """People who would like to play, in the order in which they asked."""
    arrived: tuple[str, ...] = ()
    """People who have checked in."""
    forgotten: tuple[str, ...] = ()
    """People who were deleted, or have no name any more."""
    penalties: tuple[Penalty, ...] = ()
    games: dict[str, PaperGame] = {}
    gone: tuple[str, ...] = ()
    """People who went home and have not returned."""
    away: dict[str, tuple[int, ...]] = {}
    boxes: dict[str, Box] = {}
    broken: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    drawn: tuple[Round, ...] = ()
    """Rounds drawn and not published yet."""
    stale: bool = False
    """Whether drawn rounds were discarded because something changed."""
    loose: bool = False
    """Something changed since the last draw or announcement."""
    taken_back: int = 0
    """The round whose announcement was taken back, until one is announced again."""
    published: tuple[Round, ...] = ()
    method: str = ""
    clock: RoundClock | None = None
    started: int = 0
    """Rounds that were started."""
    begun: int = 0
    """Rounds that were ever started: a table may have opened its game, though the start was taken
    back, so their people stay."""
    results: dict[str, StandingResult] = {}
    """Results by ``key(round, box)``."""
    calls: tuple[Called, ...] = ()
    hands: tuple[RaisedHand, ...] = ()
    over: bool = False
    latest: float = 0.0
    """Latest moment of any entry; a clock set back doesn't turn time back."""

    @property
    def phase(self) -> str:
        if self.over:
            return OVER
        return PLAYING if self.started else PLANNING

    @property
    def here(self) -> tuple[Person, ...]:
        """List the people who have come and not gone home, in the order they were entered."""
        gone, arrived = set(self.gone), set(self.arrived)
        return tuple(
            person
            for who, person in self.people.items()
            if who not in gone and (who in arrived or not self.plan.checkin)
        )

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait for a place."""
        here = len(self.people.keys() - set(self.gone))
        return bool(self.plan.most) and here >= self.plan.most

    @property
    def usable(self) -> tuple[Box, ...]:
        return tuple(box for name, box in self.boxes.items() if name not in self.broken)

    @property
    def missing(self) -> tuple[tuple[int, str], ...]:
        """List tables of started rounds without a result; they hold up the next round."""
        return tuple(
            (each.number, table.box)
            for each in self.published[: self.started]
            for table in each.tables
            if key(each.number, table.box) not in self.results
        )

    def place(self, box: str) -> str:
        """Return what people call the table of a box."""
        known = self.boxes.get(box)
        return known.place if known and known.place else box

    def round(self, number: int) -> Round | None:
        """Find a round by its number, published or drawn."""
        rounds = (*self.published, *self.drawn)
        return next((each for each in rounds if each.number == number), None)


LATE_HOURS = 6
"""A night goes on after midnight, and belongs to the day on which it began."""


def day_of(night: Night) -> date | None:
    """Return the day of a night by the hall's own clock; None before anything was done."""
    if not night.latest:
        return None
    return datetime.fromtimestamp(night.latest - LATE_HOURS * 3600, UTC).astimezone().date()


def key(number: int, box: str) -> str:
    return f"{number}:{box}"


def open_tables(night: Night) -> tuple[tuple[int, Sitting], ...]:
    """List the tables that were started and have no result, with their round."""
    return tuple(
        (each.number, table)
        for each in night.published[: night.started]
        for table in each.tables
        if key(each.number, table.box) not in night.results
    )


def ready_people(night: Night) -> tuple[Person, ...]:
    """List the people who are here and not playing."""
    busy = {who for _, table in open_tables(night) for who in table.people}
    return tuple(person for person in night.here if person.id not in busy)


def free_boxes(night: Night) -> tuple[Box, ...]:
    busy = {table.box for _, table in open_tables(night)}
    return tuple(box for box in night.usable if box.id not in busy)


def waited(night: Night) -> dict[str, float]:
    """Map each ready person to the last round they sat in."""
    last = {
        who: float(each.number) for each in night.published for t in each.tables for who in t.people
    }
    return {person.id: last.get(person.id, 0.0) for person in ready_people(night)}


def left(clock: RoundClock, at: float, box: str = "") -> float:
    """Seconds a table still has; below zero it is over time."""
    now = clock.paused if clock.paused is not None else max(at, clock.started)
    extra = clock.extra.get("", 0) + (clock.extra.get(box, 0) if box else 0)
    return clock.seconds + extra - (now - clock.started - clock.stood)


def paused(clock: RoundClock, at: float) -> RoundClock:
    return clock if clock.paused is not None else replace(clock, paused=at)


def resumed(clock: RoundClock, at: float) -> RoundClock:
    if clock.paused is None:
        return clock
    return replace(clock, paused=None, stood=clock.stood + max(0.0, at - clock.paused))


def granted(clock: RoundClock, seconds: int, box: str) -> RoundClock:
    return replace(clock, extra={**clock.extra, box: clock.extra.get(box, 0) + seconds})
