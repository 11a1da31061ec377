"""What a past move at the pyramid may really have been: another pawn, tile, turn or cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.corrections import Named, allowed
from companion.core.verdict import Move

from . import moves as m
from .box import PAWNS
from .faces import TURNS, turns_of
from .learning import faces_to_say
from .rules import decide
from .state import State


def corrections(then: State, now: State, move: Move) -> Iterable[Named]:
    """Yield what may be put in the place of a move made *then*;
    nothing if taking it back will do."""
    return allowed(decide, then, move, _others(now, move))


def _others(now: State, move: Move) -> Iterator[Named]:
    match move:
        case m.SetPawn(cell=cell, kind=kind):
            yield from ((f"pawn:{other}", m.SetPawn(cell, other)) for other in PAWNS)
            yield from ((f"cell:{other}", m.SetPawn(other, kind)) for other in now.box.cells)
        case m.BuildTile() | m.LayBaseTile():
            yield from _tiles(now, move)
        case m.TurnTile(cell=cell):
            yield from ((f"turn:{turn}", m.TurnTile(cell, turn)) for turn in TURNS)


def _tiles(now: State, move: m.BuildTile | m.LayBaseTile) -> Iterator[Named]:
    """Yield every other tile the move may have been, and every other cell it may have been for."""
    kind = type(move)
    for face in dict.fromkeys((move.face, *faces_to_say(now))):
        for turn in turns_of(face):
            yield f"tile:{face}@{turn}", kind(move.cell, face, turn)
    for cell in now.box.cells:
        yield f"cell:{cell}", kind(cell, move.face, move.turn)
