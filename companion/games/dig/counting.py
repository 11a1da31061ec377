"""A dig nobody followed: its purses at the end, or how it stands and goes on from there."""

from __future__ import annotations

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .coins import Coins
from .evolving import evolve
from .state import Phase, State
from .turning import OVER


def count_at_end(state: State, move: m.CountAtEnd) -> Ruling:
    refusal = _why_no_purses(state, move.purses, move.out)
    if refusal:
        return refusal
    purses = tuple(Coins(gold, silver) for gold, silver, _ in move.purses)
    owed = tuple(due for _, _, due in move.purses)
    counted = evolve.unfold(state).add(e.CountedAtEnd(purses, owed, move.out))
    return counted.add(e.GameEnded("counted", OVER["counted"])).accepted()


def go_on_from(state: State, move: m.GoOnFrom) -> Ruling:
    refusal = _why_no_purses(state, move.purses, move.out) or _why_no_tray(state, move)
    if refusal:
        return refusal
    purses = tuple(Coins(gold, silver) for gold, silver, _ in move.purses)
    owed = tuple(due for _, _, due in move.purses)
    told = e.PositionTold(
        move.seat, purses, owed, move.scarabs, move.barricades, move.tray, move.out
    )
    return evolve.unfold(state).add(told).accepted()


def _why_no_tray(state: State, move: m.GoOnFrom) -> Refused | None:
    """Cells there are, no deeper than the box, and nobody with more cards than they were given."""
    kit, seats = state.box.kit, len(state.seats)
    playing = [seat for seat in range(seats) if seat not in move.out]
    if move.seat not in playing or len(playing) < 2:
        return refuse("DIG-21", "dig.a_purse_each", count=seats)
    for had, most in ((move.scarabs, kit.scarabs), (move.barricades, kit.barricades)):
        if len(had) != seats or not all(0 <= one <= most for one in had):
            return refuse("DIG-02", "dig.broken.kit")
    names = [cell for cell, _, _ in move.tray]
    for cell, lifted, _ in move.tray:
        if cell not in state.box.cells or names.count(cell) > 1 or not 0 < lifted < state.box.top:
            return refuse("DIG-22", "dig.broken.depth", cell=cell)
    return None


def _why_no_purses(
    state: State, purses: tuple[tuple[int, int, int], ...], out: tuple[int, ...]
) -> Refused | None:
    if state.phase != Phase.SETUP:
        return refuse("DIG-21", "dig.already_begun")
    seats, money = range(len(state.seats)), state.box.money
    strange = [seat for seat in out if seat not in seats or out.count(seat) > 1]
    if strange or len(purses) != len(seats) or any(due < 0 for *_, due in purses):
        return refuse("DIG-45", "dig.a_purse_each", count=len(state.seats))
    for metal, expected in enumerate((money.gold, money.silver)):
        found = [purse[metal] for purse in purses]
        if min(found) < 0 or sum(found) > expected:
            key = ("dig.broken.gold", "dig.broken.silver")[metal]
            return refuse("DIG-02", key, found=sum(found), expected=expected)
    return None
