"""What the views of all rooms have in common, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .score import Outcome, Scoreboard, plain
from .state import TableState


def common(
    room: str,
    state: TableState,
    seat: Callable[[int], dict[str, Any]],
    score: Scoreboard,
    outcome: Outcome | None,
) -> dict[str, Any]:
    """The keys every page knows; *seat* adds what a room shows of each seat."""
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
        "assumed": list(state.box.assumed),
    }
