"""The way along the spiral: where a count ends, what lies on it, and where the pawn comes to rest.

The corridor has one way only, so what an action passes follows from where it begins and ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import msgspec

from .box import Door
from .state import State, Visit

FORWARD = 1
BACK = -1


class End(msgspec.Struct, frozen=True):
    """A legal use of one number: where the count ends, through which door, and what is passed."""

    face: int
    forward: bool
    square: int
    door: Door | None
    visits: tuple[Visit, ...]
    claim: bool = False
    stay: bool = False

    @property
    def rest(self) -> int:
        """Where the pawn rests once the action is over."""
        return self.door.beyond(self.square) if self.door else self.square


class Foreseen(msgspec.Struct, frozen=True):
    """What an end brings, shown before the move: forced returns first of all."""

    returns: tuple[str, ...]
    takes: tuple[str, ...]
    steals: tuple[tuple[int, tuple[str, ...]], ...]
    """Each victim with the colours that may be stolen there."""
    look: bool
    turned: tuple[int, ...]
    """Whose pawns turn with the door."""


def count(state: State, face: int, forward: bool) -> int:
    """Return the square where the count would end if the corridor had no end."""
    return state.square(state.turn) + face * (FORWARD if forward else BACK)


def is_free(state: State, square: int) -> bool:
    """Whether an action may end there (SPHINX-18); the start may be shared (SPHINX-O-01)."""
    if square == state.box.start and state.rules.start_is_shared:
        return True
    return not [seat for seat in state.at(square) if seat != state.turn]


def ends(state: State) -> Iterator[End]:
    """Yield every legal use of every number left, claims included.

    Where a claim ends the turn either way, it does not matter which number reaches the guards;
    only the smallest is named.
    """
    for face in numbers(state):
        for forward in (True, False):
            yield from ends_of(state, face, forward)
    claims = [claim for face in numbers(state) if (claim := claim_with(state, face))]
    yield from claims[:1] if state.rules.turn_ends_on_wrong_claim else claims


def numbers(state: State) -> tuple[int, ...]:
    """Return the different numbers left on the dice."""
    return tuple(dict.fromkeys(face for face in state.dice or () if isinstance(face, int)))


def ends_of(state: State, face: int, forward: bool) -> Iterator[End]:
    """Yield the ends of one number in one direction: none, one, or two where a door is optional."""
    square = count(state, face, forward)
    if not state.box.start <= square <= state.box.last or not is_free(state, square):
        return
    visits = visits_until(state, square)
    door = state.box.door_at(square)
    yield End(face, forward, square, door, visits)
    if door and state.rules.doors_optional:
        yield End(face, forward, square, None, visits, stay=True)


def whole_way(state: State, forward: bool) -> tuple[End, ...]:
    """Return all numbers left, used one after the other in one direction; empty if that can't be.

    No door lies between them, so every order passes the same squares and any of them will do.
    """
    faces = tuple(face for face in state.dice or () if isinstance(face, int))
    for order in permutations(faces) if len(faces) > 1 else ():
        way = tuple(_one_after_the_other(state, order, forward))
        if len(way) == len(faces):
            return way
    return ()


def _one_after_the_other(state: State, order: tuple[int, ...], forward: bool) -> Iterator[End]:
    for face in order:
        end = next(ends_of(state, face, forward), None)
        if end is None:
            return
        yield end
        if end.door:
            return
        pawns = (*state.pawns[: state.turn], end.square, *state.pawns[state.turn + 1 :])
        state = msgspec.structs.replace(state, pawns=pawns)


def as_one(way: tuple[End, ...]) -> End:
    """Return several ends in one direction as the one they come to."""
    last, visits = way[-1], tuple(visit for end in way for visit in end.visits)
    return End(sum(end.face for end in way), last.forward, last.square, last.door, visits)


def way_to(state: State, end: End) -> list[int]:
    """Return every square of an end, from the pawn's own to where it rests."""
    start = state.square(state.turn)
    square = state.box.last if end.claim else end.square
    step = FORWARD if square >= start else BACK
    way = [*range(start, square, step), square]
    return way if way[-1] == end.rest else [*way, end.rest]


def can_move(state: State, face: int) -> bool:
    """Whether a number can be moved at all; a claim obliges nobody (SPHINX-O-02)."""
    return any(True for forward in (True, False) for _ in ends_of(state, face, forward))


