"""A turn at the wall: insert a card, resolve its pairs, draw, pass on."""

from __future__ import annotations

from companion.core.unfolding import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .chamber import FROM_RESERVE, Choice, choices, play_pair
from .ending import begin_shifting
from .evolving import evolve
from .pairs import couples_in_line, doubles_in_line, new_line_pairs, new_pairs
from .resolving import (
    columns_to_choose,
    kind_of,
    line_choice_matters,
    next_kinds,
    situation_of,
)
from .state import Pair, Phase, Resolving, State


def begin(state: State, move: m.Begin) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("WALL-13", "wall.already_begun")
    return evolve.unfold(state).add(e.Begun()).accepted()


def arrange_columns(state: State, move: m.ArrangeColumns) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("WALL-04", "wall.already_begun")
    if sorted(move.animals) != sorted(state.box.animals):
        return refuse(
            "WALL-04",
            "wall.columns_each_once",
            found=list(move.animals),
            expected=list(state.box.animals),
        )
    return evolve.unfold(state).add(e.ColumnsArranged(move.animals)).accepted()


def insert_card(state: State, move: m.InsertCard) -> Ruling:
    refusal = _why_not(state, move)
    if refusal:
        return refusal
    unfolding = evolve.unfold(state).add(e.CardInserted(state.turn, move.slot, move.card))
    if _draws_first(unfolding.state):
        return _draw_first(unfolding).accepted()
    return settle(unfolding).accepted()


def _draws_first(state: State) -> bool:
    """WO-4, draw_first: as long as the game goes on after this card."""
    if not state.rules.draw_first:
        return False
    return not is_full(state) and state.cards < len(state.box.cards)


def _draw_first(unfolding: Unfolding[State]) -> Unfolding[State]:
    state = unfolding.state
    if not state.piles[0] and state.curses_left:
        return unfolding.add(e.DrawingFirst(state.turn))
    return draw(unfolding)


