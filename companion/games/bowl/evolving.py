"""evolve: the state after an event. No judgement here: what happened, happened."""

from __future__ import annotations

from typing import Any

from companion.core.evolve import Evolving, changed
from companion.core.verdict import Event

from . import events as e
from .box import Face
from .learning import learn, refit
from .state import TO_CHAMBER, TO_ENTRANCE, Phase, State, Step, Then


def _tiles(state: State, event: Event) -> State | None:
    match event:
        case e.PositionTold():
            return _as_told(state, event)
        case e.CountedAtEnd(seat=seat):
            chamber = state.box.chamber
            figures = tuple(chamber if n == seat else None for n in range(len(state.seats)))
            return state.but(figures=figures, winner=seat, turn=seat, phase=Phase.OVER)
        case e.TileFlipped(field=field, colour=colour, symbols=symbols):
            face = Face(colour, symbols)
            if field in state.box.chamber_tiles:
                slot = state.box.chamber_tiles.index(field)
                return state.but(chamber=changed(state.chamber, slot, face))
            return state.but(tiles=changed(state.tiles, _at(state, field), face))
        case e.ColourWanted(colour=colour):
            return state.forgetting_the_walk().but(wanted=colour, phase=Phase.DRAW, offered=False)
        case e.ChamberEntered(seat=seat):
            figures = changed(state.figures, seat, state.box.chamber)
            return state.forgetting_the_walk().but(
                figures=figures, came_from=state.here, visit=0, phase=Phase.CHAMBER, offered=False
            )
    return None


def _trap(state: State, event: Event) -> State | None:
    match event:
        case e.BoulderTaken(colour=colour):
            return _taken(state, colour)
        case e.LastBoulderTaken():
            return state.but(extra=True)
        case e.RebuildDue(then=then):
            return state.but(phase=Phase.REBUILD, then=then, extra=False)
        case e.TrapRebuilt():
            full = state.box.full_bowl
            return _after_rebuild(state.but(bowl=full, bag=(0,) * len(full)))
        case e.FoulWarned(seat=seat):
            return state.but(warned=changed(state.warned, seat, True))
        case e.VoteCalled():
            return state.but(voting=True)
        case e.VoteTaken():
            return state.but(voting=False)
    return None


def _taken(state: State, colour: str) -> State:
    """Return one boulder out of the bowl into the bag; in the chamber the next tile follows."""
    place = state.box.boulder_colours.index(colour)
    state = state.but(
        bowl=changed(state.bowl, place, state.bowl[place] - 1),
        bag=changed(state.bag, place, state.bag[place] + 1),
    )
    if state.visit is None:
        return state.but(phase=Phase.MOVE)
    return state.but(phase=Phase.CHAMBER, visit=state.visit + 1, wanted=None)


def _after_rebuild(state: State) -> State:
    """Continue with what happens by itself;
    passing on and the extra turn have events of their own."""
    match state.then:
        case Then.RETRY:
            return state.but(phase=Phase.DRAW)
        case Then.SECOND:
            return state.but(phase=Phase.CHAMBER)
    return state


def _figures(state: State, event: Event) -> State | None:
    match event:
        case e.FigureMoved(seat=seat, field=field):
            return _placed(state, seat, field)
        case e.FigureSentBack(seat=seat, field=field):
            state = _placed(state, seat, field)
            return state if seat != state.turn else state.but(visit=None, came_from=None)
        case e.PlayerLeft(seat=seat, scarabs=scarabs):
            state = state.but(
                figures=changed(state.figures, seat, None),
                scarabs=changed(state.scarabs, seat, state.scarabs[seat] - scarabs),
                supply=state.supply + scarabs,
            )
            return state if seat != state.turn else state.but(voting=False, visit=None)
    return None


def _placed(state: State, seat: int, field: str) -> State:
    figures = changed(state.figures, seat, _at(state, field))
    past = (*state.walked_past[:-1], figures) if state.walked_past else ()
    return state.but(figures=figures, walked_past=past)


def _scarabs(state: State, event: Event) -> State | None:
    match event:
        case e.ScarabGained(seat=seat):
            return _handed(state, seat, 1)
        case e.ScarabPaid(seat=seat):
            return _handed(state, seat, -1)
    return None


def _handed(state: State, seat: int, count: int) -> State:
    """Scarabs from the supply to a seat, or back."""
    scarabs = changed(state.scarabs, seat, state.scarabs[seat] + count)
    return state.but(scarabs=scarabs, supply=state.supply - count)


def _mummy(state: State, event: Event) -> State | None:
    if state.mummy is None:
        return None
    match event:
        case e.MummyWoken():
            return state if state.walk else _walked(state, state.mummy)
        case e.MummyStepped(field=field):
            return _walked(state, Step(_at(state, field), state.mummy.facing))
        case e.MummyTurned(facing=facing):
            return _walked(state, Step(state.mummy.field, facing))
    return None


def _walked(state: State, mummy: Step) -> State:
    past = (*state.walked_past, state.figures)
    return state.but(mummy=mummy, walk=(*state.walk, mummy), walked_past=past)


def _turns(state: State, event: Event) -> State | None:
    fresh: dict[str, Any] = {
        "phase": Phase.EXPLORE,
        "wanted": None,
        "visit": None,
        "came_from": None,
    }
    match event:
        case e.Begun():
            return state.but(phase=Phase.EXPLORE)
        case e.TurnPassed(seat=seat):
            fresh |= {"turn": seat, "offered": False}
            return state.but(turns=state.turns + 1, then=Then.PASS, **fresh)
        case e.ExtraTurnGranted():
            return state.but(turns=state.turns + 1, then=Then.PASS, offered=True, **fresh)
        case e.MummyFreed(seat=seat) | e.GameAbandoned(seat=seat):
            return state.but(phase=Phase.OVER, winner=seat, wanted=None, voting=False)
    return None


def _at(state: State, field: str) -> int:
    place = state.box.index(field)
    assert place is not None
    return place


evolve = Evolving[State](
    e.BowlEvent, _tiles, _trap, _figures, _scarabs, _mummy, _turns, learn=learn, refit=refit
)


def _as_told(state: State, event: e.PositionTold) -> State:
    """A game that is followed from the middle on."""
    index = {field.id: number for number, field in enumerate(state.box.track)}
    shown = {field: Face(colour, symbols) for field, colour, symbols in event.tiles}
    facing = TO_CHAMBER if event.to_chamber else TO_ENTRANCE
    bag = (full - left for full, left in zip(state.box.full_bowl, event.bowl, strict=True))
    return state.but(
        phase=Phase.EXPLORE,
        turn=event.seat,
        figures=tuple(index[field] for field in event.fields),
        scarabs=event.scarabs,
        supply=state.box.scarabs - sum(event.scarabs),
        tiles=tuple(shown.get(field.id) for field in state.box.track),
        mummy=Step(index[event.mummy], facing) if state.mummy else None,
        bowl=event.bowl,
        bag=tuple(bag),
    )
