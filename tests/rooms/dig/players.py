"""Random games at the dig: every legal move is as likely as any other of its kind, all seeded."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.core.verdict import Accepted, Event, Move
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.box import Box
from companion.games.dig.house import HouseRules
from companion.games.dig.state import Phase, State
from tests.rooms.dig.laid import OWN, SEATS

Step = tuple[State, Move, tuple[Event, ...], State]


def some_rules(dice: Random) -> HouseRules:
    """House rules turned by dice."""
    return HouseRules(
        agree_to_stop=dice.random() < 0.5,
        mask_last=dice.choice(("pay", "free_skip", "ends")),
        forced_skip_counts=dice.random() < 0.5,
        never_obliged=dice.random() < 0.5,
        assist=dice.random() < 0.5,
    )


def a_game(
    dice: Random,
    rules: HouseRules,
    box: Box = OWN,
    players: int = 0,
    caution: float = 0.4,
    by_number: float = 0.1,
) -> Iterator[Step]:
    """Play one game to its end, step by step: state before, move, events, state after."""
    seats = SEATS[: players or dice.randint(*box.players)]
    state = GAME.opening(box, seats, rules)
    while (move := a_move(dice, state, caution, by_number)) is not None:
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        after = state
        for event in ruling.events:
            after = GAME.evolve(after, event)
        yield state, move, ruling.events, after
        state = after


def a_move(dice: Random, state: State, caution: float, by_number: float) -> Move | None:
    """One of the moves that carry the game on; None when it is over."""
    legal = list(GAME.legal_moves(state))
    if not legal:
        return None
    lifts = [move for move in legal if isinstance(move, m.Lift)]
    others = [move for move in legal if not isinstance(move, m.Lift | m.AgreeToStop)]
    if state.phase == Phase.DIG and dice.random() < 0.01:
        return dice.choice([m.LeaveGame(dice.choice(state.active)), m.PutBack("A1", "stuck")])
    if m.AgreeToStop() in legal and dice.random() < 0.01:
        return m.AgreeToStop()
    if not lifts or (others and dice.random() < caution):
        return dice.choice(others)
    lift = dice.choice(lifts)
    if dice.random() < by_number:
        return m.Lift(lift.cell, value=state.box.value(lift.card))
    return lift


def opening_of(state: State) -> dict[str, Any]:
    """The opening as plain data, as a journal has it."""
    plain: dict[str, Any] = msgspec.to_builtins(
        {"box": state.box, "seats": state.seats, "rules": state.rules}
    )
    return plain
