"""The front door of the painter: boards with cards on them, as a camera would see them.

    studio = Studio(board, art.PAPYRUS, random_scene(7), labels)
    picture = studio.frame()
"""

from __future__ import annotations

from .art import LINES, PAPYRUS, Art
from .board import Board
from .paint_faces import Picture, UnknownFace
from .paint_flat import paint_flat
from .paint_scene import Scene, random_scene
from .paint_studio import Studio, photograph

__all__ = [
    "LINES",
    "PAPYRUS",
    "Art",
    "Board",
    "Picture",
    "Scene",
    "Studio",
    "UnknownFace",
    "paint_flat",
    "photograph",
    "random_scene",
]
