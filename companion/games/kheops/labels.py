"""Labels: what the camera calls a tile with its turn, and a pawn. Each is looked for by itself.

A cell of the outline shows a tile (``room-2-ankh@1``). Its pawn cell, named ``U0.0:pawn``, shows
who stands on it (``white-mummy``). So a tile hidden below a pawn can be unreadable while the
pawn is plain to see, and a tile turned below a pawn changes one cell only.
"""

from __future__ import annotations

from companion.core.cells import EMPTY

from .box import PAWNS, Box
from .faces import TURNS, read_face, turns_of
from .state import Laid, Pawn

PAWN = ":pawn"
TWO_PAWNS = "two_pawns"
"""Seen where more than one pawn stands on a tile."""


def pawn_cell(cell: str) -> str:
    return cell + PAWN


def is_pawn_cell(name: str) -> bool:
    return name.endswith(PAWN)


def tile_cell(name: str) -> str:
    """Return the cell of the outline that a cell or a pawn cell belongs to."""
    return name.removesuffix(PAWN)


def tile_label(laid: Laid | None) -> str:
    """Return what a cell shows.

    >>> tile_label(Laid("corridor-2", 1))
    'corridor-2@1'
    """
    return EMPTY if laid is None else f"{laid.face}@{laid.turn}"


def pawn_label(pawn: Pawn | None) -> str:
    return EMPTY if pawn is None else f"{pawn.colour}-{pawn.kind}"


def read_tile(box: Box, label: str) -> tuple[str, int] | None:
    """Face and turn of a label; None when the box has no such tile."""
    face, at, turn = label.rpartition("@")
    if not at or face not in box.faces or turn not in map(str, TURNS):
        return None
    return face, 0 if read_face(face).looks_alike else int(turn)


def read_pawn(box: Box, label: str) -> Pawn | None:
    """Return the pawn of a label; None when the box has no such pawn."""
    colour, _, kind = label.partition("-")
    if colour not in box.colours or kind not in PAWNS or not box.pawns(colour)[kind]:
        return None
    return Pawn(colour, kind)


def tile_labels(box: Box) -> tuple[str, ...]:
    """Return everything a cell can show."""
    return (EMPTY, *(f"{face}@{turn}" for face in box.faces for turn in turns_of(face)))


def pawn_labels(box: Box) -> tuple[str, ...]:
    """Return everything a pawn cell can show."""
    pawns = (
        pawn_label(Pawn(colour, kind))
        for colour in box.colours
        for kind, count in box.pawns(colour).items()
        if count
    )
    return (EMPTY, *pawns)


def as_told(face: str) -> list[list[str | int]]:
    """Return a tile for a sentence: kind, openings and symbol, as one item of a list."""
    shown = read_face(face)
    return [[shown.kind, shown.openings, "+".join(shown.symbols)]]
