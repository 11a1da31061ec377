"""What follows a card: its pairs are found and resolved, a card is drawn, the turn passes on."""

from __future__ import annotations

from companion.core.decide import Unfolding

from . import events as e
from .chamber import Situation, choices, play_pair
from .choosing import columns_due, columns_open
from .ending import begin_shifting
from .pairs import couples_in_line, doubles_in_line, exhausted_lines, new_line_pairs, new_pairs
from .resolving import kind_of, line_choice_matters, next_kinds, situation_of
from .state import Pair, Resolving, State


def settle(unfolding: Unfolding[State], slot: int) -> Unfolding[State]:
    """Find the pairs of the card just inserted into a slot and resolve them."""
    _find_pairs(unfolding, slot)
    return proceed(unfolding)


def _find_pairs(unfolding: Unfolding[State], slot: int) -> None:
    state = unfolding.state
    sphinx = state.rules.eyes_of_the_sphinx
    if not state.rules.auto_detect:
        couples = couples_in_line(state, slot) if sphinx else new_pairs(state, slot)
        hidden = tuple(couples)
        unfolding.add(e.PairsHidden(hidden))
        if sphinx and state.rules.sphinx_double_fills_line:
            _fill_lines(unfolding, slot, frozenset(pair.line for pair in hidden))
    elif sphinx:
        _say_exhausted(unfolding, slot)
        if lines := new_line_pairs(state, slot):
            unfolding.add(e.LinesOffered(tuple(lines.values())))
        if state.rules.sphinx_double_fills_line:
            _fill_lines(unfolding, slot, frozenset(lines))
    elif pairs := new_pairs(state, slot):
        unfolding.add(e.PairsFormed(pairs))


def _say_exhausted(unfolding: Unfolding[State], slot: int) -> None:
    """Say of each line that has paid already why the animal brings nothing there (WO-20)."""
    for line, animal in exhausted_lines(unfolding.state, slot):
        unfolding.add(e.LineExhausted(line, animal))


def _fill_lines(unfolding: Unfolding[State], slot: int, offered: frozenset[str]) -> None:
    """Use up the line of two equal animals on one card, unless it still pays a pair (WO-31)."""
    for line, animal in doubles_in_line(unfolding.state, slot):
        if line not in offered:
            unfolding.add(e.LineUsed(line, animal, ("WALL-71", "WO-31")))


def proceed(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Go on resolving until something must be asked or the card is done; then draw."""
    while (doing := unfolding.state.resolving) is not None:
        if doing.calling or not _one_step(unfolding, doing):
            return unfolding
    return draw(unfolding)


def _one_step(unfolding: Unfolding[State], doing: Resolving) -> bool:
    """Do the next thing that needs no decision; False when a person has to decide."""
    state = unfolding.state
    if doing.lines:
        return _settle_line(unfolding, doing)
    if doing.current:
        return _play_unasked(unfolding, situation_of(state, doing), doing.current)
    if not doing.pairs:
        unfolding.add(e.CardResolved())
        return True
    if options := columns_due(state):
        if columns_open(state):
            return False
        unfolding.add(e.ColumnChosen(options[0]))
        return True
    return _take_next(unfolding, doing)


def _settle_line(unfolding: Unfolding[State], doing: Resolving) -> bool:
    situation = situation_of(unfolding.state, doing)
    if len(doing.lines[0]) > 1 and line_choice_matters(situation, doing.pairs, doing.lines):
        return False
    use_line(unfolding, doing.lines[0][0])
    return True


def use_line(unfolding: Unfolding[State], pair: Pair) -> Unfolding[State]:
    return unfolding.add(e.LinePairChosen(pair), e.LineUsed(pair.line, pair.animal))


def _take_next(unfolding: Unfolding[State], doing: Resolving) -> bool:
    situation = situation_of(unfolding.state, doing)
    kinds = next_kinds(situation, doing.pairs)
    if len(kinds) > 1:
        return False
    pair = next(p for p in doing.pairs if kind_of(p) == kinds[0])
    return _play_unasked(unfolding.add(e.PairTaken(pair)), situation, pair)


def _play_unasked(unfolding: Unfolding[State], situation: Situation, pair: Pair) -> bool:
    """Resolve the pair at hand, unless the mover has a choice about a researcher."""
    options = choices(situation, pair)
    if len(options) > 1:
        return False
    unfolding.add(*play_pair(situation, pair, options[0]), e.PairResolved(pair))
    return True


def draw(unfolding: Unfolding[State]) -> Unfolding[State]:
    """End the turn by drawing, unless somebody has to look at the pile (WALL-19, WALL-62)."""
    state = unfolding.state
    if state.resolving is None:
        cards = state.cards
        if cards >= state.box.wall.cards:
            return begin_shifting(unfolding.add(e.WallFilled()))
        if cards == len(state.box.cards):
            return begin_shifting(unfolding.add(e.WallFilled(("WO-16",))))
        if state.drawn:
            return pass_turn(unfolding)
    first, second = state.piles
    if not first and state.curses_left:
        return unfolding
    drew = e.CardDrawn(state.turn) if first or second else e.NothingToDraw(state.turn)
    return after_drawing(unfolding.add(drew))


def after_drawing(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Pass the turn on, or settle the pairs that waited for the card (draw_first)."""
    doing, slots = unfolding.state.resolving, unfolding.state.slots
    if doing is None:
        return pass_turn(unfolding)
    return settle(unfolding, next(n for n, cards in enumerate(slots) if doing.card in cards))


def pass_turn(unfolding: Unfolding[State]) -> Unfolding[State]:
    state = unfolding.state
    following = (state.turn + 1) % len(state.seats)
    if not state.hands[following]:
        holding = (seat for seat in state.seats_from(following) if state.hands[seat])
        following = next(holding, following)
    return unfolding.add(e.TurnPassed(following))


def is_full(state: State) -> bool:
    """Whether every place is taken, or every card is on the wall (WALL-49)."""
    return state.cards >= min(state.box.wall.cards, len(state.box.cards))
