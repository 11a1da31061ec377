"""Somebody who is not there: does on mock pins, scale and camera what a real person would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardware.simulated.camera import SimulatedCamera, trial_picture
from hardware.simulated.scale import SimulatedScale

KNOWN_G = 100.0


class RehearsedPerson:
    """Presses, leans, weighs and holds as asked; *clumsy* names what they get wrong."""

    def __init__(
        self,
        pins: Any,
        wired: Mapping[str, int],
        scale: SimulatedScale | None,
        camera: SimulatedCamera | None,
        clumsy: frozenset[str] = frozenset(),
    ) -> None:
        self._pins, self._wired = pins, wired
        self._scale, self._camera = scale, camera
        self._clumsy = clumsy

    def does(self, action: str, name: str, words: str) -> None:
        """Do it at once."""
        if name in self._clumsy:
            return
        if action in ("press", "touch", "lean"):
            self._pins.pin(self._wired[name]).drive_low()
        if action in ("press", "touch", "stand"):
            self._pins.pin(self._wired[name]).drive_high()
        if action in ("load", "unload") and self._scale is not None:
            with self._scale.hands:
                self._scale.bowl.put(KNOWN_G if action == "load" else -KNOWN_G)
        if action == "hold" and self._camera is not None:
            self._camera.show(trial_picture(card=True))

    def confirms(self, words: str) -> bool:
        """Say yes to all but what they get wrong."""
        return not any(name in words for name in self._clumsy)
