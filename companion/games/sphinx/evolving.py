"""evolve: the state after an event. No judgement here: what happened, happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from companion.core.evolve import Evolving, changed
from companion.core.verdict import Event

from . import events as e
from .box import SNAKE, Face
from .learning import learn, refit
from .spiral import resting
from .state import Action, Claim, Look, Note, Phase, Seal, Sealed, State, Swap


def _turn(state: State, event: Event) -> State | None:
    match event:
        case e.Begun():
            return state.but(phase=Phase.PLAY, may_seal=False)
        case e.DiceThrown(faces=faces):
            in_order = tuple(sorted(faces, key=numbers_first))
            return state.but(dice=in_order, thrown=in_order)
        case e.DiceLost():
            return state.but(dice=())
        case e.TurnPassed(seat=seat):
            return state.but(turn=seat, turns=state.turns + 1, dice=None, looked=False, robbed=())
    return None


def numbers_first(face: Face) -> tuple[bool, int]:
    """Return the order in which dice are shown."""
    return (face == SNAKE, face if isinstance(face, int) else 0)


def _die(state: State, event: Event) -> State | None:
    match event:
        case e.DieUsed(seat=seat, face=face, end=end, door=door, visits=visits):
            return _spent(state, face).but(
                pawns=changed(state.pawns, seat, end),
                action=Action(face, end, door, False, visits),
            )
        case e.GuardsApproached(seat=seat, face=face, visits=visits):
            treasure = state.box.treasure
            return _spent(state, face).but(
                pawns=changed(state.pawns, seat, treasure),
                action=Action(face, treasure, None, True, visits),
            )
        case e.DieForfeited(face=face):
            return _spent(state, face)
        case e.SphinxesSwapped(guard=guard, temple=temple):
            return _swapped(_spent(state, SNAKE), guard, temple)
        case e.DoorTurned(turned=turned):
            pawns = state.pawns
            for seat, square in turned:
                pawns = changed(pawns, seat, square)
            return state.but(pawns=pawns)
        case e.ActionEnded():
            assert state.action is not None
            claim = Claim(state.turn) if state.action.claim else None
            return state.but(action=None, claim=claim)
    return None


def _spent(state: State, face: Face) -> State:
    dice = list(state.dice or ())
    dice.remove(face)
    return state.but(dice=tuple(dice), steps=state.steps + 1)


def _swapped(state: State, guard: str, temple: str) -> State:
    one, other = state.box.seats.index(guard), state.box.seats.index(temple)
    figures = changed(state.figures, one, state.figures[other])
    figures = changed(figures, other, state.figures[one])
    return state.but(figures=figures, swaps=(*state.swaps, Swap(guard, temple)))


def _visit(state: State, event: Event) -> State | None:
    match event:
        case e.CardTaken(seat=seat, colour=colour):
            return _visited(with_card(state, seat, colour))
        case e.CardReturned(seat=seat, colour=colour):
            return _visited(without_card(state, seat, colour))
        case e.SphinxLifted(seat=seat, where=where):
            looks = (*state.looks, Look(seat, state.figure(where)))
            return _visited(state.but(looked=True, looks=looks))
        case e.CardStolen(seat=seat, victim=victim, colour=colour):
            robbed = without_card(state, victim, colour)
            return _visited(
                with_card(robbed, seat, colour).but(robbed=tuple(sorted((*state.robbed, victim))))
            )
        case (
            e.CardLeft()
            | e.CardKept()
            | e.LookDeclined()
            | e.MummySilent()
            | e.StealWaived()
            | e.NothingStolen()
        ):
            return _visited(state)
    return None


def _visited(state: State) -> State:
    assert state.action is not None
    return state.but(action=structs.replace(state.action, left=state.action.left[1:]))


def with_card(state: State, seat: int, colour: str) -> State:
    """Return the state with one more card in a hand, kept in the order of the box."""
    hand = {*state.hands[seat], colour}
    sorted_hand = tuple(c for c in state.box.colours if c in hand)
    return state.but(hands=changed(state.hands, seat, sorted_hand))


def without_card(state: State, seat: int, colour: str) -> State:
    hand = tuple(c for c in state.hands[seat] if c != colour)
    return state.but(hands=changed(state.hands, seat, hand))


def _claim(state: State, event: Event) -> State | None:
    match event:
        case e.ClaimLaid(seat=seat, cards=cards, at=at):
            return state.but(claim=Claim(seat, cards, at))
        case e.ClaimAnswered(right=right):
            assert state.claim is not None
            claim = structs.replace(state.claim, right=right)
            return state.but(claim=claim, steps=state.steps + 1)
        case e.ClaimWon():
            return state.but(claim=None)
        case e.ClaimLost(seat=seat):
            return state.but(
                claim=None,
                hands=changed(state.hands, seat, ()),
                pawns=changed(state.pawns, seat, state.box.start),
            )
        case e.GameEnded(winner=winner, why=why):
            return _put_down(state).but(
                phase=Phase.OVER, winner=winner, why_over=why, dice=None, claim=None
            )
        case e.PositionTold(seat=seat, squares=squares, hands=hands):
            begun = state.but(phase=Phase.PLAY, may_seal=False, turn=seat)
            return begun.but(pawns=squares, hands=hands)
        case e.CountedAtEnd(seat=seat):
            return state.but(turn=seat)
        case e.PlayerLeft(seat=seat):
            return _without_player(state, seat)
    return None


def _put_down(state: State) -> State:
    """Leave the pawns of a broken-off action where it would have led them."""
    return state.but(pawns=resting(state), action=None)


def _without_player(state: State, seat: int) -> State:
    if seat == state.turn:
        state = _put_down(state).but(claim=None, dice=())
    state = state.but(pawns=changed(state.pawns, seat, None), hands=changed(state.hands, seat, ()))
    if state.action is None:
        return state
    left = tuple(visit for visit in state.action.left if visit.victim != seat)
    return state.but(action=structs.replace(state.action, left=left))


def _sphinxes(state: State, event: Event) -> State | None:
    match event:
        case e.ColoursSealed(colours=colours, salt=salt, digest=digest):
            seal = Seal(digest, state.figures, len(state.swaps))
            return state.but(
                seals=(*state.seals, seal),
                sealed=(*state.sealed, Sealed(colours, salt)),
                may_seal=False,
                tracked=True,
            )
        case e.TrackingDropped():
            return state.but(tracked=False)
        case e.RescanAgreed():
            return state.but(tracked=False, may_seal=True)
        case e.SphinxFell(where=where):
            return state.but(fallen=where)
        case e.SphinxStoodUp():
            return state.but(fallen=None)
        case e.SphinxesMixed():
            nothing: tuple[tuple[Note, ...], ...] = ((),) * len(state.seats)
            return state.but(fallen=None, tracked=False, may_seal=True, looks=(), notes=nothing)
        case e.ColourNoted(seat=seat, where=where, colour=colour):
            return _noted(state, seat, state.figure(where), colour)
    return None


def _noted(state: State, seat: int, figure: int, colour: str | None) -> State:
    known = {note.figure: note.colour for note in state.notes[seat]}
    known.pop(figure, None)
    if colour is not None:
        known[figure] = colour
    notes = tuple(Note(*item) for item in sorted(known.items()))
    return state.but(notes=changed(state.notes, seat, notes))


PARTS: tuple[Callable[[State, Any], State | None], ...] = (_turn, _die, _visit, _claim, _sphinxes)


evolve = Evolving[State](e.SphinxEvent, *PARTS, learn=learn, refit=refit)
