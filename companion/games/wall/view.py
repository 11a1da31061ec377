"""What each role may know. The only door through which a hidden fact leaves the room.

Pharaoh cards and mummy values are shown to the seat that noted them, and to everybody once
they are turned over. Nobody else, the referee included, ever receives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.cues import Cues
from companion.core.roles import Role
from companion.core.score import plain
from companion.core.verdict import Event, Move, Saying

from . import events as e
from . import moves as m
from .asking import questions
from .cursing import card_of, limited_since, time_limit
from .reader import visible
from .scoring import is_over, score
from .shifting import steps
from .state import Phase, State


def view(state: State, role: Role) -> dict[str, Any]:
    """The table as one role may see it, as plain data."""
    knowing = role.seat if role.name == "seat" else None
    shown: dict[str, Any] = {
        "room": "wall",
        "phase": str(state.phase),
        "turn": state.turn,
        "turns": state.turns,
        "seats": [_seat(state, seat) for seat in range(len(state.seats))],
        "wall": _wall(state),
        "columns": [msgspec.to_builtins(column) for column in state.chamber.columns],
        "slab": max(0, state.chamber.slab),
        "borrowed": max(0, -state.chamber.slab),
        "scarabs": state.box.scarabs,
        "piles": {
            "first": state.piles[0],
            "second": state.piles[1],
            "curses": len(state.curses_left),
        },
        "animals": list(state.box.animals),
        "curse": _curse(state),
        "shift": _shift(state),
        "score": [plain(line) for line in score(state, knowing).lines],
        "outcome": msgspec.to_builtins(is_over(state)),
        "assumed": list(state.box.assumed),
        "variants": {
            "curse": state.rules.curse_of_the_pharaoh,
            "sphinx": state.rules.eyes_of_the_sphinx,
        },
    }
    if knowing is not None and 0 <= knowing < len(state.seats):
        shown["notes"] = _notes(state, knowing)
    return shown


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "name": state.seats[seat].name,
        "colour": state.seats[seat].colour,
        "reserve": state.reserve(seat),
        "hand": state.hands[seat],
        "won": [msgspec.to_builtins(piece) for piece in state.chamber.won[seat]],
        "revealed": msgspec.to_builtins(state.reveals[seat]),
    }


def _wall(state: State) -> dict[str, Any]:
    wall = state.box.wall
    return {
        "slots": wall.slots,
        "capacity": wall.capacity,
        "block": list(wall.block),
        "width": wall.width,
        "height": wall.height,
        "cells": dict(visible(state)),
        "filled": [len(cards) for cards in state.slots],
        "open": _open_slots(state),
        "cards_left": [
            {"id": card.id, "cells": [list(row) for row in card.cells]}
            for card in state.box.cards
            if card.id not in state.inserted
        ],
    }


def _open_slots(state: State) -> list[int]:
    """The slots a card may go into now."""
    if state.phase != Phase.PLAY or questions(state):
        return []
    return [n for n, cards in enumerate(state.slots) if len(cards) < state.box.wall.capacity]


def _curse(state: State) -> dict[str, Any] | None:
    if state.curse is None:
        return None
    return {
        "card": state.curse.card,
        "animals": list(card_of(state).animals),
        "since": limited_since(state),
        "calls": [call.seat for call in state.curse.calls],
        "finder": state.curse.finder,
        "victim": state.curse.victim,
        "seconds": time_limit(state) or None,
    }


def _shift(state: State) -> dict[str, Any] | None:
    if state.shift is None:
        return None
    plan = state.shift.plan
    left = steps(state.chamber, state.shift.seat, plan) if plan else ()
    return {"seat": state.shift.seat, "steps": [msgspec.to_builtins(step) for step in left]}


def _notes(state: State, seat: int) -> dict[str, Any]:
    notes = state.secrets[seat]
    return {
        "pharaoh": notes.pharaoh,
        "pharaohs": list(state.box.pharaohs),
        "values": [
            {
                "animal": piece.animal,
                "eyes": piece.eyes,
                "value": dict(notes.values).get(piece),
                "choices": list(state.box.worth(piece.eyes)),
            }
            for piece in state.chamber.won[seat]
        ],
    }


def cues(state: State, events: Sequence[Event]) -> Cues:
    """The lamps: columns just opened blink; the two columns of a shift show from and to."""
    glow = {event.animal: "blink" for event in events if isinstance(event, e.SarcophagusOpened)}
    for column in state.chamber.columns:
        if column.researcher is None and column.stack and column.scarabs >= 3:
            glow.setdefault(column.animal, "pulse")
    if state.shift and state.shift.plan:
        step = next(steps(state.chamber, state.shift.seat, state.shift.plan))
        glow |= {step.source: "pulse", step.target: "on"}
    sounds = tuple(
        dict.fromkeys(sound for event in events if (sound := SOUNDS.get(type(event))) is not None)
    )
    return Cues(glow, sounds)


SOUNDS: dict[type[Event], str] = {
    e.SarcophagusOpened: "open",
    e.ResearcherReturned: "exchange",
    e.CurseTurned: "curse",
    e.WallFilled: "gong",
    e.GameEnded: "fanfare",
}

UNSPOKEN = (
    e.PairTaken,
    e.PairResolved,
    e.CardResolved,
    e.LineUsed,
    e.LinesOffered,
    e.LinePairChosen,
    e.PairsHidden,
    e.ShiftOpened,
)


def describe(state: State, event: Event) -> Saying | None:
    """The sentence about an event; None for what needs no telling."""
    if isinstance(event, UNSPOKEN):
        return None
    values = msgspec.to_builtins(event)
    key = f"wall.event.{type(event).__name__}"
    if "why" in values:
        key += f".{values['why']}"
    return Saying(key, _named(state, event, values))


def _named(state: State, event: Event, values: dict[str, Any]) -> dict[str, Any]:
    """Names instead of numbers, slots counted from one, cards as the faces they show."""
    names = {"seat": "player", "giver": "giver", "receiver": "receiver"}
    for field, name in names.items():
        if field in values:
            values[name] = state.seats[values.pop(field)].name
    if isinstance(event, e.CardInserted):
        values["slot"] += 1
        values["faces"] = [f for row in state.box.card(event.card).cells for f in row]
    if isinstance(event, e.CurseTurned):
        card = state.box.curse_card(event.card)
        values["animals"] = list(card.animals) if card else []
    if isinstance(event, e.PairsFormed):
        values["count"] = len(event.pairs)
        values["animals"] = list(dict.fromkeys(pair.animal for pair in event.pairs))
    if isinstance(event, e.ResearcherSet):
        values["mover"] = "moved" if event.moved_from else "set"
    if isinstance(event, e.SarcophagusHandedOver):
        values["eyes"] = event.piece.eyes
    return values


def tell(state: State, move: Move) -> Saying:
    """A move in words, as somebody at the table would tell it."""
    values = msgspec.to_builtins(move)
    if isinstance(move, m.InsertCard) and state.box.has_card(move.card):
        values["slot"] += 1
        values["faces"] = [f for row in state.box.card(move.card).cells for f in row]
    if "seat" in values:
        values["player"] = state.seats[values.pop("seat")].name
    return Saying(f"wall.move.{type(move).__name__}", values)


def cells_of(state: State, event: Event) -> tuple[str, ...]:
    """The windows an event is about, for pointing at them on the page."""
    match event:
        case e.PairsFormed(pairs=pairs):
            places = [place for pair in pairs for place in (pair.here, pair.there)]
            return tuple(dict.fromkeys(f"{x},{y}" for x, y in places))
        case e.AnimalsFound(places=found) | e.CallStruck(places=found):
            return tuple(f"{x},{y}" for x, y in found)
    return ()


def turn(state: State) -> int:
    return state.turns + (state.phase != Phase.SETUP)
