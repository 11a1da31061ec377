"""What each role may know. Not even the table knows a covered card, so all see the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.core.output_cues import Cues, sounds
from companion.core.roles import Role
from companion.core.verdict import Event
from companion.core.view import common

from . import events as e
from .box import card_of, is_unlisted
from .coins import Coins
from .digging import may_skip, skip_fee
from .pool import uncovered
from .reader import BARRICADE, visible
from .scoring import is_over, score
from .state import UNSEEN, Cell, Found, Phase, Settled, State, first_digger, lays


def view(state: State, role: Role) -> dict[str, Any]:
    """Return the table as one role may see it, as plain data."""
    return {
        **common("dig", state, lambda seat: _seat(state, seat), score(state), is_over(state)),
        "laying": _laying(state),
        "tray": _tray(state),
        "digging": _digging(state),
        "hazard": _hazard(state),
        "settled": [_settled(state, one) for one in state.settled],
        "bank": _money(state, state.bank, -_credit(state)),
        "credit": _credit(state),
        "coins": {"gold": state.box.money.gold, "silver": state.box.money.silver,
                  "silver_for_gold": state.rate},
        "skips": list(state.skipped),
        "skips_left": len(state.seats) - len({*state.out, *state.skipped}),
        "layers": _layers(state),
        "numbers": list(state.box.values),
        "tally": _tally(state) if state.rules.assist else None,
        "over": state.over,
    }  # fmt: skip


def _credit(state: State) -> int:
    """Return what the bank had no coins for."""
    return sum(state.owed) + state.pot_owed


def _money(state: State, coins: Coins, owed: int = 0) -> dict[str, int]:
    return {
        "silver_worth": coins.worth(state.rate) + owed,
        "gold": coins.gold,
        "silver": coins.silver,
        "written": owed,
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "purse": _money(state, state.purses[seat], state.owed[seat]),
        "scarabs": state.scarabs[seat],
        "barricades": state.barricades[seat],
        "barricade_in": [lid.cell for lid in state.lids if lid.owner == seat and lid.bans],
        "out": seat in state.out,
        "wait": _wait(state, seat),
    }


def _wait(state: State, seat: int) -> int:
    """Return how many turns pass before the seat's own next one."""
    players = len(state.seats)
    between = range(1, (seat - state.turn - 1) % players + 1)
    return sum((state.turn + step) % players not in state.out for step in between)


def _laying(state: State) -> dict[str, Any]:
    return {
        "checked": list(state.checked),
        "by": [] if state.phase == Phase.SETUP
        else [lays(state, layer) for layer in range(1, state.box.top + 1)],
        "turned": state.turned,
        "first_digger": None if state.phase == Phase.SETUP else first_digger(state),
    }  # fmt: skip


def _tray(state: State) -> dict[str, Any]:
    shown = visible(state)
    return {
        "rows": state.box.tray.rows,
        "columns": state.box.tray.columns,
        "covered": state.covered if state.begun else None,
        "cells": [_cell(state, cell, shown.get(cell.name)) for cell in state.tray],
    }


def _cell(state: State, cell: Cell, label: str | None) -> dict[str, Any]:
    lid = state.lid(cell.name)
    top = cell.found[-1] if cell.found else None
    return {
        "id": cell.name,
        "label": label,
        "layer": state.layer(cell) if label else None,
        "card": card_of(top.label) if top and label != BARRICADE else None,
        "value": top.value if top and label != BARRICADE else None,
        "exhausted": state.layer(cell) == 1,
        "open": state.phase == Phase.DIG and cell in state.open_cells,
        "barricade": msgspec.to_builtins(lid),
    }


def _digging(state: State) -> dict[str, Any] | None:
    """Return the turn: what a stop would earn, what a skip would cost, whether STOP is shown."""
    if state.phase not in (Phase.DIG, Phase.END):
        return None
    return {
        "lifts": state.lifts,
        "doubled": state.doubled,
        "pot": _money(state, state.pot, state.pot_owed),
        "finds": [_found(found) for found in state.finds],
        "skip_fee": skip_fee(state),
        "too_poor_to_skip": not state.lifts and not may_skip(state),
        "ended": state.ended,
        "stop": bool(state.fine),
        "fine": state.fine,
    }


def _hazard(state: State) -> dict[str, Any] | None:
    """Return the hazard that ended the turn, and what it costs with a scarab or without."""
    if state.phase not in (Phase.END, Phase.OVER) or not state.fine:
        return None
    found = next(found for found in state.finds if found.value < 0)
    times = state.fine // -found.value
    return {
        **_found(found),
        "times": times,
        "fine": state.fine,
        "seat": state.turn,
        "out": state.turn in state.out,
        "because": list(_stopped_by(state, times)),
    }


def _stopped_by(state: State, times: int) -> Iterator[str]:
    """Yield the clauses behind the turn's end, its losses, and the scarab where one was played."""
    yield "DIG-26"
    if any(one.what == "lost" for one in state.settled):
        yield "DIG-33"
    yield "DIG-35" if state.turn in state.out else "DIG-34"
    if times > 1:
        yield "DIG-38"


def _settled(state: State, one: Settled) -> dict[str, Any]:
    return {
        "what": one.what,
        "seat": one.seat,
        "points": one.points,
        "coins": _money(state, one.coins),
        "change": _money(state, one.change),
        "written": one.written,
        "now": one.turn == state.turns,
    }


def _found(found: Found) -> dict[str, Any]:
    return {"card": card_of(found.label), "value": found.value}


def _layers(state: State) -> list[dict[str, Any]]:
    """Return the picture of the layers, as everybody may consult it at any time (DIG-46)."""
    return [
        {
            "layer": number,
            "name": layer.name,
            "colour": layer.colour,
            "cards": [
                {"label": label, "card": card_of(label), "value": state.box.value(label),
                 "count": count}
                for label, count in state.box.labels(number).items()
                if not is_unlisted(label)
            ],
        }
        for number, layer in enumerate(state.box.layers, 1)
    ]  # fmt: skip


def _tally(state: State) -> list[dict[str, Any]]:
    """Return what has been dug of each layer, for a house that wants help remembering."""
    return [
        {
            "layer": layer,
            "dug": [_found(one) for one in sorted(uncovered(state, layer)) if one.value != UNSEEN],
        }
        for layer in range(1, state.box.top)
    ]


def cues(state: State, events: Sequence[Event]) -> Cues:
    """Return the lamps: STOP burns from a hazard until it is paid; the scarab while it doubles."""
    glow: dict[str, str] = {}
    if state.phase == Phase.END and state.fine:
        glow["stop"] = "on"
    if state.doubled:
        glow["scarab"] = "pulse"
    return Cues(glow, sounds(events, SOUNDS))


SOUNDS: dict[type[Event], str] = {
    e.PotGrew: "coins",
    e.HazardMet: "stop",
    e.ScarabPlayed: "scarab",
    e.PlayerOut: "out",
    e.BarricadePlayed: "barricade",
    e.GameEnded: "fanfare",
}
