"""Who sits at the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .errors import BadSeats

NAME_LENGTH = 24


class Seat(msgspec.Struct, frozen=True):
    """A player: the name on the page and the colour of the pieces."""

    name: str
    colour: str


def check_seats(seats: Sequence[Seat], at_least: int, at_most: int, colours: Sequence[str]) -> None:
    """Raise unless these people can play together and be told apart."""
    if not at_least <= len(seats) <= at_most:
        raise BadSeats(
            f"{len(seats)} player{'s' * (len(seats) != 1)} for a game of {at_least} to {at_most}; "
            f"seat between {at_least} and {at_most} people"
        )
    _check_each_once([seat.name.casefold() for seat in seats], "name", "give one of them another")
    _check_each_once([seat.colour for seat in seats], "colour", "let one of them take another")
    for seat in seats:
        _check_name(seat.name)
        if seat.colour not in colours:
            raise BadSeats(
                f"no pieces in {seat.colour!r} for {seat.name}; the box has {', '.join(colours)}"
            )


def _check_each_once(words: list[str], what: str, remedy: str) -> None:
    doubled = sorted({word for word in words if words.count(word) > 1})
    if doubled:
        raise BadSeats(f"two players share the {what} {doubled[0]!r}; {remedy}")


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
        raise BadSeats(
            f"{name[:40]!r} cannot be a name; use 1 to {NAME_LENGTH} printable characters"
        )
