"""What has happened at the bowl, in the past tense, each with the clauses behind it."""

from __future__ import annotations

from companion.core.verdict import Event

from .state import Then


class Begun(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("BOWL-09", "BOWL-12")


class TileFlipped(Event, frozen=True, tag=True):
    seat: int
    field: str
    colour: str
    symbols: int
    because: tuple[str, ...] = ("BOWL-16",)


class ColourWanted(Event, frozen=True, tag=True):
    """This colour must be drawn now: flipped, named, or shown by the chamber."""

    seat: int
    colour: str
    why: str
    because: tuple[str, ...]


class ChamberEntered(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...]


class BoulderTaken(Event, frozen=True, tag=True):
    seat: int
    colour: str
    because: tuple[str, ...] = ("BOWL-18", "BOWL-19", "BOWL-21")


class LastBoulderTaken(Event, frozen=True, tag=True):
    """No boulder of this colour is left in the bowl."""

    seat: int
    colour: str
    why: str
    because: tuple[str, ...]


class LandslideHappened(Event, frozen=True, tag=True):
    seat: int
    fell: tuple[str, ...]
    because: tuple[str, ...] = ("BOWL-32", "BOWL-39")


class FallForgiven(Event, frozen=True, tag=True):
    """Something fell, but it was not a landslide."""

    item: str
    where: str
    why: str
    because: tuple[str, ...]


class WrongBoulderTaken(Event, frozen=True, tag=True):
    seat: int
    colour: str | None
    why: str
    because: tuple[str, ...] = ("BOWL-O-24",)


class GaveUp(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-O-34",)


class TrapBumped(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("BOWL-O-33",)


class TrapFoundShort(Event, frozen=True, tag=True):
    colour: str
    because: tuple[str, ...] = ("BOWL-O-23",)


class FoulWarned(Event, frozen=True, tag=True):
    seat: int
    kind: str | None
    because: tuple[str, ...]


class VoteCalled(Event, frozen=True, tag=True):
    seat: int
    kind: str | None
    because: tuple[str, ...]


class VoteTaken(Event, frozen=True, tag=True):
    landslide: bool
    because: tuple[str, ...] = ("BOWL-O-25",)


class FigureMoved(Event, frozen=True, tag=True):
    seat: int
    field: str
    direction: str
    because: tuple[str, ...] = ("BOWL-22", "BOWL-23", "BOWL-24")


class FigureStayed(Event, frozen=True, tag=True):
    seat: int
    why: str
    because: tuple[str, ...]


class FigureSentBack(Event, frozen=True, tag=True):
    """Not a landing: the field does nothing (BOWL-O-15)."""

    seat: int
    field: str
    why: str
    because: tuple[str, ...]


class ScarabGained(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-42",)


class ScarabWithheld(Event, frozen=True, tag=True):
    seat: int
    why: str
    because: tuple[str, ...]


class ScarabPaid(Event, frozen=True, tag=True):
    """A scarab for the mummy; it goes to the supply."""

    seat: int
    why: str
    because: tuple[str, ...]


class MummyWoken(Event, frozen=True, tag=True):
    """Symbols are landed on, by a figure or by the mummy itself."""

    field: str
    symbols: int
    why: str
    because: tuple[str, ...] = ("BOWL-44", "BOWL-45")


class MummyStepped(Event, frozen=True, tag=True):
    field: str
    because: tuple[str, ...] = ("BOWL-45",)


class MummyTurned(Event, frozen=True, tag=True):
    facing: int
    because: tuple[str, ...] = ("BOWL-47", "BOWL-48", "BOWL-O-12")


class MummyStopped(Event, frozen=True, tag=True):
    field: str
    why: str
    because: tuple[str, ...]


class RebuildDue(Event, frozen=True, tag=True):
    """The trap has to be built again with all boulders."""

    seat: int
    then: Then
    because: tuple[str, ...]


class TrapRebuilt(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("BOWL-11", "BOWL-12", "BOWL-13")


class ExtraTurnGranted(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-36", "BOWL-O-21")


class ExtraTurnDeclined(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-36", "BOWL-O-42")


class TurnPassed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-25",)


class PlayerLeft(Event, frozen=True, tag=True):
    seat: int
    scarabs: int
    because: tuple[str, ...] = ("BOWL-O-41", "BOWL-O-04")


class MummyFreed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("BOWL-58", "BOWL-60")


class GameAbandoned(Event, frozen=True, tag=True):
    """Only one player is left."""

    seat: int
    because: tuple[str, ...] = ("BOWL-O-41", "BOWL-01")


class PositionTold(Event, frozen=True, tag=True):
    """How everything lies in a game that is followed from here."""

    seat: int
    fields: tuple[str, ...]
    scarabs: tuple[int, ...]
    tiles: tuple[tuple[str, str, int], ...]
    mummy: str
    to_chamber: bool
    bowl: tuple[int, ...]
    because: tuple[str, ...] = ("BOWL-09",)


class CountedAtEnd(Event, frozen=True, tag=True):
    """Who has won a game nobody followed."""

    seat: int
    because: tuple[str, ...] = ("BOWL-58", "BOWL-60")


BowlEvent = (
    CountedAtEnd
    | PositionTold
    | Begun
    | TileFlipped
    | ColourWanted
    | ChamberEntered
    | BoulderTaken
    | LastBoulderTaken
    | LandslideHappened
    | FallForgiven
    | WrongBoulderTaken
    | GaveUp
    | TrapBumped
    | TrapFoundShort
    | FoulWarned
    | VoteCalled
    | VoteTaken
    | FigureMoved
    | FigureStayed
    | FigureSentBack
    | ScarabGained
    | ScarabWithheld
    | ScarabPaid
    | MummyWoken
    | MummyStepped
    | MummyTurned
    | MummyStopped
    | RebuildDue
    | TrapRebuilt
    | ExtraTurnGranted
    | ExtraTurnDeclined
    | TurnPassed
    | PlayerLeft
    | MummyFreed
    | GameAbandoned
)
