"""Advice at the bowl: how far a colour leads, what lies on the field, and where the mummy is.

Nothing is hidden here from anybody; how loose a boulder lies is for eyes and hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.advice import Advice, Adviser, Grounds, reason
from companion.core.roles import Role
from companion.core.verdict import Accepted, Move, Saying

from . import events as e
from . import moves as m
from .box import Face
from .exploring import has_scarabs_to_enter, tiles_to_flip
from .limits import TO_ENTER
from .moving import choices
from .rules import decide
from .state import Phase, State
from .way import is_inside

ENTERING = 30.0
A_SCARAB = 4.0
"""What a scarab is worth in fields, to somebody who cannot enter the chamber without it."""
SPARE_SCARAB = 1.0


def ideas(state: State, role: Role) -> Iterator[Advice]:
    """To turn over the next tile: what its colour leads to is known on average."""
    if state.phase != Phase.EXPLORE:
        return
    for field, faces in tiles_to_flip(state).items():
        if faces and field not in state.box.chamber_tiles:
            found = [_of_colour(state, face.colour, (field, face)) for face in faces]
            worth = sum(one.worth for one in found) / len(found)
            why = reason(worth, "bowl.advice.unknown", ("BOWL-16", "BOWL-23"), field=field)
            yield Advice(Saying("bowl.may.flip", {"field": field}), why)


def weigh(state: State, move: Move, role: Role) -> Grounds | None:
    """What speaks for a colour, for entering the chamber, or for a field."""
    match move:
        case m.NameColour(colour=colour):
            return _of_colour(state, colour)
        case m.EnterChamber():
            return reason(ENTERING, "bowl.advice.enter", ("BOWL-55", "BOWL-59"))
        case m.DeclineExtraTurn():
            return reason(-0.5, "bowl.advice.decline", ("BOWL-36",))
        case m.MoveFigure() | m.StayPut():
            return _of_move(state, move)
    return None


def _of_colour(state: State, colour: str, flipped: tuple[str, Face] | None = None) -> Grounds:
    """The best that a boulder of a colour leads to, once it is drawn cleanly."""
    then = state.but(phase=Phase.MOVE, wanted=colour)
    if flipped is not None:
        place = state.box.index(flipped[0])
        tiles = (*state.tiles[:place], flipped[1], *state.tiles[(place or 0) + 1 :])
        then = then.but(tiles=tiles)
    found = (_of_move(then, one) for one in choices(then))
    return max(found, key=lambda one: one.worth)


def _of_move(state: State, move: m.MoveFigure | m.StayPut) -> Grounds:
    ruling = decide(state, move)
    if not isinstance(ruling, Accepted):
        return reason(-20.0, "bowl.advice.nowhere", ("BOWL-23",))
    return _outcome(state, move, ruling.events)


def _outcome(state: State, move: m.MoveFigure | m.StayPut, events: Iterable[object]) -> Grounds:
    here, me = state.here, state.turn
    field = state.box.index(move.field) if isinstance(move, m.MoveFigure) else here
    gained = lost = fields = 0
    for event in events:
        if isinstance(event, e.ScarabGained) and event.seat == me:
            gained += 1
        elif isinstance(event, e.ScarabPaid | e.FigureSentBack) and event.seat == me:
            lost += 1
    fields = (here if field is None else field) - here
    if lost:
        return reason(fields - 5.0, "bowl.advice.mummy", ("BOWL-50", "BOWL-51"))
    if gained:
        has = state.scarabs[me]
        worth = A_SCARAB if has < TO_ENTER and not has_scarabs_to_enter(state) else SPARE_SCARAB
        because = ("BOWL-42", "BOWL-55")
        return reason(fields + worth, "bowl.advice.scarab", because, needed=TO_ENTER, has=has)
    if fields > 0:
        because = ("BOWL-70", "BOWL-23") if state.rules.quick else ("BOWL-22", "BOWL-23")
        inside = field is not None and is_inside(state, field) and not is_inside(state, here)
        key = "bowl.advice.inside" if inside else "bowl.advice.ahead"
        return reason(float(fields), key, because, fields=fields)
    if fields < 0:
        return reason(float(fields), "bowl.advice.back", ("BOWL-22", "BOWL-23"), fields=-fields)
    return reason(0.0, "bowl.advice.stay", ("BOWL-O-09",))


ADVICE = Adviser[State](ideas, weigh, margin=3.0)
