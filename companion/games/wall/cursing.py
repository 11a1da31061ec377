"""The variant Curse of the Pharaoh: the second pile, the search, the victim."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.facts import is_guessed
from companion.core.verdict import Ruling, refuse

from . import events as e
from . import moves as m
from .box import CurseCard
from .evolving import evolve
from .learning import curse_id, curse_like, new_curse
from .pairs import is_a_find
from .settling import after_drawing, draw
from .state import Piece, State

LIMITS = (30, 60, 90)
"""Seconds the page offers for a search that has no limit."""


def draw_card(state: State, move: m.DrawCard) -> Ruling:
    if not state.drawing or state.curse:
        return refuse("WALL-19", "wall.nothing_to_draw_now")
    if not sum(state.piles):
        return refuse("WO-22", "wall.only_curses_left")
    return after_drawing(evolve.unfold(state).add(e.CardDrawn(state.turn))).accepted()


def turn_curse(state: State, move: m.TurnCurse) -> Ruling:
    if not state.rules.curse_of_the_pharaoh:
        return refuse("WALL-09", "wall.curses_stay_out")
    if not state.drawing or state.curse:
        return refuse("WALL-63", "wall.nothing_to_draw_now")
    if state.piles[0]:
        return refuse("WALL-62", "wall.first_pile_first", left=state.piles[0])
    card = curse_like(state, move.card)
    fact = new_curse(state, move.card) if card is None else None
    if card is None and (fact is None or not is_guessed(state.box, "curse_cards")):
        return refuse("WALL-67", "wall.no_such_curse", card=move.card)
    unfolding = evolve.unfold(state)
    if fact is not None:
        card = curse_id(state.box, fact.fact.split(":")[1])
        unfolding.add(fact)
    assert card is not None
    return unfolding.add(e.CurseTurned(card, move.at)).accepted()


def call_curse(state: State, move: m.CallCurse) -> Ruling:
    curse = state.curse
    if curse is None or curse.finder is not None:
        return refuse("WALL-63", "wall.no_curse_now")
    if not 0 <= move.seat < len(state.seats):
        return refuse("WALL-66", "wall.no_such_seat", seat=move.seat)
    if any(call.seat == move.seat for call in curse.calls):
        return refuse("WO-18", "wall.already_called", player=state.seats[move.seat].name)
    player = state.seats[move.seat].name
    if move.at < curse.since:
        return refuse("WO-18", "wall.called_too_early", player=player)
    if is_time_up(state, move.at):
        seconds = time_limit(state)
        return refuse("WO-18", "wall.called_too_late", player=player, seconds=seconds)
    return evolve.unfold(state).add(e.CurseCalled(move.seat, move.at)).accepted()


def limit_search(state: State, move: m.LimitSearch) -> Ruling:
    """Limit this search as people agree; the rulebook has no limit (WO-18)."""
    curse = state.curse
    if curse is None or curse.finder is not None:
        return refuse("WO-18", "wall.no_curse_now")
    if time_limit(state) or move.seconds not in LIMITS or move.at < curse.since:
        return refuse("WO-18", "wall.no_such_choice")
    return evolve.unfold(state).add(e.SearchLimited(move.seconds, move.at)).accepted()


def time_limit(state: State) -> int:
    """Return how many seconds this search lasts, by agreement or by the house; 0 for no limit."""
    return (state.curse.limit if state.curse else 0) or state.rules.curse_timer


def limited_since(state: State) -> float:
    """Return the moment from which the time of this search runs."""
    assert state.curse is not None
    return state.curse.limited if state.curse.limit else state.curse.since


def is_time_up(state: State, at: float) -> bool:
    limit = time_limit(state)
    return bool(state.curse and limit and at > limited_since(state) + limit)


def point_at(state: State, move: m.PointAt) -> Ruling:
    curse = state.curse
    if curse is None or curse.finder is not None or not curse.calls:
        return refuse("WALL-66", "wall.nobody_called")
    first = curse.calls[0].seat
    if move.seat != first:
        return refuse("WO-18", "wall.other_called_first", player=state.seats[first].name)
    if not is_a_find(state, card_of(state).animals, move.places):
        return evolve.unfold(state).add(e.CallStruck(move.seat, move.places)).accepted()
    unfolding = evolve.unfold(state).add(e.AnimalsFound(move.seat, move.places))
    return strike(unfolding).accepted()


def card_of(state: State) -> CurseCard:
    """Return the curse card lying face up."""
    assert state.curse is not None
    card = state.box.curse_card(state.curse.card)
    assert card is not None
    return card


def receiver(state: State) -> int:
    """Return who gets the sarcophagus (WO-17)."""
    assert state.curse is not None
    assert state.curse.finder is not None
    return state.curse.finder if state.rules.curse_receiver == "finder" else state.turn


def victims(state: State) -> tuple[int, ...]:
    """Players the curse may strike: they own a sarcophagus and neither found nor receive it.

    A finder who is the only owner is spared, no matter who receives (WO-18).
    """
    assert state.curse is not None
    spared = (state.curse.finder, receiver(state))
    return tuple(
        seat
        for seat in state.seats_from(state.turn)
        if state.chamber.won[seat] and seat not in spared
    )


def strike(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Carry the curse out as far as no decision is needed."""
    state = unfolding.state
    assert state.curse is not None
    if state.curse.victim is None:
        able = victims(state)
        if not able:
            return _leave(unfolding, "no_victim", ("WO-18", "WALL-67"))
        if len(able) > 1:
            return unfolding
        unfolding.add(e.VictimNamed(able[0]))
    victim = unfolding.state.curse.victim if unfolding.state.curse else None
    assert victim is not None
    pieces = unfolding.state.chamber.won[victim]
    if len(pieces) > 1:
        return unfolding
    return _hand_over(unfolding, victim, pieces[0])


