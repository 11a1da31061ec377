"""Files from elsewhere, opened apart: whatever is in them, the house goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.errors import TableError
from companion.core.verdict import Saying
from companion.helper_process import USUAL, Limits, WorkLost, WorkRefused, apart

from .errors import HouseError


class Unopened(HouseError):
    """A file that was given up, in the words of whoever opened it; nothing was changed."""

    def __init__(self, say: Saying) -> None:
        self.say = say
        TableError.__init__(self, say.key, **say.values)


def opened_apart(work: Callable[..., Any], *given: Any, limits: Limits = USUAL) -> Any:
    """Open a foreign file in a process of its own; a HouseError says why it was not taken."""
    try:
        return apart(work, *given, limits=limits)
    except (WorkRefused, WorkLost) as wrong:
        raise Unopened(Saying(wrong.key or "fault.work.lost", wrong.values)) from None
