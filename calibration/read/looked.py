"""What a look at the board brought, cell by cell; plain results, made elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..boards.board import SOMETHING_ELSE
from ..errors import Complaint
from .chances import SURE
from .pictures import jpeg


@dataclass(frozen=True)
class CellReading:
    """What one cell shows: a chance per label, summing to one; none when it cannot be read."""

    chances: Mapping[str, float]
    disturbed: str = ""

    @property
    def label(self) -> str | None:
        """The label the eye is sure of; None when it abstains."""
        if not self.chances:
            return None
        best = max(self.chances, key=self.chances.__getitem__)
        return best if self.chances[best] >= SURE and best != SOMETHING_ELSE else None

    @property
    def confidence(self) -> float:
        return max(self.chances.values(), default=0.0)

    @property
    def words(self) -> str:
        """The reading in a word or two."""
        if self.disturbed or not self.chances:
            return self.disturbed or "nothing"
        best = max(self.chances, key=self.chances.__getitem__)
        return f"{best} {self.chances[best]:.2f}"


@dataclass(frozen=True)
class Look:
    """One look at the board."""

    board: str
    """"found" or "refused"."""
    reason: Complaint | None
    cells: Mapping[str, CellReading]
    complaints: tuple[Complaint, ...] = ()
    changed: frozenset[str] = frozenset()
    """The cells that were looked at again."""
    _picture: Callable[[], NDArray[np.uint8] | None] = field(
        default=lambda: None, repr=False, compare=False
    )

    @property
    def found(self) -> bool:
        return self.board == "found"

    def picture(self) -> NDArray[np.uint8] | None:
        """The board seen from above, computed when asked for; None when it was not found."""
        return self._picture()

    def jpeg(self) -> bytes:
        """The same as a JPEG; empty when the board was not found."""
        picture = self.picture()
        return b"" if picture is None else jpeg(picture)


@dataclass(frozen=True)
class Glance:
    """What a cheap look at a picture shows: what moves, and what differs from the last look."""

    moving: frozenset[str]
    changed: frozenset[str]
    same_picture: bool = False
    """Not one pixel of the thumbnail differs: no real camera is so free of noise."""
    blank: bool = False
