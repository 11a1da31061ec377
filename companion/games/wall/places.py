"""What people may ask of a place at the wall: a window, a column, the slab, or somebody."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.facts import is_guessed
from companion.core.game import PlaceGuide, Try
from companion.core.verdict import Refused, refuse

from . import moves as m
from .learning import one_of_each
from .state import Column, Phase, State

SHIFTS = (Phase.SHIFT, Phase.REVEAL, Phase.OVER)


def tries(state: State, place: str) -> Iterator[Try | Refused]:
    """Yield a card of each kind that is left, into the slot of a window."""
    slot = _slot(state, place)
    if slot is not None and _is_full(state, slot):
        guess = is_guessed(state.box, "wall")
        yield refuse("WALL-20", "wall.may.full", slot=slot + 1, guess=guess)
    elif slot is not None:
        yield from (Try(m.InsertCard(slot, card)) for card in one_of_each(state))


def clauses(state: State, place: str) -> tuple[str, ...]:
    """Return the clauses of a place as it stands now."""
    if place == "slab":
        return "WALL-26", "WALL-44", "WALL-48"
    if place.startswith("seat-"):
        return "WALL-14", "WALL-19", "WALL-54", "WALL-55", "WALL-56"
    slot = _slot(state, place)
    if slot is None:
        column = next((one for one in state.chamber.columns if one.animal == place), None)
        return _of_column(state, column) if column else ()
    pair = ("WALL-70", "WALL-71") if state.rules.eyes_of_the_sphinx else ("WALL-21",)
    return ("WALL-20" if _is_full(state, slot) else "WALL-14", "WALL-18", *pair, "WALL-22")


def _of_column(state: State, column: Column) -> tuple[str, ...]:
    if state.phase in SHIFTS:
        return "WALL-50", "WALL-51", "WALL-52", "WALL-53"
    vacant = column.researcher is None
    standing = ("WALL-27", "WALL-29") if vacant else ("WALL-28", "WALL-30", "WALL-31")
    opens = ("WALL-41", "WALL-42") if column.stack else ("WALL-46", "WALL-47")
    return ("WALL-26", *standing, *opens, "WALL-55")


def _slot(state: State, place: str) -> int | None:
    """Return the slot of a window, whose name is how far across and up it is."""
    across, _, up = place.partition(",")
    if not (across.isdecimal() and up.isdecimal()):
        return None
    slot = int(across) // state.box.wall.block[0]
    return slot if slot < len(state.slots) else None


def _is_full(state: State, slot: int) -> bool:
    return len(state.slots[slot]) >= state.box.wall.capacity


PLACES = PlaceGuide[State](tries, clauses=clauses)
