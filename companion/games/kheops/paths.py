"""Paths: which tiles are joined by their openings, and where an opening leads outside."""

from __future__ import annotations

from .faces import openings
from .outline import EDGES, GROUND_EDGE, OUTSIDE, is_up, neighbours, outline
from .state import Pyramid

Open = tuple[tuple[bool, bool, bool], ...]
SHUT = (False, False, False)


def opened(pyramid: Pyramid) -> Open:
    """Return which edges of every cell are open; an empty cell has no openings."""
    return tuple(openings(laid.face, laid.turn) if laid else SHUT for laid in pyramid)


def joined(side: int, pyramid: Pyramid, open_: Open) -> list[list[int]]:
    """Return the built cells in groups that communicate, each group and all groups in cell order.

    Two neighbours communicate when both open their common edge (KHEOPS-61). A group of one isn't a
    path.
    """
    edges = neighbours(side)
    groups, grouped = [], set()
    for start, laid in enumerate(pyramid):
        if laid is None or start in grouped:
            continue
        group = [start]
        grouped.add(start)
        for cell in group:
            for edge in EDGES:
                beside = edges[cell][edge]
                if not open_[cell][edge] or beside == OUTSIDE or beside in grouped:
                    continue
                if open_[beside][edge]:
                    grouped.add(beside)
                    group.append(beside)
        groups.append(sorted(group))
    return groups


def exits(
    side: int, pyramid: Pyramid, open_: Open, group: list[int], ground_is_outside: bool
) -> list[int]:
    """Return the cells of a group with an opening to the outside of the pyramid.

    An opening against a wall is a dead end (KO-11). One to a cell that is not built yet keeps
    the path open for the time being.
    """
    edges = neighbours(side)

    def leads_out(cell: int, edge: int) -> bool:
        beside = edges[cell][edge]
        if beside != OUTSIDE:
            return pyramid[beside] is None
        return ground_is_outside or edge != GROUND_EDGE or not is_up(outline(side)[cell])

    return [
        cell for cell in group if any(open_[cell][edge] and leads_out(cell, edge) for edge in EDGES)
    ]
