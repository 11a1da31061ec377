"""Slips at the pyramid: what people do by mistake, and no rule allows."""

from __future__ import annotations

from random import Random

from companion.games.kheops.box import WORKER
from companion.games.kheops.building import why_not_there
from companion.games.kheops.faces import turns_of
from companion.games.kheops.labels import pawn_cell, pawn_label, tile_label
from companion.games.kheops.state import Laid, Pawn, State

Slip = dict[str, str]
"""The cells that look different afterwards."""


def mistake(state: State, dice: Random) -> Slip:
    """One of them, of a kind the dice choose; none where that kind cannot be made."""
    kind = dice.choice((_wrong_colour, _turned, _alone))
    return kind(state, dice)


def _wrong_colour(state: State, dice: Random) -> Slip:
    """Somebody sets a pawn who is not on turn."""
    free = [cell for cell, laid in state.tiles if laid.is_free]
    other = next(colour for colour in state.box.colours if colour != state.colour)
    return {pawn_cell(dice.choice(free)): pawn_label(Pawn(other, WORKER))} if free else {}


def _turned(state: State, dice: Random) -> Slip:
    """Somebody turns a tile without a power."""
    tiles = [(cell, laid) for cell, laid in state.tiles if not laid.shows.looks_alike]
    if not tiles:
        return {}
    cell, laid = dice.choice(tiles)
    return {cell: tile_label(laid.but(turn=(laid.turn + dice.choice((1, 2))) % 3))}


def _alone(state: State, dice: Random) -> Slip:
    """Somebody lays a tile that touches no other."""
    cells = [c for c in state.box.cells if state.at(c) is None and why_not_there(state, c)]
    if not cells:
        return {}
    face = dice.choice(sorted(state.faces_left()))
    return {dice.choice(cells): tile_label(Laid(face, dice.choice(turns_of(face))))}
