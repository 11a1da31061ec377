"""What can be wrong with boards, pictures and teachings: found, expected, what to do."""

from __future__ import annotations


class CalibrationError(Exception):
    """Anything the eye cannot work with."""


class BadBoard(CalibrationError, ValueError):
    """The description of a board makes no sense."""


class BadPicture(CalibrationError, ValueError):
    """A picture the eye cannot use."""


class BadTeaching(CalibrationError, ValueError):
    """A teaching that is missing, damaged, foreign or does not fit the board."""


class BadScene(CalibrationError, ValueError):
    """A scene folder or one scene in it cannot be read."""
