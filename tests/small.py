"""Small walls, quickly painted: for tests that need many games, or one that has been taught."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

from calibration.geometry.board import Board
from calibration.paint import PAPYRUS, Art, Studio, random_scene
from calibration.read.taught import Taught
from calibration.teach.edition import teach
from companion.games.wall.boxfile import read_box

SIZE = (640, 400)


def small_box(slots: int = 4, capacity: int = 3) -> Any:
    """The room's own box with a smaller wall."""
    text = resources.files("companion.games.wall").joinpath("box.toml").read_text("utf-8")
    data = tomllib.loads(text)
    data["wall"] |= {"slots": slots, "capacity": capacity}
    return read_box(data)


def lesson(board: Board, faces: Iterable[str], art: Art = PAPYRUS) -> Taught:
    """These faces, taught by one picture of them in the first cells of a board."""
    labels = {cell.id: "empty" for cell in board.cells}
    labels |= dict(zip(labels, faces, strict=False))
    studio = Studio(board, art, random_scene(3, (960, 540), 0.0), labels)
    return teach(board, [(studio.frame(), labels)])
