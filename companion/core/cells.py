"""Cells: the places a camera can look at, and the label each of them ought to show."""

from __future__ import annotations

from collections.abc import Mapping

Cells = Mapping[str, str]
"""Cell id to label. The hinge between referee (explain this), eye and rehearsal (paint this)."""

EMPTY = "empty"
ANYTHING = "*"
"""Stands in a legal move for what only the table will show."""


def difference(before: Cells, after: Cells) -> dict[str, str]:
    """The cells that show something else afterwards, with what they then show."""
    return {cell: label for cell, label in after.items() if before.get(cell) != label}
