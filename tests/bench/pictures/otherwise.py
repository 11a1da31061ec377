"""Other evenings out of one picture: other cameras, lamps, decks, and things nobody taught.

The bench of robustness has rows of its own. Here is what an unseen house may bring besides. Every
second way is held out: it is looked at last, and nothing may be chosen by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry.board import SOMETHING_ELSE, Board
from calibration.teach.scenes import Scene

from . import lamps, strangers
from .robustness import Dice, Picture, clicked_aside
from .strangers import Laid, Stranger, Truth

Array = NDArray[np.floating[Any]]
Shot = tuple[Picture, Scene]
"""A picture, and what may be known of it: where its corners are, and the truth."""
Way = Callable[[Shot, Dice], Shot]

BENT = 0.05
"""How far a lens moves the corner of the picture, as a share of half its diagonal."""


def plain(change: Callable[[Picture, Dice], Picture]) -> Way:
    """A way that changes colours alone."""
    return lambda shot, dice: (change(shot[0], dice), shot[1])


def strange(change: Stranger) -> Way:
    """A way that changes what lies on the board."""

    def way(shot: Shot, dice: Dice) -> Shot:
        picture, scene = shot
        board = scene.board
        laid = Laid(picture, quads_of(board, scene.true_corners), scene.truth())
        seen, truth = change(laid, dice)
        return seen, retold(scene, truth)

    return way


def quads_of(board: Board, corners_px: Array) -> dict[str, Array]:
    """Where the cells of a flat board lie in a picture."""
    flat = np.array([(0, 0), (board.width_mm, 0), (board.width_mm, board.height_mm)], np.float32)
    flat = np.concatenate([flat, [[0, board.height_mm]]]).astype(np.float32)
    view = cv2.getPerspectiveTransform(flat, np.asarray(corners_px, np.float32))
    return {
        cell.id: cv2.perspectiveTransform(np.array([cell.polygon_mm], np.float64), view)[0]
        for cell in board.cells
    }


def retold(scene: Scene, truth: Truth) -> Scene:
    """The scene with another truth."""
    cells = [
        {**cell, "label": truth[cell["id"]][0], "occluded": truth[cell["id"]][1]}
        if cell["id"] in truth
        else cell
        for cell in scene.raw["cells"]
    ]
    return replace(scene, raw={**scene.raw, "cells": cells})


def recornered(scene: Scene, corners_px: Array) -> Scene:
    """The scene with its corners elsewhere in the picture."""
    board = {**scene.raw["board"], "corners_px": np.asarray(corners_px, float).tolist()}
    return replace(scene, raw={**scene.raw, "board": board})


def only_taught(scene: Scene, labels: frozenset[str]) -> Scene:
    """The scene, where what is none of the taught *labels* may not be named."""
    truth = scene.truth()
    unknown = {key for key, (label, _) in truth.items() if label not in labels}
    return retold(
        scene, {key: (SOMETHING_ELSE, 1.0) if key in unknown else truth[key] for key in truth}
    )


def resized(share: float) -> Way:
    """A camera with fewer pixels."""

    def way(shot: Shot, dice: Dice) -> Shot:
        picture, scene = shot
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        scale = np.array([small.shape[1] / picture.shape[1], small.shape[0] / picture.shape[0]])
        corners = (scene.true_corners + 0.5) * scale - 0.5
        return np.asarray(small, np.uint8), recornered(scene, corners)

    return way


def quarter_turns(count: int) -> Way:
    """The camera hangs the other way round; whoever clicked the corners knows it."""

    def way(shot: Shot, dice: Dice) -> Shot:
        picture, scene = shot
        corners = scene.true_corners
        for _ in range(count):  # each turns anticlockwise
            corners = np.column_stack([corners[:, 1], picture.shape[1] - 1 - corners[:, 0]])
            picture = np.ascontiguousarray(np.rot90(picture))
        return picture, recornered(scene, corners)

    return way


def bent(much: float) -> Way:
    """A lens that bends straight lines: outwards, or inwards where it is negative."""

    def way(shot: Shot, dice: Dice) -> Shot:
        picture, scene = shot
        height, width = picture.shape[:2]
        middle, half = np.array([width - 1, height - 1]) / 2, np.hypot(width, height) / 2
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2) - middle
        far = (grid * grid).sum(axis=2, keepdims=True) / half**2
        source = (grid * (1 + much * (far - 1)) + middle).astype(np.float32)
        seen = cv2.remap(picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        away = scene.true_corners - middle
        there = away.copy()
        for _ in range(20):  # where that comes from is told, where it goes is sought
            far_off = (there * there).sum(axis=1, keepdims=True) / half**2
            there = away / (1 + much * (far_off - 1))
        return np.asarray(seen, np.uint8), recornered(scene, there + middle)

    return way


def aside(pixels: float) -> Way:
    """Corners clicked hastily."""

    def way(shot: Shot, dice: Dice) -> Shot:
        picture, scene = shot
        seed = int(dice.integers(1 << 30))
        return picture, recornered(scene, clicked_aside(scene.true_corners, pixels, seed))

    return way


def both(*names: str) -> Way:
    """One way after another; what lies on the board comes before the camera."""

    def way(shot: Shot, dice: Dice) -> Shot:
        for name in names:
            shot = ONE[name](shot, dice)
        return shot

    return way


ONE: Mapping[str, Way] = {
    "gamma 0.7": plain(lambda picture, dice: lamps.gamma(picture, 0.7)),
    "gamma 1.5": plain(lambda picture, dice: lamps.gamma(picture, 1.5)),
    "strong contrast": plain(lambda picture, dice: lamps.contrast(picture, 0.9)),
    "flat contrast": plain(lambda picture, dice: lamps.contrast(picture, -0.9)),
    "2500 K": plain(lambda picture, dice: lamps.kelvin(picture, 2500.0)),
    "8000 K": plain(lambda picture, dice: lamps.kelvin(picture, 8000.0)),
    "pale colours": plain(lambda picture, dice: lamps.saturation(picture, 0.4)),
    "strong colours": plain(lambda picture, dice: lamps.saturation(picture, 1.7)),
    "other channels": plain(lamps.mixed_channels),
    "vignette": plain(lamps.vignette),
    "halos": plain(lamps.sharpened),
    "smoothed": plain(lamps.smoothed),
    "half the pixels": resized(0.5),
    "0.7 of the pixels": resized(0.7),
    "two lamps": plain(lamps.two_lamps),
    "gradient": plain(lamps.gradient),
    "grain": plain(lamps.grain),
    "JPEG 30": plain(lamps.jpeg_30),
    "flicker": plain(lamps.flicker),
    "motion": plain(lamps.motion),
    "lens bent out": bent(BENT),
    "lens bent in": bent(-BENT),
    "quarter turn": quarter_turns(1),
    "half turn": quarter_turns(2),
    "corners 5 px aside": aside(5.0),
    "corners 15 px aside": aside(15.0),
    "tiles turned": strange(strangers.turned_tiles),
    "tiles aside": strange(strangers.tiles_aside),
    "other type": strange(strangers.other_type),
    "tiles lifted": strange(strangers.lifted_tiles),
    "strange blanks": strange(strangers.strange_blanks),
    "coins": strange(strangers.coin),
    "finger": strange(strangers.finger),
    "arm": strange(strangers.arm),
    "paper": strange(strangers.paper),
    "cup": strange(strangers.cup),
}
"""Ways one by one."""
PAIRS = (
    ("2500 K", "grain"),
    ("8000 K", "JPEG 30"),
    ("gamma 0.7", "half the pixels"),
    ("gamma 1.5", "motion"),
    ("tiles turned", "2500 K"),
    ("tiles aside", "gradient"),
    ("strange blanks", "two lamps"),
    ("coins", "other channels"),
    ("halos", "pale colours"),
    ("smoothed", "strong colours"),
    ("arm", "vignette"),
    ("finger", "flat contrast"),
    ("lens bent out", "corners 5 px aside"),
    ("lens bent in", "corners 15 px aside"),
)
OTHERWISE: Mapping[str, Way] = {
    **ONE,
    **{f"{one}, {other}": both(one, other) for one, other in PAIRS},
}
"""All ways, with those that come together."""
TUNED = tuple(OTHERWISE)[::2]
"""Ways by which figures of the eye may be chosen."""
HELD_OUT = tuple(OTHERWISE)[1::2]
"""Ways that are looked at last."""


def otherwise(name: str, shot: Shot, seed: int) -> Shot:
    """A shot as another evening, camera or deck would have made it."""
    return OTHERWISE[name](shot, np.random.default_rng(seed))


def crop_of(picture: Picture, scene: Scene, cell: str) -> bytes:
    """One cell with its surroundings, large enough to look at, as PNG."""
    quad = quads_of(scene.board, scene.true_corners)[cell]
    middle = quad.mean(axis=0)
    around = (middle + 2 * (quad - middle)).astype(np.float32)
    square = np.array([(0, 0), (239, 0), (239, 239), (0, 239)], np.float32)
    view = cv2.getPerspectiveTransform(around, square)
    return cv2.imencode(".png", cv2.warpPerspective(picture, view, (240, 240)))[1].tobytes()
