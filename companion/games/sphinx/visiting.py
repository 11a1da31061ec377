"""What lies on the way of an action, and what happens there by itself."""

from __future__ import annotations

from companion.core.verdict import Event

from . import events as e
from .state import State, Visit


def visit_at_hand(state: State) -> Visit | None:
    """Return what has to be settled next on the way of the action."""
    return state.action.left[0] if state.action and state.action.left else None


def settle(state: State) -> Event | None:
    """Return what happens at the visit at hand by itself; None when the player has to decide."""
    visit = visit_at_hand(state)
    assert visit is not None
    match visit.kind:
        case "card":
            return _card(state, visit)
        case "mummy":
            return e.MummySilent(state.turn, visit.square) if state.looked else None
        case _:
            return _pawn(state, visit)


def _card(state: State, visit: Visit) -> Event | None:
    if visit.colour not in state.hands[state.turn]:
        return None
    if state.rules.keep_cards:
        return e.CardKept(state.turn, visit.colour, visit.square)
    return e.CardReturned(state.turn, visit.colour, visit.square)


def _pawn(state: State, visit: Visit) -> Event | None:
    if visit.victim in state.robbed:
        return _nothing(state, visit, "robbed", "SPHINX-35c")
    if not state.hands[visit.victim]:
        return _nothing(state, visit, "no_card", "SPHINX-35a")
    if not prey(state, visit):
        return _nothing(state, visit, "none_fits", "SPHINX-35a")
    return None


def _nothing(state: State, visit: Visit, why: str, clause: str) -> e.NothingStolen:
    return e.NothingStolen(state.turn, visit.victim, visit.square, why, (clause,))


def prey(state: State, visit: Visit) -> tuple[str, ...]:
    """Return the colours the player on turn may steal here (SPHINX-34)."""
    return tuple(c for c in state.hands[visit.victim] if c not in state.hands[state.turn])
