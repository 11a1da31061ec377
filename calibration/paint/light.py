"""The light on the table and the room behind it: once per scene, then only multiplied in."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import PaintedShot
from .faces import Picture
from .scene import PaintedScene

Light = NDArray[np.float32]

# what white paper looks like under lamps of a colour temperature, as red, green, blue
LAMPS = (
    (2700.0, (1.00, 0.66, 0.34)),
    (4000.0, (1.00, 0.81, 0.65)),
    (5000.0, (1.00, 0.89, 0.81)),
    (6500.0, (1.00, 0.98, 0.99)),
)
TABLE_MM = 900.0
"""Where the table ends, away from the board."""
WOODS = ((62, 92, 134), (92, 128, 160), (38, 54, 84), (96, 110, 112), (70, 88, 60))


def light_map(scene: PaintedScene) -> Light:
    """Return the light arriving at every pixel: slope, shadow, vignette and white balance."""
    w, h = scene.size
    x, y = np.meshgrid(
        np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32)
    )
    amount = _slope(scene, x, y) * _shadow(scene, x, y) * (1 - scene.vignette * (x**2 + y**2) / 2)
    return np.asarray(scene.exposure * amount[..., None] * tint(scene), np.float32)


def tint(scene: PaintedScene) -> Light:
    """Return the colour cast of an imperfect white balance, as blue, green, red around one."""
    kelvins = [kelvin for kelvin, _ in LAMPS]
    lamp = np.array(
        [np.interp(scene.kelvin, kelvins, [rgb[i] for _, rgb in LAMPS]) for i in (2, 1, 0)]
    )
    cast = lamp ** (1 - scene.balance)
    return np.asarray(cast / cast.mean(), np.float32)


def _slope(scene: PaintedScene, x: Light, y: Light) -> Light:
    angle = np.radians(scene.slope_angle)
    along = (x * np.cos(angle) + y * np.sin(angle)) / 1.42
    return np.asarray(1 - scene.slope * (along + 1) / 2, np.float32)


def _shadow(scene: PaintedScene, x: Light, y: Light) -> Light:
    """Return one soft-edged band of shadow, as a lamp, a shelf or a player throws it."""
    angle, place, width, soft = scene.dice(1).uniform((0, -0.8, 0.15, 0.06), (np.pi, 0.8, 0.5, 0.3))
    across = np.abs(x * np.cos(angle) + y * np.sin(angle) - place)
    dark = 1 / (1 + np.exp(np.clip((across - width) / (soft / 4), -30, 30)))
    return np.asarray(1 - scene.shadow * dark, np.float32)


def background(shot: PaintedShot) -> Picture:
    """Paint the table top with its planks, and the blurred room above the horizon."""
    x, z = shot.looks_at(shot.table_to_pixels())
    wood = _wood(shot.scene)
    table = np.asarray(
        cv2.remap(wood, _wrapped(x, wood.shape[1]), _wrapped(z, wood.shape[0]), cv2.INTER_LINEAR)
    )
    table = np.asarray(table * _contact(x, z, shot.middle_mm[0])[..., None], np.uint8)
    on_table = (shot.horizon() > 0) & (np.abs(z) < TABLE_MM)
    return np.asarray(np.where(on_table[..., None], table, _room(shot.scene)))


def table_top(shot: PaintedShot) -> Picture:
    """Paint the table under a board, with the soft shadow around the board."""
    x, y = shot.looks_at(shot.board_to_pixels())
    wood = _wood(shot.scene)
    table = np.asarray(
        cv2.remap(wood, _wrapped(x, wood.shape[1]), _wrapped(y, wood.shape[0]), cv2.INTER_LINEAR)
    )
    width, height = 2 * shot.middle_mm[0], 2 * shot.middle_mm[1]
    beside = np.hypot(
        np.maximum(0, np.maximum(-x, x - width)), np.maximum(0, np.maximum(-y, y - height))
    )
    return np.asarray(table * (1 - 0.45 * np.exp(-((beside / 9) ** 2)))[..., None], np.uint8)


def table_around(shot: PaintedShot, below_mm: float) -> Picture:
    """Paint the table on all sides of a board whose face is *below_mm* above the wood."""
    lower = shot.plane_to_pixels(below_mm)
    x, y = shot.looks_at(lower)
    wood = _wood(shot.scene)
    table = np.asarray(
        cv2.remap(wood, _wrapped(x, wood.shape[1]), _wrapped(y, wood.shape[0]), cv2.INTER_LINEAR)
    )
    wide, high = shot.middle_mm
    out_x, out_y = (np.maximum(np.abs(a - half) - half, 0) for a, half in ((x, wide), (y, high)))
    shade = 1 - 0.45 * np.exp(-np.hypot(out_x, out_y) / max(1.0, below_mm))
    return np.asarray(table * shade[..., None], np.uint8)


def _contact(x: Light, z: Light, half_mm: float) -> Light:
    """Paint the contact shadow of the board, fading in front of it and at its ends."""
    beside = np.clip(np.abs(x) - half_mm + 8, 0, None) / 10
    return np.asarray(1 - 0.5 * np.exp(-((np.minimum(z, 0) / 14) ** 2) - beside**2), np.float32)


def _wrapped(millimetres: Light, period: int) -> Light:
    """Tile a wood texture of two dots to the millimetre."""
    return np.asarray(np.mod(np.nan_to_num(millimetres * 2), period - 1), np.float32)


def _wood(scene: PaintedScene) -> Picture:
    dice = scene.dice(2)
    tone = np.array(WOODS[dice.integers(len(WOODS))], np.float32)
    grain = dice.normal(0, 9, (512, 24)).astype(np.float32)
    wood = cv2.resize(grain, (1024, 512), interpolation=cv2.INTER_CUBIC)
    planks = np.repeat(dice.normal(0, 8, 4), 128)[:, None]
    seams = np.where(np.arange(512) % 128 < 3, 0.55, 1.0)[:, None, None]
    lit = (tone + (wood + planks)[..., None] + dice.normal(0, 3, (512, 1024, 1))) * seams
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _room(scene: PaintedScene) -> Picture:
    """Large soft patches: curtains, shelves, a window, all out of focus."""
    dice = scene.dice(3)
    base = dice.uniform(60, 200) + dice.normal(0, 12, 3)
    patches = base + dice.normal(0, 22, (5, 8, 1)) + dice.normal(0, 7, (5, 8, 3))
    patches = np.clip(patches, 10, 250).astype(np.float32)
    return np.asarray(
        np.clip(cv2.resize(patches, scene.size, interpolation=cv2.INTER_CUBIC), 0, 255), np.uint8
    )


class Sensor:
    """Adds noise from tiles drawn once; every frame takes another corner of them."""

    def __init__(self, scene: PaintedScene, dice: np.random.Generator) -> None:
        w, h = scene.size
        grain = scene.dice(4)
        colour = grain.standard_normal((h + 64, w + 64, 3), np.float32)
        grey = grain.standard_normal((h + 64, w + 64, 1), np.float32)
        noise = np.round((0.8 * colour + 0.6 * grey) * scene.noise)
        self._more = np.asarray(np.clip(noise, 0, 255), np.uint8)
        self._less = np.asarray(np.clip(-noise, 0, 255), np.uint8)
        self._size = (w, h)
        self._dice = dice

    def expose(self, clean: Picture) -> Picture:
        """Return one noisy exposure of a clean picture."""
        w, h = self._size
        x, y = (int(n) for n in self._dice.integers(0, 64, 2))
        there = (slice(y, y + h), slice(x, x + w))
        brighter = cv2.add(clean, self._more[there])
        return np.asarray(cv2.subtract(brighter, self._less[there]))
