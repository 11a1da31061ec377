"""Random games at the bowl, all of it seeded: steady hands, clumsy hands, every house rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.verdict import Accepted, Event, Move
from companion.games.bowl import GAME
from companion.games.bowl import moves as m
from companion.games.bowl.box import Box
from companion.games.bowl.house import HouseRules
from companion.games.bowl.state import Phase, State
from companion.games.bowl.way import fields_ahead, open_colours
from tests.rooms.bowl.laid import SEATS

SWITCHES: dict[str, tuple[Any, ...]] = {
    "variant": ("base", "adventurous", "quick"),
    "choose_scope": ("ahead", "any_open"),
    "curse_on_backward": (True, False),
    "move_optional": (True, False),
    "chamber_entry": ("last_field", "any_pyramid_field"),
    "wrong_boulder": ("landslide", "put_back"),
    "foul": ("vote", "warning"),
    "v1_floor": ("front", "none"),
    "v1_in_chamber": (True, False),
    "front_is": ("outside", "safe"),
    "give_up_costs": ("nothing", "scarab"),
    "bounce_costs": ("each_step", "once"),
}
MOST_MOVES = 6000
DECLINED = 4
"""Every so many turns an extra one is declined, without asking the dice."""
Step = tuple[State, Move, tuple[Event, ...], State]


def some_rules(dice: Random) -> HouseRules:
    """House rules drawn by dice, all of them."""
    return HouseRules(**{name: dice.choice(sides) for name, sides in SWITCHES.items()})


def a_game(
    dice: Random, box: Box, rules: HouseRules, players: int = 0, clumsy: float = 0.08
) -> Iterator[Step]:
    """Play one game to its end, step by step: state before, move, events, state after."""
    seats = SEATS[: players or dice.randint(*box.players)]
    state = GAME.opening(box, seats, rules)
    for _ in range(MOST_MOVES):
        if state.phase == Phase.OVER:
            return
        move = a_move(dice, state, clumsy)
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        after = state
        for event in ruling.events:
            after = GAME.evolve(after, event)
        yield state, move, ruling.events, after
        state = after
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def a_move(dice: Random, state: State, clumsy: float) -> Move:
    """One of the moves that carry the game on; seldom one that is always possible."""
    if state.phase not in (Phase.SETUP, Phase.OVER) and dice.random() < 0.01:
        return _besides(dice, state)
    moves = [move for move in GAME.legal_moves(state) if move != m.DeclineExtraTurn()]
    if state.offered and state.turns % DECLINED == 0:
        return m.DeclineExtraTurn()
    if state.phase == Phase.DRAW and not state.voting and dice.random() > clumsy:
        return moves[0]
    if m.EnterChamber() in moves and dice.random() < 0.6:
        return m.EnterChamber()
    if state.phase in (Phase.EXPLORE, Phase.MOVE) and dice.random() < 0.7:
        moves = _onwards(state, moves) or moves
    return dice.choice(moves)


def _onwards(state: State, moves: list[Move]) -> list[Move]:
    """The moves that lead on: forward with the figure, or to a colour that lies ahead."""
    if state.phase == Phase.MOVE:
        return moves[:1] if state.scarabs[state.turn] > 1 or state.rules.quick else []
    ahead = open_colours(state, fields_ahead(state, state.here))
    return [x for x in moves if isinstance(x, m.NameColour) and x.colour in ahead]


def _besides(dice: Random, state: State) -> Move:
    if len(state.playing()) > 2 and dice.random() < 0.15:
        return m.LeaveGame(dice.choice(state.playing()))
    if state.voting:
        return m.Vote(dice.random() < 0.5)
    if state.phase == Phase.DRAW and dice.random() < 0.5:
        items = [m.STAFF, *state.box.boulder_colours]
        return m.Landslide(tuple(dice.sample(items, dice.randint(1, 3))))
    item = dice.choice([m.STAFF, *state.box.boulder_colours])
    return m.SeeFall(item, dice.choice(["board", "table", "bowl", "rim"]))
