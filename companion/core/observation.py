"""What reaches the table: something seen, something said, a button pressed.

A person's tap is an observation like any other. Times are seconds of the monotonic clock.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .roles import Role
from .verdict import Move, Saying

SOMETHING_ELSE = "?"
"""The label for "something lies here that I was never taught"."""

SURE = 0.95
"""Least chance at which a cell counts as read."""

BUTTON = "button"
"""The device of a press on one of the table's own buttons."""


class Reading(msgspec.Struct, frozen=True):
    """What one cell of the board shows: a chance per label, summing to one.

    An empty ``chances`` means the cell cannot be read now, and ``disturbed`` says why
    ("hand", "glare", "blurred", ...). A covered cell is unreadable, never empty.
    """

    chances: Mapping[str, float]
    disturbed: str = ""

    @property
    def readable(self) -> bool:
        return bool(self.chances)


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """One still look at the whole board."""

    readings: Mapping[str, Reading]
    at: float
    base: int | None = None
    """The journal sequence this look was made against; None means "whatever is current"."""
    picture: bytes = b""
    """A JPEG of the rectified board, kept in memory only, shown as evidence."""
    complaints: tuple[Saying, ...] = ()
    """What disturbs the eye, as a person can act on it."""
    late: bool = False
    """Whether it is a photograph that may be several moves behind."""
    turn: int | None = None
    """The seat on turn in a photograph, if the person who took it said so."""
    hinted: Mapping[str, Mapping[str, float]] = {}
    """Chances of changed cells in the light of what may legally lie there: evidence beside the
    readings, which nothing is decided by."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A move somebody made by word: a tap on the page, a phone, a rehearsed player."""

    by: Role
    move: Move
    at: float
    base: int | None = None
    device: str = ""
    """Where it was said: this machine, or which phone; empty if unknown."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """How a question was answered: a button, places pointed at, or values filled in."""

    option: str | None = None
    points: tuple[str, ...] = ()
    fields: Mapping[str, str | int] = {}


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody answers an open question."""

    by: Role
    question: str
    reply: Reply
    at: float
    base: int | None = None
    device: str = ""


class Pressed(msgspec.Struct, frozen=True, kw_only=True):
    """A button on the table, with the moment it went down.

    A press on a page names the turn it was meant for: others may press first in the same race, but
    it must not count in a later one.
    """

    button: str
    at: float
    turn: int | None = None
    device: str = BUTTON

    @property
    def source(self) -> str:
        return self.button


class Ticked(msgspec.Struct, frozen=True, kw_only=True):
    """The table's clock stands at this moment."""

    at: float

    @property
    def source(self) -> str:
        return "clock"


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """What the scale makes of an exploration, once it is sure enough to say something.

    ``finding`` is clean, nothing, wrong_colour, landslide, no_landslide or ask.
    """

    finding: str
    at: float
    colour: str | None = None
    fell: tuple[str, ...] = ()
    final: bool = False

    @property
    def source(self) -> str:
        return "scale"


class TookBack(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants a past move undone; None means the last one."""

    by: Role
    at: float
    number: int | None = None
    base: int | None = None
    device: str = ""


class PutRight(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody says what a past move really was."""

    by: Role
    at: float
    number: int
    move: Move
    base: int | None = None
    device: str = ""


Sensed = Pressed | Weighed | Ticked
"""What an instrument says; who acted is its ``source``."""
Observation = Seen | Said | Answered | Sensed | TookBack | PutRight
