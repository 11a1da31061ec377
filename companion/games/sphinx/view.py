"""What each role may know. The only door through which a hidden fact leaves the room.

No role learns a sealed colour before the game is over. A seat sees its own notes and, while a
claim is open, the cards it has laid; nobody else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.facts import is_guessed
from companion.core.output_cues import Cues
from companion.core.roles import Role
from companion.core.verdict import Event
from companion.core.view import common

from . import events as e
from .asking import name_of
from .claiming import ANSWER_SECONDS, is_waiting
from .reader import card_cell, square_cell
from .scoring import is_over, score
from .sealing import digest_of, may_seal
from .spiral import End, as_one, ends, foresee, resting, way_to, whole_way
from .state import Phase, State
from .visiting import visit_at_hand

COVERED: dict[str, Any] = {"returns": [], "takes": [], "steals": []}
"""What an end brings where hands are hidden: the real values would show a player's cards."""


def view(state: State, role: Role) -> dict[str, Any]:
    """Return the table as one role may see it, as plain data."""
    knowing = role.seat if role.name == "seat" else None
    shown: dict[str, Any] = {
        **common(
            "sphinx", state, lambda seat: _seat(state, seat, knowing), score(state), is_over(state)
        ),
        "board": _board(state),
        "dice": None if state.dice is None else list(state.dice),
        "ends": _ends(state, knowing),
        "together": _together(state, knowing),
        "way": [msgspec.to_builtins(visit) for visit in state.action.left] if state.action else [],
        "looked": state.looked,
        "robbed": list(state.robbed),
        "stock": {colour: _stock(state, colour) for colour in state.box.colours},
        "sphinxes": _sphinxes(state),
        "tracking": _tracking(state),
        "claim": _claim(state, knowing),
        "revealed": _revealed(state),
        "rules": msgspec.to_builtins(state.rules),
    }
    if knowing is not None and 0 <= knowing < len(state.seats):
        shown["notes"] = _notes(state, knowing)
    return shown


def _seat(state: State, seat: int, knowing: int | None) -> dict[str, Any]:
    open_hand = state.rules.hands_public or seat == knowing or state.phase == Phase.OVER
    return {
        "square": resting(state)[seat],
        "cards": len(state.hands[seat]),
        "hand": list(state.hands[seat]) if open_hand else None,
        "playing": seat in state.playing,
    }


def _stock(state: State, colour: str) -> int | None:
    return state.stock(colour) if state.rules.hands_public else None


def _board(state: State) -> dict[str, Any]:
    box = state.box
    return {
        "squares": [list(row) for row in box.grid],
        "start": box.start,
        "last": box.last,
        "treasure": box.treasure,
        "guards": dict(box.guards),
        "temples": dict(box.temples),
        "doors": [list(door.squares) for door in box.doors],
        "card_squares": {str(square): colour for square, colour in box.card_squares},
        "mummies": list(box.mummies),
        "guessed": is_guessed(box, "board", "doors", "cards", "mummies"),
        "colours": list(box.colours),
    }


def _ends(state: State, knowing: int | None) -> list[dict[str, Any]]:
    """Return all legal ends before an action, with what each of them brings (section 5.3)."""
    return [
        {
            "option": name_of(end),
            "face": end.face,
            "claim": end.claim,
            **_end(state, end, knowing),
        }
        for end in (ends(state) if _is_idle(state) else ())
    ]


def _together(state: State, knowing: int | None) -> list[dict[str, Any]]:
    """Return where all numbers lead forward and back, each with the answers that go there."""
    ways = [whole_way(state, forward) for forward in (True, False)] if _is_idle(state) else []
    return [
        {"options": [name_of(end) for end in way], **_end(state, as_one(way), knowing)}
        for way in ways
        if way
    ]


def _is_idle(state: State) -> bool:
    return not (state.action or state.claim) and state.phase == Phase.PLAY


def _end(state: State, end: End, knowing: int | None) -> dict[str, Any]:
    open_hands = state.rules.hands_public or knowing == state.turn
    return {
        "forward": end.forward,
        "square": end.square,
        "rest": end.rest,
        "cell": square_cell(end.rest),
        "way": way_to(state, end),
        "door": end.door.number if end.door else None,
        **msgspec.to_builtins(foresee(state, end)),
        **({} if open_hands else COVERED),
    }


def _sphinxes(state: State) -> dict[str, Any]:
    """Return what everybody could see: swaps, falls, and who looked at which seat."""
    return {
        "seats": list(state.box.seats),
        "swaps": [[swap.guard, swap.temple] for swap in state.swaps],
        "looks": [{"seat": look.seat, "where": state.seat_of(look.figure)} for look in state.looks],
        "fallen": state.fallen,
    }


def _tracking(state: State) -> dict[str, Any]:
    return {
        "tracked": state.tracked,
        "seals": [{"digest": s.digest, "after_swaps": s.after_swaps} for s in state.seals],
        "colours": "hidden" if state.tracked else "unknown",
        "may_seal": may_seal(state),
    }


def _claim(state: State, knowing: int | None) -> dict[str, Any] | None:
    claim = state.claim
    if claim is None:
        return None
    return {
        "seat": claim.seat,
        "laid": len(claim.cards),
        "cards": list(claim.cards) if knowing == claim.seat else None,
        "cells": [card_cell(0, column) for column in range(len(state.box.guards))],
        "waiting": is_waiting(state),
        "seconds": ANSWER_SECONDS,
        "right": claim.right,
    }


def _revealed(state: State) -> list[dict[str, Any]] | None:
    """Reveal, only once the game is over: salt, colours and swaps, to check the digest with."""
    if state.phase != Phase.OVER:
        return None
    return [
        {
            "digest": seal.digest,
            "salt": sealed.salt,
            "colours": dict(zip(state.box.seats, sealed.colours, strict=True)),
            "swaps": [[s.guard, s.temple] for s in state.swaps[seal.after_swaps :]],
            "fits": digest_of(sealed.salt, sealed.colours) == seal.digest,
        }
        for seal, sealed in zip(state.seals, state.sealed, strict=True)
    ]


def _notes(state: State, seat: int) -> dict[str, Any]:
    """Return a seat's own notes; they follow the figure when it is swapped."""
    noted = {note.figure: note.colour for note in state.notes[seat]}
    earned = dict.fromkeys(look.figure for look in state.looks if look.seat == seat)
    return {
        "sphinxes": [
            {"where": state.seat_of(figure), "colour": noted.get(figure)} for figure in earned
        ],
        "colours": list(state.box.colours),
    }


SOUNDS: dict[type[Event], str] = {
    e.DoorTurned: "door",
    e.SphinxesSwapped: "snake",
    e.CardStolen: "steal",
    e.GuardsApproached: "claim",
    e.GameEnded: "fanfare",
}


def cues(state: State, events: Sequence[Event]) -> Cues:
    """Return the seats' lamps: all six while somebody may look, the two that were just swapped."""
    glow: dict[str, str] = {}
    visit = visit_at_hand(state)
    if visit and visit.kind == "mummy":
        glow |= {where: "pulse" for where in state.box.seats}
    if state.claim:
        glow |= {where: "on" for where in state.box.guard_seats}
    for event in events:
        if isinstance(event, e.SphinxesSwapped):
            glow |= {event.guard: "blink", event.temple: "blink"}
    sounds = [sound for event in events if (sound := _sound(event))]
    return Cues(glow, tuple(dict.fromkeys(sounds)))


def _sound(event: Event) -> str | None:
    if isinstance(event, e.ClaimAnswered):
        return "right" if event.right else "wrong"
    return SOUNDS.get(type(event))
