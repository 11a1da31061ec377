"""What only a person can decide at the wall, with the answers the rules allow (section 6)."""

from __future__ import annotations

from functools import partial

from companion.core import replies
from companion.core.replies import who
from companion.core.roles import seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .asking_curse import curse
from .asking_end import reveal, shifting
from .asking_pairs import resolving
from .state import Phase, State

_option = partial(replies.option, "wall")


def questions(state: State) -> tuple[Question, ...]:
    """Return the open questions; empty when the table waits for a card."""
    if state.phase == Phase.SETUP:
        return (_setup(state),)
    if state.curse:
        return (curse(state),)
    if state.drawing:
        return (_drawing(state),)
    if state.resolving:
        return (resolving(state),)
    if state.shift:
        return (shifting(state, state.shift),)
    if state.phase == Phase.REVEAL:
        return tuple(reveal(state, s) for s, done in enumerate(state.reveals) if not done)
    return ()


def _setup(state: State) -> Question:
    return Question(
        topic="setup",
        id="setup",
        ask=Saying("wall.ask.setup", {"player": state.seats[0].name, "hand": state.box.hand}),
        because=tuple(f"WALL-{n:02}" for n in range(1, 14)),
        options=(_option("begin", m.Begin()),),
        style="step",
    )


def _drawing(state: State) -> Question:
    drawn = (_option("drew_card", m.DrawCard()),) if sum(state.piles) else ()
    return Question(
        topic="draw",
        id=f"draw-{state.turns}-{len(state.curses_left)}",
        to=seat(state.turn),
        ask=Saying("wall.ask.draw", {**who(state), "curses": len(state.curses_left)}),
        because=("WALL-62", "WALL-63") if drawn else ("WALL-63", "WO-22"),
        options=(*drawn, *(_curse_option(state, card) for card in state.curses_left)),
    )


def _curse_option(state: State, card_id: str) -> Option:
    card = state.box.curse_card(card_id)
    assert card is not None
    return _option(f"curse:{card_id}", m.TurnCurse(card_id), animals=list(card.animals))
