"""A pyramid nobody followed, as it stands: counted if it is built, and played on if it is not."""

from __future__ import annotations

from collections import Counter

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import PAWNS
from .building import counted
from .evolving import evolve
from .labels import as_told
from .laying import incomplete, upright, why_no_tile
from .learning import is_unsure, new_tiles
from .setting import skip_pawn
from .state import Phase, State


def count_at_end(state: State, move: m.CountAtEnd) -> Ruling:
    refusal = _why_no_pyramid(state, move) or _why_no_pawns(state, move)
    if refusal:
        return refusal
    tiles = tuple((cell, face, upright(face, turn)) for cell, face, turn in move.tiles)
    facts = new_tiles(state, [], [face for _, face, _ in tiles])
    unfolding = evolve.unfold(state).add(*facts, e.CountedAtEnd(tiles, move.pawns))
    if all(unfolding.state.pyramid):
        return counted(unfolding).accepted()
    return skip_pawn(unfolding).accepted()


def _why_no_pyramid(state: State, move: m.CountAtEnd) -> Refused | None:
    if state.phase != Phase.SETUP:
        return refuse("KHEOPS-06", "kheops.already_begun")
    cells = [cell for cell, _, _ in move.tiles]
    wrong = [cell for cell in cells if cell not in state.box.cells or cells.count(cell) > 1]
    if wrong:
        return refuse("KHEOPS-10", "kheops.outside", places=wrong)
    if missing := [cell for cell in state.box.base if cell not in cells]:
        return incomplete(state, missing)
    known = (why_no_tile(state, face, turn) for _, face, turn in move.tiles)
    return next(filter(None, known), None) or _why_too_many(state, move)


def _why_too_many(state: State, move: m.CountAtEnd) -> Refused | None:
    """More tiles of a kind than the box has: asked only where the box is known."""
    for face, found in Counter(face for _, face, _ in move.tiles).items():
        expected = state.box.faces.get(face, 0)
        if found > expected and not is_unsure(state.box):
            return refuse(
                "KHEOPS-04", "kheops.broken.faces", tile=as_told(face), found=found,
                expected=expected,
            )  # fmt: skip
    return None


def _why_no_pawns(state: State, move: m.CountAtEnd) -> Refused | None:
    laid, used = {cell for cell, _, _ in move.tiles}, Counter(one[1:] for one in move.pawns)
    places = [cell for cell, _, _ in move.pawns]
    wrong = [cell for cell in places if cell not in laid or places.count(cell) > 1]
    if wrong:
        return refuse("KHEOPS-08", "kheops.no_tile_there", cells=tuple(wrong), cell=wrong[0])
    for (colour, kind), found in used.items():
        own = state.box.pawns(colour) if colour in state.box.colours else {}
        if kind not in PAWNS or found > own.get(kind, 0):
            return refuse("KHEOPS-02", "kheops.no_such_pawn", kind=kind, colour=colour)
    return None
