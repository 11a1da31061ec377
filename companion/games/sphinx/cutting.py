"""A question as one role may read it: where hands are hidden, its answers must not show them."""

from __future__ import annotations

from msgspec import structs

from companion.core.roles import Role
from companion.core.verdict import Option, Question

from . import moves as m
from .asking import option
from .state import State

COVERED: dict[str, object] = {"returns": [], "takes": [], "victims": []}


def asked(state: State, question: Question, role: Role) -> Question:
    """Cut the answers of a question to what *role* may know (SPHINX-O-17)."""
    if state.rules.hands_public or question.to == role:
        return question
    match question.topic:
        case "act":
            return structs.replace(question, options=tuple(map(_covered, question.options)))
        case "steal":
            return structs.replace(question, options=_any_colour(state))
        case "lay":
            return _any_card(state, question)
    return question


def _covered(one: Option) -> Option:
    """Cover an end's effects: they would give the player's cards away."""
    if not one.say.values.keys() >= COVERED.keys():
        return one
    say = structs.replace(one.say, values={**one.say.values, **COVERED})
    return structs.replace(one, say=say)


def _any_colour(state: State) -> tuple[Option, ...]:
    """Let the thief name a colour aloud; onlookers learn only what the rules then answer."""
    steals = (option(f"steal:{c}", m.Steal(c), colour=c) for c in state.box.colours)
    return (*steals, option("no_steal", m.WaiveSteal()))


def _any_card(state: State, question: Question) -> Question:
    fields = tuple({**field, "choices": list(state.box.colours)} for field in question.fields)
    return structs.replace(question, fields=fields)