def claim_with(state: State, face: int) -> End | None:
    """Return the claim a number makes possible (SPHINX-O-19)."""
    if not reaches_guards(state, face):
        return None
    visits = visits_until(state, state.box.last)
    if cards_after_returns(state, visits) < len(state.box.guards):
        return None
    return End(face, True, state.box.treasure, None, visits, claim=True)


def reaches_guards(state: State, face: int) -> bool:
    return count(state, face, True) >= claim_square(state)


def claim_square(state: State) -> int:
    """Return the square a count must reach for a claim: the first guard's, or the one beside it."""
    return state.box.last if state.rules.claim_from == "beside" else state.box.first_guard


def cards_after_returns(state: State, visits: tuple[Visit, ...]) -> int:
    """Return how many cards are left of the hand after all forced returns on the way."""
    return len(state.hands[state.turn]) - len(forced_returns(state, visits))


def forced_returns(state: State, visits: tuple[Visit, ...]) -> tuple[str, ...]:
    """Return the colours of the hand that must be given back on the way (SPHINX-30)."""
    if state.rules.keep_cards:
        return ()
    hand = state.hands[state.turn]
    passed = (visit.colour for visit in visits if visit.kind == "card")
    return tuple(dict.fromkeys(colour for colour in passed if colour in hand))


def visits_until(state: State, square: int) -> tuple[Visit, ...]:
    """Return what is passed or reached from the pawn's square, in path order (SPHINX-O-11).

    The square an action begins on does not count (SPHINX-O-09).
    """
    start = state.square(state.turn)
    step = FORWARD if square > start else BACK
    way = range(start + step, square + step, step) if square != start else range(0)
    return tuple(visit for passed in way for visit in _visits_at(state, passed))


def _visits_at(state: State, square: int) -> Iterator[Visit]:
    """Yield the square's own effect first, then the pawn that stands there (SPHINX-44)."""
    colour = state.box.colour_at(square)
    if colour:
        yield Visit(square, "card", colour=colour)
    if square in state.box.mummies:
        yield Visit(square, "mummy")
    if square != state.box.start:  # pawns on the start cannot be passed (SPHINX-O-13)
        yield from (
            Visit(square, "pawn", victim=seat) for seat in state.at(square) if seat != state.turn
        )


def foresee(state: State, end: End) -> Foreseen:
    """Return what an end brings, if every card offered on the way is left."""
    hand = state.hands[state.turn]
    offered = dict.fromkeys(v.colour for v in end.visits if v.kind == "card")
    return Foreseen(
        returns=forced_returns(state, end.visits),
        takes=tuple(colour for colour in offered if colour not in hand),
        steals=tuple(_prey(state, end)),
        look=not state.looked and any(visit.kind == "mummy" for visit in end.visits),
        turned=_turned(state, end),
    )


def _prey(state: State, end: End) -> Iterator[tuple[int, tuple[str, ...]]]:
    hand = set(state.hands[state.turn])
    for visit in end.visits:
        if visit.kind == "card" and not state.rules.keep_cards:
            hand.discard(visit.colour)
        elif visit.kind == "pawn" and visit.victim not in state.robbed:
            colours = tuple(c for c in state.hands[visit.victim] if c not in hand)
            if colours:
                yield visit.victim, colours


def _turned(state: State, end: End) -> tuple[int, ...]:
    if end.door is None:
        return ()
    beside = [seat for square in end.door.squares for seat in state.at(square)]
    return tuple(seat for seat in beside if seat != state.turn)


def resting(state: State) -> tuple[int | None, ...]:
    """Return where all pawns rest once the action under way is over."""
    if state.action is None or state.action.door is None:
        return state.pawns
    turned = dict(turned_by(state, state.action.door))
    return tuple(turned.get(seat, square) for seat, square in enumerate(state.pawns))


def turned_by(state: State, number: int) -> tuple[tuple[int, int], ...]:
    """Return every seat beside a door, with the square on the other side (SPHINX-27)."""
    door = next(door for door in state.box.doors if door.number == number)
    return tuple(
        (seat, door.beyond(square))
        for seat, square in enumerate(state.pawns)
        if square is not None and square in door.squares
    )
