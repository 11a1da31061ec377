"""The claim: three cards against three guards. The only place that compares with what is sealed.

Whatever is hidden, a claim takes the same steps: cards laid, a fixed wait, one word as answer.
The claimant then looks in person, and the colours under the guards decide (SPHINX-O-23).
"""

from __future__ import annotations

import hmac

from companion.core.decide import Unfolding
from companion.core.verdict import Ruling, refuse

from . import events as e
from . import moves as m
from .acting import next_die, pass_turn
from .box import SNAKE
from .ending import end_game
from .evolving import evolve
from .state import Claim, State

ANSWER_SECONDS = 2.0
"""How long the table waits before it answers, right or wrong (section 5.2)."""


def lay_claim(state: State, move: m.LayClaim) -> Ruling:
    claim = state.claim
    if claim is None or claim.cards:
        return refuse("SPHINX-36a", "sphinx.no_claim_now")
    if move.seat != claim.seat:
        player = state.seats[claim.seat].name
        return refuse("SPHINX-37b", "sphinx.not_your_claim", player=player)
    guards = len(state.box.guards)
    if len(move.cards) != guards:
        return refuse("SPHINX-37b", "sphinx.three_cards", found=len(move.cards), expected=guards)
    if len(set(move.cards)) != guards or not set(move.cards) <= set(state.hands[claim.seat]):
        return refuse("SPHINX-37b", "sphinx.own_cards_only")
    laid = e.ClaimLaid(claim.seat, move.cards, move.at)
    return evolve.unfold(state).add(laid).accepted()


def is_waiting(state: State) -> bool:
    """Whether the cards are laid and the table knows the answer but has not given it."""
    claim = state.claim
    return bool(state.tracked and claim and claim.cards and claim.right is None)


def is_due(state: State, at: float) -> bool:
    return state.claim is not None and at - state.claim.at >= ANSWER_SECONDS


def answer_claim(state: State, move: m.AnswerClaim) -> Ruling:
    claim = state.claim
    if claim is None or not is_waiting(state):
        return refuse("SPHINX-38", "sphinx.no_answer_now")
    if not is_due(state, move.at):
        return refuse("SPHINX-38", "sphinx.wait_for_the_answer")
    return evolve.unfold(state).add(e.ClaimAnswered(claim.seat, _is_right(state, claim))).accepted()


def _is_right(state: State, claim: Claim) -> bool:
    """Compare the cards with the guards, in order unless the house says otherwise."""
    laid, guards = list(claim.cards), list(_guard_colours(state))
    if state.rules.any_order:
        laid, guards = sorted(laid), sorted(guards)
    return hmac.compare_digest(",".join(laid).encode(), ",".join(guards).encode())


def _guard_colours(state: State) -> tuple[str, ...]:
    """Return what lies under the guards now: figures moved since the sealing, colours did not."""
    seal, sealed = state.seals[-1], state.sealed[-1]
    under = dict(zip(seal.figures, sealed.colours, strict=True))
    return tuple(under[state.figure(guard)] for guard in state.box.guard_seats)


def is_comparing(state: State) -> bool:
    """Whether the claimant is looking under the guards now."""
    claim = state.claim
    return bool(claim and claim.cards and not is_waiting(state))


def compare_claim(state: State, move: m.CompareClaim) -> Ruling:
    claim = state.claim
    if claim is None or not is_comparing(state):
        return refuse("SPHINX-38", "sphinx.nothing_to_compare")
    unfolding = evolve.unfold(state)
    if claim.right is not None and claim.right != move.right:
        unfolding.add(e.TrackingDropped("disagreed"))
    return (_won if move.right else _lost)(unfolding, claim.seat).accepted()


def _won(unfolding: Unfolding[State], seat: int) -> Unfolding[State]:
    unfolding.add(e.ClaimWon(seat))
    return end_game(_lose_dice(unfolding, "SPHINX-39"), seat, "claim", "SPHINX-39")


def _lost(unfolding: Unfolding[State], seat: int) -> Unfolding[State]:
    unfolding.add(e.ClaimLost(seat))
    if unfolding.state.rules.turn_ends_on_wrong_claim:
        return pass_turn(_lose_dice(unfolding, "SPHINX-O-22"))
    return next_die(unfolding)


def _lose_dice(unfolding: Unfolding[State], clause: str) -> Unfolding[State]:
    """Let go of what the claim has left over; a snake has a clause of its own."""
    dice = unfolding.state.dice
    if not dice:
        return unfolding
    snake = ("SPHINX-O-05",) if SNAKE in dice else ()
    return unfolding.add(e.DiceLost(dice, (clause, *snake)))
