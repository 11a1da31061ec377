"""What a table calls the referee for by itself: told from its events and its state. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.hall.wire.messages import Call, Event, State

CHANGED, AGAIN, PART = "changed", "again", "part"
AMENDED = "amended"
DOUBTED = "doubted"
BLIND = "paused"
SETTLED = 2
"""How many entries later a changed move counts as one of a settled turn."""


@dataclass
class Watch:
    """What one game has called for already; each thing once."""

    called: set[str] = field(default_factory=set)
    doubts: int = 0

    def over(self, events: Sequence[Event], state: State) -> list[Call]:
        """The calls that follow from new events and the state after them."""
        calls = []
        for event in events:
            if event.kind == AMENDED:
                calls.append(_call(state, CHANGED, event.seq))
            if event.kind == DOUBTED:
                self.doubts += 1
                if self.doubts > 1:
                    calls.append(_call(state, AGAIN, event.seq))
            elif event.kind == "made":
                self.doubts = 0
        if state.seeing == BLIND:
            calls.append(_call(state, PART, 0))
        fresh = [call for call in calls if call.id not in self.called]
        self.called.update(call.id for call in fresh)
        return fresh


def _call(state: State, why: str, seq: int) -> Call:
    name = f"{state.game[:12]}-{why}-{seq}"
    return Call(id=name, why=why, game=state.game, task=state.task)
