"""Questions of a curse round: who finds the animals, where, and who pays for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core import replies
from companion.core.roles import seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .cursing import LIMITS, card_of, receiver, time_limit, victims
from .pairs import finds
from .state import State

_option = partial(replies.option, "wall")


def curse(state: State) -> Question:
    round_ = state.curse
    assert round_ is not None
    if round_.victim is not None:
        return _piece(state, round_.victim)
    if round_.finder is not None:
        return _victim(state, round_.finder)
    if round_.calls:
        return _pointing(state, round_.calls[0].seat)
    return Question(
        topic="curse",
        id=f"curse-{round_.card}",
        ask=Saying("wall.ask.curse", {"animals": list(card_of(state).animals)}),
        because=("WALL-64", "WALL-65"),
        options=(
            *(
                _option(f"found:{s}", m.CallCurse(s, round_.since), player=state.seats[s].name)
                for s in range(len(state.seats))
            ),
            _option("given_up", m.EndCurse(round_.since, given_up=True)),
            *_limits(state, round_.since),
        ),
        style="race",
        seconds=time_limit(state) or None,
    )


def _limits(state: State, since: float) -> Iterator[Option]:
    """Yield limits for a search without one (WO-18)."""
    if time_limit(state):
        return
    for seconds in LIMITS:
        move = m.LimitSearch(seconds, since)
        yield Option(f"limit_{seconds}", move, Saying("wall.option.limit", {"seconds": seconds}))


def _pointing(state: State, caller: int) -> Question:
    assert state.curse is not None
    animals = card_of(state).animals
    hidden = (
        _option(f"find:{n}", m.PointAt(caller, places))
        for n, places in enumerate(finds(state, animals))
    )
    return Question(
        topic="point",
        id=f"point-{state.curse.card}-{caller}",
        to=seat(caller),
        ask=Saying(
            "wall.ask.point", {"player": state.seats[caller].name, "animals": list(animals)}
        ),
        because=("WALL-65", "WALL-66"),
        options=(_option("mistaken", m.PointAt(caller, ())), *hidden),
        style="point",
        points=3,
    )


def _victim(state: State, finder: int) -> Question:
    assert state.curse is not None
    return Question(
        topic="victim",
        id=f"victim-{state.curse.card}",
        to=seat(finder),
        ask=Saying("wall.ask.victim", {"player": state.seats[finder].name}),
        because=("WALL-66",),
        options=tuple(
            _option(f"victim:{s}", m.NameVictim(s), player=state.seats[s].name)
            for s in victims(state)
        ),
    )


def _piece(state: State, victim: int) -> Question:
    assert state.curse is not None
    assert state.curse.finder is not None
    picks = victim if state.rules.curse_pick == "victim" else state.curse.finder
    return Question(
        topic="piece",
        id=f"piece-{state.curse.card}",
        to=seat(picks),
        ask=Saying(
            "wall.ask.piece",
            {
                "player": state.seats[picks].name,
                "victim": state.seats[victim].name,
                "receiver": state.seats[receiver(state)].name,
            },
        ),
        because=("WALL-66", "WO-18"),
        options=tuple(
            _option(
                f"piece:{piece.animal}:{piece.eyes}",
                m.HandOver(piece),
                animal=piece.animal,
                eyes=piece.eyes,
            )
            for piece in state.chamber.won[victim]
        ),
    )
