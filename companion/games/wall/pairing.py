"""What the mover decides about the pairs of a card: their order, their line, a researcher."""

from __future__ import annotations

from companion.core.verdict import Ruling, refuse

from . import events as e
from . import moves as m
from .chamber import FROM_RESERVE, Choice, play_pair
from .choosing import columns_due, kinds_open, researcher_choices
from .evolving import evolve
from .resolving import kind_of, situation_of
from .settling import proceed, use_line
from .state import State


def call_pair(state: State, move: m.CallPair) -> Ruling:
    doing = state.resolving
    if doing is None or not doing.calling:
        return refuse("WO-25", "wall.nothing_to_call")
    called = frozenset(move.places)
    pair = next((p for p in doing.uncalled if called == {p.here, p.there}), None)
    if pair is None and state.rules.eyes_of_the_sphinx:
        return refuse("WALL-70", "wall.not_a_line_pair")
    if pair is None:
        return refuse("WALL-21", "wall.not_a_pair")
    unfolding = evolve.unfold(state).add(e.PairCalled(pair))
    if pair.line:
        unfolding.add(e.LineUsed(pair.line, pair.animal))
    return unfolding.accepted()


def call_no_more(state: State, move: m.CallNoMore) -> Ruling:
    if state.resolving is None or not state.resolving.calling:
        return refuse("WO-25", "wall.nothing_to_call")
    return proceed(evolve.unfold(state).add(e.CallingEnded())).accepted()


def choose_line_pair(state: State, move: m.ChooseLinePair) -> Ruling:
    doing = state.resolving
    offers = doing.lines[0] if doing and doing.lines and not doing.calling else ()
    for pair in offers:
        if (pair.line, *kind_of(pair)) == (move.line, move.animal, move.same_gaze):
            return proceed(use_line(evolve.unfold(state), pair)).accepted()
    return refuse("WALL-71", "wall.no_such_choice")


def choose_column(state: State, move: m.ChooseColumn) -> Ruling:
    if move.animal not in columns_due(state):
        return refuse("WO-7", "wall.no_such_choice")
    return proceed(evolve.unfold(state).add(e.ColumnChosen(move.animal))).accepted()


def resolve_next(state: State, move: m.ResolveNext) -> Ruling:
    doing = state.resolving
    if doing is None or doing.current or kinds_open(state) == ():
        return refuse("WALL-38", "wall.no_such_choice")
    for pair in doing.pairs:
        if kind_of(pair) == (move.animal, move.same_gaze):
            return proceed(evolve.unfold(state).add(e.PairTaken(pair))).accepted()
    return refuse("WALL-38", "wall.no_such_choice")


def set_researcher(state: State, move: m.SetResearcher) -> Ruling:
    return _place(state, FROM_RESERVE if move.moved_from is None else move.moved_from, move.animal)


def set_none(state: State, move: m.SetNone) -> Ruling:
    return _place(state, None, move.animal)


def _place(state: State, choice: Choice, animal: str | None) -> Ruling:
    doing = state.resolving
    if animal is not None and doing and doing.current and doing.current.animal != animal:
        return refuse("WALL-25", "wall.no_researcher_now")
    if choice not in researcher_choices(state):
        return refuse(*_why_no_researcher(state, choice))
    assert doing is not None
    assert doing.current is not None
    happened = play_pair(situation_of(state, doing), doing.current, choice)
    unfolding = evolve.unfold(state).add(*happened, e.PairResolved(doing.current))
    return proceed(unfolding).accepted()


def _why_no_researcher(state: State, choice: Choice) -> tuple[str, str]:
    if state.resolving is None or state.resolving.current is None:
        return "WALL-25", "wall.no_researcher_now"
    if choice == FROM_RESERVE:
        return "WALL-33", "wall.reserve_empty"
    return ("WO-6", "wall.must_set") if choice is None else ("WALL-33", "wall.no_such_choice")
