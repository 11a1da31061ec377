"""What the scale says to the table, the moves that came of it, and what people put right."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.observation import Weighed
from companion.core.verdict import Move
from companion.table import Stands

from .landslide import BOWL
from .outcomes import WeightFinding
from .rules import ScaleRules
from .state import ScaleState, overruled
from .verdict import Ruling, ScaleVerdict
from .view import is_named

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
    verdict: ScaleVerdict
    knew: ScaleState


class Speaking:
    """Says verdicts to one table."""

    def __init__(self, table: Hears, now: Callable[[], float]) -> None:
        """*now* is the table's clock."""
        self._table, self._now = table, now
        self._unheard: ScaleVerdict | None = None
        self.acts: deque[Acted] = deque(maxlen=KEPT_MOVES)
        """The last moves the table made because of the scale."""

    def say(self, verdict: ScaleVerdict, knew: ScaleState) -> Acted | None:
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

    def say_again(self, knew: ScaleState) -> Acted | None:
        """Retry what the table could not use before, now that it has changed."""
        return None if self._unheard is None else self.say(self._unheard, knew)


def _weighed(verdict: ScaleVerdict, at: float) -> Weighed:
    named = is_named(verdict)
    return Weighed(
        finding=str(verdict.finding),
        at=at,
        colour=verdict.colour if named else None,
        fell=(verdict.fell,) if named and verdict.fell not in (None, BOWL) else (),
        final=verdict.final,
    )


BY_SCALE = "scale"
KEPT_RULINGS = 50
DOUBTFUL = (WeightFinding.ASK, WeightFinding.NOTHING, WeightFinding.NO_LANDSLIDE)
"""Findings nobody contradicts by saying something else."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """A verdict people put right, what they said instead, and what the scale knew."""

    verdict: ScaleVerdict
    instead: WeightFinding
    knew: ScaleState


class Overruling:
    """Hears how the table ruled, and keeps what differs from the scale's word."""

    def __init__(self, rules: ScaleRules) -> None:
        self._rules = rules
        self._acted: Acted | None = None
        self._taken_back = False
        self.rulings: deque[Ruling] = deque(maxlen=KEPT_RULINGS)
        """What people corrected, each with its raw trace. In memory only."""

    def expect(self, acted: Acted) -> None:
        """Expect the scale's verdict, now a move, to stand until people say otherwise."""
        self._acted, self._taken_back = acted, False

    def hear(self, news: Stands, knows: ScaleState, at: float) -> Overruled | None:
        """Hear of a move made or changed; return what it overrules, if anything."""
        acted = self._acted
        if acted is None:
            return self._contradicted(news, knows, at) if _is_peoples(news) else None
        if not news.fresh and news.entry == acted.entry:
            return self._changed(acted, news.move, at)
        if self._taken_back and _is_peoples(news):
            self._acted = None
            return self._overrule(acted.knew, acted.verdict, news.move, at)
        return None

    def _changed(self, acted: Acted, move: Move | None, at: float) -> Overruled | None:
        """Return what a replaced move overrules; merely taking it back overrules nothing."""
        self._taken_back = move != acted.move
        if not self._taken_back:
            return None
        if move is not None:
            self._acted = None
        return self._overrule(acted.knew, acted.verdict, move, at)

    def _contradicted(self, news: Stands, knows: ScaleState, at: float) -> Overruled | None:
        standing = knows.story.standing
        finding = self._rules.finding(news.move) if news.move else None
        if standing is None or finding is None or standing.finding in (*DOUBTFUL, finding):
            return None
        return self._overrule(knows, standing, news.move, at)

    def _overrule(
        self, knew: ScaleState, verdict: ScaleVerdict, move: Move | None, at: float
    ) -> Overruled | None:
        """Keep what people said instead, with the trace it was about."""
        instead = (self._rules.finding(move) if move else None) or WeightFinding.ASK
        _, ruling = overruled(knew, at, instead)
        if ruling is None:
            return None
        if self.rulings and self.rulings[-1].verdict == ruling.verdict:
            self.rulings.pop()
        self.rulings.append(ruling)
        return Overruled(verdict, instead, knew)


def _is_peoples(news: Stands) -> bool:
    return news.fresh and news.by != BY_SCALE
