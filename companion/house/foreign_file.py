"""Open files from elsewhere in a separate process, so that the house goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.errors import TableError
from companion.core.verdict import Saying
from companion.util.helper_process import USUAL, ProcessLimits, WorkLost, WorkRefused, apart

from .errors import HouseError


class Unopened(HouseError):
    """A file that couldn't be opened, with the reason; nothing was changed."""

    def __init__(self, say: Saying) -> None:
        self.say = say
        TableError.__init__(self, say.key, **say.values)


def opened_apart(work: Callable[..., Any], *given: Any, limits: ProcessLimits = USUAL) -> Any:
    """Open a foreign file in a separate process; raise HouseError with the reason if refused."""
    try:
        return apart(work, *given, limits=limits)
    except (WorkRefused, WorkLost) as wrong:
        raise Unopened(Saying(wrong.key or "fault.work.lost", wrong.values)) from None
