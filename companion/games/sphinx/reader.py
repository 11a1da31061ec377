"""What the camera can look at: the squares of the corridor, cards laid for a claim, dice on pads.

The start is left out: several pawns may stand there, and the eye cannot separate them. Seats
show sphinxes that all look alike, so there is nothing to read on them either.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.core.cells import EMPTY, Cells, difference
from companion.core.verdict import Move

from . import moves as m
from .box import Box
from .dicing import faces, pads
from .spiral import End, claim_with, ends_of, resting
from .state import Phase, State

DOWN = "down"


def square_cell(square: int) -> str:
    """Return the id of a square's cell.

    >>> square_cell(36)
    's36'
    """
    return f"s{square}"


def card_cell(row: int, column: int) -> str:
    return f"r{row}c{column}"


def squares_seen(box: Box) -> tuple[int, ...]:
    """Return the squares where a pawn can be read: the corridor after the start,
    and the treasure."""
    return (*range(box.start + 1, box.last + 1), box.treasure)


def cells(box: Box) -> dict[str, Any]:
    """Return the board as plain data for the eye and the painter."""
    places = {
        square_cell(square): (row, column)
        for row, squares in enumerate(box.grid)
        for column, square in enumerate(squares)
        if square in squares_seen(box)
    }
    return {
        "pawns": {
            "kind": "pawn",
            "places": places,
            "square_mm": box.square_mm,
            "labels": (EMPTY, *box.pawns),
        },
        "cards": {
            "kind": "card",
            "rows": box.mat.rows,
            "columns": box.mat.columns,
            "card_mm": box.mat.card_mm,
            "origin_mm": box.mat.origin_mm,
            "pitch_mm": box.mat.pitch_mm,
            "labels": (EMPTY, DOWN, *box.colours),
        },
        "dice": {"kind": "die", "pads": pads(box), "labels": (EMPTY, *faces(box))},
    }


def visible(state: State) -> Cells:
    """Return what every cell shows in this state: pawns where they rest, cards as they are laid."""
    box = state.box
    shown = _bare(box.last, box.treasure, box.mat.rows, box.mat.columns).copy()
    for seat, square in enumerate(resting(state)):
        if square is not None and square != state.box.start:
            shown[square_cell(square)] = state.seats[seat].colour
    for column, colour in enumerate(state.claim.cards if state.claim else ()):
        shown[card_cell(0, column)] = colour
    return shown


@cache
def _bare(last: int, treasure: int, rows: int, columns: int) -> dict[str, str]:
    """Return a board without a pawn or a card."""
    squares = (*range(1, last + 1), treasure)
    cards = (card_cell(row, column) for row in range(rows) for column in range(columns))
    return dict.fromkeys((*map(square_cell, squares), *cards), EMPTY)


def shown_by(state: State, move: Move) -> Cells:
    """Return the cells a move would change, found without deciding it."""
    match move:
        case m.UseDie(face=face, forward=forward, stay=stay) if _may_move(state, face):
            found = (e for e in ends_of(state, face, forward) if e.stay == stay)
            return _shown_by_end(state, next(found, None))
        case m.ApproachGuards(face=int(face)) if _may_move(state, face):
            return _shown_by_end(state, claim_with(state, face))
        case m.LayClaim(cards=cards) if state.claim and not state.claim.cards:
            return {card_cell(0, column): colour for column, colour in enumerate(cards)}
        case m.CompareClaim(right=right) if state.claim and state.claim.cards:
            return _shown_by_judgement(state, right)
        case m.GiveUp(seat=seat) if seat in state.playing and state.phase == Phase.PLAY:
            return _shown_by_leaving(state, seat)
    return {}


def _may_move(state: State, face: int) -> bool:
    busy = state.action or state.claim or state.fallen
    return not busy and face in (state.dice or ())


def _shown_by_end(state: State, end: End | None) -> Cells:
    if end is None:
        return {}
    pawns = list(state.pawns)
    pawns[state.turn] = end.square
    if end.door:
        pawns = [
            end.door.beyond(s) if s is not None and s in end.door.squares else s for s in pawns
        ]
    return difference(visible(state), visible(state.but(pawns=tuple(pawns))))


def _shown_by_judgement(state: State, right: bool) -> Cells:
    """Take up the cards again; after a wrong claim the pawn goes back to the start."""
    assert state.claim is not None
    pawns = list(state.pawns)
    if not right:
        pawns[state.claim.seat] = state.box.start
    return difference(visible(state), visible(state.but(pawns=tuple(pawns), claim=None)))


def _shown_by_leaving(state: State, seat: int) -> Cells:
    pawns = list(resting(state))
    pawns[seat] = None
    gone = state.but(pawns=tuple(pawns), action=None)
    if state.claim and state.claim.seat == seat or len(state.playing) == 2:
        gone = gone.but(claim=None)
    return difference(visible(state), visible(gone))
