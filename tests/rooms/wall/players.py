"""Random games at the wall: every legal answer is as likely as any other, and all of it seeded."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.core.verdict import Accepted, Event, Move
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.box import Box
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Piece, State
from tests.rooms.wall.laid import SEATS

SWITCHES: dict[str, tuple[Any, ...]] = {
    "curse_of_the_pharaoh": (False, True),
    "eyes_of_the_sphinx": (False, True),
    "pair_order": ("researcher_first", "scarab_first"),
    "researcher_placement": ("optional", "compulsory"),
    "swap_mandatory": (True, False),
    "researchers_per_move": ("per_animal", "1"),
    "intra_card_pairs": (False, True),
    "scarab_supply": ("strict", "unlimited"),
    "pending_column": ("wait", "mover_takes"),
    "curse_receiver": ("finder", "turner"),
    "curse_pick": ("victim", "finder"),
    "curse_timer": (0, 60),
    "sphinx_scope": ("line_and_animal", "line"),
    "final_tie": ("shared", "later_seat"),
    "sphinx_double_fills_line": (False, True),
    "draw_first": (False, True),
    "auto_detect": (True, False),
    "scarab_on_vacant": (True, False),
}


def some_rules(dice: Random) -> HouseRules:
    """House rules, about a third of them turned away from their default."""
    return HouseRules(**{name: sides[dice.random() < 0.35] for name, sides in SWITCHES.items()})


def a_game(
    dice: Random, box: Box, rules: HouseRules, players: int = 0
) -> Iterator[tuple[State, Move, tuple[Event, ...], State]]:
    """Play one game to its end, step by step: state before, move, events, state after."""
    seats = SEATS[: players or dice.randint(*box.players)]
    state = GAME.opening(box, seats, rules)
    while (move := a_move(dice, state)) is not None:
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        after = state
        for event in ruling.events:
            after = GAME.evolve(after, event)
        yield state, move, ruling.events, after
        state = after


def a_move(dice: Random, state: State) -> Move | None:
    """One of the moves that carry the game on; None when it is over."""
    if dice.random() < 0.03:
        return _a_note(dice, state)
    moves = list(GAME.legal_moves(state))
    if not moves:
        return None
    move = dice.choice(moves)
    if isinstance(move, m.CallCurse):
        return dice.choice([move, m.CallCurse(move.seat, move.at + dice.randint(0, 3))])
    if isinstance(move, m.TurnOver):
        return _turned_over(dice, state, move.seat)
    if isinstance(move, m.ChangePlan | m.ChoosePlan) and dice.random() < 0.5:
        return m.EndShift()
    return move


def _a_note(dice: Random, state: State) -> Move:
    seat = dice.randrange(len(state.seats))
    won = state.chamber.won[seat]
    if won and dice.random() < 0.7:
        piece = dice.choice(won)
        return m.NoteValue(seat, piece, dice.choice(state.box.worth(piece.eyes)))
    return m.NotePharaoh(seat, dice.choice(state.box.pharaohs))


def _turned_over(dice: Random, state: State, seat: int) -> m.TurnOver:
    shown = [reveal.pharaoh for reveal in state.reveals if reveal]
    pharaoh = dice.choice([card for card in state.box.pharaohs if card not in shown])
    values: tuple[tuple[Piece, int], ...] = tuple(
        (piece, dice.choice(state.box.worth(piece.eyes))) for piece in state.chamber.won[seat]
    )
    return m.TurnOver(seat, pharaoh, values)


def opening_of(state: State) -> dict[str, Any]:
    """The opening as plain data, as a journal has it."""
    return {
        "box": msgspec.to_builtins(state.box),
        "seats": msgspec.to_builtins(state.seats),
        "rules": msgspec.to_builtins(state.rules),
    }
