"""What the scale says to the table, and the moves that came of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.observation import Weighed
from companion.core.verdict import Move

from .landslide import BOWL
from .says import is_named
from .story import Watch
from .verdict import Verdict

KEPT_MOVES = 50


class Hears(Protocol):
    """The table, as far as the scale speaks to it."""

    def submit(self, observation: Weighed) -> Any: ...


@dataclass(frozen=True, slots=True)
class Acted:
    """A move the table made because of the scale, with everything the scale knew then."""

    entry: int
    """The journal's number of that move."""
    move: Move
    verdict: Verdict
    knew: Watch


class Speaking:
    """Says verdicts to one table."""

    def __init__(self, table: Hears, now: Callable[[], float]) -> None:
        """*now* is the table's clock."""
        self._table, self._now = table, now
        self._unheard: Verdict | None = None
        self.acts: deque[Acted] = deque(maxlen=KEPT_MOVES)
        """The last moves the table made because of the scale."""

    def say(self, verdict: Verdict, knew: Watch) -> Acted | None:
        """Say it; what the table cannot use now may be of use after its next change."""
        answer = self._table.submit(_weighed(verdict, self._now()))
        self._unheard = verdict if verdict.final and knew.story.wanted else None
        if answer.made is None:
            return None
        self._unheard = None
        acted = Acted(answer.entry, answer.made.move, verdict, knew)
        self.acts.append(acted)
        return acted

    def forget(self) -> None:
        """Another exploration began: what was not heard is of no use any more."""
        self._unheard = None

    def say_again(self, knew: Watch) -> Acted | None:
        """The table has changed: say what it could not use before, if there is anything."""
        return None if self._unheard is None else self.say(self._unheard, knew)


def _weighed(verdict: Verdict, at: float) -> Weighed:
    named = is_named(verdict)
    return Weighed(
        finding=str(verdict.finding),
        at=at,
        colour=verdict.colour if named else None,
        fell=(verdict.fell,) if named and verdict.fell not in (None, BOWL) else (),
        final=verdict.final,
    )
