"""Advice at the dig: what the picture of the layers says of the next card, and what is at stake.

Advice looks at the picture and at the cards that lie open, as anybody may (DIG-46). It remembers
nothing of what was lifted for a player, unless the house wants that help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from companion.core.advice import Advice, Adviser, Grounds, reason
from companion.core.roles import Role
from companion.core.verdict import Move, Saying

from . import moves as m
from .digging import skip_fee
from .pool import uncovered
from .state import Cell, Found, Phase, State
from .turning import may_barricade

OUT = 30.0
"""What it costs, in silver, to be out of the game."""
MOST_CELLS = 4
"""Most cells named in one idea."""
KEEPING = 1.5


class Odds(msgspec.Struct, frozen=True):
    """What the next card of a layer may be, by the picture."""

    cards: int
    hazards: int
    gain: float
    """Silver on average, hazards left out of the sum."""
    fine: float
    """Silver on average that a hazard costs."""

    def worth(self, state: State) -> float:
        """What one more card brings on average, with the pot at stake."""
        times = 2 if state.doubled else 1
        risk = self.hazards / self.cards
        ruin = OUT if state.purse(state.turn) < times * self.fine else 0.0
        return times * self.gain - risk * (state.pot_worth + times * self.fine + ruin)


def odds(state: State, layer: int) -> Odds | None:
    """What still lies covered of a layer, as far as somebody who only looks can tell."""
    assist = state.rules.assist
    known = list(uncovered(state, layer)) if assist else _lying_open(state, layer)
    left = state.box.numbers(layer) - Counter(found.value for found in known)
    cards = left.total()
    if not cards:
        return None
    hazards = sum(count for value, count in left.items() if value < 0)
    gain = sum(value * count for value, count in left.items() if value > 0)
    fine = -sum(value * count for value, count in left.items() if value < 0)
    return Odds(cards, hazards, gain / cards, fine / hazards if hazards else 0.0)


def _lying_open(state: State, layer: int) -> list[Found]:
    return [cell.found[-1] for cell in state.tray if cell.found and state.layer(cell) == layer]


def ideas(state: State, role: Role) -> Iterator[Advice]:
    """Where to dig, by the layer that lies below."""
    if state.phase != Phase.DIG:
        return
    layers: dict[int, list[str]] = {}
    for cell in state.open_cells:
        layers.setdefault(state.layer(cell) - 1, []).append(cell.name)
    for cells in layers.values():
        why = _digging(state, cells[0])
        if why is not None:
            yield Advice(Saying("dig.advice.dig", {"cells": cells[:MOST_CELLS]}), why)


def weigh(state: State, move: Move, role: Role) -> Grounds | None:
    """What speaks for digging on, stopping, skipping, a scarab or a barricade."""
    match move:
        case m.Lift(cell=cell):
            return _digging(state, cell)
        case m.Stop():
            pot = state.pot_worth
            return reason(0.0, "dig.advice.stop", ("DIG-32", "DIG-33"), pot=pot)
        case m.Skip():
            fee = skip_fee(state)
            return reason(-float(fee), "dig.advice.skip", ("DIG-27",), fee=fee)
        case m.PlayScarab():
            return _doubling(state)
        case m.PlayBarricade(cell=cell):
            return _barring(state, cell)
        case m.EndTurn() if may_barricade(state) and not state.fine:
            return reason(KEEPING, "dig.advice.keep", ("DIG-40",))
    return None


def _digging(state: State, name: str) -> Grounds | None:
    found = _below(state, state.at(name))
    if found is None:
        return None
    because = ("DIG-22", "DIG-29", "DIG-46")
    values = {"cards": found.cards, "hazards": found.hazards, "points": round(found.gain, 1)}
    return reason(found.worth(state), "dig.advice.odds", because, **values)


def _below(state: State, cell: Cell | None) -> Odds | None:
    if cell is None or state.layer(cell) <= 1:
        return None
    return odds(state, state.layer(cell) - 1)


def _doubling(state: State) -> Grounds | None:
    found = [one for cell in state.open_cells if (one := _below(state, cell)) is not None]
    if not found:
        return None
    best = max(found, key=lambda one: one.worth(state))
    values = {"cards": best.cards, "hazards": best.hazards}
    worth = 2 * best.worth(state) - 1.0
    return reason(worth, "dig.advice.scarab", ("DIG-37", "DIG-38"), **values)


def _barring(state: State, name: str) -> Grounds | None:
    found = _below(state, state.at(name))
    if found is None:
        return reason(-1.0, "dig.advice.pointless", ("DIG-O-14",))
    worth = found.gain - found.hazards / found.cards * found.fine
    points = round(found.gain, 1)
    return reason(worth, "dig.advice.bar", ("DIG-40", "DIG-41"), points=points)


ADVICE = Adviser[State](ideas, weigh, margin=4.0)
