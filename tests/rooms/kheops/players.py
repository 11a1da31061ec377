"""Random games and random pyramids: everything legal is as likely as anything else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.house import switches
from companion.core.verdict import Accepted, Event, Move
from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.box import Box
from companion.games.kheops.faces import turns_of
from companion.games.kheops.house import HouseRules
from companion.games.kheops.outline import outline
from companion.games.kheops.state import Laid, Pawn, Phase, Pyramid, State
from tests.rooms.kheops.laid import SEATS

Step = tuple[State, Move, tuple[Event, ...], State]
SETTINGS: dict[str, tuple[Any, ...]] = {
    switch.name: (True, False)
    if switch.choices == "true | false"
    else tuple(switch.choices.split(" | "))
    for switch in switches(HouseRules)
}


def some_rules(dice: Random) -> HouseRules:
    """House rules, about a third of them turned away from their default."""
    plain = HouseRules()
    return HouseRules(
        **{
            name: dice.choice(settings) if dice.random() < 0.4 else getattr(plain, name)
            for name, settings in SETTINGS.items()
        }
    )


def a_base(dice: Random, box: Box) -> m.LayBase:
    faces = list(box.faces.elements())
    dice.shuffle(faces)
    return m.LayBase(
        tuple((c, f, dice.choice(turns_of(f))) for c, f in zip(box.base, faces, strict=False))
    )


def after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def a_game(dice: Random, box: Box, rules: HouseRules) -> Iterator[Step]:
    """Play one game to its end, step by step: state before, move, events, state after."""
    state = GAME.opening(box, SEATS, rules)
    waiting: list[Move] = [m.Begin(), a_base(dice, box)]
    while GAME.is_over(state) is None:
        move = waiting.pop() if waiting else a_move(dice, state)
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        following = after(state, ruling.events)
        yield state, move, ruling.events, following
        state = following


def a_move(dice: Random, state: State) -> Move:
    """A legal move; special pawns are liked, and a tile is looked for before giving up."""
    moves = list(GAME.legal_moves(state))
    if state.phase == Phase.PAWN:
        return _a_pawn(dice, state, moves)
    if state.phase == Phase.TILE and len(moves) > 1 and dice.random() < 0.9:
        moves = [move for move in moves if not isinstance(move, m.SayNoneFits)]
    return dice.choice(moves)


def _a_pawn(dice: Random, state: State, moves: list[Move]) -> Move:
    set_ = [move for move in moves if isinstance(move, m.SetPawn)]
    replacing = [move for move in set_ if (laid := state.at(move.cell)) and laid.pawn]
    special = [move for move in set_ if move.kind != "worker"]
    if replacing and dice.random() < 0.2:
        return dice.choice(replacing)
    return dice.choice(special if special and dice.random() < 0.3 else set_)


def a_pyramid(dice: Random, side: int, faces: list[str]) -> Pyramid:
    """A finished pyramid by dice; about half its tiles carry a pawn."""
    return tuple(_a_tile(dice, dice.choice(faces)) for _ in outline(side))


def _a_tile(dice: Random, face: str) -> Laid:
    pawn = None
    if dice.random() < 0.5 and "forbid" not in face:
        colour = dice.choice(("white", "blue"))
        kinds = ["worker"] * 5 + ["mummy", "priest"] + ["pharaoh"] * (colour == "white")
        pawn = Pawn(colour, dice.choice(kinds))
    return Laid(face, dice.choice(turns_of(face)), pawn)
