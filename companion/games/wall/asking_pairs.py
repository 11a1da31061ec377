"""Questions while a card is resolved: which pair, which line, whose researcher, what order."""

from __future__ import annotations

from functools import partial

from companion.core import replies
from companion.core.replies import who
from companion.core.roles import Role, seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .chamber import FROM_RESERVE
from .choosing import columns_open, kinds_open, researcher_choices
from .evolving_chamber import TO_OPEN
from .state import Pair, State

_option = partial(replies.option, "wall")


def resolving(state: State) -> Question:
    doing = state.resolving
    assert doing is not None
    if doing.calling:
        return _calling(state)
    if doing.lines:
        return _line(state, doing.lines[0])
    if doing.current:
        return _researcher(state, doing.current)
    if columns_open(state):
        return _column(state)
    return _order(state)


def _mover(state: State) -> Role:
    return seat(state.turn)


def _calling(state: State) -> Question:
    doing = state.resolving
    assert doing is not None
    hidden = (
        _option(f"pair:{n}", m.CallPair((pair.here, pair.there)), animal=pair.animal)
        for n, pair in enumerate(doing.uncalled)
    )
    return Question(
        topic="calling",
        id=f"calling-{state.turns}-{len(doing.pairs)}",
        to=_mover(state),
        ask=Saying("wall.ask.calling", who(state)),
        because=("WO-25", "WALL-21"),
        options=(_option("no_more", m.CallNoMore()), *hidden),
        style="point",
        points=2,
    )


def _line(state: State, offers: tuple[Pair, ...]) -> Question:
    return Question(
        topic="line",
        id=f"line-{state.turns}-{offers[0].line}",
        to=_mover(state),
        ask=Saying("wall.ask.line", {**who(state), "line": offers[0].line}),
        because=("WALL-70", "WALL-71"),
        options=tuple(
            _option(
                f"line_pair:{pair.animal}:{_gaze(pair.same_gaze)}",
                m.ChooseLinePair(pair.line, pair.animal, pair.same_gaze),
                animal=pair.animal,
                gaze=_gaze(pair.same_gaze),
            )
            for pair in offers
        ),
        cells=_cells(offers),
    )


def _researcher(state: State, pair: Pair) -> Question:
    holder = state.chamber.at(pair.animal).researcher
    key = "vacant" if holder is None else "exchange"
    options = [_researcher_option(state, choice, pair) for choice in researcher_choices(state)]
    return Question(
        topic="researcher",
        id=f"researcher-{state.turns}-{pair.animal}{_again(state, pair)}",
        to=_mover(state),
        ask=Saying(
            f"wall.ask.{key}",
            {
                **who(state),
                "animal": pair.animal,
                "gaze": _gaze(pair.same_gaze),
                "rival": state.seats[holder].name if holder is not None else "",
                "reserve": state.reserve(state.turn),
            },
        ),
        because=_researcher_clauses(state, pair),
        options=tuple(options),
        cells=(_cell(pair.here), _cell(pair.there)),
    )


def _again(state: State, pair: Pair) -> str:
    """After a no, and at a waiting column, each pair is asked about and needs an id of its own."""
    doing, column = state.resolving, state.chamber.at(pair.animal)
    waits = column.scarabs >= TO_OPEN and bool(column.stack)
    if doing is None or not (waits or pair.animal in doing.declined):
        return ""
    return f"-{len(doing.pairs)}"


def _researcher_clauses(state: State, pair: Pair) -> tuple[str, ...]:
    if state.chamber.at(pair.animal).researcher is not None:
        first = "WALL-30"
    else:
        first = "WALL-29" if pair.same_gaze else "WALL-27"
    return (first, "WO-6") if state.reserve(state.turn) else (first, "WALL-33")


def _researcher_option(state: State, choice: str | None, pair: Pair) -> Option:
    if choice is None:
        return _option("set_none", m.SetNone(pair.animal))
    if choice == FROM_RESERVE:
        return _option("set", m.SetResearcher(animal=pair.animal), animal=pair.animal)
    return _option(f"move_from:{choice}", m.SetResearcher(choice, pair.animal), animal=choice)


def _column(state: State) -> Question:
    return Question(
        topic="column",
        id=f"column-{state.turns}",
        to=_mover(state),
        ask=Saying("wall.ask.column", who(state)),
        because=("WO-7",),
        options=tuple(
            _option("nowhere", m.ChooseColumn(None))
            if animal is None
            else _option(f"column:{animal}", m.ChooseColumn(animal), animal=animal)
            for animal in columns_open(state)
        ),
    )


def _order(state: State) -> Question:
    doing = state.resolving
    assert doing is not None
    return Question(
        topic="order",
        id=f"order-{state.turns}-{len(doing.pairs)}",
        to=_mover(state),
        ask=Saying("wall.ask.order", who(state)),
        because=("WALL-38", "WALL-39"),
        options=tuple(
            _option(
                f"first:{animal}:{_gaze(same)}",
                m.ResolveNext(animal, same),
                animal=animal,
                gaze=_gaze(same),
            )
            for animal, same in kinds_open(state)
        ),
        cells=_cells(doing.pairs),
    )


def _gaze(same: bool) -> str:
    return "same" if same else "different"


def _cells(pairs: tuple[Pair, ...]) -> tuple[str, ...]:
    """Return the windows of these pairs, each once, in an order that never changes."""
    places = (place for pair in pairs for place in (pair.here, pair.there))
    return tuple(dict.fromkeys(_cell(place) for place in places))


def _cell(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"
