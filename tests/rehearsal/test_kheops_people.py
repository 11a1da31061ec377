"""People who build the pyramid by the rules alone: always legal, always to the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move
from companion.rehearsal.kheops import invite
from companion.table.explain.referee import after

GAME = load_room("kheops")
BOX = GAME.load_box(None)
SEATS = (Seat("Anna", "white"), Seat("Ben", "blue"))


def played(seed: int, **rules: Any) -> tuple[list[Move], Any]:
    people = invite(seed)
    state = GAME.opening(BOX, SEATS, GAME.house_rules(**rules))
    moves: list[Move] = []
    while not GAME.is_over(state):
        move = people.move(state)
        if move is None:
            (question, *_) = GAME.questions(state)
            answer = GAME.answer(state, question, people.reply(state, question), 0.0)
            assert isinstance(answer, Move)
            move = answer
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        state = after(GAME, state, ruling)
        assert GAME.broken(state) == ()
        moves.append(move)
    return moves, state


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"edge_match": True},
        {"power_optional": True, "needs_support": True},
        {"rotation_target": "self", "replaced_pawn": "out"},
    ],
)
def test_people_play_to_the_end_whatever_the_house_wants(rules: dict[str, Any]) -> None:
    for seed in range(3):
        moves, end = played(seed, **rules)
        assert all(end.pyramid)
        assert len(moves) >= 62


def test_in_a_few_games_everything_is_done_that_may_be_done() -> None:
    done = Counter(type(move).__name__ for seed in range(6) for move in played(seed)[0])
    wanted = {"LayBase", "Begin", "SetPawn", "TurnTile", "SwapPawns", "MovePawn", "BuildTile"}
    assert set(done) == wanted
    kinds = {move.kind for seed in range(6) for move in played(seed)[0] if hasattr(move, "kind")}
    assert kinds == {"worker", "mummy", "priest", "pharaoh"}


def test_the_same_seed_builds_the_same_pyramid() -> None:
    assert played(4) == played(4)
    assert played(4)[1] != played(5)[1]
