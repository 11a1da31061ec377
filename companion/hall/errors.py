"""What the hall cannot do, each with the sentence for the person who asked."""

from __future__ import annotations

from typing import Any

from companion.core.errors import TableError
from companion.core.verdict import Saying


class HallError(TableError, ValueError):
    """Something the hall refuses; ``say`` is the sentence for the person who asked."""

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(f"hall.{key}", **values)

    @property
    def say(self) -> Saying:
        return Saying(self.key, self.values)


class BadList(HallError):
    """A list of people that cannot be read."""


class BadNight(HallError):
    """A night that cannot be planned as it stands."""


class HallNotNow(HallError):
    """An act that doesn't fit the state of the night."""


class Unknown(HallError):
    """A person, box, round, call or result the night has never heard of."""
