"""What if: a game goes on from one of its moments, in a journal of its own. The old one stays.

What was private comes along only where the game is over. If the game may still be continued, nobody
learns its hidden things by playing on.
"""

from __future__ import annotations

from pathlib import Path

from companion import chronicle
from companion.journal import Journal
from companion.table.ledger import Ledger

from .plan import Person, Plan, Rehearsal
from .replay import Moment, Replay


def branch(replay: Replay, moment: Moment, path: Path) -> None:
    """Write the moves that stood at a moment into a new journal."""
    record = replay.record
    game, opening = record.game, record.timeline.opening
    over = game.is_over(record.timeline.state) is not None
    with Journal.open(path) as journal:
        first = chronicle.opened(game, opening.box, opening.seats, opening.rules)
        ledger = Ledger(chronicle.begun(journal.append("opened", first)), journal)
        for past in record.timeline.past[: moment.upto]:
            owner = game.private_to(past.made.move)
            if owner is None or over:
                body = chronicle.made(past.by, record.clock, past.made.move, past.made.events)
                ledger.write("made", body, owner)


def plan_of(replay: Replay, by_hand: tuple[int, ...]) -> Plan:
    """The rehearsal that goes on there; *by_hand* seats are played by people."""
    opening = replay.record.timeline.opening
    people = tuple(Person(seat.name, seat.colour) for seat in opening.seats)
    return Plan(replay.record.game.name, people, rehearsal=Rehearsal(by_hand=by_hand))
