"""What people may ask of a place at the bowl: a field, a tile, a boulder, or somebody."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import PlaceGuide, Try
from companion.core.verdict import Saying

from . import moves as m
from .exploring import tiles_to_flip
from .state import Phase, State

FLIPPING = (Phase.SETUP, Phase.EXPLORE, Phase.CHAMBER)


def tries(state: State, place: str) -> Iterator[Try]:
    """To flip a tile, name its colour, enter the chamber, or move there."""
    if place in state.box.colours:
        yield Try(m.NameColour(place))
    elif place == state.box.track[-1].id or place in state.box.chamber_tiles:
        yield from _chamber(state, place)
    else:
        yield from _field(state, place)


def _chamber(state: State, place: str) -> Iterator[Try]:
    if state.phase != Phase.CHAMBER:
        yield Try(m.EnterChamber())
    elif place in state.box.chamber_tiles:
        yield _flip(state, place)


def _field(state: State, place: str) -> Iterator[Try]:
    number = state.box.index(place)
    if number is None:
        return
    if state.phase not in FLIPPING:
        yield Try(m.MoveFigure(place))
        return
    face = state.tiles[number]
    if face is not None:
        yield Try(m.NameColour(face.colour))
    elif state.box.track[number].has_tile:
        yield _flip(state, place)


def _flip(state: State, place: str) -> Try:
    """Turn a tile over; nobody knows what it will show."""
    faces = tiles_to_flip(state).get(place)
    colour, symbols = (faces[0].colour, faces[0].symbols) if faces else (state.box.colours[0], 0)
    return Try(m.FlipTile(place, colour, symbols), Saying("bowl.may.flip", {"field": place}))


def clauses(state: State, place: str) -> tuple[str, ...]:
    """Return the clauses of a place as it stands now."""
    if place.startswith("seat-"):
        return _of_person(state)
    if place in state.box.colours:
        return "BOWL-17", "BOWL-18", "BOWL-19", "BOWL-35", "BOWL-32"
    if place in state.box.chamber_tiles or place == state.box.track[-1].id:
        entry = ("BOWL-71",) if state.rules.quick else ("BOWL-55",)
        return (*entry, "BOWL-56", "BOWL-57", "BOWL-58", "BOWL-59")
    number = state.box.index(place)
    return () if number is None else _of_field(state, number)


def _of_person(state: State) -> tuple[str, ...]:
    back = ("BOWL-64", "BOWL-65") if state.rules.adventurous else ("BOWL-37", "BOWL-38")
    mummy = () if state.rules.quick else ("BOWL-50", "BOWL-53")
    return ("BOWL-14", "BOWL-24", *back, *mummy)


def _of_field(state: State, number: int) -> tuple[str, ...]:
    field, face = state.box.track[number], state.tiles[number]
    found = ["BOWL-15", "BOWL-17" if face is not None else "BOWL-16", "BOWL-23", "BOWL-24"]
    found += ["BOWL-42"] if field.scarab and not state.rules.quick else []
    found += ["BOWL-44", "BOWL-45"] if face is not None and face.symbols else []
    here = state.mummy is not None and state.mummy.field == number
    return (*found, *(("BOWL-50", "BOWL-51") if here else ()))


PLACES = PlaceGuide[State](tries, clauses=clauses)
