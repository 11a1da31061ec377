"""What people put right: a verdict they took back, replaced, or contradicted with a button."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.core.verdict import Move
from companion.table import Stands

from .outcomes import Finding
from .rules import ScaleRules
from .speaking import Acted
from .story import Watch, overruled
from .verdict import Ruling, Verdict

BY_SCALE = "scale"
KEPT_RULINGS = 50
DOUBTFUL = (Finding.ASK, Finding.NOTHING, Finding.NO_LANDSLIDE)
"""Findings nobody contradicts by saying something else."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """A verdict people put right, what they said instead, and what the scale knew."""

    verdict: Verdict
    instead: Finding
    knew: Watch


class Overruling:
    """Hears how the table ruled, and keeps what differs from the scale's word."""

    def __init__(self, rules: ScaleRules) -> None:
        self._rules = rules
        self._acted: Acted | None = None
        self._taken_back = False
        self.rulings: deque[Ruling] = deque(maxlen=KEPT_RULINGS)
        """What people put right, each with its raw trace. In memory only."""

    def expect(self, acted: Acted) -> None:
        """The scale's word became a move: it stands until people say otherwise."""
        self._acted, self._taken_back = acted, False

    def hear(self, news: Stands, knows: Watch, at: float) -> Overruled | None:
        """One move was made or changed; what it overrules, if it overrules anything."""
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
        """A move that took its place says what was so; a mere taking back says nothing."""
        self._taken_back = move != acted.move
        if not self._taken_back:
            return None
        if move is not None:
            self._acted = None
        return self._overrule(acted.knew, acted.verdict, move, at)

    def _contradicted(self, news: Stands, knows: Watch, at: float) -> Overruled | None:
        standing = knows.story.standing
        finding = self._rules.finding(news.move) if news.move else None
        if standing is None or finding is None or standing.finding in (*DOUBTFUL, finding):
            return None
        return self._overrule(knows, standing, news.move, at)

    def _overrule(
        self, knew: Watch, verdict: Verdict, move: Move | None, at: float
    ) -> Overruled | None:
        """Keep what people said instead, with the trace it was about."""
        instead = (self._rules.finding(move) if move else None) or Finding.ASK
        _, ruling = overruled(knew, at, instead)
        if ruling is None:
            return None
        if self.rulings and self.rulings[-1].verdict == ruling.verdict:
            self.rulings.pop()
        self.rulings.append(ruling)
        return Overruled(verdict, instead, knew)


def _is_peoples(news: Stands) -> bool:
    return news.fresh and news.by != BY_SCALE
