"""Phase 2: where the figure goes. Decided silently when every choice comes to the same."""

from __future__ import annotations

from typing import Any

from companion.core.decide import Unfolding
from companion.core.verdict import Move, Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .landing import land
from .state import Phase, State
from .turning import end_turn
from .way import FORWARD, targets

Choice = m.MoveFigure | m.StayPut


def choices(state: State) -> tuple[Choice, ...]:
    """Return what the player on turn may do with the figure, forward first (BOWL-22, BOWL-O-09)."""
    if state.phase != Phase.MOVE or state.wanted is None:
        return ()
    found = targets(state, state.wanted)
    moves = tuple(m.MoveFigure(state.box.track[place].id) for place in found.values())
    if state.rules.move_optional or not moves:
        return (*moves, m.StayPut())
    return moves


def offer(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Ask where the figure goes, or move it at once when all answers come to the same."""
    state = unfolding.state
    options = choices(state)
    if len({outcome(state, option) for option in options}) == 1:
        return play(unfolding, options[0])
    return unfolding


def outcome(state: State, choice: Choice) -> State:
    """Return the state a choice leads to, without the path the mummy took."""
    return play(evolve.unfold(state), choice).state.forgetting_the_walk()


def play(unfolding: Unfolding[State], choice: Choice) -> Unfolding[State]:
    """Move or stay, with all that follows, to the end of the turn."""
    state = unfolding.state
    if isinstance(choice, m.StayPut):
        nowhere = not targets(state, state.wanted or "")
        why, clause = ("nowhere", "BOWL-O-07") if nowhere else ("chosen", "BOWL-O-09")
        unfolding.add(e.FigureStayed(state.turn, why, (clause,)))
        return end_turn(unfolding)
    direction = _direction(state, choice.field)
    because = ("BOWL-70", "BOWL-23") if state.rules.quick else ("BOWL-22", "BOWL-23", "BOWL-24")
    unfolding.add(e.FigureMoved(state.turn, choice.field, direction, because))
    land(unfolding, direction)
    return end_turn(unfolding)


def _direction(state: State, field: str) -> str:
    found = targets(state, state.wanted or "")
    return next(way for way, place in found.items() if state.box.track[place].id == field)


def move_figure(state: State, move: m.MoveFigure) -> Ruling:
    if move in choices(state):
        return play(evolve.unfold(state), move).accepted()
    return _why_not(state, move)


def _why_not(state: State, move: m.MoveFigure) -> Refused:
    if state.phase != Phase.MOVE or state.wanted is None:
        return refuse("BOWL-21", "bowl.no_move_now")
    place = state.box.index(move.field)
    if place is None:
        return refuse("BOWL-23", "bowl.no_such_field", field=move.field)
    expected = [c.field for c in choices(state) if isinstance(c, m.MoveFigure)]
    values: dict[str, Any] = {
        "field": move.field,
        "colour": state.wanted,
        "expected": expected,
    }
    if state.rules.quick and place < state.here:
        return refuse("BOWL-70", "bowl.only_forward", **values)
    if place == state.here:
        return refuse("BOWL-O-08", "bowl.own_field", **values)
    face = state.tiles[place]
    if face is None or face.colour != state.wanted:
        return refuse("BOWL-23", "bowl.other_colour", **values)
    return refuse("BOWL-23", "bowl.not_the_nearest", **values)


def stay_put(state: State, move: m.StayPut) -> Ruling:
    if move in choices(state):
        return play(evolve.unfold(state), move).accepted()
    if state.phase != Phase.MOVE:
        return refuse("BOWL-21", "bowl.no_move_now")
    return refuse("BOWL-O-09", "bowl.must_move")


def is_forward(state: State, choice: Move) -> bool:
    return isinstance(choice, m.MoveFigure) and _direction(state, choice.field) == FORWARD
