"""Whole games of the wall: its board and its taught cards, for the campaign of every stage."""

from __future__ import annotations

from typing import Any

from calibration.art import PAPYRUS, Art
from calibration.paint.wall.lesson import learn_painted
from calibration.read.reader import use_threads
from companion.core.game import load_room
from companion.rooms import board_of, labels_of

from . import Scenery


def scenery_of(box: Any, size: tuple[int, int] = (1280, 720), art: Art = PAPYRUS) -> Scenery:
    """Build the wall of a box and teach its cards."""
    use_threads(1)
    wall = load_room("wall")
    board = board_of(wall, box)
    return Scenery(board, learn_painted(board, art, labels_of(wall, box), size), art, size)
