"""From a reply on the page or a button on the table to the move it makes, as in every room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .observation import Pressed, Reply, Sensed
from .verdict import Move, Question, Refused, offered, refuse

Buttons = Mapping[str, Sequence[str]]
"""The answers each button gives, in the order they are tried."""


def chosen(question: Question, reply: Reply, key: str) -> Move | Refused:
    """The move behind the option that was chosen; *key* refuses anything else."""
    move = next((o.move for o in question.options if o.name == reply.option), None)
    return refuse(question.because[0], key) if move is None else move


def pressed(heard: Sensed, questions: Iterable[Question], buttons: Buttons) -> Move | None:
    """The first answer of a button that is open now."""
    if not isinstance(heard, Pressed):
        return None
    return offered(questions, buttons.get(heard.button, ()))
