"""What the eye is shown of a room, chapter by chapter, and what each face is called."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.core.verdict import Saying

DOWN = "down"
"""A back."""
Chapters = tuple[tuple[str, tuple[str, ...]], ...]
"""The kind of cell, and the faces that are laid into such cells, in the order of the box."""


class Loose(msgspec.Struct, frozen=True):
    """A piece that lies beside the board: its sides, and the windows that show a face, in mm.

    A round piece or a triangle has the sides of the rectangle around it.
    """

    kind: str
    sides_mm: tuple[float, float]
    windows_mm: tuple[tuple[float, float, float, float], ...]
    shape: str = "card"


def whole(kind: str, sides_mm: Sequence[float], shape: str = "card") -> Loose:
    """A piece whose face is all of it."""
    wide, high = sides_mm
    return Loose(kind, (wide, high), ((0.0, 0.0, wide, high),), shape)


def plain_face(label: str) -> Saying:
    """A face that is called by its own noun."""
    if label == DOWN:
        return Saying("teaching.face.down")
    return Saying("teaching.face.plain", {"face": label})


def one_chapter(kind: str, faces: Sequence[str], *before: Sequence[str]) -> Chapters:
    """All faces in one kind of cell; what comes *before* has chapters of its own."""
    return tuple((kind, tuple(some)) for some in (*before, faces) if some)
