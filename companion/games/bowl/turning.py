"""How a turn ends: the trap is rebuilt where it must be, and somebody goes on."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.verdict import Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .state import Phase, State, Then


def begin(state: State, move: m.Begin) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("BOWL-09", "bowl.already_begun")
    return evolve.unfold(state).add(e.Begun()).accepted()


def end_turn(unfolding: Unfolding[State]) -> Unfolding[State]:
    """After the move: rebuild and play again, or the next player (BOWL-O-21, BOWL-25)."""
    state = unfolding.state
    if state.extra:
        return unfolding.add(e.RebuildDue(state.turn, Then.AGAIN, ("BOWL-35", "BOWL-O-21")))
    return pass_on(unfolding)


def decline_extra_turn(state: State, move: m.DeclineExtraTurn) -> Ruling:
    """Decline an extra turn, which is an offer until anything is explored (BOWL-O-42)."""
    if state.phase != Phase.EXPLORE or not state.offered:
        return refuse("BOWL-O-42", "bowl.nothing_offered")
    unfolding = evolve.unfold(state).add(e.ExtraTurnDeclined(state.turn))
    return pass_on(unfolding, ("BOWL-O-42", "BOWL-25")).accepted()


def pass_on(
    unfolding: Unfolding[State], because: tuple[str, ...] = ("BOWL-25",)
) -> Unfolding[State]:
    return unfolding.add(e.TurnPassed(unfolding.state.next_seat(), because))


def rebuild_trap(state: State, move: m.RebuildTrap) -> Ruling:
    if state.phase != Phase.REBUILD:
        return refuse("BOWL-13", "bowl.trap_stands")
    unfolding = evolve.unfold(state).add(e.TrapRebuilt())
    if state.then == Then.AGAIN:
        unfolding.add(e.ExtraTurnGranted(state.turn))
    elif state.then == Then.PASS:
        pass_on(unfolding, ("BOWL-41", "BOWL-25"))
    elif state.then == Then.SECOND:
        show_chamber_tile(unfolding)
    return unfolding.accepted()


def show_chamber_tile(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Show the open chamber tile: its colour is wanted at once (BOWL-O-18)."""
    state = unfolding.state
    assert state.visit is not None
    face = state.chamber[state.visit]
    if face is None:
        return unfolding
    because = (("BOWL-56", "BOWL-57")[state.visit], "BOWL-O-18")
    return unfolding.add(e.ColourWanted(state.turn, face.colour, "chamber", because))


def leave_game(state: State, move: m.LeaveGame) -> Ruling:
    if state.phase in (Phase.SETUP, Phase.OVER):
        return refuse("BOWL-O-41", "bowl.nothing_to_leave")
    if move.seat not in state.playing():
        return refuse("BOWL-O-41", "bowl.no_such_seat", seat=move.seat + 1)
    unfolding = evolve.unfold(state).add(e.PlayerLeft(move.seat, state.scarabs[move.seat]))
    left = unfolding.state.playing()
    if len(left) == 1:
        return unfolding.add(e.GameAbandoned(left[0])).accepted()
    if move.seat == state.turn:
        _turn_of_the_missing(unfolding)
    return unfolding.accepted()


def _turn_of_the_missing(unfolding: Unfolding[State]) -> None:
    """Rebuild the trap for a player who has left; then the next one plays."""
    state = unfolding.state
    if state.phase == Phase.REBUILD or state.extra:
        because = ("BOWL-O-41", "BOWL-35" if state.extra else "BOWL-40")
        unfolding.add(e.RebuildDue(state.turn, Then.PASS, because))
    else:
        pass_on(unfolding, ("BOWL-O-41", "BOWL-25"))
