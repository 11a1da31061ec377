"""The scale at the table: ``step()`` takes one sample through all its parts."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from calibration.teach.weights import BadWeights, Weights, read_weights
from companion.core.errors import why
from companion.core.verdict import Saying
from companion.table import News, Table
from companion.util.worker import Supervised

from .gauges import ScaleGauges
from .health import Fault, without_weights
from .instruments import Instruments
from .landslide import step
from .reporter import Acted, Overruling, Speaking
from .rules import ScaleRules, Wants
from .state import ScaleState, armed, disarmed, watch
from .trap_weight import WholeTrap
from .verdict import Ruling, ScaleVerdict

if TYPE_CHECKING:
    pass

IDLE_SECONDS = 0.02
"""How long to wait for a scale that has nothing to say."""


class ScaleWatch:
    """Watches one bowl for one table: ``step()`` takes one sample, ``start()`` goes on taking."""

    def __init__(
        self,
        table: Table,
        rules: ScaleRules,
        instruments: Instruments,
        weights: Mapping[str, Any] | None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """*weights* as the wizard stored them; *now* is the table's clock."""
        read, problem = _read(weights)
        self._rules, self._instruments = rules, instruments
        self._watch: ScaleState | None = watch(read) if read else None
        self._broken: tuple[Fault, ...] = () if problem is None else (without_weights(problem),)
        self._wants = Wants()
        self._trap = WholeTrap()
        self._speaking = Speaking(table, now)
        self._overruling = Overruling(rules)
        self._gauges = ScaleGauges(table, rules, read)
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = Supervised("scale", self._take)
        self._unsubscribe = table.on_news(self._news.put)
        self._news.put(News(table.state))
        self._gauges.show_weights(problem)

    @property
    def rulings(self) -> deque[Ruling]:
        """What people put right, each with its raw trace."""
        return self._overruling.rulings

    @property
    def said(self) -> deque[ScaleVerdict]:
        """The last things said, the newest last."""
        return self._gauges.said

    @property
    def acts(self) -> deque[Acted]:
        """The last moves the table made because of the scale."""
        return self._speaking.acts

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop(5.0)
        self._unsubscribe()

    def _take(self) -> None:
        if not self.step():
            self._loop.stopping.wait(IDLE_SECONDS)

    def step(self) -> bool:
        """Take one sample; False when the scale had nothing to say."""
        sample = self._instruments.sample()
        while not self._news.empty():
            self._hear(self._news.get(), sample.at)
        self._gauges.draw(sample)
        if self._watch is not None:
            self._watch, verdict = step(self._watch, sample)
            if verdict is not None:
                self._say(self._watch, verdict)
            self._trap.drift(self._watch)
        if self._gauges.is_due(sample.at):
            self._gauges.show(sample.at, self._watch, self._wants, self._trap, self._broken)
        return sample.raw is not None

    def _say(self, knows: ScaleState, verdict: ScaleVerdict) -> None:
        acted = self._speaking.say(verdict, knows)
        if acted is not None:
            self._overruling.expect(acted)
        self._gauges.show_verdict(verdict, knows, self._instruments.clock())

    def _hear(self, news: News, at: float) -> None:
        """See whether people overruled the scale, and arm or disarm it."""
        if self._watch is None:
            return
        fresh = (each.move for each in news.moves if each.fresh and each.move)
        if any(map(self._rules.stands_whole, fresh)):
            self._trap.stands(self._watch)
        for move in news.moves:
            overruled = self._overruling.hear(move, self._watch, at)
            if overruled is not None:
                self._gauges.show_overruling(overruled, at)
        self._watch = self._following(self._watch, self._rules.wants(news.state), at)
        acted = self._speaking.say_again(self._watch)
        if acted is not None:
            self._overruling.expect(acted)

    def _following(self, knows: ScaleState, wants: Wants, at: float) -> ScaleState:
        """Arm the watch for what is wanted now, if that has changed."""
        before, self._wants = self._wants, wants
        if (wants.colour, wants.which) == (before.colour, before.which):
            return knows
        self._speaking.forget()
        if before.colour is not None:
            knows = disarmed(knows, at)
        return knows if wants.colour is None else armed(knows, at, wants.colour)


def _read(stored: Mapping[str, Any] | None) -> tuple[Weights | None, Saying | str | None]:
    try:
        return read_weights(stored), None
    except BadWeights as wrong:
        return None, why(wrong)
