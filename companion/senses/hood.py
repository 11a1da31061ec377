"""Under the hood: six colour cards are read one after the other. It counts aloud and names nothing.

Nobody hears a colour from here: not which was read, not which is missing. Where each sphinx goes
is drawn by lot, so that whoever lays the cards does not know afterwards what stands where. Only
the seal that comes of it holds the colours, and it belongs to nobody at the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import Any

import msgspec

from companion.core.cells import EMPTY
from companion.core.observation import SOMETHING_ELSE, Reading
from companion.games.sphinx.box import Box
from companion.games.sphinx.moves import Seal
from companion.games.sphinx.reader import DOWN, card_cell

FIELD = card_cell(0, 0)
"""Where the cards are laid: the first field of the mat."""
SURE = 0.99
SALT_BYTES = 16


class Heard(msgspec.Struct, frozen=True):
    """What is told after a look: how far the scan is, a sentence, and a seat drawn by lot."""

    read: int
    of: int
    tell: str
    seat: str = ""
    """The seat the sphinx of this card goes to; empty when nothing was counted."""

    @property
    def counted(self) -> bool:
        return bool(self.seat)

    def shown(self, running: bool) -> dict[str, Any]:
        """The same as plain data, for a page."""
        return {"running": running, **msgspec.to_builtins(self)}


class Hood:
    """One scan, from the first card to the seal."""

    def __init__(self, box: Box, lots: Random | None = None) -> None:
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
            return self.waiting(TROUBLES.get(found, "hood_again"))
        if found in self._under.values():
            return self.waiting("hood_twice")
        seat = self._lots[len(self._under)]
        self._under[seat] = found
        tell = "hood_last" if self.done else "hood_seat"
        return Heard(len(self._under), len(self._seats), tell, seat)

    def seal(self) -> Seal:
        """The seal over all that was read, with a salt of its own."""
        assert self.done
        return Seal(tuple(self._under[seat] for seat in self._seats), secrets.token_hex(SALT_BYTES))


TROUBLES = {
    EMPTY: "hood_empty",
    DOWN: "hood_down",
    SOMETHING_ELSE: "hood_foreign",
    "unseen": "hood_unseen",
}


def _made_out(reading: Reading | None) -> str:
    """What surely lies on the field; "" where it cannot be told."""
    if reading is None:
        return "unseen"
    chances: Mapping[str, float] = reading.chances
    best = max(chances, key=lambda label: chances[label], default="")
    return best if best and chances[best] >= SURE else ""
