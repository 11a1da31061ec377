"""Cells: the places a camera can look at, and the label each of them should show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Cells = Mapping[str, str]
"""Map a cell id to its label: the referee explains it, the rehearsal paints it."""

EMPTY = "empty"
ANYTHING = "*"
"""Placeholder in a legal move for what only the table will show."""


def difference(before: Cells, after: Cells) -> dict[str, str]:
    """Return the cells that change, with their new labels."""
    return {cell: label for cell, label in after.items() if before.get(cell) != label}


# A hint for the eye: what should lie where, and what a legal move may put there.
#
# Public knowledge alone goes into it. It says where to look first and how long to wait; it never
# changes what is read.

Places = tuple[tuple[str, ...], tuple[str, ...]]
"""Cells, each with the labels a move may put there."""


class Hint(msgspec.Struct, frozen=True):
    """What the rules expect of the next still picture."""

    shows: Mapping[str, str]
    """What each cell shows if nothing happens."""
    may: tuple[Places, ...] = ()
    """What a legal move may show instead."""
    named: Mapping[str, tuple[str, ...]] = {}
    """What the eye calls a label, if it has other names for it."""
