"""Consents: what all have to agree on happens when the last of them has said yes on their phone."""

from __future__ import annotations

import threading

from companion.core.verdict import Concern, Move


class Consents:
    """Who has agreed to a move at the table as it is. When the table changes, nobody has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = -1
        self._given: dict[Move, frozenset[int]] = {}

    def give(self, move: Move, seat: int, concern: Concern, number: int) -> bool:
        """Note that a seat agrees; says whether all have agreed now."""
        with self._lock:
            if number != self._number:
                self._number, self._given = number, {}
            agreed = self._given.get(move, frozenset()) | {seat}
            self._given[move] = agreed
        return agreed >= set(concern.seats)

    def agreed(self, number: int) -> tuple[int, ...]:
        """The seats that have agreed to something at this table and wait for the others."""
        given = self._given.values() if number == self._number else ()
        return tuple(sorted({seat for seats in given for seat in seats}))
