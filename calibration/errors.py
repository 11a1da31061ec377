"""What can be wrong with boards, pictures and teachings: found, expected, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Complaint:
    """Something the eye has to say to a person: the key of a sentence, and its values."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


class CalibrationError(Exception):
    """Anything the eye cannot work with: the key of a sentence, and its values."""

    def __init__(self, key: str = "", /, **values: Any) -> None:
        self.key, self.values = key, values
        named = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"{key}: {named}" if named else key)

    def __str__(self) -> str:
        return str(self.args[0])


class BadBoard(CalibrationError, ValueError):
    """The description of a board makes no sense."""


class BadPicture(CalibrationError, ValueError):
    """A picture the eye cannot use."""


class BadTeaching(CalibrationError, ValueError):
    """A teaching that is missing, damaged, foreign or does not fit the board."""


class BadScene(CalibrationError, ValueError):
    """A scene folder or one scene in it cannot be read."""
