"""What a table calls the referee for by itself: told from its events and its state. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from companion.hall.wire.messages import Call, Event, State

CHANGED, AGAIN, PART, HELP = "changed", "again", "part", "help"
AMENDED, DOUBTED, MADE = "amended", "doubted", "made"
BLIND = "paused"
FAILED = ("part.failed", "part.disk_full")
"""Notices about a part that does not work."""
BUTTON = "part.referee"
"""The notice of the referee's own button at the table."""


@dataclass
class Watch:
    """What one game has called for already; each thing once."""

    called: set[str] = field(default_factory=set)
    doubts: int = 0
    presses: int = 0
    pressed: bool = False

    def over(
        self, events: Sequence[Event], state: State, settled: Collection[int] = ()
    ) -> list[Call]:
        """The calls that follow from new events and the state after them. *settled* are the
        numbers of events that changed a move of a settled turn."""
        calls = [*self._of_events(events, state, settled), *self._of_state(state)]
        fresh = [call for call in calls if call.id not in self.called]
        self.called.update(call.id for call in fresh)
        return fresh

    def _of_events(
        self, events: Sequence[Event], state: State, settled: Collection[int]
    ) -> Iterator[Call]:
        for event in events:
            if event.kind == AMENDED and event.seq in settled:
                yield _call(state, CHANGED, event.seq)
            if event.kind == DOUBTED:
                self.doubts += 1
                if self.doubts > 1:
                    yield _call(state, AGAIN, event.seq)
            elif event.kind == MADE:
                self.doubts = 0

    def _of_state(self, state: State) -> Iterator[Call]:
        if state.seeing == BLIND:
            yield _call(state, PART, 0)
        for notice in state.notices:
            if notice.get("key") in FAILED:
                yield _call(state, PART, 0, str(notice.get("values", {}).get("part", "")))
        pressed = any(notice.get("key") == BUTTON for notice in state.notices)
        self.presses += pressed and not self.pressed
        self.pressed = pressed
        if pressed:
            yield _call(state, HELP, self.presses)


def _call(state: State, why: str, number: int, about: str = "") -> Call:
    name = "-".join(filter(None, (state.game[:12], why, str(number), about)))
    return Call(id=name, why=why, game=state.game, task=state.task, about=about)
