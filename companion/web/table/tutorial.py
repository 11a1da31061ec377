"""Send what a page tells beginners now; nothing if nobody is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.roles import TABLE, Role
from companion.house.tutorial import Learners, Tip, TutorialFollower, text_of
from companion.table import Table
from companion.words import Words

from ..kit.keys import Keys

Learning = Callable[[], Learners]
"""Says which seats are taught now."""


class TutorialPage:
    """The tutorial of one table, as its pages show it."""

    def __init__(self, table: Table, keys: Keys, learners: Learning) -> None:
        self._table, self._keys, self._learners = table, keys, learners
        self._lesson = TutorialFollower(table.game)

    def shown(self, role: Role, words: Words) -> dict[str, Any]:
        """Return the tips a role is shown, in its language."""
        counted = self._table.ledger.record.is_counted and self._table.state.begun
        taught = {} if counted else self._learners()
        mine = [seat for seat in sorted(taught) if self._is_for(seat, role)]
        if not mine:
            return {}
        tips = self.tips(role, taught)
        return {"tutorial": {"seats": mine, "tips": [self._tip(tip, words) for tip in tips]}}

    def tips(self, role: Role, taught: Learners) -> tuple[Tip, ...]:
        return self._lesson.tips(self._table.timeline, role, taught, self._keys.has_phone)

    def _is_for(self, seat: int, role: Role) -> bool:
        if role.name == "seat":
            return role.seat == seat
        return role == TABLE and not self._keys.has_phone(seat)

    def _tip(self, tip: Tip, words: Words) -> dict[str, Any]:
        say = text_of(words, self._table.game.name, tip.topic)
        return {"topic": tip.topic, "say": say, "seats": list(tip.seats), "opening": tip.opening}
