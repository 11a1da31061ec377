"""Advice for somebody on turn or asked: a few ideas with a reason each, and what beats a mistake.

What the room says is sorted and cut here; the questions are the ones this role may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..core.advice import Advice, Grounds
from ..core.game import Game
from ..core.roles import Role, seat
from ..core.verdict import DOUBT, LEFT_OVER, Leave, Move, Question

MOST = 3
"""Most ideas for one turn."""
SELDOM_BETTER = ("point", "race", "form")
"""Styles of questions that pieces or quick eyes answer."""


def advised(
    game: Game, state: Any, questions: Iterable[Question], role: Role, number: int
) -> tuple[Advice, ...]:
    """List the best ideas for a seat, as *role* may read them; none where nothing is its choice."""
    if game.is_over(state) is not None:
        return ()
    found = [*_answers(game, state, questions, role, number), *_by_hand(game, state, role, number)]
    best: dict[bytes, Advice] = {}
    for one in found:
        key = msgspec.json.encode(one.do)
        if key not in best or best[key].reason.worth < one.reason.worth:
            best[key] = one
    ranked = sorted(best.values(), key=lambda one: -one.reason.worth)
    return tuple(one for one in ranked[:MOST] if _is_sensible(game, one, ranked[0]))


def _is_sensible(game: Game, one: Advice, best: Advice) -> bool:
    """Whether an idea may stand beside the best: not where the difference would be a mistake."""
    return best.reason.worth - one.reason.worth <= game.advice.margin


def better(
    game: Game, state: Any, questions: Iterable[Question], role: Role, number: int, move: Move
) -> Advice | None:
    """Return the idea that is clearly better than a move; None where the move is no mistake."""
    own = game.advice.weigh(state, move, role)
    if own is None:
        return None
    others = (
        *_answers(game, state, questions, role, number),
        *game.advice.instead(state, move, role),
    )
    best = max(others, key=lambda one: one.reason.worth, default=None)
    if best is None or best.reason.worth - own.worth < game.advice.margin:
        return None
    return best


def _answers(
    game: Game, state: Any, questions: Iterable[Question], role: Role, number: int
) -> Iterator[Advice]:
    for question in questions:
        if question.to != seat(number) or question.topic in (DOUBT, LEFT_OVER):
            continue
        if question.style in SELDOM_BETTER:
            continue
        for option in game.rights.asked(state, question, role).options:
            why = _weighed(game, state, option.move, role)
            if why is not None:
                yield Advice(option.say, why)


def _weighed(game: Game, state: Any, move: Move, role: Role) -> Grounds | None:
    return None if isinstance(move, Leave) else game.advice.weigh(state, move, role)


def _by_hand(game: Game, state: Any, role: Role, number: int) -> Iterable[Advice]:
    on_turn = state.begun and game.view(state, role)["turn"] == number
    return game.advice.ideas(state, role) if on_turn else ()
