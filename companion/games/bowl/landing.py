"""Landing: what a field does to the figure that ends its own move there, in order (BOWL-O-10)."""

from __future__ import annotations

from companion.core.decide import Unfolding

from . import events as e
from .mummy import pay, wake
from .state import State
from .way import FORWARD


def land(unfolding: Unfolding[State], direction: str) -> None:
    """First the scarab, then the mummy on the field, then its symbols and the walk."""
    state = unfolding.state
    if state.rules.quick:
        return
    field = state.here
    meets = _meets_mummy(state, direction)
    if state.box.track[field].scarab:
        meets = _scarab(unfolding, meets)
    if meets:
        pay(unfolding, state.turn, "landed", ("BOWL-51",))
    wake(unfolding, field)


def _meets_mummy(state: State, direction: str) -> bool:
    here = state.mummy is not None and state.mummy.field == state.here
    return here and (direction == FORWARD or state.rules.curse_on_backward)


def _scarab(unfolding: Unfolding[State], meets: bool) -> bool:
    """Hand out the scarab of the field; say whether the mummy still wants one."""
    state = unfolding.state
    seat = state.turn
    if state.scarabs[seat] < state.cap:
        unfolding.add(e.ScarabGained(seat, ("BOWL-42", "BOWL-52") if meets else ("BOWL-42",)))
        return meets
    cap = "BOWL-62" if state.rules.adventurous else "BOWL-43"
    if meets:
        unfolding.add(e.ScarabWithheld(seat, "cancels", ("BOWL-O-03", "BOWL-52", cap)))
    else:
        unfolding.add(e.ScarabWithheld(seat, "cap", (cap, "BOWL-O-02")))
    return False
