"""The truth beside a table: what people really did, played through the rules alone."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game
from companion.core.verdict import DOUBT, Move, Refused
from companion.table import Table
from companion.table.explain.referee import after


def truly(game: Game, truth: Any, move: Move | Refused) -> Any:
    """The state after a move that people really made; it has to be one the rules allow."""
    assert not isinstance(move, Refused), move
    ruling = game.decide(truth, move)
    assert not isinstance(ruling, Refused), (move, ruling)
    return after(game, truth, ruling)


def is_doubted(table: Table) -> bool:
    """Whether the table still asks what it saw; until then it may lag behind the truth."""
    return any(question.topic == DOUBT for question in table.questions())
