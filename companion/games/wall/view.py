"""What each role may know. The only door through which a hidden fact leaves the room.

Pharaoh cards and mummy values are shown to the seat that noted them, and to everybody once
they are turned over. Nobody else, the referee included, ever receives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.facts import is_guessed
from companion.core.output_cues import Cues, sounds
from companion.core.roles import Role
from companion.core.verdict import Event
from companion.core.view import common

from . import events as e
from .asking import questions
from .cursing import card_of, limited_since, time_limit
from .ending import pharaohs_to_say
from .reader import visible
from .scoring import is_over, score
from .shifting import steps
from .state import Phase, State


def view(state: State, role: Role) -> dict[str, Any]:
    """Return the table as one role may see it, as plain data."""
    knowing = role.seat if role.name == "seat" else None
    shown: dict[str, Any] = {
        **common(
            "wall", state, lambda seat: _seat(state, seat), score(state, knowing), is_over(state)
        ),
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
        "variants": {
            "curse": state.rules.curse_of_the_pharaoh,
            "sphinx": state.rules.eyes_of_the_sphinx,
            "seconds": state.rules.curse_timer if state.rules.curse_of_the_pharaoh else 0,
        },
    }
    if knowing is not None and 0 <= knowing < len(state.seats):
        shown["notes"] = _notes(state, knowing)
    return shown


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
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
        "full": _full_slots(state),
        "another": is_guessed(state.box, "cards"),
    }


def _open_slots(state: State) -> list[int]:
    """Return the slots a card may go into now."""
    if state.phase != Phase.PLAY or questions(state):
        return []
    return [n for n, cards in enumerate(state.slots) if len(cards) < state.box.wall.capacity]


def _full_slots(state: State) -> list[int]:
    """Return the slots that take no more cards by our list, which is a guess."""
    open_now = _open_slots(state)
    if not open_now or not is_guessed(state.box, "wall"):
        return []
    return [n for n in range(len(state.slots)) if n not in open_now]


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
    return {
        "seat": state.shift.seat,
        "done": state.shift.done,
        "steps": [msgspec.to_builtins(step) for step in left],
    }


def _notes(state: State, seat: int) -> dict[str, Any]:
    notes = state.secrets[seat]
    return {
        "pharaoh": notes.pharaoh,
        "pharaohs": list(pharaohs_to_say(state.box)),
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
    """Return the lamps: columns just opened blink; the two columns of a shift show from and to."""
    glow = {event.animal: "blink" for event in events if isinstance(event, e.SarcophagusOpened)}
    for column in state.chamber.columns:
        if column.researcher is None and column.stack and column.scarabs >= 3:
            glow.setdefault(column.animal, "pulse")
    if state.shift and state.shift.plan:
        step = next(steps(state.chamber, state.shift.seat, state.shift.plan))
        glow |= {step.source: "pulse", step.target: "on"}
    return Cues(glow, (*_third(events), *sounds(events, SOUNDS)))


def _third(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the scarab that opens a column, where it was laid just now."""
    opened = {event.animal for event in events if isinstance(event, e.SarcophagusOpened)}
    laid = (event.animal for event in events if isinstance(event, e.ScarabLaid))
    return ("third",) if any(animal in opened for animal in laid) else ()


SOUNDS: dict[type[Event], str] = {
    e.PairsFormed: "pair",
    e.SarcophagusOpened: "open",
    e.ResearcherReturned: "exchange",
    e.CurseTurned: "curse",
    e.WallFilled: "gong",
    e.GameEnded: "fanfare",
}
