"""What is open to the mover in the middle of a card: researchers, kinds of pair, columns."""

from __future__ import annotations

from .chamber import Choice, choices
from .resolving import columns_to_choose, next_kinds, situation_of
from .state import State


def researcher_choices(state: State) -> tuple[Choice, ...]:
    """Return what the mover may answer about a researcher now; empty when nothing is asked."""
    doing = state.resolving
    if doing is None or doing.current is None:
        return ()
    return choices(situation_of(state, doing), doing.current)


def kinds_open(state: State) -> tuple[tuple[str, bool], ...]:
    """Return the kinds of pair the mover may choose between now; empty when there is no choice."""
    doing = state.resolving
    if doing is None or doing.current or doing.lines or doing.calling or not doing.pairs:
        return ()
    if columns_due(state):
        return ()
    kinds = next_kinds(situation_of(state, doing), doing.pairs)
    return kinds if len(kinds) > 1 else ()


def columns_due(state: State) -> tuple[str | None, ...]:
    """researchers_per_move = 1: the columns to choose from now."""
    if state.rules.researchers_per_move != "1":
        return ()
    doing = state.resolving
    if doing is None or doing.chosen is not None or not doing.pairs or doing.lines or doing.calling:
        return ()
    return columns_to_choose(situation_of(state, doing), doing.pairs)


def columns_open(state: State) -> tuple[str | None, ...]:
    """Return the columns to choose from, when there is a choice."""
    options = columns_due(state)
    named = [option for option in options if option is not None]
    return options if len(named) > 1 or (len(named) == 1 and None in options) else ()
