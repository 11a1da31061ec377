"""Pictures that no legal move explains: the move they look like, and the clause it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move, Refused, Ruling, refuse

from . import moves as m
from .building import build_tile
from .labels import (
    TWO_PAWNS,
    as_told,
    is_pawn_cell,
    pawn_label,
    read_pawn,
    read_tile,
    tile_cell,
)
from .laying import incomplete
from .looking import looked
from .powers import move_pawn, swap_pawns, turn_tile
from .reader import visible
from .setting import set_pawn
from .state import Phase, State

Finder = Callable[[State, Cells], Refused | None]


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause is broken by a picture that no legal move explains.

    *seen* holds the cells that do not show what they should.
    """
    shown = {name: seen[name] for name in visible(state) if name in seen}
    for find in FINDERS:
        refusal = find(state, shown)
        if refusal:
            return refusal
    places = list(dict.fromkeys(tile_cell(name) for name in shown))
    return refuse("KHEOPS-07", "kheops.too_much_at_once", cells=tuple(places), places=places)


def _unreadable(state: State, seen: Cells) -> Refused | None:
    odd = [
        tile_cell(name)
        for name, label in seen.items()
        if label not in (EMPTY, TWO_PAWNS)
        and not (read_pawn if is_pawn_cell(name) else read_tile)(state.box, label)
    ]
    return refuse("KHEOPS-04", "kheops.cannot_read", cells=tuple(odd), places=odd) if odd else None


def _crowded(state: State, seen: Cells) -> Refused | None:
    crowded = [tile_cell(name) for name, label in seen.items() if label == TWO_PAWNS]
    if not crowded:
        return None
    return refuse("KHEOPS-08", "kheops.two_pawns", cells=tuple(crowded), places=crowded)


def _before_or_after(state: State, seen: Cells) -> Refused | None:
    if state.phase == Phase.OVER:
        places = dict.fromkeys(tile_cell(name) for name in seen)
        return refuse("KHEOPS-60", "kheops.is_over", cells=tuple(places))
    if state.phase != Phase.SETUP:
        return None
    return _before(state, seen)


def _before(state: State, seen: Cells) -> Refused:
    """Return what is wrong with the table before the game: pawns, tiles off the base,
    or its tiles."""
    wrong = [tile_cell(n) for n in seen if is_pawn_cell(n) or n not in state.box.base]
    if wrong:
        return refuse("KO-1", "kheops.not_the_base", cells=tuple(wrong), places=wrong)
    shown = {**visible(state), **seen}
    missing = [cell for cell in state.box.base if shown[cell] == EMPTY]
    if missing:
        return incomplete(state, missing)
    whole = looked(state, shown)
    if isinstance(whole, Refused):
        return whole
    return refuse("KHEOPS-04", "kheops.base_not_told", cells=tuple(seen), places=list(seen))


def _tile_gone(state: State, seen: Cells) -> Refused | None:
    gone = [name for name, label in seen.items() if not is_pawn_cell(name) and label == EMPTY]
    return refuse("KHEOPS-10", "kheops.tile_gone", cells=tuple(gone), places=gone) if gone else None


def _tile_exchanged(state: State, seen: Cells) -> Refused | None:
    for name, label in seen.items():
        laid, tile = state.at(name), read_tile(state.box, label)
        if laid and tile and tile[0] != laid.face:
            return refuse(
                "KHEOPS-10", "kheops.tile_exchanged", cells=(name,), cell=name,
                expected=as_told(laid.face), found=as_told(tile[0]),
            )  # fmt: skip
    return None


def _several_tiles(state: State, seen: Cells) -> Refused | None:
    new = [n for n in seen if not is_pawn_cell(n) and state.at(n) is None]
    if len(new) < 2:
        return None
    return refuse("KHEOPS-10", "kheops.tiles_at_once", cells=tuple(new), places=new)


def _several_turned(state: State, seen: Cells) -> Refused | None:
    turned = [n for n in seen if not is_pawn_cell(n) and state.at(n) is not None]
    if len(turned) < 2:
        return None
    return refuse("KHEOPS-20", "kheops.turned_at_once", cells=tuple(turned), places=turned)


