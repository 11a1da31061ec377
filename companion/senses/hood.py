"""Under the hood: six colour cards are read one after the other. It counts aloud and names nothing.

Nobody hears a colour from here: not which was read, not which is missing. Where each of them goes
is drawn by lot, so that the person who lays the cards does not know what stands where. Only
the seal that comes of it holds the colours, and it belongs to nobody at the table.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Protocol

import msgspec

from companion.core.cells import EMPTY
from companion.core.observation import SOMETHING_ELSE, Reading, Said, Seen
from companion.core.roles import Role
from companion.core.verdict import Move
from companion.table import Table

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


class HoodReading(msgspec.Struct, frozen=True):
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
        """Return the same as plain data, for a page."""
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

    def waiting(self, tell: str = "hood_lay") -> HoodReading:
        """Return how far the scan is, without a look."""
        return HoodReading(len(self._under), len(self._seats), tell)

    def look(self, reading: Reading | None) -> HoodReading:
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
        return HoodReading(len(self._under), len(self._seats), key, seat)

    def seal(self) -> Move:
        """Return the seal over everything that was read, with a salt of its own."""
        assert self.done
        under = tuple(self._under[seat] for seat in self._seats)
        return self.rules.seal(under, secrets.token_hex(SALT_BYTES))


TROUBLES = {
    EMPTY: "hood_empty",
    SOMETHING_ELSE: "hood_foreign",
    "unseen": "hood_unseen",
}


def _made_out(reading: Reading | None) -> str:
    """Return what surely lies on the field; "" if it can't be read."""
    if reading is None:
        return "unseen"
    chances: Mapping[str, float] = reading.chances
    best = max(chances, key=lambda label: chances[label], default="")
    return best if best and chances[best] >= SURE else ""


# The scan at a table that is running: what the eye sees goes under the hood, and nowhere else.
#
# While it lasts the table neither judges nor keeps nor shows a picture. Between two cards the
# field has to be empty, so that a card is never read twice by itself; and the table looks again
# only once the last card is gone.

GAUGE = "hood"


class ScannedColours(Protocol):
    """Something that looks at the board and can be asked to look again."""

    def look_again(self) -> None: ...


class Scanning:
    """The hood of one table; begun and stopped by the referee, from the page."""

    def __init__(self, table: Table, rules: HoodRules, lots: Random | None = None) -> None:
        self.watch: ScannedColours | None = None
        """What watches the board; None if moves are entered by hand."""
        self._table, self._rules = table, rules
        self._lots = lots
        self._lock = threading.Lock()
        self._hood: Hood | None = None
        self._clear = False
        self._shown: HoodReading | None = None

    @property
    def running(self) -> bool:
        return self._hood is not None

    def begin(self) -> None:
        """Take the eye away from the table and wait for the first card."""
        watch = self.watch
        with self._lock:
            if watch is None:
                self._report(self._fresh().waiting("hood_no_eye"))
                return
            if not self._rules.may_seal(self._table.state):
                self._report(self._fresh().waiting("hood_refused"))
                return
            self._hood, self._clear = self._fresh(), True
            self._table.divert(self.see)
            self._report(self._hood.waiting())
        watch.look_again()

    def stop(self) -> None:
        """Forget everything that was read."""
        with self._lock:
            if self._hood is not None:
                self._end(self._fresh().waiting("hood_stopped"))

    def _fresh(self) -> Hood:
        """Return a hood under which nothing has been read."""
        return Hood(self._rules, self._table.state.box, self._lots)

    def see(self, seen: Seen) -> None:
        """Take one still look at the board while the hood is on."""
        with self._lock:
            if self._hood is None:
                return
            reading = seen.readings.get(self._rules.field)
            empty = reading is not None and reading.chances.get(EMPTY, 0.0) >= 0.5
            if empty:
                self._emptied(self._hood)
            elif self._clear and not self._hood.done:
                heard = self._hood.look(reading)
                self._clear = not heard.counted
                self._report(heard)

    def _emptied(self, hood: Hood) -> None:
        """Note that the field is free: the next card may come, or everything is done."""
        if hood.done:
            self._seal(hood)
        elif not self._clear:
            self._clear = True
            self._report(hood.waiting())

    def _seal(self, hood: Hood) -> None:
        answer = self._table.submit(
            Said(by=self._rules.role, move=hood.seal(), at=self._table.clock())
        )
        taken = answer.kind == "accepted"
        self._end(hood.waiting("hood_done" if taken else "hood_refused"))

    def _end(self, heard: HoodReading) -> None:
        self._hood = None
        self._table.divert(None)
        self._report(heard)
        if self.watch is not None:
            self.watch.look_again()

    def _report(self, heard: HoodReading) -> None:
        if heard == self._shown and self._hood is None:
            return
        self._shown = heard
        self._table.gauge(GAUGE, heard.shown(self._hood is not None))
