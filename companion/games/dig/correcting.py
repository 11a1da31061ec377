"""What a past move at the dig may really have been: another card, cell or player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.corrections import Named, allowed
from companion.core.verdict import Move

from . import moves as m
from .box import is_unlisted
from .rules import decide
from .state import State


def corrections(then: State, now: State, move: Move) -> Iterable[Named]:
    """Yield what may be put in the place of a move made *then*;
    nothing if taking it back will do."""
    match move:
        case m.Lift():
            return _found(then, move)
        case m.PlayBarricade():
            return allowed(decide, then, move, _cells(now))
        case m.NameBottom():
            seats = range(len(then.seats))
            return allowed(decide, then, move, ((f"seat:{n}", m.NameBottom(n)) for n in seats))
    return ()


def _found(then: State, move: m.Lift) -> Iterator[Named]:
    """Yield every number of the box and every card of the layer below, including those already dug.

    What is still to come is for the players to remember, so the rules are not asked here.
    """
    cell = next(one for one in then.tray if one.name == move.cell)
    for value in then.box.values:
        yield f"value:{value}", m.Lift(move.cell, value=value)
    for label in then.box.labels(then.layer(cell) - 1):
        if not is_unlisted(label):
            yield f"card:{label}", m.Lift(move.cell, label)


def _cells(now: State) -> Iterator[Named]:
    """If a cell has a lid by now, it is somebody else's."""
    taken = {lid.cell for lid in now.lids}
    for cell in now.tray:
        if cell.name not in taken:
            yield f"cell:{cell.name}", m.PlayBarricade(cell.name)
