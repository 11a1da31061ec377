"""The front door of the painter: boards with cards on them, as a camera would see them.

studio = Studio(board, art.PAPYRUS, random_scene(7), labels)
picture = studio.frame()
"""

from __future__ import annotations

from .art import LINES, PAPYRUS, Art
from .board import Board, Cell, Point
from .paint_court import CourtStudio
from .paint_court_floor import Prints
from .paint_faces import Picture, UnknownFace
from .paint_flat import paint_flat
from .paint_hands import Hand, random_hand, with_hand
from .paint_held import HeldCard, held
from .paint_pyramid import PyramidStudio
from .paint_scene import Scene, random_scene
from .paint_studio import Studio, photograph
from .paint_track import Pawn, TrackStudio
from .paint_tray import TrayStudio, tray_scene
from .paint_tray_held import Held
from .paint_tray_pits import Lie
from .trays import Tray

__all__ = [
    "LINES",
    "PAPYRUS",
    "Art",
    "Board",
    "Cell",
    "CourtStudio",
    "Hand",
    "Held",
    "HeldCard",
    "Lie",
    "Pawn",
    "Picture",
    "Point",
    "Prints",
    "PyramidStudio",
    "Scene",
    "Studio",
    "TrackStudio",
    "Tray",
    "TrayStudio",
    "UnknownFace",
    "held",
    "paint_flat",
    "photograph",
    "random_hand",
    "random_scene",
    "tray_scene",
    "with_hand",
]
