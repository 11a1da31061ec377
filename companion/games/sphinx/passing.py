"""What the player decides on the way: cards to take, sphinxes to look under, cards to steal."""

from __future__ import annotations

from companion.core.verdict import Event, Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .acting import proceed
from .evolving import evolve
from .state import State, Visit
from .visiting import prey, visit_at_hand


def take_card(state: State, move: m.TakeCard) -> Ruling:
    visit = _at_a(state, "card")
    if visit is None:
        return refuse("SPHINX-29", "sphinx.no_card_here")
    return _go_on(state, e.CardTaken(state.turn, visit.colour, visit.square))


def leave_card(state: State, move: m.LeaveCard) -> Ruling:
    visit = _at_a(state, "card")
    if visit is None:
        return refuse("SPHINX-29", "sphinx.no_card_here")
    return _go_on(state, e.CardLeft(state.turn, visit.colour, visit.square))


def look_under(state: State, move: m.LookUnder) -> Ruling:
    if move.where not in state.box.seats:
        return no_such_seat(state, move.where)
    visit = _at_a(state, "mummy")
    if visit is None:
        return _put_it_back(state, move.where)
    return _go_on(state, e.SphinxLifted(state.turn, move.where, visit.square))


def _put_it_back(state: State, where: str) -> Refused:
    """Return the warning for a sphinx lifted without a right."""
    if state.looked:
        player = state.seats[state.turn].name
        return refuse("SPHINX-33", "sphinx.looked_already", where=where, player=player)
    return refuse("SPHINX-31", "sphinx.no_look_now", where=where)


def no_such_seat(state: State, where: str) -> Refused:
    return refuse("SPHINX-05", "sphinx.no_such_seat", found=where, expected=list(state.box.seats))


def decline_look(state: State, move: m.DeclineLook) -> Ruling:
    visit = _at_a(state, "mummy")
    if visit is None:
        return refuse("SPHINX-31", "sphinx.nothing_to_look_at")
    return _go_on(state, e.LookDeclined(state.turn, visit.square))


def steal(state: State, move: m.Steal) -> Ruling:
    visit = _at_a(state, "pawn")
    if visit is None:
        return refuse("SPHINX-34", "sphinx.nobody_to_rob")
    if move.colour not in prey(state, visit):
        return refuse(
            "SPHINX-34",
            "sphinx.cannot_steal",
            colour=move.colour,
            victim=state.seats[visit.victim].name,
            expected=list(prey(state, visit)) if state.rules.hands_public else [],
        )
    return _go_on(state, e.CardStolen(state.turn, visit.victim, move.colour, visit.square))


def waive_steal(state: State, move: m.WaiveSteal) -> Ruling:
    visit = _at_a(state, "pawn")
    if visit is None:
        return refuse("SPHINX-34", "sphinx.nobody_to_rob")
    return _go_on(state, e.StealWaived(state.turn, visit.victim, visit.square))


def _at_a(state: State, kind: str) -> Visit | None:
    visit = visit_at_hand(state)
    return visit if visit and visit.kind == kind else None


def _go_on(state: State, event: Event) -> Ruling:
    return proceed(evolve.unfold(state).add(event)).accepted()
