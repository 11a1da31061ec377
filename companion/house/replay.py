"""A replay: a game as everybody saw it, at any of its moments. Pure.

What was private stays private while a game goes on. Once it is over, everybody may see what the
room's own view shows then.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from companion import chronicle, snapshot
from companion.chronicle import Record
from companion.core.game import Game
from companion.core.roles import TABLE
from companion.journal import Vault, read
from companion.timeline import Past, Timeline


def scored(game: Game, state: Any) -> list[dict[str, Any]]:
    """The scoreboard as everybody may know it, in the order of the seats."""
    lines: list[dict[str, Any]] = game.view(state, TABLE)["score"]
    return sorted(lines, key=lambda line: int(line["seat"]))


@dataclass(frozen=True)
class Moment:
    """One step of the scrubber: the state after a move, and who made it."""

    number: int
    """0 is the opening; then the public moves, counted."""
    past: Past | None
    """The move that led here."""
    upto: int
    """How many moves of the timeline stand at this moment, private ones among them."""


@dataclass(frozen=True)
class Replay:
    """One game, to be walked through forwards and back."""

    record: Record

    @classmethod
    def of(cls, path: Path) -> Replay:
        """Open the game a journal holds, without touching it."""
        return cls(chronicle.read_back(Vault.beside(path).opened(read(path))))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        game, past = self.record.game, self.record.timeline.past
        public = [n for n, one in enumerate(past) if game.private_to(one.made.move) is None]
        steps = [Moment(step, past[n], n + 1) for step, n in enumerate(public, 1)]
        before = public[0] if public else len(past)
        return (Moment(0, None, before), *steps)

    def state(self, moment: Moment) -> Any:
        timeline = self.record.timeline
        return timeline.past[moment.upto - 1].after if moment.upto else timeline.opening

    def sheet(self, moment: Moment) -> dict[str, Any]:
        """What everybody saw then, as the page of the table draws it."""
        game, timeline = self.record.game, self.record.timeline
        cut = Timeline(timeline.opening, timeline.past[: moment.upto])
        number = moment.past.number if moment.past else 1
        then = msgspec.structs.replace(
            self.record, timeline=cut, undone=(), doubt=None, before=None, number=number
        )
        shown = snapshot.Shown(
            number=then.count,
            record=then,
            questions=(),
            refusal=None,
            notices=(),
            lamps=dict(game.cues(cut.state, ()).glow),
            seeing="by hand",
            complaints=(),
        )
        return snapshot.for_role(shown, TABLE)

    def scores(self, moment: Moment) -> list[tuple[int, int]]:
        """Low and high points of every seat then."""
        return [
            (line["low"], line["high"]) for line in scored(self.record.game, self.state(moment))
        ]

    def changes(self) -> list[dict[str, Any]]:
        """Moves that were taken back or put right, by the number they had."""
        public = self.record.public_number
        return [{"number": public(past.number), "by": past.by} for past in self.record.undone]