def settle(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Find the pairs of the card just inserted and resolve them."""
    doing = unfolding.state.resolving
    assert doing is not None
    slots = unfolding.state.slots
    _find_pairs(unfolding, next(n for n, cards in enumerate(slots) if doing.card in cards))
    return proceed(unfolding)


def _why_not(state: State, move: m.InsertCard) -> Refused | None:
    if state.phase == Phase.SETUP:
        return refuse("WALL-13", "wall.not_begun")
    if state.phase != Phase.PLAY:
        return refuse("WALL-49", "wall.wall_is_full")
    if state.resolving or state.drawing:
        return refuse("WALL-19", "wall.answer_first")
    if not 0 <= move.slot < state.box.wall.slots:
        return refuse(
            "WALL-14", "wall.no_such_slot", slot=move.slot + 1, slots=state.box.wall.slots
        )
    if len(state.slots[move.slot]) >= state.box.wall.capacity:
        return refuse("WALL-20", "wall.slot_full", slot=move.slot + 1)
    if not state.box.has_card(move.card):
        return refuse("WALL-08", "wall.not_in_the_box", card=move.card)
    if move.card in state.inserted:
        return refuse("WALL-18", "wall.already_inserted", card=_faces(state, move.card))
    return None


def _faces(state: State, card: str) -> list[str]:
    return [face for row in state.box.card(card).cells for face in row]


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
        if lines := new_line_pairs(state, slot):
            unfolding.add(e.LinesOffered(tuple(lines.values())))
        if state.rules.sphinx_double_fills_line:
            _fill_lines(unfolding, slot, frozenset(lines))
    elif pairs := new_pairs(state, slot):
        unfolding.add(e.PairsFormed(pairs))


def _fill_lines(unfolding: Unfolding[State], slot: int, offered: frozenset[str]) -> None:
    """Two equal animals on one card use their line up, unless it still pays a pair (WO-31)."""
    for line, animal in doubles_in_line(unfolding.state, slot):
        if line not in offered:
            unfolding.add(e.LineUsed(line, animal, ("WALL-71", "WO-31")))


def call_pair(state: State, move: m.CallPair) -> Ruling:
    doing = state.resolving
    if doing is None or not doing.calling:
        return refuse("WO-25", "wall.nothing_to_call")
    called = frozenset(move.places)
    pair = next((p for p in doing.uncalled if called == {p.here, p.there}), None)
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
            return proceed(_use_line(evolve.unfold(state), pair)).accepted()
    return refuse("WALL-71", "wall.no_such_choice")


def choose_column(state: State, move: m.ChooseColumn) -> Ruling:
    if move.animal not in _columns_open(state):
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
    unfolding = evolve.unfold(state)
    _play_current(unfolding, choice)
    return proceed(unfolding).accepted()


def _why_no_researcher(state: State, choice: Choice) -> tuple[str, str]:
    if state.resolving is None or state.resolving.current is None:
        return "WALL-25", "wall.no_researcher_now"
    if choice == FROM_RESERVE:
        return "WALL-33", "wall.reserve_empty"
    return ("WO-6", "wall.must_set") if choice is None else ("WALL-33", "wall.no_such_choice")


def researcher_choices(state: State) -> tuple[Choice, ...]:
    """What the mover may answer about a researcher now; empty when nothing is asked."""
    doing = state.resolving
    if doing is None or doing.current is None:
        return ()
    return choices(situation_of(state, doing), doing.current)


def kinds_open(state: State) -> tuple[tuple[str, bool], ...]:
    """The kinds of pair the mover may choose between now; empty when the order is no question."""
    doing = state.resolving
    if doing is None or doing.current or doing.lines or doing.calling or not doing.pairs:
        return ()
    if _columns_open(state):
        return ()
    kinds = next_kinds(situation_of(state, doing), doing.pairs)
    return kinds if len(kinds) > 1 else ()


def _columns_open(state: State) -> tuple[str | None, ...]:
    """researchers_per_move = 1: the columns to choose from now."""
    doing = state.resolving
    if doing is None or doing.chosen is not None or not doing.pairs or doing.lines or doing.calling:
        return ()
    if state.rules.researchers_per_move != "1":
        return ()
    return columns_to_choose(situation_of(state, doing), doing.pairs)


def columns_open(state: State) -> tuple[str | None, ...]:
    """The columns to choose from, when there is a choice."""
    options = _columns_open(state)
    named = [option for option in options if option is not None]
    return options if len(named) > 1 or (len(named) == 1 and None in options) else ()


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
        options = researcher_choices(state)
        if len(options) > 1:
            return False
        _play_current(unfolding, options[0])
        return True
    if not doing.pairs:
        unfolding.add(e.CardResolved())
        return True
    if (options := _columns_open(state)) and doing.chosen is None:
        if columns_open(state):
            return False
        unfolding.add(e.ColumnChosen(options[0]))
        return True
    return _take_next(unfolding, doing)


def _settle_line(unfolding: Unfolding[State], doing: Resolving) -> bool:
    situation = situation_of(unfolding.state, doing)
    if len(doing.lines[0]) > 1 and line_choice_matters(situation, doing.pairs, doing.lines):
        return False
    _use_line(unfolding, doing.lines[0][0])
    return True


def _use_line(unfolding: Unfolding[State], pair: Pair) -> Unfolding[State]:
    return unfolding.add(e.LinePairChosen(pair), e.LineUsed(pair.line, pair.animal))


def _take_next(unfolding: Unfolding[State], doing: Resolving) -> bool:
    kinds = next_kinds(situation_of(unfolding.state, doing), doing.pairs)
    if len(kinds) > 1:
        return False
    unfolding.add(e.PairTaken(next(p for p in doing.pairs if kind_of(p) == kinds[0])))
    return True


def _play_current(unfolding: Unfolding[State], choice: Choice) -> None:
    doing = unfolding.state.resolving
    assert doing is not None
    assert doing.current is not None
    happened = play_pair(situation_of(unfolding.state, doing), doing.current, choice)
    unfolding.add(*happened, e.PairResolved(doing.current))


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
    return settle(unfolding) if unfolding.state.resolving else pass_turn(unfolding)


def pass_turn(unfolding: Unfolding[State]) -> Unfolding[State]:
    state = unfolding.state
    following = (state.turn + 1) % len(state.seats)
    if not state.hands[following]:
        holding = (seat for seat in state.seats_from(following) if state.hands[seat])
        following = next(holding, following)
    return unfolding.add(e.TurnPassed(following))


def is_full(state: State) -> bool:
    return state.cards >= state.box.wall.cards
