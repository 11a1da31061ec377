"""What the table may ask of its hardware, real or simulated. Nothing here knows a driver.

Times are seconds of the monotonic clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One exposure: height x width x 3, blue green red, not to be written into.

    A camera that hangs hands out the same sequence again; that is how to notice it.
    """

    sequence: int
    at: float
    picture: NDArray[np.uint8]


class Camera(Protocol):
    """Gives the newest exposure."""

    def read(self) -> Frame | None:
        """Wait for the next exposure; None while there is none; CameraGone when unplugged."""

    def close(self) -> None:
        """Let go of the device; closing twice is harmless."""


class Lamps(Protocol):
    """A row of named lamps."""

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps that are wired, in their order."""

    def show(self, levels: Mapping[str, float]) -> None:
        """Set brightnesses from 0 to 1; a lamp that is not named keeps its own."""

    def close(self) -> None:
        """Darken all and let go; closing twice is harmless."""


Press = Callable[[str, float], None]
"""Called with the button's name and the moment it went down, on any thread."""


class Buttons(Protocol):
    """Named buttons that report when they go down."""

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons that are wired, in their order."""

    def is_closed(self, name: str) -> bool:
        """Whether a button is pressed right now."""

    def on_press(self, tell: Press) -> None:
        """Call *tell* at every press from now on."""

    def close(self) -> None:
        """Let go; closing twice is harmless."""


class Scale(Protocol):
    """A load cell under a bowl or a slab."""

    def read(self) -> tuple[float, float] | None:
        """Return the next raw count with its moment; None while there is none."""

    def close(self) -> None:
        """Let go; closing twice is harmless."""


class Tilt(Protocol):
    """A switch or sensor that feels whether something leans."""

    def read(self) -> tuple[float, float] | None:
        """Return the next angle in degrees with its moment; None while there is none."""

    def close(self) -> None:
        """Let go; closing twice is harmless."""


class Sounder(Protocol):
    """Something that beeps."""

    def beep(self, times: int = 1, long: bool = False) -> None:
        """Sound this many times; returns at once."""

    def close(self) -> None:
        """Let go; closing twice is harmless."""


class Voice(Protocol):
    """Somebody who reads sentences out."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing will ever be heard."""

    def say(self, sentence: str) -> None:
        """Speak when the line before is over, in place of lines that wait; returns at once."""

    def also(self, sentence: str) -> None:
        """Speak after the lines that wait; returns at once."""

    def close(self) -> None:
        """Stop; closing twice is harmless."""
