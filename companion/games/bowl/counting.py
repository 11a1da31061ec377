"""A game nobody followed: who has won it, or how it stands and goes on from there."""

from __future__ import annotations

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import Face
from .evolving import evolve
from .learning import is_a_face
from .state import Phase, State


def count_at_end(state: State, move: m.CountAtEnd) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("BOWL-09", "bowl.already_begun")
    if not 0 <= move.seat < len(state.seats):
        return refuse("BOWL-01", "bowl.no_such_seat", seat=move.seat + 1)
    return evolve.unfold(state).add(e.CountedAtEnd(move.seat)).accepted()


def go_on_from(state: State, move: m.GoOnFrom) -> Ruling:
    refusal = _why_not(state, move)
    if refusal:
        return refusal
    told = e.PositionTold(
        move.seat, move.fields, move.scarabs, move.tiles, move.mummy, move.to_chamber, move.bowl
    )
    return evolve.unfold(state).add(told).accepted()


def _why_not(state: State, move: m.GoOnFrom) -> Refused | None:
    if state.phase != Phase.SETUP:
        return refuse("BOWL-09", "bowl.already_begun")
    seats = len(state.seats)
    if not 0 <= move.seat < seats or not len(move.fields) == len(move.scarabs) == seats:
        return refuse("BOWL-01", "bowl.no_such_seat", seat=move.seat + 1)
    return _why_not_there(state, move) or _why_not_that_many(state, move)


def _why_not_there(state: State, move: m.GoOnFrom) -> Refused | None:
    """Figures outside the chamber, tiles where tiles lie, the mummy in its pyramid."""
    box = state.box
    fields = {field.id: number for number, field in enumerate(box.track[: box.chamber])}
    for field in move.fields:
        if field not in fields:
            return refuse("BOWL-23", "bowl.no_such_field", field=field)
    for field, colour, symbols in move.tiles:
        known = field in fields and box.track[fields[field]].has_tile
        if not known or not is_a_face(Face(colour, symbols)):
            return refuse("BOWL-03", "bowl.no_such_field", field=field)
    home = range(box.first_pyramid, box.last_pyramid + 1)
    if state.mummy and fields.get(move.mummy) not in home:
        return refuse("BOWL-06", "bowl.broken.mummy", field=move.mummy)
    return None


def _why_not_that_many(state: State, move: m.GoOnFrom) -> Refused | None:
    """No more scarabs and boulders than the box has, and a boulder of each colour to draw."""
    for seat, found in zip(state.seats, move.scarabs, strict=True):
        if not 0 <= found <= state.cap:
            return refuse(
                "BOWL-43", "bowl.broken.cap", player=seat.name, found=found, expected=state.cap
            )
    if sum(move.scarabs) > state.box.scarabs:
        return refuse(
            "BOWL-08", "bowl.broken.scarabs", found=sum(move.scarabs), expected=state.box.scarabs
        )
    full = state.box.full_bowl
    if len(move.bowl) != len(full):
        return refuse("BOWL-10", "bowl.broken.bowl", colour=state.box.boulder_colours[0])
    for colour, found, most in zip(state.box.boulder_colours, move.bowl, full, strict=True):
        if not 1 <= found <= most:
            return refuse(
                "BOWL-10", "bowl.broken.boulders", colour=colour, found=found, expected=most
            )
    return None
