"""Where a night stands: everything its journal has brought so far. Frozen."""

from __future__ import annotations

import msgspec

from .records import FIXED, Box, Person, Result, Round, Rule

PLANNING, PLAYING, OVER = "planning", "playing", "over"
REPORTED, CONFIRMED, DISPUTED, EXCUSED = "reported", "confirmed", "disputed", "excused"
BY_TABLE, BY_ALL, BY_REFEREE = "table", "all", "referee"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of night it is."""

    name: str = ""
    format: str = FIXED
    rounds: int = 4
    minutes: int = 60
    seed: int = 1
    fill: str = "full"
    confirm: str = BY_TABLE
    mixers: int = 1
    final: int = 4
    scheme: str = "places"
    breaks: tuple[str, ...] = ("wins", "opponents", "met", "lot")


class Clock(msgspec.Struct, frozen=True):
    """The clock of a round. It stands while ``paused`` is set."""

    started: float
    seconds: int
    paused: float | None = None
    stood: float = 0.0
    """Seconds it stood still so far."""
    extra: dict[str, int] = {}
    """Seconds granted by box; "" for every table."""


class Standing(msgspec.Struct, frozen=True):
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


class Hand(msgspec.Struct, frozen=True):
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

    plan: Plan = Plan()
    people: dict[str, Person] = {}
    gone: tuple[str, ...] = ()
    """People who went home and have not returned."""
    away: dict[str, tuple[int, ...]] = {}
    boxes: dict[str, Box] = {}
    broken: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    drawn: tuple[Round, ...] = ()
    """Rounds drawn and not published yet."""
    stale: bool = False
    """Something changed since the draw; drawn rounds were put away."""
    loose: bool = False
    """Something changed since the last draw or announcement."""
    taken_back: int = 0
    """The round whose announcement was taken back, until one is announced again."""
    published: tuple[Round, ...] = ()
    method: str = ""
    clock: Clock | None = None
    started: int = 0
    """Rounds that were started."""
    results: dict[str, Standing] = {}
    """By ``key(round, box)``."""
    calls: tuple[Called, ...] = ()
    hands: tuple[Hand, ...] = ()
    over: bool = False
    latest: float = 0.0
    """The latest moment anything happened: a clock set back does not turn time back."""

    @property
    def phase(self) -> str:
        if self.over:
            return OVER
        return PLAYING if self.started else PLANNING

    @property
    def here(self) -> tuple[Person, ...]:
        """Everybody who has not gone home, in the order they were entered."""
        return tuple(person for who, person in self.people.items() if who not in self.gone)

    @property
    def usable(self) -> tuple[Box, ...]:
        return tuple(box for name, box in self.boxes.items() if name not in self.broken)

    @property
    def missing(self) -> tuple[tuple[int, str], ...]:
        """Tables of started rounds without a result: they hold up the next round."""
        return tuple(
            (each.number, table.box)
            for each in self.published[: self.started]
            for table in each.tables
            if key(each.number, table.box) not in self.results
        )

    def round(self, number: int) -> Round | None:
        """A round by its number, published or drawn."""
        rounds = (*self.published, *self.drawn)
        return next((each for each in rounds if each.number == number), None)


def key(number: int, box: str) -> str:
    return f"{number}:{box}"
