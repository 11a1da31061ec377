"""What a past move may really have been comes from the rules, in every room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.corrections import Named
from companion.core.game import ROOMS, Game
from companion.core.verdict import Accepted, Move
from companion.games.dig import moves as dig
from companion.table.explain.referee import after
from tests.playthroughs.record import opened, records

every_room = pytest.mark.parametrize("room", ROOMS)
Corrected = tuple[Game, Any, Move, tuple[Named, ...]]
MOST = 120


def corrected(room: str) -> Iterator[Corrected]:
    """Each move of a recorded game, with the state it was made in and what may stand instead."""
    game, state, moves = opened(records(room)[0].read_text("utf-8"))
    for _, move in zip(range(MOST), moves, strict=False):
        ruling = game.decide(state, move)
        if not isinstance(ruling, Accepted):
            continue
        then, state = state, after(game, state, ruling)
        yield game, then, move, tuple(game.corrections(then, state, move))


@every_room
def test_every_correction_that_is_offered_was_legal_at_the_time(room: str) -> None:
    offered = 0
    for game, then, move, others in corrected(room):
        if isinstance(move, dig.Lift):
            continue
        for name, other in others:
            assert isinstance(game.decide(then, other), Accepted), (move, name)
            assert other != move
            offered += 1
    assert offered > 0


@every_room
def test_a_correction_has_a_name_of_its_own_and_a_sentence(room: str) -> None:
    for game, then, _, others in corrected(room):
        names = [name for name, _ in others]
        assert len(set(names)) == len(names)
        assert all(game.telling.tell(then, other).key for _, other in others)


@pytest.mark.clause("DIG-46")
def test_at_the_dig_a_correction_offers_cards_that_are_gone_too() -> None:
    """What is still to come is for the players to remember."""
    lifts = [(then, move, others) for _, then, move, others in corrected("dig")
             if isinstance(move, dig.Lift)]  # fmt: skip
    assert len(lifts) > 3
    for then, move, others in lifts:
        cell = next(one for one in then.tray if one.name == move.cell)
        labels = {name for name, _ in others if name.startswith("card:")}
        assert labels == {f"card:{label}" for label in then.box.labels(then.layer(cell) - 1)}


def test_a_move_that_is_simply_taken_back_has_no_correction() -> None:
    kinds = {type(move).__name__ for _, _, move, others in corrected("wall") if not others}
    assert "Begin" in kinds
