"""A turn at the wall: the game begins, and a card is inserted."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.facts import FactLearned, is_guessed
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .learning import JOINED, faces_of, id_of, larger, left_like, new_card
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
    unfolding = evolve.unfold(state)
    if larger_wall := _larger(state, move.slot):
        unfolding.add(larger_wall)
    card, *facts = _known_card(unfolding.state, move.card)
    unfolding.add(*facts, e.CardInserted(state.turn, move.slot, card))
    if _draws_first(unfolding.state):
        return _draw_first(unfolding).accepted()
    return settle(unfolding, move.slot).accepted()


def _larger(state: State, slot: int) -> FactLearned | None:
    """Return what is learnt of the wall when a card goes in if none should fit."""
    return larger(state.box, slot, len(state.slots[slot]) if slot < len(state.slots) else 0)


def _known_card(state: State, card: str) -> tuple[str, *tuple[FactLearned, ...]]:
    """Return the id of a card that goes in; one that nobody knew of is known from here on."""
    if _is_left(state, card):
        return (card,)
    faces = faces_of(state.box, card)
    assert faces is not None
    left = left_like(state, faces)
    return (id_of(state.box, faces), new_card(state, faces)) if left is None else (left,)


def _is_left(state: State, card: str) -> bool:
    return state.box.has_card(card) and card not in state.inserted


def _draws_first(state: State) -> bool:
    """WO-4, draw_first: as long as the game goes on after this card."""
    if not state.rules.draw_first:
        return False
    return not is_full(state)


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
    return _why_not_there(state, move.slot) or _why_not_that(state, move.card)


def _why_not_there(state: State, slot: int) -> Refused | None:
    wall = state.box.wall
    known = 0 <= slot < wall.slots
    if known and len(state.slots[slot]) < wall.capacity:
        return None
    grows = is_guessed(state.box, "wall")
    if not known and not (grows and slot == wall.slots):
        return refuse("WALL-14", "wall.no_such_slot", slot=slot + 1, slots=wall.slots)
    return None if grows else refuse("WALL-20", "wall.slot_full", slot=slot + 1)


def _why_not_that(state: State, card: str) -> Refused | None:
    """Say why not that card: a card by its id is one of a kind;
    another like it goes by its faces."""
    if _is_left(state, card):
        return None
    faces = faces_of(state.box, card)
    if faces is not None and card in state.inserted and JOINED not in card:
        return refuse("WALL-18", "wall.already_inserted", card=list(faces))
    if faces is None:
        return refuse("WALL-08", "wall.not_in_the_box", card=card)
    if left_like(state, faces) is not None or is_guessed(state.box, "cards"):
        return None
    if any(known.faces == faces for known in state.box.cards):
        return refuse("WALL-18", "wall.already_inserted", card=list(faces))
    return refuse("WALL-08", "wall.not_in_the_box", card=list(faces))