def _hand_over(unfolding: Unfolding[State], victim: int, piece: Piece) -> Unfolding[State]:
    unfolding.add(e.SarcophagusHandedOver(victim, receiver(unfolding.state), piece))
    return _leave(unfolding, "done", ("WALL-67", "WALL-69"))


def _leave(unfolding: Unfolding[State], why: str, because: tuple[str, ...]) -> Unfolding[State]:
    assert unfolding.state.curse is not None
    unfolding.add(e.CurseEnded(unfolding.state.curse.card, why, because))
    return draw(unfolding)


def name_victim(state: State, move: m.NameVictim) -> Ruling:
    if state.curse is None or state.curse.finder is None or state.curse.victim is not None:
        return refuse("WALL-66", "wall.no_such_choice")
    if move.seat not in victims(state):
        return refuse("WALL-66", "wall.cannot_be_struck")
    return strike(evolve.unfold(state).add(e.VictimNamed(move.seat))).accepted()


def hand_over(state: State, move: m.HandOver) -> Ruling:
    victim = state.curse.victim if state.curse else None
    if victim is None:
        return refuse("WALL-66", "wall.no_such_choice")
    if move.piece not in state.chamber.won[victim]:
        return refuse("WALL-66", "wall.not_their_sarcophagus", player=state.seats[victim].name)
    return _hand_over(evolve.unfold(state), victim, move.piece).accepted()


def end_curse(state: State, move: m.EndCurse) -> Ruling:
    curse = state.curse
    if curse is None or curse.finder is not None:
        return refuse("WALL-68", "wall.no_curse_now")
    if curse.calls:
        return refuse(
            "WALL-66", "wall.caller_points_first", player=state.seats[curse.calls[0].seat].name
        )
    if not move.given_up and not time_limit(state):
        return refuse("WO-18", "wall.no_time_limit")
    if not move.given_up and not is_time_up(state, move.at):
        return refuse("WO-18", "wall.still_searching", seconds=time_limit(state))
    why = "given_up" if move.given_up else "time_up"
    return _leave(evolve.unfold(state), why, ("WALL-68", "WALL-69")).accepted()
