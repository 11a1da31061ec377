"""People who play the open game of a house by word of mouth, at the pace of people in a hurry."""

from __future__ import annotations

import random
import threading
import time

from companion.house import House
from companion.rooms import room_of
from companion.table import Table
from tests.house.played import step

PACE = (0.05, 0.35)
"""Seconds between one word and the next."""


class Talking:
    """Plays whatever is open, from a thread beside the house."""

    def __init__(self, house: House, seed: int) -> None:
        self._house, self._seed = house, seed
        self._chance = random.Random(seed)
        self._table: Table | None = None
        self._people: object = None

    def start(self) -> None:
        threading.Thread(target=self._talk, daemon=True).start()

    def _talk(self) -> None:
        while True:
            time.sleep(self._chance.uniform(*PACE))
            running = self._house.open
            if running is None:
                continue
            table = running.table
            if table is not self._table:
                self._table, self._seed = table, self._seed + 1
                self._people = room_of(table.game.name).people(self._seed)
            if table.game.is_over(table.state) is None and table.ledger.record.ended is None:
                step(table, self._people)
