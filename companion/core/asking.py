"""What the questions of every room have in common: their answers, and whom they name."""

from __future__ import annotations

from .state import TableState
from .verdict import Move, Option, Saying


def option(room: str, name: str, move: Move, /, advised: bool = False, **values: object) -> Option:
    """An answer with its sentence, which is found by the name before the colon."""
    return Option(name, move, Saying(f"{room}.option.{name.partition(':')[0]}", values), advised)


def who(state: TableState) -> dict[str, object]:
    """The player on turn, for a sentence."""
    return {"player": state.seats[state.turn].name}
