"""The powers of a tile: turn a corridor or a room, exchange two pawns, move one of your own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.core.decide import Unfolding
from companion.core.verdict import Move, Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import PHARAOH, PRIEST
from .evolving import evolve
from .faces import CORRIDOR, FORBID, MOVE, ROOM, SWAP, TURN_CORRIDOR, TURN_ROOM, TURNS
from .state import Laid, Pawn, Phase, State

PROTECTED = (PRIEST, PHARAOH)
TURNED_KIND = {TURN_CORRIDOR: CORRIDOR, TURN_ROOM: ROOM}
CLAUSE = {
    TURN_CORRIDOR: "KHEOPS-20", TURN_ROOM: "KHEOPS-21", SWAP: "KHEOPS-22", MOVE: "KHEOPS-23",
}  # fmt: skip


def await_power(unfolding: Unfolding[State], cell: str, power: str) -> Unfolding[State]:
    """Let a power wait for its use; say so when it cannot be used, or would change nothing."""
    if not power:
        return unfolding
    before, seat = unfolding.state, unfolding.state.turn
    waiting = before.but(phase=Phase.POWER, power=power, trigger=cell)
    because = ("KHEOPS-09", CLAUSE[power])
    if any(islice(usable(waiting), 1)):
        return unfolding.add(e.PowerAwaited(seat, cell, power, because))
    if any(_alike(waiting)):
        return unfolding.add(e.PowerUnused(seat, cell, power, "alike", (*because, "KO-3")))
    return unfolding.add(e.PowerUnused(seat, cell, power, "impossible", because))


def choices(state: State) -> Iterator[Move]:
    """Yield what the player on turn may do with the power, once for each different outcome.

    All tiles that look alike after a turn lead to the same pyramid: the first stands for them.
    """
    if state.phase != Phase.POWER:
        return
    yield from usable(state)
    if state.rules.power_optional:
        yield m.UseNoPower()
    elif state.rules.idle_turn == "allowed":
        yield from (m.TurnTile(cell, 0) for cell in islice(_alike(state), 1))


def usable(state: State) -> Iterator[Move]:
    """Yield the uses of the waiting power that change something."""
    if state.power in TURNED_KIND:
        for cell, laid in _turnable(state):
            if not laid.shows.looks_alike:
                yield from (m.TurnTile(cell, turn) for turn in TURNS if turn != laid.turn)
    elif state.power == SWAP:
        own, others = _own(state), _movable(state)
        yield from (m.SwapPawns(one, other) for one in own for other in others)
    elif state.power == MOVE:
        free = [cell for cell, laid in state.tiles if laid.is_free]
        yield from (m.MovePawn(cell, target) for cell in _own(state) for target in free)


def _own(state: State) -> list[str]:
    return [cell for cell, pawn in state.pawns if pawn.colour == state.colour]


def _movable(state: State) -> list[str]:
    """Return where opposing pawns stand that a power may touch."""
    return [cell for cell, pawn in state.pawns if _touchable(state, pawn)]


def _touchable(state: State, pawn: Pawn) -> bool:
    return pawn.colour != state.colour and pawn.kind not in PROTECTED


def _turnable(state: State) -> Iterator[tuple[str, Laid]]:
    for cell, laid in state.tiles:
        if _why_not_this_tile(state, cell, laid) is None:
            yield cell, laid


def turnable(state: State) -> list[str]:
    """Return where a tile may be turned with the waiting power,
    whether or not it looks alike then."""
    return [cell for cell, _ in _turnable(state)] if state.power in TURNED_KIND else []


def _alike(state: State) -> Iterator[str]:
    """Tiles that may be turned and look the same afterwards."""
    if state.power in TURNED_KIND:
        yield from (cell for cell, laid in _turnable(state) if laid.shows.looks_alike)


def turn_tile(state: State, move: m.TurnTile) -> Ruling:
    refusal = _why_not_turn(state, move)
    if refusal:
        return refusal
    laid = state.at(move.cell)
    assert laid is not None
    alike = laid.shows.looks_alike
    turn = 0 if alike else move.turn
    because = [CLAUSE[state.power], "KO-2" if not alike else "KO-3"]
    if laid.pawn:
        because.append("KHEOPS-47" if laid.pawn.kind in PROTECTED else "KO-26")
    event = e.TileTurned(
        state.turn, move.cell, laid.face, turn, (turn - laid.turn) % 3, tuple(because)
    )
    return evolve.unfold(state).add(event).accepted()


def _why_not_turn(state: State, move: m.TurnTile) -> Refused | None:
    if state.phase != Phase.POWER or state.power not in TURNED_KIND:
        return _no_such_power(state, "turn")
    laid = state.at(move.cell)
    if laid is None:
        return refuse(CLAUSE[state.power], "kheops.no_tile_there", cell=move.cell)
    refusal = _why_not_this_tile(state, move.cell, laid)
    if refusal:
        return refusal
    if move.turn not in TURNS:
        return refuse("KO-3", "kheops.no_such_turn", turn=move.turn)
    if laid.shows.looks_alike and _must_change(state):
        return refuse("KO-3", "kheops.changes_nothing", cells=(move.cell,), cell=move.cell)
    if not laid.shows.looks_alike and move.turn == laid.turn:
        return refuse("KO-3", "kheops.not_turned", cells=(move.cell,), cell=move.cell)
    return None


def _must_change(state: State) -> bool:
    """Whether the turn has to change an opening, where one can (KO-3, idle_turn)."""
    if state.rules.power_optional or state.rules.idle_turn == "allowed":
        return False
    return any(islice(usable(state), 1))


def _why_not_this_tile(state: State, cell: str, laid: Laid) -> Refused | None:
    kind = TURNED_KIND[state.power]
    if state.rules.rotation_target == "self" and cell != state.trigger:
        return refuse("KO-2", "kheops.only_this_tile", cells=(cell,), cell=state.trigger)
    if laid.shows.kind != kind:
        return refuse(CLAUSE[state.power], "kheops.other_kind", cells=(cell,), cell=cell, kind=kind)
    if laid.pawn and laid.pawn.colour != state.colour and laid.pawn.kind in PROTECTED:
        clause = "KHEOPS-46" if laid.pawn.kind == PRIEST else "KO-27"
        return refuse(
            clause, "kheops.tile_protected", cells=(cell,), cell=cell, kind=laid.pawn.kind
        )
    return None


def _no_such_power(state: State, what: str) -> Refused:
    if state.phase == Phase.POWER:
        return refuse(
            CLAUSE[state.power], "kheops.other_power", power=state.power, cell=state.trigger
        )
    clause = "KHEOPS-26" if state.phase != Phase.OVER else "KHEOPS-60"
    return refuse(clause, "kheops.no_power_now", what=what)


def swap_pawns(state: State, move: m.SwapPawns) -> Ruling:
    if state.phase != Phase.POWER or state.power != SWAP:
        return _no_such_power(state, "swap")
    own, other = state.at(move.own), state.at(move.other)
    if not own or not own.pawn or own.pawn.colour != state.colour:
        return refuse("KHEOPS-22", "kheops.not_your_pawn", cells=(move.own,), cell=move.own)
    if not other or not other.pawn or other.pawn.colour == state.colour:
        return refuse("KHEOPS-22", "kheops.no_opposing_pawn", cells=(move.other,), cell=move.other)
    if not _touchable(state, other.pawn):
        clause = "KHEOPS-45" if other.pawn.kind == PRIEST else "KHEOPS-49"
        return refuse(
            clause, "kheops.pawn_protected", cells=(move.other,), cell=move.other,
            kind=other.pawn.kind,
        )  # fmt: skip
    because = ("KHEOPS-22", "KO-17", *_moves_protected(own.pawn))
    event = e.PawnsSwapped(
        state.turn, move.own, own.pawn.kind, move.other, other.pawn.kind, because
    )
    return evolve.unfold(state).add(event).accepted()


def _moves_protected(pawn: Pawn) -> tuple[str, ...]:
    return ("KHEOPS-47",) if pawn.kind in PROTECTED else ()


def move_pawn(state: State, move: m.MovePawn) -> Ruling:
    if state.phase != Phase.POWER or state.power != MOVE:
        return _no_such_power(state, "move")
    laid, target = state.at(move.source), state.at(move.target)
    if not laid or not laid.pawn or laid.pawn.colour != state.colour:
        return refuse("KHEOPS-23", "kheops.not_your_pawn", cells=(move.source,), cell=move.source)
    if move.target == move.source:
        return refuse("KO-30", "kheops.same_tile", cells=(move.source,), cell=move.source)
    refusal = _why_not_to(move.target, target)
    if refusal:
        return refusal
    own = ("KHEOPS-24",) if move.source == state.trigger else ()
    because = ("KHEOPS-23", "KO-19", *own, *_moves_protected(laid.pawn))
    event = e.PawnMoved(state.turn, move.source, move.target, laid.pawn.kind, because)
    return evolve.unfold(state).add(event).accepted()


def _why_not_to(cell: str, target: Laid | None) -> Refused | None:
    if target is None:
        return refuse("KO-19", "kheops.no_tile_there", cell=cell)
    if FORBID in target.shows.symbols:
        return refuse("KO-20", "kheops.forbidden", cells=(cell,), cell=cell)
    if target.pawn:
        there = {"colour": target.pawn.colour, "there": target.pawn.kind}
        return refuse("KO-19", "kheops.occupied", cells=(cell,), cell=cell, **there)
    return None


def use_no_power(state: State, move: m.UseNoPower) -> Ruling:
    if state.phase != Phase.POWER:
        return _no_such_power(state, "leave")
    if not state.rules.power_optional:
        return refuse("KO-18", "kheops.must_use", power=state.power, cell=state.trigger)
    event = e.PowerUnused(state.turn, state.trigger, state.power, "declined", ("KO-18",))
    return evolve.unfold(state).add(event).accepted()
