"""The front door of the painter: boards with cards on them, as a camera would see them.

studio = Studio(board, art.PAPYRUS, random_scene(7), labels)
picture = studio.frame()
"""

from __future__ import annotations

from ..art import LINES, PAPYRUS, Art
from ..geometry.board import Board, Cell, Point
from .faces import Picture, UnknownFace
from .flat import paint_flat
from .hands import HeldCard, PaintedHand, held, random_hand, with_hand
from .scene import PaintedScene, random_scene
from .studio import Studio, photograph

__all__ = [
    "LINES",
    "PAPYRUS",
    "Art",
    "Board",
    "Cell",
    "PaintedHand",
    "HeldCard",
    "Picture",
    "Point",
    "PaintedScene",
    "Studio",
    "UnknownFace",
    "held",
    "paint_flat",
    "photograph",
    "random_hand",
    "random_scene",
    "with_hand",
]
