"""What the house cannot do, each with the sentence for the person who asked."""

from __future__ import annotations

import errno
from typing import Any

from companion.core.errors import TableError
from companion.core.verdict import Saying
from companion.journal import CannotSave


class HouseError(TableError, ValueError):
    """Something the house refuses; ``say`` is the sentence for the page."""

    def __init__(self, key: str, **values: Any) -> None:
        self.say = Saying(f"house.{key}", values)
        super().__init__(f"house.{key}", **values)


class BadPlan(HouseError):
    """A game that cannot be played as it was planned."""


class BadName(HouseError):
    """A name nobody can have here."""


class NotNow(HouseError):
    """A command that doesn't fit the current place, such as ending a game in the lobby."""


class NoSuchGame(HouseError):
    """A game that is not on the shelf, or cannot be opened."""


class HouseBusy(HouseError):
    """Somebody else has just opened or closed a game."""


FAULTS = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT})


def is_the_card(wrong: BaseException) -> bool:
    """Check whether the card is to blame for an error."""
    return isinstance(wrong, CannotSave) or (isinstance(wrong, OSError) and wrong.errno in FAULTS)
