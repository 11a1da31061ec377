"""Rehearsed people: what they do with their hands, and what they answer when asked.

One module per room knows how they play it. They hold no memory: everything they know follows
from the seed and the state, so a rehearsal goes on after a pulled plug as if nothing happened.
"""

from __future__ import annotations

from typing import Any, Protocol

from companion.core.observation import Reply
from companion.core.verdict import Move, Question


class People(Protocol):
    """Everybody around one rehearsed table."""

    def move(self, state: Any) -> Move | None:
        """What the player on turn does with the pieces; None when nobody may move a piece."""

    def reply(self, state: Any, question: Question) -> Reply:
        """What the person asked answers."""
