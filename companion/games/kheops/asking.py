"""What only a person can say: that all is set up, and how a power is used without a camera."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.core import replies
from companion.core.roles import seat
from companion.core.verdict import Move, Option, Question, Saying

from . import moves as m
from .faces import MOVE, SWAP
from .laying import missing_base
from .powers import CLAUSE, choices
from .state import Phase, State

_option = partial(replies.option, "kheops")


def questions(state: State) -> tuple[Question, ...]:
    """Return the open questions; empty when the table waits for a pawn or a tile."""
    if state.phase == Phase.SETUP:
        return (_setup(state),)
    if state.phase == Phase.POWER:
        return (_power(state),)
    if state.phase == Phase.TILE and state.rules.edge_match and not state.unmatched:
        return (_fit(state),)
    return ()


def _setup(state: State) -> Question:
    missing = missing_base(state)
    first = state.seats[state.seat_of(state.box.colours[0])].name
    return Question(
        topic="setup",
        id=f"setup-{len(missing)}",
        ask=Saying(
            "kheops.ask.base" if missing else "kheops.ask.begin",
            {
                "player": first,
                "hand": state.box.hand,
                "missing": len(missing),
                "base": len(state.box.base),
            },
        ),
        because=("KHEOPS-01", "KHEOPS-02", "KHEOPS-03", "KHEOPS-04", "KHEOPS-05", "KO-1"),
        options=() if missing else (_option("begin", m.Begin()),),
        style="step",
        cells=tuple(missing),
        by_sight=True,
    )


def _power(state: State) -> Question:
    options = tuple(_use(state, move) for move in choices(state))
    return Question(
        topic="power",
        id=f"power-{state.turns}-{state.trigger}",
        to=seat(state.turn),
        ask=Saying(
            "kheops.ask.power",
            {
                "player": state.seats[state.turn].name,
                "power": state.power,
                "cell": state.trigger,
                "target": state.rules.rotation_target,
            },
        ),
        because=("KHEOPS-09", CLAUSE[state.power]),
        options=options,
        style="choice" if len(options) > 1 else "step",
        points=2 if state.power in (SWAP, MOVE) else 1,
        cells=tuple(dict.fromkeys(cell for option in options for cell in _places(option.move))),
        by_sight=True,
    )


def _places(move: Move) -> tuple[str, ...]:
    match move:
        case m.TurnTile(cell=cell):
            return (cell,)
        case m.SwapPawns(own=one, other=other) | m.MovePawn(source=one, target=other):
            return one, other
    return ()


def _use(state: State, move: Move) -> Option:
    match move:
        case m.TurnTile(cell=cell, turn=turn):
            return _turned(state, move, cell, turn)
        case m.SwapPawns(own=own, other=other):
            option = _option(f"swap:{own}:{other}", move, own=own, other=other)
            return replace(option, cells=(own, other))
        case m.MovePawn(source=source, target=target):
            option = _option(f"move:{source}:{target}", move, source=source, target=target)
            return replace(option, cells=(source, target))
    return _option("no_power", move)


def _turned(state: State, move: Move, cell: str, turn: int) -> Option:
    """Return a tile in its new turn; one that looks alike in all turns stands for
    all such tiles."""
    laid = state.at(cell)
    assert laid is not None
    if laid.shows.looks_alike:
        return _option("turn_alike", move, cell=cell)
    thirds = (turn - laid.turn) % 3
    option = _option(f"turn:{cell}:{turn}", move, cell=cell, thirds=thirds)
    return replace(option, cells=(cell,), fields={"turn": turn})


def _fit(state: State) -> Question:
    return Question(
        topic="fit",
        id=f"fit-{state.turns}",
        to=seat(state.turn),
        ask=Saying("kheops.ask.fit", {"player": state.seats[state.turn].name}),
        because=("KO-4", "KHEOPS-10"),
        options=(_option("none_fits", m.SayNoneFits()),),
        style="step",
        by_sight=True,
    )
