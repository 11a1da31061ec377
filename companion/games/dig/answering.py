"""From a reply on the page or a button on the table to the move it makes."""

from __future__ import annotations

import re

from companion.core.observation import Reply, Sensed
from companion.core.replies import chosen, pressed
from companion.core.verdict import Move, Question, Refused, refuse

from . import moves as m
from .asking import questions
from .state import Phase, State

NUMBER = re.compile(r"-?[0-9]{1,4}")


def answer(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    """Return the move a reply makes. A cell pointed at is a lift, or where the barricade goes."""
    if len(reply.points) == 1 and state.phase == Phase.END:
        return m.PlayBarricade(reply.points[0])
    if len(reply.points) == 1 and state.phase == Phase.DIG:
        return _lifted(state, reply.points[0], reply)
    return chosen(question, reply, "dig.no_such_choice")


def _lifted(state: State, cell: str, reply: Reply) -> Move | Refused:
    """Return a lift entered on the number pad, or by the picture of the card."""
    card = str(reply.fields.get("card", ""))
    number = str(reply.fields.get("value", "")).replace("+", "").replace("−", "-")
    if card:
        return m.Lift(cell, card)
    if not NUMBER.fullmatch(number):
        return refuse("DIG-29", "dig.say_the_number", expected=list(state.box.values))
    return m.Lift(cell, value=int(number))


BUTTONS = {
    "stop": ("stop", "skip"),
    "skip": ("skip",),
    "scarab": ("scarab",),
    "done": ("layer_done", "turned", "begin_digging", "paid", "no_barricade"),
}
"""The answers a button gives, whichever of them is open."""


def hears(state: State, heard: Sensed) -> Move | None:
    """Return the move of a button: stop, skip, scarab, done."""
    return pressed(heard, questions(state), BUTTONS)
