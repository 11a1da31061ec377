"""The state of a table as the hall may see it: what the table's own screen shows, and no more."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.roles import TABLE
from companion.hall.wire.messages import MOST_BYTES, State
from companion.table import Table

from .events import Follower, over_of, scores_of, seats_of

MOST_RULINGS = 6
ROOM_BYTES = MOST_BYTES - 512


def state_of(table: Table, follower: Follower, session: int, task: str, offered: str) -> State:
    """The open game, cut to what fits into one message."""
    shown, record = table.snapshot(TABLE), table.ledger.record
    seq, link = follower.head
    state = State(
        session=session,
        game=follower.game,
        seq=seq,
        hash=link,
        task=task,
        offered=offered,
        room=table.game.name,
        seats=seats_of(record),
        turn=shown["turn"],
        scores=scores_of(record),
        questions=tuple(map(_question, shown["questions"])),
        rulings=tuple(map(_ruling, shown["rulings"][:MOST_RULINGS])),
        notices=tuple(shown["notices"]),
        over=over_of(record),
        ended=None if record.ended is None else record.ended.reason,
        paused=record.paused,
        seeing=shown["seeing"]["state"],
    )
    return _fitted(state)


def _question(question: dict[str, Any]) -> dict[str, Any]:
    kept = ("id", "topic", "to", "ask", "because", "style", "options")
    return {name: question[name] for name in kept}


def _ruling(ruling: dict[str, Any]) -> dict[str, Any]:
    said = [{"say": one["say"], "because": one["because"]} for one in ruling["sentences"]]
    return {**ruling, "sentences": said, "time": ""}


def _fitted(state: State) -> State:
    """Leave out the oldest rulings, then the answers of questions, until it fits."""
    while len(msgspec.json.encode(state)) > ROOM_BYTES:
        if state.rulings:
            state = msgspec.structs.replace(state, rulings=state.rulings[:-1])
        elif state.questions:
            state = msgspec.structs.replace(state, questions=state.questions[:-1])
        else:
            return msgspec.structs.replace(state, notices=(), turn=None)
    return state
