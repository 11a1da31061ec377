"""Scenes of a sequence, shown one after the other as a camera would."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.kit.scenes import Scene
    from hardware.ports import Frame

SECONDS_PER_FRAME = 0.2


class Film:
    """A camera that shows the frames of one sequence, five in a second."""

    def __init__(self, scenes: list[Scene], seconds: float = SECONDS_PER_FRAME) -> None:
        self._scenes = scenes
        self._seconds = seconds
        self.number = 0

    def read(self) -> Frame | None:
        """The next frame; None after the last."""
        from hardware.ports import Frame

        if self.number >= len(self._scenes):
            return None
        self.number += 1
        picture = self._scenes[self.number - 1].picture()
        return Frame(self.number, self.number * self._seconds, picture)

    def close(self) -> None:
        """Nothing to let go of."""
