"""The order of the dice: whether a number that is stuck now would be free after another one."""

from __future__ import annotations

from .spiral import End, can_move, ends_of, numbers, turned_by
from .state import State


def another_order_frees(state: State, face: int) -> bool:
    """Whether moving other numbers first, in some order, lets a stuck one move (SPHINX-O-02)."""
    return any(
        can_move(after, face) or another_order_frees(after, face)
        for other in numbers(state)
        if other != face
        for forward in (True, False)
        for end in ends_of(state, other, forward)
        for after in (_moved(state, end),)
    )


def _moved(state: State, end: End) -> State:
    """Return where the pawns would stand, and which dice would be left;
    cards do not bear on moving."""
    pawns = _set(state.pawns, state.turn, end.square)
    left = list(state.dice or ())
    left.remove(end.face)
    state = state.but(pawns=pawns, dice=tuple(left))
    if end.door is None:
        return state
    for seat, square in turned_by(state, end.door.number):
        pawns = _set(pawns, seat, square)
    return state.but(pawns=pawns)


def _set(pawns: tuple[int | None, ...], seat: int, square: int) -> tuple[int | None, ...]:
    return (*pawns[:seat], square, *pawns[seat + 1 :])
