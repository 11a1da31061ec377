"""What only a person can decide at the wall, with the answers the rules allow (section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core import asking
from companion.core.asking import who
from companion.core.roles import TABLE, Role, seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .chamber import FROM_RESERVE, TO_OPEN
from .cursing import LIMITS, card_of, receiver, time_limit, victims
from .pairs import finds
from .playing import columns_open, kinds_open, researcher_choices
from .shifting import Plan, plans, steps
from .state import Pair, Phase, Shift, State

_option = partial(asking.option, "wall")


def questions(state: State) -> tuple[Question, ...]:
    """The open questions; empty when the table waits for a card."""
    if state.phase == Phase.SETUP:
        return (_setup(state),)
    if state.curse:
        return (_curse(state),)
    if state.drawing:
        return (_drawing(state),)
    if state.resolving:
        return (_resolving(state),)
    if state.shift:
        return (_shift(state, state.shift),)
    if state.phase == Phase.REVEAL:
        return tuple(_reveal(state, s) for s, done in enumerate(state.reveals) if not done)
    return ()


def _setup(state: State) -> Question:
    return Question(
        topic="setup",
        id="setup",
        ask=Saying("wall.ask.setup", {"player": state.seats[0].name, "hand": state.box.hand}),
        because=tuple(f"WALL-{n:02}" for n in range(1, 14)),
        options=(_option("begin", m.Begin()),),
        style="step",
    )


def _resolving(state: State) -> Question:
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


def _drawing(state: State) -> Question:
    drawn = (_option("drew_card", m.DrawCard()),) if sum(state.piles) else ()
    return Question(
        topic="draw",
        id=f"draw-{state.turns}-{len(state.curses_left)}",
        to=_mover(state),
        ask=Saying("wall.ask.draw", {**who(state), "curses": len(state.curses_left)}),
        because=("WALL-62", "WALL-63") if drawn else ("WALL-63", "WO-22"),
        options=(*drawn, *(_curse_option(state, card) for card in state.curses_left)),
    )


def _curse_option(state: State, card_id: str) -> Option:
    card = state.box.curse_card(card_id)
    assert card is not None
    return _option(f"curse:{card_id}", m.TurnCurse(card_id), animals=list(card.animals))


def _curse(state: State) -> Question:
    curse = state.curse
    assert curse is not None
    if curse.victim is not None:
        return _piece(state, curse.victim)
    if curse.finder is not None:
        return _victim(state, curse.finder)
    if curse.calls:
        return _pointing(state, curse.calls[0].seat)
    return Question(
        topic="curse",
        id=f"curse-{curse.card}",
        ask=Saying("wall.ask.curse", {"animals": list(card_of(state).animals)}),
        because=("WALL-64", "WALL-65"),
        options=(
            *(
                _option(f"found:{s}", m.CallCurse(s, curse.since), player=state.seats[s].name)
                for s in range(len(state.seats))
            ),
            _option("given_up", m.EndCurse(curse.since, given_up=True)),
            *_limits(state, curse.since),
        ),
        style="race",
        seconds=time_limit(state) or None,
    )


def _limits(state: State, since: float) -> Iterator[Option]:
    """A search without a limit may be given one (WO-18)."""
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


def _shift(state: State, shift: Shift) -> Question:
    if shift.plan is None:
        return _plan(state, shift)
    left = list(steps(state.chamber, shift.seat, shift.plan))
    step = left[0]
    return Question(
        topic="shift",
        id=f"shift-{shift.seat}-{len(left)}-{step.source}-{step.target}",
        to=seat(shift.seat),
        ask=Saying(
            "wall.ask.shift",
            {
                "player": state.seats[shift.seat].name,
                "source": step.source,
                "target": step.target,
                "opens": step.opens,
                "left": len(left),
                "eyes": state.chamber.at(step.target).stack[0],
            },
        ),
        because=("WALL-50", "WALL-51", "WALL-52"),
        options=(
            _option("shift_done", m.ShiftScarab(step.source, step.target), True),
            _option("change_plan", m.ChangePlan()),
            _option("end_shift", m.EndShift()),
        ),
        style="step",
    )


def _plan(state: State, shift: Shift) -> Question:
    every = plans(state.chamber, shift.seat)
    return Question(
        topic="plan",
        id=f"plan-{shift.seat}-{len(state.chamber.won[shift.seat])}",
        to=seat(shift.seat),
        ask=Saying("wall.ask.plan", {"player": state.seats[shift.seat].name}),
        because=("WALL-50", "WALL-51", "WALL-53"),
        options=(*_plan_options(every), _option("end_shift", m.EndShift())),
    )


def _plan_options(every: tuple[Plan, ...]) -> Iterator[Option]:
    for number, plan in enumerate(every):
        as_good = plan.eyes == every[0].eyes
        yield Option(
            f"plan:{number}",
            m.ChoosePlan(plan.takes),
            Saying(
                "wall.option.plan" if as_good else "wall.option.worse_plan",
                {
                    "takes": [list(take) for take in plan.takes],
                    "eyes": list(plan.eyes),
                    "moves": plan.moves,
                },
            ),
            advised=as_good and plan.moves == every[0].moves,
        )


def _reveal(state: State, who: int) -> Question:
    pieces = state.chamber.won[who]
    return Question(
        topic="reveal",
        id=f"reveal-{who}",
        to=TABLE,
        ask=Saying("wall.ask.reveal", {"player": state.seats[who].name}),
        because=("WALL-54", "WALL-55"),
        options=(),
        style="form",
        fields=(
            {"name": "pharaoh", "choices": list(state.box.pharaohs), "seat": who},
            *(
                {
                    "name": f"{piece.animal}:{piece.eyes}",
                    "animal": piece.animal,
                    "eyes": piece.eyes,
                    "choices": list(state.box.worth(piece.eyes)),
                    "seat": who,
                }
                for piece in pieces
            ),
        ),
    )


def _gaze(same: bool) -> str:
    return "same" if same else "different"


def _cells(pairs: tuple[Pair, ...]) -> tuple[str, ...]:
    """The windows of these pairs, each once, in an order that never changes."""
    places = (place for pair in pairs for place in (pair.here, pair.there))
    return tuple(dict.fromkeys(_cell(place) for place in places))


def _cell(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"
