"""Light of a living room over painted pictures: lamps, shadows, glare, a lens out of focus, grain.

The ways are those of ``tests.bench.pictures.robustness``, worked out once for a light and then laid
over every picture, so that whole games can be played in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Frame
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.frame_file import Picture, ScreenContent
from tests.bench.pictures.robustness import DIM, GRAIN, SOFT_PX, WARM, shadow_in, veil_in

WAYS = ("warm light", "dim light", "half shadow", "glare spot", "blur")
HOW_MANY = (0, 1, 1, 2)
"""Some games have none of them, half have one, some have two."""
CHANGING = 0.4
"""How often the light changes in the middle of a game."""
TURNS = (3, 20)
"""Within these turns."""
STEPS = 1 << 12
FIELDS, ASIDE = 3, 64
"""Grain is drawn this often and then moved about."""


@dataclass(frozen=True)
class Light:
    """Which ways make a picture worse, and how their dice fall."""

    ways: tuple[str, ...] = ()
    seed: int = 0

    def __str__(self) -> str:
        return " and ".join(self.ways) or "plain light"


@dataclass(frozen=True)
class Evening:
    """The lights of one game: the second comes with a turn, if it comes."""

    first: Light
    turn: int = 0
    then: Light | None = None

    def at(self, turn: int) -> Light:
        return self.first if self.then is None or turn < self.turn else self.then

    def __str__(self) -> str:
        return f"{self.first}" + (f", then {self.then}" if self.then else "")


def evening_of(room: str, seed: int) -> Evening:
    """The lights of one game, the same whenever it is played."""
    dice = Random(f"lights of {room} {seed}")
    first = _drawn(dice)
    if dice.random() >= CHANGING:
        return Evening(first)
    return Evening(first, dice.randint(*TURNS), _drawn(dice))


def _drawn(dice: Random) -> Light:
    ways = dice.sample(WAYS, dice.choice(HOW_MANY))
    return Light(tuple(sorted(ways)), dice.randrange(1 << 30))


class Lamp:
    """One light over pictures of one size."""

    def __init__(self, light: Light, shape: tuple[int, int]) -> None:
        dice = np.random.default_rng(light.seed)
        self._dice, self._grain = dice, "dim light" in light.ways
        share = np.ones(3) * (WARM if "warm light" in light.ways else 1.0)
        self._share = share * (DIM if self._grain else 1.0)
        self._shadow = shadow_in(shape, dice) if "half shadow" in light.ways else None
        self._veil = veil_in(shape, dice) if "glare spot" in light.ways else None
        self._soft = SOFT_PX * shape[1] / 1280 if "blur" in light.ways else 0.0
        self._before: Picture = np.zeros((0, 0, 3), np.uint8)
        self._lit: Picture | None = None

    def over(self, picture: Picture) -> Picture:
        """The picture as a camera has it in this light; no two are equal where there is grain."""
        if self._lit is None or not np.array_equal(self._before, picture):
            self._before, self._lit = picture, self._lighted(picture)
        return self._grained(self._lit) if self._grain else self._lit

    def _lighted(self, picture: Picture) -> Picture:
        if self._shadow is None and self._veil is None:
            lit = picture if (self._share == 1.0).all() else cv2.LUT(picture, self._table())
        else:
            light = cv2.LUT(picture, _linear()) * np.float32(self._share)
            light = light if self._shadow is None else light * self._shadow
            light = light if self._veil is None else light + self._veil
            steps = np.minimum(light * np.float32(STEPS * 4), STEPS * 4).astype(np.uint16)
            lit = _encoded()[steps]
        return cv2.GaussianBlur(lit, (0, 0), self._soft) if self._soft else lit

    def _table(self) -> NDArray[np.uint8]:
        light = np.minimum(_linear()[:, None] * self._share[None, :], 1.0)
        table = (light ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)
        return np.ascontiguousarray(table[None, :, :])

    def _grained(self, picture: Picture) -> Picture:
        height, width = picture.shape[:2]
        field, y, x = (int(self._dice.integers(0, most)) for most in (FIELDS, ASIDE, ASIDE))
        grain = _grain(height, width)[field][y : y + height, x : x + width]
        return cv2.add(picture, grain, dtype=cv2.CV_8U)


@cache
def _linear() -> NDArray[np.float32]:
    return np.power(np.arange(256, dtype=np.float32) / 255, np.float32(2.2))


@cache
def _encoded() -> NDArray[np.uint8]:
    steps = np.arange(STEPS * 4 + 1) / (STEPS * 4)
    return (steps ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


@cache
def _grain(height: int, width: int) -> NDArray[np.int16]:
    dice = np.random.default_rng(12)
    shape = (FIELDS, height + ASIDE, width + ASIDE, 3)
    return np.rint(dice.standard_normal(shape, np.float32) * GRAIN).astype(np.int16)


class LivingRoomCamera(SimulatedCamera):
    """A camera in a living room: what is painted is seen in the light there is."""

    def __init__(self, light: Callable[[], Light], **how: Any) -> None:
        super().__init__(**how)
        self._light = light
        self._lamps: dict[Light, Lamp] = {}

    def _expose(self, shown: ScreenContent) -> Frame | None:
        if shown.picture is None:
            return super()._expose(shown)
        light = self._light()
        if light not in self._lamps:
            self._lamps = {light: Lamp(light, shown.picture.shape[:2])}
        lit = self._lamps[light].over(shown.picture)
        return super()._expose(replace(shown, picture=lit))
