"""What each role may know. Hands are hidden from the table too, so all roles see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.output_cues import Cues, sounds
from companion.core.roles import Role
from companion.core.verdict import Event
from companion.core.view import common

from . import events as e
from .box import PAWNS
from .building import open_cells
from .learning import faces_to_say, is_unsure, symbols_of
from .powers import turnable
from .reader import visible
from .scoring import is_over, score, settled
from .setting import settable, why_not_kind
from .settling import Settlement
from .shown import ankhs_shown, cells_shown, face_shown, otherwise_shown, paths_shown
from .state import Phase, State
from .telling import players


def view(state: State, role: Role) -> dict[str, Any]:
    """Return the table as one role may see it, as plain data."""
    count = settled(state)
    return {
        **common("kheops", state, lambda seat: _seat(state, seat), score(state), is_over(state)),
        "side": state.box.side,
        "base": list(state.box.base),
        "cells": cells_shown(state.box, state.pyramid),
        "visible": dict(visible(state)),
        "pile": state.pile,
        "power": _power(state),
        "may": _may(state),
        "faces_left": [face_shown(face, left) for face, left in faces_to_say(state).items()],
        "another": is_unsure(state.box),
        "symbols": list(symbols_of(state.box.sarcophagi)),
        "out": [msgspec.to_builtins(pawn) for pawn in state.out],
        "paths": _paths(state, count),
        "ankhs": ankhs_shown(count),
        "otherwise": _otherwise(state, count),
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    colour = state.seats[seat].colour
    return {
        "reserve": state.reserve(colour),
        "hand": state.hands[seat],
    }


def _power(state: State) -> dict[str, Any] | None:
    if not state.power:
        return None
    return {"symbol": state.power, "cell": state.trigger, "turnable": turnable(state)}


def _may(state: State) -> dict[str, Any]:
    """Return where the player on turn may do what, for playing by hand."""
    pawns: dict[str, list[str]] = {}
    for move in settable(state):
        pawns.setdefault(move.kind, []).append(move.cell)
    return {"pawns": pawns, "why_not": _why_not(state), "build": _build(state)}


def _why_not(state: State) -> dict[str, Any]:
    """Why a kind of pawn cannot be set now."""
    if state.phase != Phase.PAWN:
        return {}
    reasons = {kind: why_not_kind(state, kind) for kind in PAWNS if _owns(state, kind)}
    return {kind: msgspec.to_builtins(why) for kind, why in reasons.items() if why}


def _owns(state: State, kind: str) -> bool:
    return bool(state.box.pawns(state.colour)[kind])


def _build(state: State) -> list[str]:
    return open_cells(state) if state.phase == Phase.TILE else []


def _paths(state: State, count: Settlement) -> list[dict[str, Any]]:
    """Return the paths so far; while the base is laid nobody can stand in any."""
    return [] if state.phase == Phase.SETUP else paths_shown(count, state.rules, _names(state))


def _otherwise(state: State, count: Settlement) -> dict[str, Any] | None:
    """Once it is over: the count under every other setting of a switch that bears on it."""
    if state.phase != Phase.OVER:
        return None
    return otherwise_shown(state.box, state.rules, state.pyramid, count, _names(state))


def _names(state: State) -> dict[str, str]:
    return dict(zip(state.box.colours, players(state), strict=True))


def cues(state: State, events: Sequence[Event]) -> Cues:
    """Return the lamps: the colour on turn burns; a power that waits to be used pulses."""
    glow: dict[str, str] = {}
    if state.phase not in (Phase.SETUP, Phase.OVER):
        glow[state.colour] = "on"
    if state.phase == Phase.POWER:
        glow["power"] = "pulse"
    return Cues(glow, sounds(events, SOUNDS))


SOUNDS: dict[type[Event], str] = {
    e.PawnReplaced: "mummy",
    e.PowerAwaited: "power",
    e.TileTurned: "turn",
    e.PyramidFinished: "apex",
    e.GameEnded: "fanfare",
}
