"""A turn at the wall: the game begins, and a card is inserted."""

from __future__ import annotations

from companion.core.unfolding import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .settling import draw, is_full, settle
from .state import Phase, State


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
    return settle(unfolding, move.slot).accepted()


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
