"""The state of the dig: what the table has shown and said, never what lies covered.

A checked layer is forgotten: what stays is only that it was laid, and whether it was checked. What
a cell hides is not known here, so it cannot leave this room.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.core.state import TableState

from .box import Box
from .coins import Coins
from .house import HouseRules


class Phase(StrEnum):
    SETUP = "setup"
    LAYING = "laying"
    TURNING = "turning"
    FRAME = "frame"
    DIG = "dig"
    END = "end"
    """A turn has ended; its player may still play a barricade, or has a hazard to pay for."""
    OVER = "over"


UNSEEN = 1_000
"""Stands for the number of a card that was lifted before anybody followed the game."""


class Found(msgspec.Struct, frozen=True, order=True):
    """A card that was uncovered; ``label`` is empty where only its number is known."""

    label: str
    value: int


class Cell(msgspec.Struct, frozen=True):
    """One compartment of the tray: what was uncovered in it so far, the deepest last."""

    name: str
    found: tuple[Found, ...] = ()


class Lid(msgspec.Struct, frozen=True, order=True):
    """A barricade lying in a cell. Once its ban has ended it only waits to be taken off."""

    cell: str
    owner: int
    bans: bool = True


class Settled(msgspec.Struct, frozen=True):
    """Coins that changed hands, shown to the banker: kept, lost, fine, out, fee, exchanged.

    ``seat`` is None where the pot changed its silver.
    """

    turn: int
    what: str
    seat: int | None
    points: int
    coins: Coins
    change: Coins = Coins()
    written: int = 0


class State(TableState, frozen=True, kw_only=True):
    """Everything the table has shown so far."""

    box: Box
    rules: HouseRules
    tray: tuple[Cell, ...]
    bank: Coins
    purses: tuple[Coins, ...]
    owed: tuple[int, ...]
    """What the bank had no coins for and owes to each seat."""
    scarabs: tuple[int, ...]
    barricades: tuple[int, ...]
    phase: Phase = Phase.SETUP
    bottom: int = 0
    """The seat that lays the bottom layer."""
    checked: tuple[bool, ...] = ()
    """For each layer laid so far, whether the camera found it right."""
    turned: int = 0
    """How many players have turned the tray."""
    lifts: int = 0
    """Cards lifted in this turn."""
    doubled: bool = False
    """A scarab lies in front of the player on turn."""
    pot: Coins = Coins()
    pot_owed: int = 0
    finds: tuple[Found, ...] = ()
    """What this turn has uncovered, in no particular order."""
    ended: str = ""
    """How the turn ended: stopped, skipped, hazard or out."""
    fine: int = 0
    """What the hazard of this turn costs."""
    settled: tuple[Settled, ...] = ()
    """The coins that changed hands in the last turn in which any did, the pot's filling aside."""
    lids: tuple[Lid, ...] = ()
    skipped: tuple[int, ...] = ()
    """The seats that skipped in succession."""
    out: tuple[int, ...] = ()
    """The seats that are out of the game, the first one first."""
    over: str = ""

    @property
    def rate(self) -> int:
        return self.box.money.silver_for_gold

    def purse(self, seat: int) -> int:
        """Return the money of a seat, in silver."""
        return self.purses[seat].worth(self.rate) + self.owed[seat]

    @property
    def pot_worth(self) -> int:
        return self.pot.worth(self.rate) + self.pot_owed

    def at(self, name: str) -> Cell | None:
        return next((cell for cell in self.tray if cell.name == name), None)

    def layer(self, cell: Cell) -> int:
        """Return the layer the top card of a cell belongs to."""
        return self.box.top - len(cell.found)

    def lid(self, name: str) -> Lid | None:
        return next((lid for lid in self.lids if lid.cell == name), None)

    def is_banned(self, name: str) -> bool:
        lid = self.lid(name)
        return lid is not None and lid.bans

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The cells one may dig in now."""
        return tuple(c for c in self.tray if self.layer(c) > 1 and not self.is_banned(c.name))

    @property
    def covered(self) -> int:
        """How many cards are still covered."""
        return sum(self.layer(cell) - 1 for cell in self.tray)

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def begun(self) -> bool:
        """Whether the digging has begun: laying the tray is nobody's turn."""
        return self.phase in (Phase.DIG, Phase.END, Phase.OVER)


def lays(state: State, layer: int) -> int:
    """Return who lays a layer; the last one with points lays the cover too (DIG-04, DIG-17)."""
    with_points = min(layer, state.box.top - 1)
    return (state.bottom + with_points - 1) % len(state.seats)


def first_digger(state: State) -> int:
    """Return the player to the left of the one who laid the cover (DIG-21)."""
    return (lays(state, state.box.top) + 1) % len(state.seats)
