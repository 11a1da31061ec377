"""A wall nobody followed: its columns at the end, or how it stands and goes on from there."""

from __future__ import annotations

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .ending import begin_shifting
from .evolving import evolve
from .evolving_chamber import TO_OPEN
from .state import Phase, State


def count_at_end(state: State, move: m.CountAtEnd) -> Ruling:
    refusal = _why_not(state, move)
    if refusal:
        return refusal
    counted = e.CountedAtEnd(move.columns, move.taken)
    return begin_shifting(evolve.unfold(state).add(counted, e.WallFilled())).accepted()


def go_on_from(state: State, move: m.GoOnFrom) -> Ruling:
    refusal = _why_not(state, move) or _why_no_wall(state, move)
    if refusal:
        return refusal
    told = e.PositionTold(move.seat, move.columns, move.taken, move.slots)
    return evolve.unfold(state).add(told).accepted()


def _why_no_wall(state: State, move: m.GoOnFrom) -> Refused | None:
    """Cards of the box, each once, in slots that hold them; a full wall is counted instead."""
    wall, laid = state.box.wall, [card for cards in move.slots for card in cards]
    if not 0 <= move.seat < len(state.seats):
        return refuse("WALL-11", "wall.no_such_seat", seat=move.seat + 1)
    if len(move.slots) != wall.slots or len(laid) >= wall.cards:
        return refuse("WALL-49", "wall.wall_is_full")
    for slot, cards in enumerate(move.slots):
        if len(cards) > wall.capacity:
            return refuse("WALL-20", "wall.slot_full", slot=slot + 1)
    strange = next((card for card in laid if not state.box.has_card(card)), None)
    if strange is not None:
        return refuse("WALL-08", "wall.not_in_the_box", card=strange)
    twice = next((card for card in laid if laid.count(card) > 1), None)
    if twice is not None:
        return refuse("WALL-18", "wall.already_inserted", card=list(state.box.card(twice).faces))
    return None


def _why_not(state: State, move: m.CountAtEnd | m.GoOnFrom) -> Refused | None:
    if state.phase != Phase.SETUP:
        return refuse("WALL-13", "wall.already_begun")
    animals = [animal for animal, _, _ in move.columns]
    if sorted(animals) != sorted(state.box.animals):
        expected = list(state.box.animals)
        return refuse("WALL-04", "wall.columns_each_once", found=animals, expected=expected)
    return _why_not_there(state, move) or _why_not_taken(state, move)


def _why_not_there(state: State, move: m.CountAtEnd | m.GoOnFrom) -> Refused | None:
    """Researchers and scarabs: nobody has more than the box."""
    scarabs = [found for _, _, found in move.columns]
    if not all(0 <= found <= TO_OPEN for found in scarabs) or sum(scarabs) > state.box.scarabs:
        found, expected = sum(scarabs), state.box.scarabs
        return refuse("WALL-48", "wall.broken.scarabs", found=found, expected=expected)
    seats = [seat for _, seat, _ in move.columns if seat is not None]
    for seat in (*seats, *(seat for _, _, seat in move.taken)):
        if not 0 <= seat < len(state.seats):
            return refuse("WALL-11", "wall.no_such_seat", seat=seat + 1)
        if seats.count(seat) > state.box.researchers:
            return refuse(
                "WALL-11", "wall.broken.researchers", player=state.seats[seat].name,
                found=seats.count(seat), expected=state.box.researchers,
            )  # fmt: skip
    return None


def _why_not_taken(state: State, move: m.CountAtEnd | m.GoOnFrom) -> Refused | None:
    """Sarcophagi leave a column from the front, each of them once."""
    for column in state.chamber.columns:
        eyes = sorted(eyes for animal, eyes, _ in move.taken if animal == column.animal)
        if eyes != sorted(column.stack[: len(eyes)]):
            return refuse("WALL-41", "wall.front_first", animal=column.animal)
    known = {column.animal for column in state.chamber.columns}
    strange = next((animal for animal, _, _ in move.taken if animal not in known), None)
    return refuse("WALL-41", "wall.front_first", animal=strange) if strange else None
