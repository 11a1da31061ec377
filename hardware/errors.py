"""What can be wrong with the things on the table: found, expected, and what to do about it.

Each is also the standard error a plain caller would expect.
"""

from __future__ import annotations

from typing import Any


class HardwareError(Exception):
    """Anything a camera, a lamp or a button can do wrong: the key of a sentence, and its values."""

    def __init__(self, key: str = "", /, **values: Any) -> None:
        self.key, self.values = key, values
        named = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"{key}: {named}" if named else key)

    def __str__(self) -> str:
        return str(self.args[0])


class CameraMissing(HardwareError, FileNotFoundError):
    """No camera answered when it was opened."""


class CameraForbidden(CameraMissing):
    """A camera this user may not open."""


class CameraBusy(CameraMissing):
    """A camera that another program has."""


class CameraGone(HardwareError, ConnectionError):
    """A camera that was there gives no pictures any more."""


class BadFrame(HardwareError, ValueError):
    """A picture of the wrong size or kind."""


class PinsMissing(HardwareError, OSError):
    """The header's pins cannot be reached."""


class LibraryMissing(HardwareError, ImportError):
    """The library for a piece of hardware is not installed here."""


class UnknownLamp(HardwareError, LookupError):
    """A lamp nobody wired."""


class UnknownButton(HardwareError, LookupError):
    """A button nobody wired."""


class BadLevel(HardwareError, ValueError):
    """A brightness outside 0 to 1."""


class BadGain(HardwareError, ValueError):
    """A gain the scale's chip does not have."""


class ScaleMissing(HardwareError, FileNotFoundError):
    """No scale was found where one is said to be."""


class LampsMissing(HardwareError, FileNotFoundError):
    """No lamps were found where they are said to be."""


class Closed(HardwareError, ValueError):
    """Something was asked of a device after it had been closed."""
