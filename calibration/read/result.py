"""What a look at the board brought, cell by cell, and the picture of a doubtful part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..errors import Complaint
from ..geometry.board import SOMETHING_ELSE, Board
from ..geometry.pictures import jpeg
from .chances import SURE


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
        """Return the board seen from above, computed on demand; None if it was not found."""
        return self._picture()

    def jpeg(self) -> bytes:
        """Return the same as a JPEG; empty if the board was not found."""
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


AROUND_MM = 12.0
LINE, SHADE = (255, 255, 255), (30, 20, 10)


def crop(board: Board, picture: bytes, cells: Collection[str], outlined: bool = False) -> bytes:
    """Cut the *cells* with a little around them out of a rectified JPEG; all of it without any.

    *outlined* draws a line around each of them, where neighbours look much the same.
    """
    known = [cell for cell in board.cells if cell.id in cells]
    whole = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) if picture else None
    if whole is None or not known:
        return picture
    points = [point for cell in known for point in cell.polygon_mm]
    scale = whole.shape[1] / board.width_mm
    for cell in known if outlined else ():
        corners = np.int32(np.array(cell.polygon_mm) * scale)
        for colour, width in ((SHADE, 4), (LINE, 2)):
            cv2.polylines(whole, [corners], True, colour, width, cv2.LINE_AA)
    left, top = (max(0.0, min(p[axis] for p in points) - AROUND_MM) for axis in (0, 1))
    right, low = (max(p[axis] for p in points) + AROUND_MM for axis in (0, 1))
    part = whole[int(top * scale) : int(low * scale), int(left * scale) : int(right * scale)]
    return jpeg(np.ascontiguousarray(part))
