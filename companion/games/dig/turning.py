"""Turns: how one ends, who is next, barricades and their bans, leaving, and the end of it all."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .coins import Coins
from .evolving import evolve
from .money import keep_pot, lose_pot
from .pool import only_the_mask_is_covered
from .state import Phase, State

ENDED = {
    "stopped": ("DIG-25",),
    "skipped": ("DIG-27",),
    "hazard": ("DIG-26",),
    "out": ("DIG-26", "DIG-35"),
}
"""Why a turn is over."""
OVER = {
    "uncovered": ("DIG-44", "DIG-O-11"),
    "skips": ("DIG-28", "DIG-44", "DIG-O-07"),
    "last_player": ("DIG-O-02",),
    "agreed": ("DIG-C-01",),
    "mask": ("DIG-44", "DIG-O-18"),
    "counted": ("DIG-44",),
}
"""Why the game is over."""


def why_not_on_turn(state: State, clause: str) -> Refused | None:
    """Why this is not the time for anything a digging turn allows."""
    if state.phase == Phase.OVER:
        return refuse("DIG-44", "dig.game_is_over")
    if not state.begun:
        return refuse("DIG-21", "dig.not_begun")
    if state.phase == Phase.END:
        return refuse(clause, "dig.turn_has_ended", player=state.seats[state.turn].name)
    return None


def close_turn(unfolding: Unfolding[State], why: str) -> Unfolding[State]:
    """End the turn; pass it on unless its player has something left to do or to pay."""
    state, seat = unfolding.state, unfolding.state.turn
    unfolding.add(e.TurnEnded(seat, why, ENDED[why]))
    if state.doubled:
        unfolding.add(e.ScarabSpent(seat))
    if may_barricade(unfolding.state) or state.fine:
        return unfolding
    return pass_turn(unfolding)


def may_barricade(state: State) -> bool:
    """Whether the player whose turn has ended has a barricade to play (DIG-40, O-13)."""
    return state.phase == Phase.END and bool(
        state.barricades[state.turn] and barricade_cells(state)
    )


def barricade_cells(state: State) -> tuple[str, ...]:
    """Return where a barricade may go: any cell without one (DIG-40, O-15)."""
    return tuple(cell.name for cell in state.tray if not state.is_banned(cell.name))


def end_turn(state: State, move: m.EndTurn) -> Ruling:
    if state.phase != Phase.END:
        return refuse("DIG-25", "dig.turn_not_ended")
    return pass_turn(evolve.unfold(state)).accepted()


def pass_turn(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Give the turn to the next player still in; one who cannot dig anywhere skips free (O-06).

    No player skips twice here: what bars the last cells ends with its owner's turn (O-16).
    """
    while True:
        state = unfolding.state
        following = (seat for seat in state.seats_from(state.turn + 1) if seat in state.active)
        seat = next(following)
        unfolding.add(e.TurnPassed(seat))
        _end_bans(unfolding, seat, ("DIG-42", "DIG-43", "DIG-O-26"))
        if unfolding.state.open_cells:
            return unfolding
        unfolding.add(_forced_skip(unfolding.state))
        if end_if_decided(unfolding):
            return unfolding


def _forced_skip(state: State) -> e.TurnSkipped:
    """Nobody chose this skip, so it costs nothing and does not help to end the game (O-06)."""
    nothing, because = Coins(), ("DIG-O-06", "DIG-O-05", "DIG-O-16")
    counts = state.rules.forced_skip_counts
    return e.TurnSkipped(state.turn, "nowhere", 0, nothing, nothing, 0, because, counts)


def _end_bans(unfolding: Unfolding[State], seat: int, because: tuple[str, ...]) -> None:
    for lid in unfolding.state.lids:
        if lid.owner == seat and lid.bans:
            unfolding.add(e.BarricadeEnded(seat, lid.cell, because))


def play_barricade(state: State, move: m.PlayBarricade) -> Ruling:
    refusal = why_no_barricade(state, move.cell)
    if refusal:
        return refusal
    cell = state.at(move.cell)
    assert cell is not None
    pointless = state.layer(cell) == 1
    because = ("DIG-40", "DIG-41") + (("DIG-O-14",) if pointless else ())
    if state.ended in ("skipped", "hazard"):
        because += ("DIG-O-13",)
    played = e.BarricadePlayed(state.turn, move.cell, pointless, because)
    return pass_turn(evolve.unfold(state).add(played)).accepted()


