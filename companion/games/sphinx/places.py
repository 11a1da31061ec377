"""What people may ask of a place at the sphinx: a square, a sphinx, or somebody.

What a number brings is in the answers to the open question, cut to what a role may know; here
stands only why a square cannot be reached, and the board alone decides that.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import PlaceGuide, Try
from companion.core.replies import is_about
from companion.core.verdict import Option, Refused, refuse

from . import moves as m
from .spiral import count, ends, numbers
from .state import Phase, State
from .visiting import visit_at_hand

SPHINX = ("SPHINX-04", "SPHINX-31", "SPHINX-32", "SPHINX-33")


def tries(state: State, place: str) -> Iterator[Try | Refused]:
    """Why no number comes to rest on a square."""
    square = _square(place)
    idle = state.phase == Phase.PLAY and not (state.claim or visit_at_hand(state))
    if square is None or not idle or state.dice is None:
        return
    if any(square in (end.square, end.rest) for end in ends(state)):
        return
    ways = [(face, way) for face in numbers(state) for way in (True, False)]
    blocked = [(face, way) for face, way in ways if count(state, face, way) == square]
    yield from (Try(m.UseDie(face, way)) for face, way in blocked)
    if not blocked:
        faces = list(state.dice)
        yield refuse("SPHINX-13", "sphinx.may.out_of_reach", square=square, faces=faces)


def means(option: Option, place: str) -> bool:
    """Whether an answer leads to a square, or names a sphinx or somebody."""
    square = _square(place)
    values = option.say.values
    if square is not None:
        return square in (values.get("square"), values.get("rest"))
    return is_about(option, place)


def clauses(state: State, place: str) -> tuple[str, ...]:
    """Return the clauses of a place as it stands now."""
    box, square = state.box, _square(place)
    if place.startswith("seat-"):
        return "SPHINX-17", "SPHINX-34", "SPHINX-35a", "SPHINX-35c"
    if place in box.guard_seats:
        return (*SPHINX, "SPHINX-22", "SPHINX-37b", "SPHINX-39")
    if place in box.temple_seats:
        return (*SPHINX, "SPHINX-22")
    return () if square is None else _of_square(state, square)


def _of_square(state: State, square: int) -> tuple[str, ...]:
    box, rules = state.box, state.rules
    if square == box.treasure:
        return "SPHINX-36a", "SPHINX-36b", "SPHINX-37a"
    found = ["SPHINX-13", "SPHINX-18"]
    if box.door_at(square) is not None:
        found += ["SPHINX-46" if rules.doors_optional else "SPHINX-24", "SPHINX-25", "SPHINX-28"]
    if square in dict(box.card_squares):
        found += ["SPHINX-29", "SPHINX-47" if rules.keep_cards else "SPHINX-30"]
    if square in box.mummies:
        found += ["SPHINX-31", "SPHINX-33"]
    return tuple(found)


def _square(place: str) -> int | None:
    return int(place[1:]) if place[:1] == "s" and place[1:].isdecimal() else None


PLACES = PlaceGuide[State](tries, means, clauses)
