"""What a past move at the bowl may really have been: another end of a draw, tile or colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.corrections import Named, allowed
from companion.core.verdict import Move

from . import moves as m
from .box import Face
from .exploring import kind_of
from .learning import faces_of
from .rules import decide
from .state import State

DRAWN = (m.TakeBoulder, m.Landslide, m.WrongColour, m.GiveUp, m.Bump, m.FindNone)


def corrections(then: State, now: State, move: Move) -> Iterable[Named]:
    """Yield what may be put in the place of a move made *then*;
    nothing if taking it back will do."""
    return allowed(decide, then, move, _others(then, move))


def _others(then: State, move: Move) -> Iterator[Named]:
    match move:
        case m.FlipTile(field=field):
            for face in dict.fromkeys(_faces(then, field)):
                yield f"flip:{face.label}", m.FlipTile(field, face.colour, face.symbols)
        case m.NameColour():
            for colour in then.box.boulder_colours:
                yield f"name:{colour}", m.NameColour(colour)
        case _ if isinstance(move, DRAWN):
            for name, other in _ends(then):
                if then.rules.adventurous or type(other) is not type(move):
                    yield name, other


def _faces(then: State, field: str) -> tuple[Face, ...]:
    return faces_of(then.box, kind_of(then, field))


def _ends(then: State) -> Iterator[Named]:
    """Yield how a draw can end. If it decides how far back the figure goes,
    the end says what fell."""
    colours = then.box.boulder_colours
    exact = then.rules.adventurous
    if then.wanted:
        yield "TakeBoulder", m.TakeBoulder(then.wanted)
    for item in (m.STAFF, *colours) if exact else (None,):
        yield _name("Landslide", item), m.Landslide((item,) if item else ())
    for colour in [one for one in colours if one != then.wanted] if exact else (None,):
        yield _name("WrongColour", colour), m.WrongColour(colour)
    yield "GiveUp", m.GiveUp()
    yield "Bump", m.Bump()


def _name(kind: str, item: str | None) -> str:
    return f"{kind}:{item}" if item else kind
