"""Phase 1 of a turn: a pawn is set on a free tile, or a mummy takes an opposing pawn's place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.core.decide import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import MUMMY, PAWNS, PHARAOH, PRIEST, WORKER
from .evolving import evolve
from .faces import FORBID
from .outline import index_of
from .powers import await_power
from .state import Laid, Pawn, Phase, State

UNTOUCHABLE = (PRIEST, PHARAOH)


def set_pawn(state: State, move: m.SetPawn) -> Ruling:
    refusal = why_not_set(state, move)
    if refusal:
        return refusal
    unfolding = evolve.unfold(state)
    laid = state.at(move.cell)
    assert laid is not None
    if laid.pawn:
        _replace(unfolding, move.cell, laid.pawn)
    unfolding.add(e.PawnSet(state.turn, move.cell, move.kind, _clauses(move.kind, laid.pawn)))
    return await_power(unfolding, move.cell, laid.shows.power).accepted()


def _replace(unfolding: Unfolding[State], cell: str, pawn: Pawn) -> None:
    state = unfolding.state
    clause = "KHEOPS-43" if pawn.kind == MUMMY else "KHEOPS-41"
    seat = state.seat_of(pawn.colour)
    why = state.rules.replaced_pawn
    unfolding.add(e.PawnReplaced(seat, cell, pawn.kind, why, (clause, "KO-15")))


def _clauses(kind: str, replaced: Pawn | None) -> tuple[str, ...]:
    if replaced:
        return "KHEOPS-41", "KHEOPS-42"
    return {
        WORKER: ("KHEOPS-08",),
        MUMMY: ("KHEOPS-08", "KHEOPS-44"),
        PRIEST: ("KHEOPS-08", "KHEOPS-40", "KHEOPS-48"),
        PHARAOH: ("KHEOPS-08", "KHEOPS-40", "KHEOPS-49"),
    }[kind]


def why_not_set(state: State, move: m.SetPawn) -> Refused | None:
    """Why a pawn may not be set there now."""
    return (
        _why_not_now(state)
        or why_not_kind(state, move.kind)
        or _why_not_there(state, move.cell, move.kind)
    )


def _why_not_now(state: State) -> Refused | None:
    match state.phase:
        case Phase.SETUP:
            return refuse("KHEOPS-06", "kheops.not_begun")
        case Phase.POWER:
            return refuse("KHEOPS-09", "kheops.power_first", power=state.power, cell=state.trigger)
        case Phase.TILE:
            return refuse("KHEOPS-07", "kheops.tile_first", player=state.seats[state.turn].name)
        case Phase.OVER:
            return refuse("KHEOPS-60", "kheops.is_over")
    return None


def why_not_kind(state: State, kind: str) -> Refused | None:
    """Why the player on turn may set no pawn of this kind now, on any tile."""
    if kind not in PAWNS or not state.box.pawns(state.colour)[kind]:
        return refuse("KHEOPS-02", "kheops.no_such_pawn", kind=kind, colour=state.colour)
    if state.reserve(state.colour)[kind] < 1:
        return refuse("KHEOPS-02", "kheops.none_left", kind=kind, colour=state.colour)
    if kind == PRIEST and not _has_its_mummy(state):
        return refuse("KHEOPS-48", "kheops.priest_needs_mummy", needs=state.rules.priest_condition)
    if kind == PHARAOH and state.rules.pharaoh_needs_mummy and not _has_its_mummy(state):
        return refuse("KO-13", "kheops.pharaoh_needs_mummy", needs=state.rules.priest_condition)
    return None


def _has_its_mummy(state: State) -> bool:
    match state.rules.priest_condition:
        case "own_now":
            return state.has_mummy(state.colour)
        case "own_ever":
            return state.colour in state.mummies
        case "any_now":
            return any(state.has_mummy(colour) for colour in state.box.colours)


def _why_not_there(state: State, cell: str, kind: str) -> Refused | None:
    if cell not in index_of(state.box.side):
        return refuse("KHEOPS-10", "kheops.outside", places=[cell])
    laid = state.at(cell)
    if laid is None:
        return refuse("KHEOPS-08", "kheops.no_tile_there", cells=(cell,), cell=cell)
    if FORBID in laid.shows.symbols:
        return refuse("KHEOPS-25", "kheops.forbidden", cells=(cell,), cell=cell)
    return _why_taken(state, cell, kind, laid)


def _why_taken(state: State, cell: str, kind: str, laid: Laid) -> Refused | None:
    if laid.pawn is None:
        return None
    there = {"cell": cell, "colour": laid.pawn.colour, "there": laid.pawn.kind}
    if kind != MUMMY or laid.pawn.colour == state.colour:
        return refuse("KHEOPS-08", "kheops.occupied", cells=(cell,), **there)
    if laid.pawn.kind in UNTOUCHABLE:
        return refuse("KHEOPS-43", "kheops.mummy_may_not", cells=(cell,), **there)
    return None


def settable(state: State) -> Iterator[m.SetPawn]:
    """Yield every pawn that may be set now, wherever it may be set."""
    if state.phase != Phase.PAWN:
        return
    kinds = [kind for kind in PAWNS if why_not_kind(state, kind) is None]
    for cell, laid in state.tiles:
        if FORBID not in laid.shows.symbols:
            free = (k for k in kinds if _why_taken(state, cell, k, laid) is None)
            yield from (m.SetPawn(cell, kind) for kind in free)


def skip_pawn(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Go on to the tile when there is no tile for any pawn."""
    state = unfolding.state
    if not list(islice(settable(state), 1)):
        unfolding.add(e.NoPawnPossible(state.turn))
    return unfolding
