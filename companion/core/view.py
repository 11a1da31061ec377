"""What the views of all rooms have in common, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .boxes import assumed_said
from .errors import said
from .score import Outcome, Scoreboard, plain
from .state import TableState


def common(
    room: str,
    state: TableState,
    seat: Callable[[int], dict[str, Any]],
    score: Scoreboard,
    outcome: Outcome | None,
) -> dict[str, Any]:
    """Return the keys every page knows; *seat* adds what a room shows of each seat."""
    return {
        "room": room,
        "phase": str(state.phase),
        "turn": state.turn,
        "turns": state.turns,
        "seats": [
            {"name": player.name, "colour": player.colour, **seat(number)}
            for number, player in enumerate(state.seats)
        ],
        "score": [plain(line) for line in score.lines],
        "outcome": msgspec.to_builtins(outcome),
        "assumed": _assuming(room, state.box.assumed),
    }


def _assuming(room: str, facts: Sequence[str]) -> dict[str, Any] | str:
    """Say which facts of this box nobody has confirmed; nothing if all are."""
    if not facts:
        return ""
    return said("table.assuming", facts=[assumed_said(room, fact) for fact in facts])
