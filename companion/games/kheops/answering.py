"""From a reply on the page or a button on the table to the move it makes."""

from __future__ import annotations

from companion.core.observation import Reply, Sensed
from companion.core.replies import chosen, pressed
from companion.core.verdict import Move, Question, Refused, refuse

from . import moves as m
from .asking import questions
from .faces import MOVE, SWAP
from .powers import turnable
from .state import Phase, State


def answer(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    """Return the move a reply makes: an option by its name, or the places pointed at."""
    if reply.points and state.phase == Phase.POWER:
        return _pointed(state, question, reply)
    return chosen(question, reply, "kheops.no_such_choice")


def _pointed(state: State, question: Question, reply: Reply) -> Move | Refused:
    """Return two pawns to exchange in any order, a pawn and its target,
    or a tile with its new turn."""
    if len(reply.points) != question.points:
        return refuse(question.because[-1], "kheops.point_at", points=question.points)
    if state.power == SWAP:
        one, other = reply.points
        laid = state.at(one)
        own = laid is not None and laid.pawn is not None and laid.pawn.colour == state.colour
        return m.SwapPawns(one, other) if own else m.SwapPawns(other, one)
    if state.power == MOVE:
        return m.MovePawn(*reply.points)
    return _turn(state, reply.points[0], str(reply.fields.get("turn", "")))


def _turn(state: State, cell: str, turn: str) -> Move | Refused:
    laid = state.at(cell)
    if laid is not None and laid.shows.looks_alike:
        return m.TurnTile(cell, 0)
    if turn.isdecimal():
        return m.TurnTile(cell, int(turn))
    if laid is None or cell in turnable(state):
        return refuse("KO-3", "kheops.say_the_turn", cells=(cell,), cell=cell)
    return m.TurnTile(cell, (laid.turn + 1) % 3)  # refused for the tile, whichever way it is turned


BUTTONS = {"done": ("begin",), "skip": ("no_power",)}
"""The answers a button gives, whichever of them is open."""


def hears(state: State, heard: Sensed) -> Move | None:
    """Return the move of a button: done begins the game,
    skip leaves a power unused where it may."""
    return pressed(heard, questions(state), BUTTONS)
