"""The state after what happens while the pairs of a card are resolved.

A player weighs hundreds of cards in a game, so every event has a function of its own.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.evolve import Table

from . import events as e
from .evolving_chamber import chamber_after
from .state import Pair, State


def _doing(state: State, **changes: Any) -> State:
    """Change what is left to do for the card just inserted, as long as there is one."""
    doing = state.resolving
    return state if doing is None else replace(state, resolving=replace(doing, **changes))


def _pairs_formed(state: State, event: e.PairsFormed) -> State:
    doing = state.resolving
    return _doing(state, pairs=(*doing.pairs, *event.pairs)) if doing else state


def _pair_taken(state: State, event: e.PairTaken) -> State:
    doing = state.resolving
    if doing is None:
        return state
    rest = list(doing.pairs)
    rest.remove(event.pair)
    return _doing(state, pairs=tuple(rest), current=event.pair)


def _pair_resolved(state: State, event: e.PairResolved) -> State:
    return _doing(state, current=None)


def _card_resolved(state: State, event: e.CardResolved) -> State:
    if state.resolving is None:
        return state
    return replace(state, resolving=None, drawing=not state.drawn)


def _scarab_laid(state: State, event: e.ScarabLaid) -> State:
    chamber, doing = chamber_after(state.chamber, event), state.resolving
    if doing is not None:
        doing = replace(doing, laid=(*doing.laid, event.animal))
    return replace(state, chamber=chamber, resolving=doing)


def _researcher_set(state: State, event: e.ResearcherSet) -> State:
    chamber, doing = chamber_after(state.chamber, event), state.resolving
    if doing is not None:
        doing = replace(doing, settled=(*doing.settled, event.animal))
    return replace(state, chamber=chamber, resolving=doing)


def _no_researcher_set(state: State, event: e.NoResearcherSet) -> State:
    doing = state.resolving
    if doing is None or event.why != "declined":
        return state
    return _doing(state, declined=(*doing.declined, event.animal))


def _pairs_hidden(state: State, event: e.PairsHidden) -> State:
    return _doing(state, uncalled=event.pairs, calling=True)


def _pair_called(state: State, event: e.PairCalled) -> State:
    doing, pair = state.resolving, event.pair
    if doing is None:
        return state
    left = tuple(p for p in doing.uncalled if p != pair and not _same_line(p, pair))
    return _doing(state, uncalled=left, pairs=(*doing.pairs, pair))


def _same_line(one: Pair, other: Pair) -> bool:
    return bool(one.line) and one.line == other.line


def _calling_ended(state: State, event: e.CallingEnded) -> State:
    return _doing(state, uncalled=(), calling=False)


def _lines_offered(state: State, event: e.LinesOffered) -> State:
    return _doing(state, lines=event.lines)


def _line_pair_chosen(state: State, event: e.LinePairChosen) -> State:
    doing = state.resolving
    if doing is None:
        return state
    return _doing(state, lines=doing.lines[1:], pairs=(*doing.pairs, event.pair))


def _line_used(state: State, event: e.LineUsed) -> State:
    if state.resolving is None:
        return state
    return replace(state, used_lines=state.used_lines | {(event.line, event.animal)})


def _column_chosen(state: State, event: e.ColumnChosen) -> State:
    return _doing(state, chosen=event.animal or "")


PAIRS: Table[State] = {
    e.PairsFormed: _pairs_formed,
    e.PairTaken: _pair_taken,
    e.PairResolved: _pair_resolved,
    e.CardResolved: _card_resolved,
    e.ScarabLaid: _scarab_laid,
    e.ResearcherSet: _researcher_set,
    e.NoResearcherSet: _no_researcher_set,
    e.PairsHidden: _pairs_hidden,
    e.PairCalled: _pair_called,
    e.CallingEnded: _calling_ended,
    e.LinesOffered: _lines_offered,
    e.LinePairChosen: _line_pair_chosen,
    e.LineUsed: _line_used,
    e.ColumnChosen: _column_chosen,
}
