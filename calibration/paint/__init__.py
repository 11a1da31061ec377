"""The front door of the painter: boards with cards on them, as a camera would see them.

studio = Studio(board, art.PAPYRUS, random_scene(7), labels)
picture = studio.frame()
"""

from __future__ import annotations

from ..art import LINES, PAPYRUS, Art
from ..boards.board import Board, Cell, Point
from ..boards.dig import Tray
from .bowl.studio import BowlStudio, Pawn
from .dig.held import Held
from .dig.pits import Lie
from .dig.studio import DigStudio, tray_scene
from .hands import Hand, random_hand, with_hand
from .kheops.studio import KheopsStudio
from .scene import Scene, random_scene
from .sphinx.floor import Prints
from .sphinx.studio import SphinxStudio
from .studio import Studio, photograph
from .wall.faces import Picture, UnknownFace
from .wall.flat import paint_flat
from .wall.held import HeldCard, held

__all__ = [
    "LINES",
    "PAPYRUS",
    "Art",
    "Board",
    "Cell",
    "SphinxStudio",
    "Hand",
    "Held",
    "HeldCard",
    "Lie",
    "Pawn",
    "Picture",
    "Point",
    "Prints",
    "KheopsStudio",
    "Scene",
    "Studio",
    "BowlStudio",
    "Tray",
    "DigStudio",
    "UnknownFace",
    "held",
    "paint_flat",
    "photograph",
    "random_hand",
    "random_scene",
    "tray_scene",
    "with_hand",
]
