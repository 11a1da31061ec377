"""Moves and events as sentences not yet put into words: names instead of numbers."""

from __future__ import annotations

from companion.core.describe import Telling, Values
from companion.core.verdict import Event, Move

from . import events as e
from . import moves as m
from .learning import JOINED, faces_of
from .state import State, places_of

UNSPOKEN = (
    e.PairTaken,
    e.PairResolved,
    e.CardResolved,
    e.LineUsed,
    e.LinesOffered,
    e.PairsHidden,
    e.ShiftOpened,
)
NAMES = {"seat": "player", "giver": "giver", "receiver": "receiver"}


def _of_event(state: State, event: Event, values: Values) -> Values:
    """Names instead of numbers, slots counted from one, cards as the faces they show."""
    for field, name in NAMES.items():
        if field in values:
            values[name] = state.seats[values.pop(field)].name
    match event:
        case e.CardInserted(card=card):
            values |= _inserted(state, card, values)
        case e.CurseTurned(card=card):
            curse = state.box.curse_card(card)
            values["animals"] = list(curse.animals) if curse else []
        case e.PairsFormed(pairs=pairs):
            values["count"] = len(pairs)
            values["animals"] = list(dict.fromkeys(pair.animal for pair in pairs))
        case e.NoResearcherSet(animal=animal, why="own"):
            values["player"] = _holder(state, animal)
        case e.ResearcherSet(moved_from=moved_from):
            values["mover"] = "moved" if moved_from else "set"
        case e.SarcophagusHandedOver(piece=piece):
            values["eyes"] = piece.eyes
        case e.SarcophagusOpened(because=because):
            values["how"] = _how_opened(because)
        case e.LinePairChosen(pair=pair):
            values["line"] = pair.line
    return values


def _holder(state: State, animal: str) -> str:
    """Return who has a researcher at a column; nobody if the same card moved it on."""
    seat = state.chamber.at(animal).researcher
    return "" if seat is None else state.seats[seat].name


def _how_opened(because: tuple[str, ...]) -> str:
    """Whether a third scarab came to the column, or three waited there for somebody."""
    return "waited" if because[0] == "WO-12" else "third"


def _of_move(state: State, move: Move, values: Values) -> Values:
    if isinstance(move, m.InsertCard) and (faces := faces_of(state.box, move.card)):
        values |= {"slot": move.slot + 1, "faces": list(faces), "cells": _windows(state, move)}
    if "seat" in values:
        values["player"] = state.seats[values.pop("seat")].name
    return values


def _inserted(state: State, card: str, values: Values) -> Values:
    faces = [face for row in state.box.card(card).cells for face in row]
    return {"slot": values["slot"] + 1, "faces": faces}


def _windows(state: State, move: m.InsertCard) -> list[str]:
    """Return where a card has come to rest; none while it is only thought of."""
    cards = state.slots[move.slot] if 0 <= move.slot < len(state.slots) else ()
    if move.card not in cards:
        return []
    places = places_of(state.box.wall.block, move.slot, cards.index(move.card))
    return [f"{x},{y}" for x, y in places]


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """Return the windows an event is about, for pointing at them on the page."""
    match event:
        case e.PairsFormed(pairs=pairs):
            places = [place for pair in pairs for place in (pair.here, pair.there)]
            return tuple(dict.fromkeys(f"{x},{y}" for x, y in places))
        case e.LinePairChosen(pair=pair):
            return tuple(f"{x},{y}" for x, y in (pair.here, pair.there))
        case e.AnimalsFound(places=found) | e.CallStruck(places=found):
            return tuple(f"{x},{y}" for x, y in found)
    return ()


def _fact(group: str, what: list[str]) -> Values:
    """Return what a card shows, or the animals of a curse or a pharaoh."""
    names = what[0].split(JOINED) if what else []
    return {"faces": names, "animals": names, "animal": names[0] if names else ""}


TELLING = Telling[State](
    "wall", _of_move, _of_event, cells_of, UNSPOKEN, reveals=(e.TurnedOver,), facts=_fact
)