def _not_on_turn(state: State, seen: Cells) -> Refused | None:
    """Return one more pawn than before, of the wrong colour."""
    came = [n for n, label in seen.items() if is_pawn_cell(n) and label != EMPTY]
    gone = [n for n in seen if is_pawn_cell(n) and seen[n] == EMPTY]
    if len(came) != 1 or gone:
        return None
    pawn = read_pawn(state.box, seen[came[0]])
    if pawn is None or pawn.colour == state.colour:
        return None
    player = state.seats[state.turn].name
    cell = tile_cell(came[0])
    return refuse(
        "KHEOPS-06", "kheops.not_on_turn", cells=(cell,), cell=cell, colour=pawn.colour,
        player=player,
    )  # fmt: skip


def _looks_like(state: State, seen: Cells) -> Refused | None:
    """Return the clause that forbids the one move this looks like."""
    move = likely_move(state, seen)
    ruling = DECIDERS[type(move)](state, move) if move else None
    return ruling if isinstance(ruling, Refused) else None


def likely_move(state: State, seen: Cells) -> Move | None:
    """Return the one move, legal or not, that would change just these cells."""
    tiles = [name for name in seen if not is_pawn_cell(name)]
    pawns = [tile_cell(name) for name in seen if is_pawn_cell(name)]
    if len(tiles) == 1 and not pawns:
        return _tile_move(state, tiles[0], seen[tiles[0]])
    if tiles or not 1 <= len(pawns) <= 2:
        return None
    labels = {tile_cell(name): seen[name] for name in seen}
    if len(pawns) == 1:
        pawn = read_pawn(state.box, labels[pawns[0]])
        return m.SetPawn(pawns[0], pawn.kind) if pawn else None
    return _two_cells(state, labels)


def _tile_move(state: State, cell: str, label: str) -> Move | None:
    tile = read_tile(state.box, label)
    if tile is None:
        return None
    return m.TurnTile(cell, tile[1]) if state.at(cell) else m.BuildTile(cell, *tile)


def _two_cells(state: State, labels: dict[str, str]) -> Move | None:
    """Return a pawn gone from one cell and come to another, or two that changed places."""
    before = {cell: _pawn_there(state, cell) for cell in labels}
    one, other = labels
    for source, target in ((one, other), (other, one)):
        if labels[source] == EMPTY and labels[target] == before[source] != EMPTY:
            return m.MovePawn(source, target)
    if labels[one] == before[other] and labels[other] == before[one]:
        own_first = before[one].startswith(state.colour)
        return m.SwapPawns(one, other) if own_first else m.SwapPawns(other, one)
    return None


def _pawn_there(state: State, cell: str) -> str:
    laid = state.at(cell)
    return pawn_label(laid.pawn) if laid else EMPTY


def _pawn_gone(state: State, seen: Cells) -> Refused | None:
    gone = [tile_cell(n) for n, label in seen.items() if is_pawn_cell(n) and label == EMPTY]
    if not gone:
        return None
    return refuse("KHEOPS-26", "kheops.pawn_gone", cells=tuple(gone), places=gone)


def _several_pawns(state: State, seen: Cells) -> Refused | None:
    came = [tile_cell(n) for n in seen if is_pawn_cell(n)]
    if len(came) < 2:
        return None
    return refuse("KHEOPS-08", "kheops.pawns_at_once", cells=tuple(came), places=came)


DECIDERS: dict[type[Move], Callable[[State, Any], Ruling]] = {
    m.SetPawn: set_pawn,
    m.TurnTile: turn_tile,
    m.SwapPawns: swap_pawns,
    m.MovePawn: move_pawn,
    m.BuildTile: build_tile,
}
FINDERS: tuple[Finder, ...] = (
    _unreadable,
    _crowded,
    _before_or_after,
    _tile_gone,
    _tile_exchanged,
    _several_tiles,
    _several_turned,
    _not_on_turn,
    _looks_like,
    _pawn_gone,
    _several_pawns,
)
