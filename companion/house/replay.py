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

from companion.core.game import Game
from companion.core.roles import TABLE
from companion.journal import Journal, Vault, read
from companion.table import record as table_record
from companion.table import view
from companion.table.ledger import Ledger
from companion.table.moves import Past, Timeline
from companion.table.record import Record

from .plan import GamePlan, PlannedPerson, Rehearsal


def scored(game: Game, state: Any) -> list[dict[str, Any]]:
    """Return the scoreboard as everybody may know it, in the order of the seats."""
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
        return cls(table_record.read_back(Vault.beside(path).opened(read(path))))

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
        """Return what everybody saw then, as the page of the table draws it."""
        game, timeline = self.record.game, self.record.timeline
        cut = Timeline(timeline.opening, timeline.past[: moment.upto])
        number = moment.past.number if moment.past else 1
        then = msgspec.structs.replace(
            self.record, timeline=cut, undone=(), doubt=None, before=None, number=number
        )
        shown = view.TableView(
            number=then.count,
            record=then,
            questions=(),
            refusal=None,
            notices=(),
            lamps=dict(game.cues(cut.state, ()).glow),
            seeing="by hand",
            complaints=(),
        )
        return view.for_role(shown, TABLE)

    def scores(self, moment: Moment) -> list[tuple[int, int]]:
        """Low and high points of every seat then."""
        return [
            (line["low"], line["high"]) for line in scored(self.record.game, self.state(moment))
        ]

    def changes(self) -> list[dict[str, Any]]:
        """Moves that were taken back or put right, by the number they had."""
        public = self.record.public_number
        return [{"number": public(past.number), "by": past.by} for past in self.record.undone]


# Continue a game from one of its moments in a new journal. The old one stays.
#
# What was private comes along only if the game is over. If the game may still be continued, nobody
# learns its secrets by playing on.


def branch(replay: Replay, moment: Moment, path: Path) -> None:
    """Write the moves that stood at a moment into a new journal."""
    record = replay.record
    game, opening = record.game, record.timeline.opening
    over = game.is_over(record.timeline.state) is not None
    with Journal.open(path) as journal:
        first = table_record.opened(game, opening.box, opening.seats, opening.rules)
        ledger = Ledger(table_record.begun(journal.append("opened", first)), journal)
        for past in record.timeline.past[: moment.upto]:
            owner = game.private_to(past.made.move)
            if owner is None or over:
                body = table_record.made(past.by, record.clock, past.made.move, past.made.events)
                ledger.write("made", body, owner)


def plan_of(replay: Replay, by_hand: tuple[int, ...]) -> GamePlan:
    """Plan the rehearsal that continues there; people play the *by_hand* seats."""
    opening = replay.record.timeline.opening
    people = tuple(PlannedPerson(seat.name, seat.colour) for seat in opening.seats)
    return GamePlan(replay.record.game.name, people, rehearsal=Rehearsal(by_hand=by_hand))