def why_no_barricade(state: State, name: str) -> Refused | None:
    player = state.seats[state.turn].name
    if state.phase == Phase.OVER:
        return refuse("DIG-44", "dig.game_is_over")
    if state.phase != Phase.END:
        return refuse("DIG-40", "dig.barricade_at_the_end", cells=(name,), player=player)
    if state.turn in state.out:
        return refuse("DIG-O-13", "dig.out_plays_nothing", player=player)
    if not state.barricades[state.turn]:
        return refuse("DIG-40", "dig.no_barricade_left", cells=(name,), player=player)
    if state.at(name) is None:
        return refuse("DIG-40", "dig.no_such_cell", cell=name)
    if state.is_banned(name):
        return refuse("DIG-O-15", "dig.barricaded_already", cells=(name,), cell=name)
    return None


def take_off_barricade(state: State, move: m.TakeOffBarricade) -> Ruling:
    lid = state.lid(move.cell)
    if lid is None or state.phase == Phase.OVER:
        return refuse("DIG-42", "dig.no_barricade_there", cell=move.cell)
    if lid.bans:
        owner = state.seats[lid.owner].name
        return refuse(
            "DIG-41", "dig.barricade_stays", cells=(move.cell,), cell=move.cell, player=owner
        )
    return evolve.unfold(state).add(e.BarricadeTakenOff(move.cell)).accepted()


def leave_game(state: State, move: m.LeaveGame) -> Ruling:
    """Let a player quit without paying; the coins of an unfinished turn are lost (O-27)."""
    if state.phase not in (Phase.DIG, Phase.END):
        return refuse("DIG-O-27", "dig.nothing_to_leave")
    if move.seat not in state.active:
        return refuse("DIG-O-27", "dig.no_such_seat", seat=move.seat + 1)
    unfolding = evolve.unfold(state)
    mine = move.seat == state.turn
    if mine:
        lose_pot(unfolding)
    if mine and unfolding.state.doubled:
        unfolding.add(e.ScarabSpent(move.seat))
    unfolding.add(e.PlayerOut(move.seat, "left", ("DIG-O-27",)))
    if not end_if_decided(unfolding) and mine:
        pass_turn(unfolding)
    return unfolding.accepted()


def agree_to_stop(state: State, move: m.AgreeToStop) -> Ruling:
    if not state.rules.agree_to_stop:
        return refuse("DIG-C-01", "dig.agreeing_ends_nothing")
    if state.phase not in (Phase.DIG, Phase.END):
        return refuse("DIG-C-01", "dig.nothing_to_leave")
    return end_game(keep_pot(evolve.unfold(state), ("DIG-32", "DIG-O-25")), "agreed").accepted()


def end_if_decided(unfolding: Unfolding[State]) -> bool:
    """End the game where nothing is left to dig, to win or to want; say whether it ended."""
    state = unfolding.state
    for seat in state.out:
        _end_bans(unfolding, seat, ("DIG-O-01",))
    if len(state.active) < 2:
        end_game(unfolding, "last_player")
    elif why := nothing_left(state):
        end_game(unfolding, why)
    elif set(state.active) <= set(state.skipped):
        end_game(unfolding, "skips")
    return unfolding.state.phase == Phase.OVER


def nothing_left(state: State) -> str:
    """Why nothing is left to dig: all is uncovered, or all but the mask (O-18); or empty."""
    if not state.covered:
        return "uncovered"
    if state.rules.mask_last == "ends" and only_the_mask_is_covered(state):
        return "mask"
    return ""


def end_game(unfolding: Unfolding[State], why: str) -> Unfolding[State]:
    state = unfolding.state
    if state.doubled:
        unfolding.add(e.ScarabSpent(state.turn))
    paid_first = ("DIG-O-17",) if why in ("uncovered", "mask") and state.fine else ()
    return unfolding.add(e.GameEnded(why, OVER[why] + paid_first))
