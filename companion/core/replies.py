"""Write questions and turn replies or buttons into moves, the same in all rooms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from .observation import Pressed, Reply, Sensed
from .state import TableState
from .verdict import Move, Option, Question, Refused, Saying, offered, refuse

Buttons = Mapping[str, Sequence[str]]
"""The answers each button gives, in the order they are tried."""


def chosen(question: Question, reply: Reply, key: str) -> Move | Refused:
    """Return the move of the chosen option; refuse anything else with *key*."""
    move = next((o.move for o in question.options if o.name == reply.option), None)
    return refuse(question.because[0], key) if move is None else move


def pressed(heard: Sensed, questions: Iterable[Question], buttons: Buttons) -> Move | None:
    """Return the first answer of a button that is open now."""
    if not isinstance(heard, Pressed):
        return None
    return offered(questions, buttons.get(heard.button, ()))


def option(room: str, name: str, move: Move, /, advised: bool = False, **values: object) -> Option:
    """Return an answer with its sentence, which is found by the name before the colon."""
    return Option(name, move, Saying(f"{room}.option.{name.partition(':')[0]}", values), advised)


def who(state: TableState) -> dict[str, object]:
    """Return the player on turn, for a sentence."""
    return {"player": state.seats[state.turn].name}


def is_about(one: Option, place: str) -> bool:
    """Check whether an answer is about a place: it is tapped there, or its move names it."""
    if place in one.cells:
        return True
    named = msgspec.to_builtins(one.move)
    return any(_names(value, name, place) for name, value in named.items() if name != "type")


def _names(value: object, name: str, place: str) -> bool:
    if name == "seat":
        return place == f"seat-{value}"
    if isinstance(value, list | tuple):
        return any(_names(each, "", place) for each in value)
    return value == place
