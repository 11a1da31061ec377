"""Making pictures worse on purpose, as lamps, cameras and elbows do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Dice = np.random.Generator

WARM, DIM = np.array([0.55, 0.85, 1.12]), np.array([0.34, 0.34, 0.34])
"""Shares of the light, blue first: a lamp of 2700 K, and half an hour after sunset."""
GRAIN = 12.0
"""The noise of a sensor at its limit, in grey levels."""
SOFT_PX = 2.0
"""Out of focus by this, in a picture 1280 pixels wide."""


def warm_light(picture: Picture, dice: Dice) -> Picture:
    """A lamp of 2700 K that the camera does not balance."""
    return scaled(picture, WARM)


def dim_light(picture: Picture, dice: Dice) -> Picture:
    """Half an hour after sunset: a third of the light, with the noise that goes with it."""
    return noise(scaled(picture, DIM), dice)


def half_shadow(picture: Picture, dice: Dice) -> Picture:
    """Somebody stands in the light: one side has less than half of it, with a soft edge."""
    return scaled(picture, shadow_in(picture.shape[:2], dice))


def shadow_in(shape: tuple[int, ...], dice: Dice) -> NDArray[np.float32]:
    """The share of the light that somebody who stands in it leaves to every point."""
    height, width = shape
    turn = dice.uniform(0, 2 * np.pi)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    along = (x / width - 0.5) * np.cos(turn) + (y / height - 0.5) * np.sin(turn)
    share = 0.45 + 0.55 / (1 + np.exp(-along / 0.02))
    return np.asarray(share[:, :, None], np.float32)


def glare_spot(picture: Picture, dice: Dice) -> Picture:
    """A lamp mirrored in the lamination: a burnt spot with a wide halo."""
    return encoded(linear(picture) + veil_in(picture.shape[:2], dice))


def veil_in(shape: tuple[int, ...], dice: Dice) -> NDArray[np.float32]:
    """The light that a mirrored lamp adds to every point."""
    height, width = shape
    middle = dice.uniform(0.35, 0.65, 2) * (width, height)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(x - middle[0], y - middle[1]) / (0.06 * width)
    veil = np.exp(-(away**2)) * 1.2 + np.exp(-away / 1.5) * 0.25
    return np.asarray(veil[:, :, None], np.float32)


def blur(picture: Picture, dice: Dice) -> Picture:
    """Out of focus by two pixels in 1280."""
    return cv2.GaussianBlur(picture, (0, 0), SOFT_PX * picture.shape[1] / 1280)


def noise(picture: Picture, dice: Dice) -> Picture:
    """A sensor at its limit: grain of twelve grey levels."""
    grain = dice.normal(0, GRAIN, picture.shape).astype(np.float32)
    return np.clip(picture.astype(np.float32) + grain, 0, 255).astype(np.uint8)


def jpeg_blocks(picture: Picture, dice: Dice) -> Picture:
    """A camera that saves space: JPEG of quality 20."""
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def bump(picture: Picture, dice: Dice) -> Picture:
    """An elbow: everything twenty pixels aside."""
    turn = dice.uniform(0, 2 * np.pi)
    move = np.array([[1, 0, 20 * np.cos(turn)], [0, 1, 20 * np.sin(turn)]])
    return _moved(picture, move)


def turn(picture: Picture, dice: Dice) -> Picture:
    """The camera turned by five degrees."""
    height, width = picture.shape[:2]
    degrees = 5.0 * dice.choice((-1, 1))
    return _moved(picture, cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0))


WORSE: Mapping[str, Callable[[Picture, Dice], Picture]] = {
    "as it is": lambda picture, dice: picture,
    "warm light": warm_light,
    "dim light": dim_light,
    "half shadow": half_shadow,
    "glare spot": glare_spot,
    "blur": blur,
    "noise": noise,
    "JPEG 20": jpeg_blocks,
    "bump 20 px": bump,
    "turn 5 degrees": turn,
}


def papered(
    picture: Picture, markers: Mapping[int, NDArray[np.floating]], count: int, seed: int
) -> Picture:
    """Something grey lies over some of the markers, and over half as much around each."""
    covered, keys = picture.copy(), sorted(markers)
    for n in np.random.default_rng(seed).permutation(len(keys))[:count]:
        corners = markers[keys[n]]
        middle = corners.mean(axis=0)
        wide = middle + 1.5 * (corners - middle)
        cv2.fillConvexPoly(covered, np.rint(wide).astype(np.int32), (96, 104, 112))
    return covered


def nudged(corners_px: NDArray[np.float64], by_px: float, seed: int) -> NDArray[np.float64]:
    """Corners as they were clicked before the camera was nudged."""
    return corners_px + np.random.default_rng(seed).uniform(-by_px, by_px, 2)


def clicked_aside(corners_px: NDArray[np.float64], by_px: float, seed: int) -> NDArray[np.float64]:
    """Corners as a hasty person clicks them: each this far aside, in a direction of its own."""
    turns = np.random.default_rng(seed).uniform(0, 2 * np.pi, len(corners_px))
    return corners_px + by_px * np.column_stack([np.cos(turns), np.sin(turns)])


def worsened(name: str, picture: Picture, seed: int) -> Picture:
    """The picture, made worse in the named way."""
    return WORSE[name](picture, np.random.default_rng(seed))


def linear(picture: Picture) -> NDArray[np.float32]:
    """The light that made a picture, white = 1."""
    return np.power(picture.astype(np.float32) / 255, np.float32(2.2)).astype(np.float32)


def encoded(light: NDArray[np.floating]) -> Picture:
    """Light as a picture shows it."""
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


def scaled(picture: Picture, share: NDArray[np.floating]) -> Picture:
    """The picture with a share of its light, told for each channel or place."""
    return encoded(linear(picture) * share.astype(np.float32))


def _moved(picture: Picture, move: NDArray[np.float64]) -> Picture:
    size = (picture.shape[1], picture.shape[0])
    return cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE)
