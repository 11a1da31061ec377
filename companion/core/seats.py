"""Who sits at the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .errors import BadSeats

NAME_LENGTH = 30


class Seat(msgspec.Struct, frozen=True):
    """A player: the name on the page and the colour of the pieces."""

    name: str
    colour: str


def check_seats(seats: Sequence[Seat], at_least: int, at_most: int, colours: Sequence[str]) -> None:
    """Raise unless these people can play together and be told apart."""
    if not at_least <= len(seats) <= at_most:
        raise BadSeats("fault.seats.number", count=len(seats), at_least=at_least, at_most=at_most)
    _check_each_once([seat.name.casefold() for seat in seats], "name")
    _check_each_once([seat.colour for seat in seats], "colour")
    for seat in seats:
        _check_name(seat.name)
        if seat.colour not in colours:
            raise BadSeats(
                "fault.seats.no_pieces", colour=seat.colour, name=seat.name, colours=list(colours)
            )


def _check_each_once(words: list[str], what: str) -> None:
    doubled = sorted({word for word in words if words.count(word) > 1})
    if doubled:
        raise BadSeats("fault.seats.doubled", what=what, word=doubled[0])


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
        raise BadSeats("fault.seats.bad_name", name=name[:40], most=NAME_LENGTH)
