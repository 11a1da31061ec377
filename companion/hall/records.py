"""The nouns of a night: people, boxes, rounds, seats and results. Frozen, and plain JSON.

People and boxes are spoken of by id everywhere; names are for pages. Rounds count from 1. The
order of people at a table is the order of seats: the first one starts.
"""

from __future__ import annotations

import msgspec

FIXED, SWISS, KING, FREE = "fixed", "swiss", "king", "free"
FORMATS = (FIXED, SWISS, KING, FREE)
"""Fixed rounds; Swiss; fixed or Swiss with a king-of-the-hill final; a free play evening."""
TOGETHER, APART = "together", "apart"


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays tonight."""

    id: str
    name: str
    needs: tuple[str, ...] = ()
    """What their table must offer ("quiet", "step_free", "screen"). The organiser's alone."""
    note: str = ""
    """The organiser's own words about this person; private like the needs."""
    language: str = ""
    number: str = ""
    """The season number somebody has brought along; "" for the one their name has in this house."""
    shown: str = ""
    """How much of the name is published after the night; "" for what the night says."""


FULL, FIRST, INITIALS, NAMELESS = "full", "first", "initials", "nameless"
NAMES_SHOWN = (FULL, FIRST, INITIALS, NAMELESS)


def public(person: Person) -> Person:
    """Return what everybody may know of a person: no needs, no note."""
    return Person(person.id, person.name, language=person.language)


class Box(msgspec.Struct, frozen=True):
    """A box on its table: which game, for how many people, and what the place offers."""

    id: str
    game: str
    sizes: tuple[int, ...]
    """Numbers of people this box can seat, smallest first."""
    place: str = ""
    """What people call the table: "7" or "by the window"."""
    offers: tuple[str, ...] = ()
    """Needs this place meets."""


PLACES, POINTS, LEAST, WINS = "places", "points", "least", "wins"
SCORINGS = (PLACES, POINTS, LEAST, WINS)
"""What people enter of a paper game: places; points, of which most or fewest win; who has won."""


class PaperGame(msgspec.Struct, frozen=True):
    """A game no machine knows: its people enter the result themselves."""

    id: str
    name: str
    sizes: tuple[int, ...]
    minutes: int = 0
    """How long it takes, if that isn't what the round takes."""
    scoring: str = PLACES


class Penalty(msgspec.Struct, frozen=True):
    """Points taken from somebody, with the reason. A pardoned one stays on record."""

    id: str
    who: str
    points: float
    why: str
    by: str = ""
    at: float = 0.0
    pardoned: bool = False


class Rule(msgspec.Struct, frozen=True):
    """Who must (``together``) or must not (``apart``) sit at one table. The organiser's alone."""

    kind: str
    people: tuple[str, ...]


class Sitting(msgspec.Struct, frozen=True):
    """The people at one table in one round, in the order of their seats."""

    box: str
    game: str
    people: tuple[str, ...]


class Round(msgspec.Struct, frozen=True):
    """One round: every table with its people, and who waits."""

    number: int
    tables: tuple[Sitting, ...]
    waiting: tuple[str, ...] = ()

    def table_of(self, person: str) -> Sitting | None:
        """Return the table where this person sits; None for somebody who waits or is away."""
        return next((table for table in self.tables if person in table.people), None)


class SittingSeat(msgspec.Struct, frozen=True):
    """Where one person sits in one round."""

    round: int
    box: str
    game: str
    number: int
    """Counted from 1; seat 1 starts."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a draw depends on: the same again gives the same seating on any machine."""

    people: tuple[Person, ...]
    boxes: tuple[Box, ...]
    rounds: int
    rules: tuple[Rule, ...] = ()
    seed: int = 1
    fixed: tuple[Round, ...] = ()
    """Rounds that were published: counted, and never changed."""
    scores: dict[str, float] = {}
    """Points so far. If given, the rounds to draw bring people with similar scores together."""
    final: tuple[str, ...] = ()
    """The people of the final, best first: they get the first table of the round to come."""
    away: dict[str, tuple[int, ...]] = {}
    """Rounds a person is known to miss: comes late, leaves early."""
    fill: str = "full"
    """``full`` tables and perhaps boxes left over, or ``even``: every box in use."""
    effort: int = 3
    """How long to search: 1 is a glance, 3 the draw of a night, 9 patience."""


class Seating(msgspec.Struct, frozen=True):
    """A drawn night: every round, the published ones first, and how good it is."""

    rounds: tuple[Round, ...]
    seed: int
    method: str
    """How it was found: a design by name, or ``search``."""
    version: int = 1
    """Version of the drawing itself: the same version and inputs give the same seating."""

    def seat_of(self, person: str, number: int) -> SittingSeat | None:
        """Return the seat of a person in a round; None for somebody who waits or is away."""
        for each in self.rounds:
            table = each.table_of(person) if each.number == number else None
            if table is not None:
                where = table.people.index(person) + 1
                return SittingSeat(number, table.box, table.game, where)
        return None


class Placed(msgspec.Struct, frozen=True):
    """How one person came out of a game. People with the same place share it."""

    person: str
    place: int
    score: float | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game at one table of one round ended, as the table or a person reported it."""

    round: int
    box: str
    places: tuple[Placed, ...]
    source: str = ""
    """Who reported it: a table's own name with its entry, or a person."""
