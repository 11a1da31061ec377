"""From a reply on the page to the move it makes; the clock answers claims."""

from __future__ import annotations

from companion.core.observation import Reply, Sensed, Ticked
from companion.core.replies import chosen
from companion.core.verdict import Move, Question, Refused, refuse

from . import moves as m
from .box import SNAKE, Face
from .claiming import is_due, is_waiting
from .state import State


def answer(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    """Return the move a reply makes, stamped with the moment it was given."""
    if question.style == "form":
        return _filled_in(state, question, reply, at)
    if reply.points:
        return _pointed(question, reply)
    move = chosen(question, reply, "sphinx.no_such_choice")
    kind, _, colour = (reply.option or "").partition(":")
    if isinstance(move, Refused) and kind == "steal" and colour in state.box.colours:
        return m.Steal(colour)  # named aloud where hands are hidden; the rules answer
    return move


def _filled_in(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    given = tuple(str(reply.fields.get(str(field["name"]), "")) for field in question.fields)
    if state.claim:
        cards = tuple(card for card in given if card)
        return m.LayClaim(state.claim.seat, cards, at)
    if not all(given):
        expected = [str(field["name"]) for field in question.fields]
        return refuse("SPHINX-10", "sphinx.every_die", expected=expected)
    return m.Throw(tuple(map(_face, given)))


def _face(text: str) -> Face:
    return int(text) if text.isdecimal() else SNAKE if text.upper() == SNAKE else text


def _pointed(question: Question, reply: Reply) -> Move | Refused:
    """Handle a tapped square: take the one end that rests there, if there is only one."""
    meant = [o.move for o in question.options if reply.points == (f"s{o.say.values.get('rest')}",)]
    if len(meant) > 1:
        return refuse("SPHINX-12", "sphinx.which_die", cells=reply.points)
    if not meant:
        return refuse("SPHINX-13", "sphinx.not_an_end", cells=reply.points)
    return meant[0]


def hears(state: State, heard: Sensed) -> Move | None:
    """Answer a claim after the same wait, right or wrong (section 5.2)."""
    if isinstance(heard, Ticked) and is_waiting(state) and is_due(state, heard.at):
        return m.AnswerClaim(heard.at)
    return None
