"""Other lamps and other sensors: the same picture as another house would have taken it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .robustness import Dice, Picture, encoded, linear, scaled

Array = NDArray[np.floating]

WAVES_NM = np.array([450.0, 550.0, 600.0])
"""Where blue, green and red are seen."""
KELVIN_NM = 1.4388e7
"""Planck's second constant."""
DAYLIGHT_K, UNBALANCED = 5500.0, 0.6
"""The light a picture is taken to be balanced for, and how much of another light is left in it."""
AS_WIDE = 1000
"""Pixels across a picture, where lengths in pixels are meant as they are told."""
FLICKER, BANDS = 0.16, 5.0
"""How deep the bands of a lamp on the mains are, and how many are in a picture."""
DARKEST = 0.45
"""What the far side of a table has of the light of the near one."""


def gamma(picture: Picture, power: float) -> Picture:
    """A camera whose shadows are lighter (below 1) or darker."""
    return _shown((picture.astype(np.float32) / 255) ** np.float32(power))


def contrast(picture: Picture, much: float) -> Picture:
    """A curve that bends shadows and lights apart, or together where it is negative."""
    seen = picture.astype(np.float32) / 255
    bent = seen * seen * (3 - 2 * seen) if much > 0 else 0.5 + (seen - 0.5) * np.float32(0.6)
    return _shown(seen + abs(much) * (bent - seen))


def mixed_channels(picture: Picture, dice: Dice) -> Picture:
    """A sensor whose colours lie elsewhere; grey stays grey."""
    mix = np.eye(3) + dice.normal(0, 0.09, (3, 3))
    mix /= mix.sum(axis=1, keepdims=True)
    return encoded(linear(picture) @ mix.T.astype(np.float32))


def kelvin(picture: Picture, degrees: float) -> Picture:
    """A lamp of another colour, more than half of which the camera leaves in the picture."""
    return scaled(picture, lamp(degrees))


def lamp(degrees: float) -> Array:
    """What a lamp makes of blue, green and red, as bright as daylight in all."""
    light = np.exp(UNBALANCED * KELVIN_NM / WAVES_NM * (1 / DAYLIGHT_K - 1 / degrees))
    return np.asarray(light / light.mean())


def saturation(picture: Picture, much: float) -> Picture:
    """Paler colours, or stronger ones."""
    seen = picture.astype(np.float32) / 255
    grey = seen.mean(axis=2, keepdims=True)
    return _shown(grey + np.float32(much) * (seen - grey))


def vignette(picture: Picture, dice: Dice) -> Picture:
    """A lens that gives its corners less than half of the light."""
    x, y = _across(picture)
    return scaled(picture, (1 - 0.55 * np.minimum((x * x + y * y) / 2, 1))[..., None])


def sharpened(picture: Picture, dice: Dice) -> Picture:
    """A camera that draws halos around every edge."""
    soft = cv2.GaussianBlur(picture, (0, 0), 2.0 * picture.shape[1] / AS_WIDE)
    return np.asarray(cv2.addWeighted(picture, 2.5, soft, -1.5, 0), np.uint8)


def smoothed(picture: Picture, dice: Dice) -> Picture:
    """A camera that takes texture for noise."""
    return np.asarray(cv2.bilateralFilter(picture, 9, 45, 5), np.uint8)


def jpeg_30(picture: Picture, dice: Dice) -> Picture:
    """JPEG of quality 30."""
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def gradient(picture: Picture, dice: Dice) -> Picture:
    """One lamp at one side of the table."""
    along = _along(picture, dice)
    return scaled(picture, (DARKEST + (1.15 - DARKEST) * along)[..., None])


def flicker(picture: Picture, dice: Dice) -> Picture:
    """Bands of a lamp on the mains, as a sensor sees it that is read line by line."""
    lines = np.linspace(0, 2 * np.pi * BANDS, picture.shape[0]) + dice.uniform(0, 2 * np.pi)
    return scaled(picture, 1 - FLICKER / 2 + FLICKER / 2 * np.sin(lines)[:, None, None])


def two_lamps(picture: Picture, dice: Dice) -> Picture:
    """A warm lamp at one side and a cold window at the other."""
    along = _along(picture, dice)[..., None]
    return scaled(picture, 0.9 * ((1 - along) * lamp(2700.0) + along * lamp(7500.0)))


def motion(picture: Picture, dice: Dice) -> Picture:
    """The camera moved by three pixels while it looked."""
    long = 3.0 * picture.shape[1] / AS_WIDE
    turn = dice.uniform(0, np.pi)
    side = 2 * int(np.ceil(long)) + 1
    line = np.zeros((side * 8, side * 8), np.float32)
    middle, step = side * 4, 4 * long * np.array([np.cos(turn), np.sin(turn)])
    ends = [(int(round(middle + s * step[0])), int(round(middle + s * step[1]))) for s in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0, 8)
    kernel = cv2.resize(line, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def grain(picture: Picture, dice: Dice) -> Picture:
    """Grain of eight grey levels, coarser in colour than in brightness."""
    fine = dice.normal(0, 7, (*picture.shape[:2], 1))
    small = dice.normal(0, 5, (picture.shape[0] // 2 + 1, picture.shape[1] // 2 + 1, 3))
    coarse = cv2.resize(small, (picture.shape[1], picture.shape[0]))
    return np.clip(picture + fine + coarse, 0, 255).astype(np.uint8)


def _across(picture: Picture) -> tuple[Array, Array]:
    """-1 to 1 across the picture, to the right and down."""
    height, width = picture.shape[:2]
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    return x[None, :], y[:, None]


def _along(picture: Picture, dice: Dice) -> Array:
    """0 to 1 from one side to the other, in a direction thrown by dice."""
    turn = dice.uniform(0, 2 * np.pi)
    x, y = _across(picture)
    along = np.cos(turn) * x + np.sin(turn) * y
    return np.asarray((along - along.min()) / (along.max() - along.min()))


def _shown(seen: Array) -> Picture:
    return (np.clip(seen, 0, 1) * 255 + 0.5).astype(np.uint8)
