"""A finished pyramid counted from what is seen alone, without knowing how it came to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Refused, refuse

from .box import Box
from .faces import FORBID
from .house import HouseRules
from .labels import TWO_PAWNS, as_told, is_pawn_cell, pawn_cell, read_pawn, read_tile, tile_cell
from .learning import is_unsure
from .settling import Settlement, settle
from .state import Laid, Pyramid


def score_position(
    box: Box, rules: HouseRules, cells: Cells, told: Collection[str] = ()
) -> Settlement | Refused:
    """Count a finished pyramid, or say what about it cannot be counted and where.

    *cells* has a tile label for every cell, and a pawn label where somebody stands; a pawn cell
    that is not given is empty. *told* are the cells whose label somebody has said.
    """
    for check in CHECKS:
        wrong = check(box, cells)
        if wrong:
            return wrong
    wrong = _seen_twice(box, cells, told) or _forbidden(box, cells) or _too_many_pawns(box, cells)
    if wrong:
        return wrong
    return settle(box, rules, pyramid_of(box, cells))


def pyramid_of(box: Box, cells: Cells) -> Pyramid:
    """Return the tiles and pawns that are seen, as the rules keep them;
    what isn't a tile stays empty."""
    return tuple(_laid(box, cells, cell) for cell in box.cells)


def _laid(box: Box, cells: Cells, cell: str) -> Laid | None:
    tile = read_tile(box, cells.get(cell, EMPTY))
    if tile is None:
        return None
    return Laid(*tile, read_pawn(box, cells.get(pawn_cell(cell), EMPTY)))


def _outside(box: Box, cells: Cells) -> Refused | None:
    known = set(box.cells)
    there = [
        name for name, label in cells.items() if tile_cell(name) not in known and label != EMPTY
    ]
    if not there:
        return None
    return refuse("KHEOPS-10", "kheops.outside", cells=tuple(there), places=there)


def _not_seen(box: Box, cells: Cells) -> Refused | None:
    """Return a picture that is cut off, or a hand over it."""
    gone = [cell for cell in box.cells if cell not in cells]
    if not gone:
        return None
    return refuse("KHEOPS-60", "kheops.not_in_the_picture", cells=tuple(gone), places=gone)


def _unreadable(box: Box, cells: Cells) -> Refused | None:
    odd = [
        tile_cell(name)
        for name, label in cells.items()
        if label not in (EMPTY, TWO_PAWNS) and _read(box, name, label) is None
    ]
    return refuse("KHEOPS-04", "kheops.cannot_read", cells=tuple(odd), places=odd) if odd else None


def _read(box: Box, name: str, label: str) -> object | None:
    if label == SOMETHING_ELSE:
        return None
    return read_pawn(box, label) if is_pawn_cell(name) else read_tile(box, label)


def _two_pawns(box: Box, cells: Cells) -> Refused | None:
    crowded = [tile_cell(name) for name, label in cells.items() if label == TWO_PAWNS]
    if not crowded:
        return None
    return refuse("KHEOPS-08", "kheops.two_pawns", cells=tuple(crowded), places=crowded)


def _unfinished(box: Box, cells: Cells) -> Refused | None:
    empty = [cell for cell in box.cells if cells[cell] == EMPTY]
    if not empty:
        return None
    built = len(box.cells) - len(empty)
    return refuse(
        "KHEOPS-60", "kheops.unfinished", cells=tuple(empty), places=empty, found=built,
        expected=len(box.cells),
    )  # fmt: skip


def _seen_twice(box: Box, cells: Cells, told: Collection[str]) -> Refused | None:
    """More tiles of a kind than our list has: asked about, and believed where that is a guess."""
    for face, places in _by_face(box, cells).items():
        if is_unsure(box) and {*places} <= {*told}:
            continue
        if len(places) > box.faces[face]:
            return refuse(
                "KHEOPS-04", "kheops.too_many_tiles", cells=tuple(places), places=places,
                tile=as_told(face), found=len(places), expected=box.faces[face],
            )  # fmt: skip
    return None


def _by_face(box: Box, cells: Cells) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for cell, laid in zip(box.cells, pyramid_of(box, cells), strict=True):
        if laid is not None:
            found.setdefault(laid.face, []).append(cell)
    return found


def _forbidden(box: Box, cells: Cells) -> Refused | None:
    for cell, laid in _occupied(box, cells):
        if FORBID in laid.shows.symbols:
            return refuse("KHEOPS-25", "kheops.forbidden", cells=(cell,), cell=cell)
    return None


def _occupied(box: Box, cells: Cells) -> Iterator[tuple[str, Laid]]:
    for cell, laid in zip(box.cells, pyramid_of(box, cells), strict=True):
        if laid is not None and laid.pawn is not None:
            yield cell, laid


def _too_many_pawns(box: Box, cells: Cells) -> Refused | None:
    pawns = [(cell, laid.pawn) for cell, laid in _occupied(box, cells) if laid.pawn]
    for pawn, count in Counter(pawn for _, pawn in pawns).items():
        most = box.pawns(pawn.colour)[pawn.kind]
        if count > most:
            where = [cell for cell, one in pawns if one == pawn]
            return refuse(
                "KHEOPS-02", "kheops.too_many_of_a_kind", cells=tuple(where), places=where,
                colour=pawn.colour, kind=pawn.kind, found=count, expected=most,
            )  # fmt: skip
    for colour, count in Counter(pawn.colour for _, pawn in pawns).items():
        if count > box.turns_each:
            return refuse(
                "KHEOPS-13", "kheops.too_many_pawns", colour=colour, found=count,
                expected=box.turns_each,
            )  # fmt: skip
    return None


CHECKS: tuple[Callable[[Box, Cells], Refused | None], ...] = (
    _outside,
    _not_seen,
    _unreadable,
    _two_pawns,
    _unfinished,
)
