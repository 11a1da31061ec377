"""How much a camera sees: its sensor's mode, its lens, and how far away it has to stand.

Lenses are taken as free of bending; the wide Camera Module 3 is so within a few per cent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan, cos, degrees, radians, sin, tan
from typing import Any, NamedTuple

FILLED = 0.85
"""The part of the picture a board should fill: its markers stay clear of the edge."""


class Lens(NamedTuple):
    """A camera as it is sold: how it calls itself, and what it sees when nothing is cropped."""

    name: str
    sensors: tuple[str, ...]
    """How libcamera calls it; nothing for a camera on USB."""
    across: float
    down: float
    """Angles in degrees."""
    nearest_cm: float
    """Where sharpness begins, as it leaves the factory."""


def angle(sensor_mm: float, focal_mm: float) -> float:
    """Return the angle a lens of this focal length sees on a sensor of this size, in degrees."""
    return 2 * degrees(atan(sensor_mm / 2 / focal_mm))


HQ_MM = (6.287, 4.712)
"""The sensor of the HQ camera."""
LENSES = (
    Lens("Camera Module 3", ("imx708", "imx708_noir"), 66.0, 41.0, 10.0),
    Lens("Camera Module 3 Wide", ("imx708_wide", "imx708_wide_noir"), 102.0, 67.0, 5.0),
    Lens("Camera Module 2", ("imx219",), 62.2, 48.8, 100.0),
    Lens("Camera Module 1", ("ov5647",), 53.5, 41.4, 100.0),
    Lens("HQ Camera, 6 mm lens", ("imx477",), angle(HQ_MM[0], 6.0), angle(HQ_MM[1], 6.0), 20.0),
    Lens("USB: Logitech C920", (), 70.4, 43.3, 10.0),
)
"""Angles as published by their makers; the HQ camera takes any lens, so its angle is a guess."""


def lens_of(sensor: str) -> Lens | None:
    """Return the lens sold with a sensor; None if we don't know it."""
    return next((lens for lens in LENSES if sensor in lens.sensors), None)


def cropped(full_degrees: float, share: float) -> float:
    """Return the angle that is left if only the middle *share* of a sensor's width is used."""
    return 2 * degrees(atan(tan(radians(full_degrees / 2)) * share))


def distance(board: tuple[float, float], across: float, down: float, slant: float = 0.0) -> float:
    """Return the distance from which a board fills the picture, in the board's unit.

    *slant* is how far from straight above it looks, in degrees, from the middle of a long side:
    the near side of the board then counts most.
    """
    wide, high = board[0] / 2, board[1] / 2
    lean = radians(slant)
    by_width = wide / (FILLED * tan(radians(across / 2)))
    by_height = high * cos(lean) / (FILLED * tan(radians(down / 2)))
    return max(by_width, by_height) + high * sin(lean)


Size = tuple[int, int]
Rectangle = tuple[int, int, int, int]


class SensorView(NamedTuple):
    """A mode that was chosen, and how much of the sensor it reads."""

    output_size: Size
    bit_depth: int
    crop: Rectangle
    whole: Size
    """The largest crop any mode of this sensor reads."""

    @property
    def share(self) -> tuple[float, float]:
        """The part of the sensor's width and height that is read."""
        return self.crop[2] / self.whole[0], self.crop[3] / self.whole[1]


def widest(modes: Sequence[Mapping[str, Any]], fps: float, width: int) -> SensorView | None:
    """Choose the mode that sees most and still has enough pictures a second and enough pixels.
    *modes* are what picamera2 calls ``sensor_modes``. None if they don't mention a crop, as with a
    USB camera.

    *modes* are what picamera2 calls ``sensor_modes``. None where they say nothing of a crop, as
    with a camera on USB.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:
        return None
    whole = max(mode["crop_limits"][2] for mode in known), max(m["crop_limits"][3] for m in known)

    def merit(mode: Mapping[str, Any]) -> tuple[float, bool, bool, int, float]:
        _, _, wide, high = mode["crop_limits"]
        quick, fine = mode["fps"] >= fps, mode["size"][0] >= width
        return wide * high, quick, fine, mode["bit_depth"], mode["fps"]

    best = max(known, key=merit)
    return SensorView(
        tuple(best["size"]), best["bit_depth"], tuple(best["crop_limits"]), (whole[0], whole[1])
    )


def picture_size(asked: Size, crop: Rectangle) -> Size:
    """Return a picture size as wide as asked, with the crop's shape: nothing is cut off."""
    return asked[0], 2 * round(asked[0] * crop[3] / crop[2] / 2)
