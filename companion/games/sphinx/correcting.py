"""What a past move at the sphinx may really have been. Nothing here depends on a hidden colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from companion.core.corrections import Named, allowed
from companion.core.verdict import Move

from . import moves as m
from .rules import decide
from .state import State


def corrections(then: State, now: State, move: Move) -> Iterable[Named]:
    """Yield what may be put in the place of a move made *then*;
    nothing if taking it back will do."""
    return allowed(decide, then, move, _others(then, move))


def _others(then: State, move: Move) -> Iterator[Named]:
    match move:
        case m.UseDie(face=face, forward=forward):
            yield "back" if forward else "forward", m.UseDie(face, not forward)
        case m.TakeCard():
            yield "leave", m.LeaveCard()
        case m.LeaveCard():
            yield "take", m.TakeCard()
        case m.LookUnder():
            yield from ((f"look:{where}", m.LookUnder(where)) for where in then.box.seats)
        case m.SwapSphinxes():
            for guard, temple in product(then.box.guard_seats, then.box.temple_seats):
                yield f"swap:{guard}:{temple}", m.SwapSphinxes(guard, temple)
