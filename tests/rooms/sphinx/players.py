"""Random games at the sphinx: everybody may do anything legal, but mostly wants to get on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.house import switches
from companion.core.verdict import Accepted, Event, Move
from companion.games.sphinx import GAME
from companion.games.sphinx import moves as m
from companion.games.sphinx.acting import dice_in_play
from companion.games.sphinx.house import HouseRules
from companion.games.sphinx.state import Phase, State
from tests.rooms.sphinx.laid import BOX, SEATS

SETTINGS: dict[str, tuple[Any, ...]] = {
    switch.name: (not switch.default,)
    if switch.choices == "true | false"
    else tuple(choice for choice in switch.choices.split(" | ") if choice != switch.default)
    for switch in switches(HouseRules)
}
"""What each switch can be turned to."""
Step = tuple[State, Move, tuple[Event, ...], State]


def some_rules(dice: Random) -> HouseRules:
    """House rules, about a third of them turned away from their default."""
    turned = {name: dice.choice(to) for name, to in SETTINGS.items() if dice.random() < 0.3}
    return HouseRules(**turned)


def some_seal(dice: Random) -> m.Seal:
    colours = list(BOX.colours)
    dice.shuffle(colours)
    return m.Seal(tuple(colours), f"{dice.getrandbits(128):032x}")


def after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def a_game(
    dice: Random,
    rules: HouseRules,
    *,
    players: int = 0,
    seal: m.Seal | None = None,
    most: int = 4000,
    mischief: float = 0.01,
) -> Iterator[Step]:
    """Play one game to its end, step by step: state before, move, events, state after."""
    seats = SEATS[: players or dice.randint(*BOX.players)]
    state = GAME.opening(BOX, seats, rules)
    waiting: list[Move] = [seal] if seal else []
    for _ in range(most):
        if GAME.is_over(state):
            return
        move = waiting.pop() if waiting else a_move(dice, state, mischief)
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        following = after(state, ruling.events)
        yield state, move, ruling.events, following
        state = following


def a_move(dice: Random, state: State, mischief: float = 0.01) -> Move:
    """A legal move; forward, cards and claims are liked better than the rest."""
    if state.phase == Phase.PLAY and dice.random() < mischief:
        odd = _something_odd(dice, state)
        if odd:
            return odd
    idle = not (state.fallen or state.claim)
    if state.phase == Phase.PLAY and state.dice is None and idle:
        return m.Throw(tuple(dice.choice(die.faces) for die in dice_in_play(state)))
    moves = list(GAME.legal_moves(state))
    return dice.choices(moves, [_liking(state, move) for move in moves])[0]


def _liking(state: State, move: Move) -> float:
    match move:
        case m.UseDie(forward=forward):
            return 5 if forward else 1
        case m.TakeCard() | m.ApproachGuards() | m.Steal():
            return 4
        case m.LayClaim(cards=cards) if state.tracked:
            return 20 if cards == _under_the_guards(state) else 1
        case m.CompareClaim(right=right):
            claim = state.claim
            if claim and claim.right is not None:
                return 20 if right == claim.right else 1
            return 1
    return 1


def _under_the_guards(state: State) -> tuple[str, ...]:
    """What only a test may look at: without it nobody would ever win."""
    sealed, seal = state.sealed[-1], state.seals[-1]
    return tuple(sealed.colours[seal.figures.index(figure)] for figure in state.figures[:3])


def _something_odd(dice: Random, state: State) -> Move | None:
    """What happens besides: a note, a fall, somebody leaves, the tracking is stopped."""
    kind = dice.random()
    if kind < 0.6 and state.looks:
        look = dice.choice(state.looks)
        colour = dice.choice([*BOX.colours, None])
        return m.NoteColour(look.seat, state.seat_of(look.figure), colour)
    if kind < 0.8 and not state.claim and not state.fallen:
        return m.SayFallen(dice.choice(BOX.seats))
    if kind < 0.85 and state.tracked and not state.fallen:
        return m.StopTracking()
    if kind < 0.88 and not state.fallen:
        return m.GiveUp(dice.choice(state.playing))
    return None


def plain(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in SETTINGS}
