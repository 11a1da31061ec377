"""Unfolding as this room does it: with its own evolve."""

from __future__ import annotations

from companion.core import unfolding

from .evolving import evolve
from .state import State


class Unfolding(unfolding.Unfolding[State]):
    """Collects events and keeps the state they lead to at hand."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)
