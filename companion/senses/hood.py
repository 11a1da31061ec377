"""Under the hood: six colour cards are read one after the other. It counts aloud and names nothing.

Nobody hears a colour from here: not which was read, not which is missing. Where each of them goes
is drawn by lot, so that the person who lays the cards does not know what stands where. Only
the seal that comes of it holds the colours, and it belongs to nobody at the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

import msgspec

from companion.core.cells import EMPTY
from companion.core.observation import SOMETHING_ELSE, Reading
from companion.core.roles import Role
from companion.core.verdict import Move

SURE = 0.99
SALT_BYTES = 16


@dataclass(frozen=True)
class HoodRules:
    """What a room hides, and how it becomes a seal; the room's record supplies it."""

    field: str
    """The cell the cards are laid on, one after the other."""
    down: str
    """The label of a card that lies face down."""
    role: Role
    """Whose secret the seal is: nobody's at the table."""
    may_seal: Callable[[Any], bool]
    """Whether a state waits for a seal."""
    seal: Callable[[tuple[str, ...], str], Move]
    """The move that seals the colours of all seats with a salt."""
    digest: Callable[[Any], str]
    """The seal a state shows to everybody."""
    sentences: str
    """How the keys of the room's sentences about the hood begin."""


class Heard(msgspec.Struct, frozen=True):
    """What is said after a look: how far the scan is, a sentence, and a seat drawn by lot."""

    read: int
    of: int
    tell: str
    seat: str = ""
    """The seat the figure of this card goes to; empty when nothing was counted."""

    @property
    def counted(self) -> bool:
        return bool(self.seat)

    def shown(self, running: bool) -> dict[str, Any]:
        """The same as plain data, for a page."""
        return {"running": running, **msgspec.to_builtins(self)}


class Hood:
    """One scan, from the first card to the seal."""

    def __init__(self, rules: HoodRules, box: Any, lots: Random | None = None) -> None:
        self.rules = rules
        self._colours: Sequence[str] = box.colours
        self._seats: Sequence[str] = box.seats
        self._lots = list(box.seats)
        (lots or SystemRandom()).shuffle(self._lots)
        self._under: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Hood({len(self._under)} read)"

    @property
    def done(self) -> bool:
        return len(self._under) == len(self._seats)

    def waiting(self, tell: str = "hood_lay") -> Heard:
        """How far the scan is, without a look."""
        return Heard(len(self._under), len(self._seats), tell)

    def look(self, reading: Reading | None) -> Heard:
        """Read the card on the field, if it can be read and was not read before."""
        found = _made_out(reading)
        if found not in self._colours:
            troubles = {**TROUBLES, self.rules.down: "hood_down"}
            return self.waiting(troubles.get(found, "hood_again"))
        if found in self._under.values():
            return self.waiting("hood_twice")
        seat = self._lots[len(self._under)]
        self._under[seat] = found
        key = "hood_last" if self.done else "hood_seat"
        return Heard(len(self._under), len(self._seats), key, seat)

    def seal(self) -> Move:
        """The seal over everything that was read, with a salt of its own."""
        assert self.done
        under = tuple(self._under[seat] for seat in self._seats)
        return self.rules.seal(under, secrets.token_hex(SALT_BYTES))


TROUBLES = {
    EMPTY: "hood_empty",
    SOMETHING_ELSE: "hood_foreign",
    "unseen": "hood_unseen",
}


def _made_out(reading: Reading | None) -> str:
    """What surely lies on the field; "" where it cannot be read."""
    if reading is None:
        return "unseen"
    chances: Mapping[str, float] = reading.chances
    best = max(chances, key=lambda label: chances[label], default="")
    return best if best and chances[best] >= SURE else ""
