"""The bowl as the table has shown it. Frozen: a new fact makes a new state.

A tile nobody has flipped is None: its colour is not known here, so nothing can give it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from companion.core.state import TableState

from .box import Box, Face
from .house import HouseRules
from .limits import ADVENTUROUS_CAP, CAP

TO_CHAMBER = 1
TO_ENTRANCE = -1


class Phase(StrEnum):
    SETUP = "setup"
    EXPLORE = "explore"
    """The player on turn flips a tile, names a colour or enters the chamber."""
    CHAMBER = "chamber"
    """The player in the chamber flips its next tile."""
    DRAW = "draw"
    """A colour is wanted: the hand goes into the bowl. Only now is there a landslide."""
    MOVE = "move"
    REBUILD = "rebuild"
    OVER = "over"


class Then(StrEnum):
    """What goes on once the trap stands again."""

    PASS = "pass"
    AGAIN = "again"
    """The last boulder of a colour: the same player once more (BOWL-36)."""
    SECOND = "second"
    """In the chamber, on to its second tile (BOWL-O-20)."""
    RETRY = "retry"
    """The same colour once more: nobody was to blame (BOWL-O-23, BOWL-O-33)."""


class Step(msgspec.Struct, frozen=True):
    """Where the mummy stands on the way, and which way it looks."""

    field: int
    facing: int


class State(TableState, frozen=True, kw_only=True):
    """Everything the table has shown so far."""

    box: Box
    rules: HouseRules
    tiles: tuple[Face | None, ...]
    """One entry per field of the way; None for face down, and where no tile lies."""
    chamber: tuple[Face | None, ...]
    figures: tuple[int | None, ...]
    """The field of each seat's figure; None once its player has left."""
    scarabs: tuple[int, ...]
    supply: int
    mummy: Step | None
    bowl: tuple[int, ...]
    """Boulders in the bowl, in the order of the box's colours."""
    bag: tuple[int, ...]
    phase: Phase = Phase.SETUP
    wanted: str | None = None
    """The colour that must be drawn; in the move, the colour that was."""
    visit: int | None = None
    """In the chamber: which of its tiles is tried now, from 0."""
    came_from: int | None = None
    """In the chamber: the field the figure came from."""
    extra: bool = False
    """A last boulder was drawn: rebuild and play once more after the move."""
    offered: bool = False
    """The turn that begins is an extra one, and may be declined (BOWL-36)."""
    then: Then = Then.PASS
    warned: tuple[bool, ...] = ()
    voting: bool = False
    winner: int | None = None
    walk: tuple[Step, ...] = ()
    """The mummy's last walk, from where it set out; for following it on the page."""
    walked_past: tuple[tuple[int | None, ...], ...] = ()
    """Where the figures stood after each step of that walk."""

    def forgetting_the_walk(self) -> State:
        """Return the same state without the mummy's last walk."""
        return self.but(walk=(), walked_past=()) if self.walk else self

    @property
    def cap(self) -> int:
        return ADVENTUROUS_CAP if self.rules.adventurous else CAP

    @property
    def here(self) -> int:
        """The field of the figure on turn."""
        field = self.figures[self.turn]
        assert field is not None
        return field

    def playing(self) -> tuple[int, ...]:
        """Return the seats still in the game."""
        return tuple(seat for seat, field in enumerate(self.figures) if field is not None)

    def next_seat(self) -> int:
        """Return the next player clockwise who is still there."""
        seats = len(self.seats)
        return next(
            seat
            for seat in ((self.turn + step) % seats for step in range(1, seats + 1))
            if self.figures[seat] is not None
        )

    def on(self, field: int) -> Iterator[int]:
        """Yield the seats whose figures stand on a field."""
        return (seat for seat, place in enumerate(self.figures) if place == field)

    def in_bowl(self, colour: str) -> int:
        return self.bowl[self.box.boulder_colours.index(colour)]

    def open_faces(self, kind: str) -> Counter[Face]:
        """Return the faces of a kind of tile that lie open."""
        if kind == "chamber":
            return Counter(face for face in self.chamber if face)
        shown = zip(self.box.track, self.tiles, strict=True)
        return Counter(face for field, face in shown if face and field.kind == kind)

    def unseen(self, kind: str) -> list[Face]:
        """Return the faces a tile of this kind may still show when it is flipped."""
        left = Counter(self.box.tiles_of(kind)) - self.open_faces(kind)
        return sorted(left)
