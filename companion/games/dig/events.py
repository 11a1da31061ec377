"""What has happened at the dig, in the past tense, each with the clauses behind it."""

from __future__ import annotations

from companion.core.verdict import Event

from .coins import Coins


class BottomNamed(Event, frozen=True, tag=True):
    """The kits are dealt, and it is settled who lays the bottom layer."""

    seat: int
    because: tuple[str, ...] = ("DIG-01", "DIG-02", "DIG-03", "DIG-04")


class LayerLaid(Event, frozen=True, tag=True):
    seat: int
    layer: int
    checked: bool
    because: tuple[str, ...]


class TrayTurned(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("DIG-18", "DIG-C-07")


class BoardPut(Event, frozen=True, tag=True):
    """The board frames the tray; the digging begins."""

    seat: int
    because: tuple[str, ...] = ("DIG-19", "DIG-21")


class ScarabPlayed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("DIG-37", "DIG-38")


class ScarabSpent(Event, frozen=True, tag=True):
    """The scarab card leaves the game."""

    seat: int
    because: tuple[str, ...] = ("DIG-39", "DIG-C-13")


class CardLifted(Event, frozen=True, tag=True):
    """The top card leaves the game, and the one below is uncovered."""

    seat: int
    cell: str
    layer: int
    card: str
    value: int
    because: tuple[str, ...] = ("DIG-22", "DIG-23", "DIG-36")


class LayoutFoundWrong(Event, frozen=True, tag=True):
    """No card of this layer has that number: it was laid wrongly, and is played as it lies."""

    cell: str
    layer: int
    value: int
    because: tuple[str, ...] = ("DIG-O-22",)


class CoinsExchanged(Event, frozen=True, tag=True):
    """Somebody changes silver into a gold coin so that the bank has silver; None is the pot."""

    seat: int | None
    silver: int
    because: tuple[str, ...] = ("DIG-O-12", "EX-DIG-03")


class PotGrew(Event, frozen=True, tag=True):
    """Coins are laid aside for the card; ``written`` is what the bank had no coins for."""

    seat: int
    points: int
    coins: Coins
    written: int
    because: tuple[str, ...]


class HazardMet(Event, frozen=True, tag=True):
    """The turn is over at once."""

    seat: int
    cell: str
    card: str
    value: int
    fine: int
    because: tuple[str, ...]


class PotLost(Event, frozen=True, tag=True):
    seat: int
    points: int
    coins: Coins
    because: tuple[str, ...] = ("DIG-33",)


class PotKept(Event, frozen=True, tag=True):
    seat: int
    points: int
    coins: Coins
    because: tuple[str, ...] = ("DIG-32",)


class FinePaid(Event, frozen=True, tag=True):
    seat: int
    points: int
    coins: Coins
    change: Coins
    written: int
    because: tuple[str, ...] = ("DIG-34", "DIG-O-04")


class PurseEmptied(Event, frozen=True, tag=True):
    """The purse is not enough: all of it goes to the bank."""

    seat: int
    due: int
    points: int
    coins: Coins
    because: tuple[str, ...] = ("DIG-35", "DIG-O-01")


class PlayerOut(Event, frozen=True, tag=True):
    seat: int
    why: str
    because: tuple[str, ...]


class TurnSkipped(Event, frozen=True, tag=True):
    """A turn without a lift. ``counts``: whether it counts towards all skipping in succession."""

    seat: int
    why: str
    fee: int
    coins: Coins
    change: Coins
    written: int
    because: tuple[str, ...]
    counts: bool = True


class TurnEnded(Event, frozen=True, tag=True):
    """No card may be lifted any more in this turn."""

    seat: int
    why: str
    because: tuple[str, ...]


class BarricadePlayed(Event, frozen=True, tag=True):
    seat: int
    cell: str
    pointless: bool
    because: tuple[str, ...]


class BarricadeEnded(Event, frozen=True, tag=True):
    """The ban is over; the card leaves the game."""

    seat: int
    cell: str
    because: tuple[str, ...]


class BarricadeTakenOff(Event, frozen=True, tag=True):
    cell: str
    because: tuple[str, ...] = ("DIG-42",)


class CardPutBack(Event, frozen=True, tag=True):
    """A card that came up by mistake lies in its place again; nothing is scored for it."""

    cell: str
    why: str
    because: tuple[str, ...]


class TurnPassed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("DIG-21",)


class GameEnded(Event, frozen=True, tag=True):
    why: str
    because: tuple[str, ...]


class PositionTold(Event, frozen=True, tag=True):
    """How everything lies in a game that is followed from here."""

    seat: int
    purses: tuple[Coins, ...]
    owed: tuple[int, ...]
    scarabs: tuple[int, ...]
    barricades: tuple[int, ...]
    tray: tuple[tuple[str, int, int], ...]
    out: tuple[int, ...]
    because: tuple[str, ...] = ("DIG-22",)


class CountedAtEnd(Event, frozen=True, tag=True):
    """What everybody has at the end of a game nobody followed."""

    purses: tuple[Coins, ...]
    owed: tuple[int, ...]
    out: tuple[int, ...]
    because: tuple[str, ...] = ("DIG-44", "DIG-45")


DigEvent = (
    CountedAtEnd
    | PositionTold
    | BottomNamed
    | LayerLaid
    | TrayTurned
    | BoardPut
    | ScarabPlayed
    | ScarabSpent
    | CardLifted
    | LayoutFoundWrong
    | CoinsExchanged
    | PotGrew
    | HazardMet
    | PotLost
    | PotKept
    | FinePaid
    | PurseEmptied
    | PlayerOut
    | TurnSkipped
    | TurnEnded
    | BarricadePlayed
    | BarricadeEnded
    | BarricadeTakenOff
    | CardPutBack
    | TurnPassed
    | GameEnded
)
