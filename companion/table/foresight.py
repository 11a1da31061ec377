"""What a move would bring, decided on a copy: nothing is written, nothing is shown to others."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game
from companion.core.verdict import Move, Refused, Saying, clauses
from companion.referee import after

Sentence = tuple[Saying, tuple[str, ...]]


def may_be_foreseen(game: Game, state: Any, move: Move) -> bool:
    """Only a move that looks into nothing hidden, keeps no secret and can be taken back."""
    is_open = isinstance(move, game.rights.foreseen) and game.private_to(move) is None
    return is_open and game.rights.concerns(state, move) is None


def foreseen(game: Game, state: Any, move: Move) -> Refused | tuple[Sentence, ...]:
    """What would be said about a move, each sentence with its clauses; or why it is refused."""
    ruling = game.decide(state, move)
    if isinstance(ruling, Refused):
        return ruling
    then = after(game, state, ruling)
    said = ((game.telling.describe(then, event), tuple(clauses(event))) for event in ruling.events)
    return tuple((say, because) for say, because in said if say is not None)
