"""The scale and the tilt switch, read together. Anything that breaks counts as silence."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.util.log import RareErrors

from .stillness import Sample

if TYPE_CHECKING:
    from hardware.ports import Scale, Tilt

LOG = logging.getLogger(__name__)
LEANS_DEGREES = 15.0
"""A ball switch trips at 15 to 30 degrees (rules 5.2)."""


class Instruments:
    """What hangs under one bowl."""

    def __init__(self, scale: Scale, tilt: Tilt | None, clock: Callable[[], float]) -> None:
        self._scale, self._tilt, self.clock = scale, tilt, clock
        self._angle = 0.0
        self._errors = RareErrors(LOG)

    def sample(self) -> Sample:
        """Read both once; without a weight if the scale is silent, and the game goes on."""
        try:
            reading = self._scale.read()
        except Exception as wrong:
            self._errors.report("The scale cannot be read", wrong)
            reading = None
        if reading is None:
            return Sample(self.clock(), None, self._leans())
        return Sample(reading[1], int(reading[0]), self._leans())

    def _leans(self) -> bool:
        if self._tilt is None:
            return False
        try:
            reading = self._tilt.read()
        except Exception as wrong:
            self._errors.report("The tilt switch cannot be read", wrong)
            reading = (0.0, 0.0)
        if reading is not None:
            self._angle = reading[0]
        return self._angle >= LEANS_DEGREES
