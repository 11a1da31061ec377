"""What one teaching picture shows: all labelled cells of one kind, with their surroundings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards.board import EMPTY

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Showing:
    """All labelled cells of one kind in one teaching picture."""

    kind: str
    cells: tuple[str, ...]
    labels: tuple[str, ...]
    places: Array = field(repr=False)
    patches: Array = field(repr=False)
    """(cells, WIDE, WIDE, 3), relieved of the light"""

    @property
    def bare(self) -> NDArray[np.bool_]:
        return np.array([label == EMPTY for label in self.labels])
