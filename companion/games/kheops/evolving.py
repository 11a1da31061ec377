"""From one state to the next: what each event changes, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.evolve import Evolving
from companion.core.verdict import Event

from . import events as e
from .box import MUMMY
from .learning import learn, refit
from .outline import index_of
from .state import Laid, Pawn, Phase, Pyramid, State


def _setup(state: State, event: Event) -> State | None:
    match event:
        case e.BaseLaid(tiles=tiles):
            there = {cell: Laid(face, turn) for cell, face, turn in tiles}
            return state.but(pyramid=tuple(there.get(cell) for cell in state.box.cells))
        case e.BaseTileLaid(cell=cell, face=face, turn=turn):
            return state.but(pyramid=state.with_tile(cell, Laid(face, turn)))
        case e.Begun(seat=seat):
            return state.but(phase=Phase.PAWN, turn=seat)
        case e.CountedAtEnd(tiles=tiles, pawns=pawns):
            return _as_found(state, tiles, pawns)
    return None


def _as_found(
    state: State, tiles: Sequence[tuple[str, str, int]], pawns: Sequence[tuple[str, str, str]]
) -> State:
    """Return the pyramid as it was found; hands and pile follow from how much of it is built."""
    on = {cell: Pawn(colour, kind) for cell, colour, kind in pawns}
    there = {cell: Laid(face, turn, on.get(cell)) for cell, face, turn in tiles}
    turns, left = len(there) - len(state.box.base), len(state.box.tiles) - len(there)
    turn = (state.seat_of(state.box.colours[0]) + turns) % len(state.seats)
    pile = max(0, left - sum(state.hands))
    more, odd = divmod(left - pile, len(state.seats))
    return state.but(
        pyramid=tuple(there.get(cell) for cell in state.box.cells),
        hands=tuple(more + odd * (n == turn) for n in range(len(state.seats))),
        pile=pile,
        mummies=tuple(sorted({pawn.colour for pawn in on.values() if pawn.kind == MUMMY})),
        phase=Phase.PAWN,
        turn=turn,
        turns=turns,
    )


def _pawn(state: State, event: Event) -> State | None:
    match event:
        case e.PawnReplaced(seat=seat, cell=cell, kind=kind, why=why):
            pawn = Pawn(state.seats[seat].colour, kind)
            gone = (*state.out, pawn) if why == "out" else state.out
            return state.but(pyramid=_with_pawn(state, cell, None), out=gone)
        case e.PawnSet(seat=seat, cell=cell, kind=kind):
            pawn = Pawn(state.seats[seat].colour, kind)
            ever = {*state.mummies, pawn.colour} if kind == MUMMY else state.mummies
            return state.but(
                pyramid=_with_pawn(state, cell, pawn),
                mummies=tuple(sorted(ever)),
                phase=Phase.TILE,
            )
        case e.NoPawnPossible():
            return state.but(phase=Phase.TILE)
    return None


def _power(state: State, event: Event) -> State | None:
    match event:
        case e.PowerAwaited(cell=cell, power=power):
            return state.but(phase=Phase.POWER, power=power, trigger=cell)
        case e.PowerUnused():
            pyramid = state.pyramid
        case e.TileTurned(cell=cell, turn=turn):
            laid = state.at(cell)
            assert laid is not None
            pyramid = state.with_tile(cell, laid.but(turn=turn))
        case e.PawnsSwapped(own=one, other=other):
            pyramid = _with_pawns(state, {one: _pawn_at(state, other), other: _pawn_at(state, one)})
        case e.PawnMoved(source=source, target=target):
            pyramid = _with_pawns(state, {source: None, target: _pawn_at(state, source)})
        case _:
            return None
    return state.but(phase=Phase.TILE, power="", trigger="", pyramid=pyramid)


def _tile(state: State, event: Event) -> State | None:
    match event:
        case e.NoneFitted():
            return state.but(unmatched=True)
        case e.TileBuilt(seat=seat, cell=cell, face=face, turn=turn):
            return state.but(
                pyramid=state.with_tile(cell, Laid(face, turn)),
                hands=_counted(state.hands, seat, -1),
                turns=state.turns + 1,
                unmatched=False,
            )
        case e.TileDrawn(seat=seat):
            return state.but(hands=_counted(state.hands, seat, 1), pile=state.pile - 1)
        case e.TurnPassed(seat=seat):
            return state.but(turn=seat, phase=Phase.PAWN)
        case e.GameEnded():
            return state.but(phase=Phase.OVER)
    return None


def _pawn_at(state: State, cell: str) -> Pawn | None:
    laid = state.at(cell)
    return laid.pawn if laid else None


def _with_pawn(state: State, cell: str, pawn: Pawn | None) -> Pyramid:
    return _with_pawns(state, {cell: pawn})


def _with_pawns(state: State, changed: dict[str, Pawn | None]) -> Pyramid:
    pyramid = list(state.pyramid)
    for cell, pawn in changed.items():
        number = index_of(state.box.side)[cell]
        laid = pyramid[number]
        assert laid is not None, cell
        pyramid[number] = laid.but(pawn=pawn)
    return tuple(pyramid)


def _counted(hands: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return tuple(hand + change * (n == seat) for n, hand in enumerate(hands))


evolve = Evolving[State](e.KheopsEvent, _setup, _pawn, _power, _tile, learn=learn, refit=refit)
