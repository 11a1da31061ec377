"""A game nobody followed: who has won it, or how it stands and goes on from there."""

from __future__ import annotations

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .ending import end_game
from .evolving import evolve
from .state import Phase, State


def count_at_end(state: State, move: m.CountAtEnd) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("SPHINX-09", "sphinx.already_begun")
    if not 0 <= move.seat < len(state.seats):
        return refuse("SPHINX-O-28", "sphinx.not_playing", seat=move.seat)
    counted = evolve.unfold(state).add(e.CountedAtEnd(move.seat))
    return end_game(counted, move.seat, "claim", "SPHINX-39").accepted()


def go_on_from(state: State, move: m.GoOnFrom) -> Ruling:
    refusal = _why_not(state, move)
    if refusal:
        return refusal
    told = e.PositionTold(move.seat, move.squares, move.hands)
    return evolve.unfold(state).add(told).accepted()


def _why_not(state: State, move: m.GoOnFrom) -> Refused | None:
    """Pawns on squares there are, not two on one, and no more cards than the box has."""
    if state.phase != Phase.SETUP:
        return refuse("SPHINX-09", "sphinx.already_begun")
    seats, box = len(state.seats), state.box
    if not 0 <= move.seat < seats or len(move.squares) != seats or len(move.hands) != seats:
        return refuse("SPHINX-O-28", "sphinx.not_playing", seat=move.seat)
    for square in move.squares:
        shared = move.squares.count(square) > 1 and square != box.start
        if shared or not box.start <= square <= box.last:
            return refuse("SPHINX-18", "sphinx.broken.square", square=square)
    for hand, seat in zip(move.hands, state.seats, strict=True):
        if len(set(hand)) < len(hand) or not set(hand) <= set(box.colours):
            return refuse("SPHINX-29", "sphinx.broken.hand", player=seat.name)
    for colour in box.colours:
        left = box.each - sum(hand.count(colour) for hand in move.hands)
        if left < 0:
            return refuse("SPHINX-05", "sphinx.broken.cards", colour=colour, found=left)
    return None
