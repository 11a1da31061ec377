"""What a picture of the tray means: a finished layer, and a card that shows which layer it is from.

Until the digging begins a picture is judged and forgotten.
"""

from __future__ import annotations

from companion.core.cells import EMPTY, Cells
from companion.core.game import Looking
from companion.core.observation import Reading
from companion.core.verdict import Refused

from . import moves as m
from .box import card_of, layer_of
from .laying import check_layer, next_layer
from .layout import AXES, POINTING, SPANNING, WAYS, plain
from .reader import BARRICADE, LAYER, with_layers
from .state import Phase, State


def looked(state: State, seen: Cells) -> m.LayLayer | Refused | None:
    """Return what a still picture of the tray means while a layer is laid; None while it is
    unfinished.

    A layer is unfinished as long as a cell is empty or still shows the layer below.
    """
    if state.phase != Phase.LAYING:
        return None
    below = next_layer(state) - 1
    for cell in state.box.cells:
        label = plain(seen.get(cell, EMPTY))
        if label == EMPTY or (state.box.has(label) and layer_of(label) == below):
            return None
    return check_layer(state, seen)


def forgets(state: State) -> bool:
    """Until the digging begins no picture is kept: it could show how a layer lies."""
    return not state.begun


def reads(state: State, cell: str, reading: Reading) -> Reading:
    """Read the layer of a card too, if only the layer is expected.

    While layers are laid nothing is expected, and the cards themselves are checked, with the way
    they point. Later it does not matter which way a card lies.
    """
    if state.phase in (Phase.SETUP, Phase.LAYING):
        return reading
    whichever: dict[str, float] = {}
    for label, chance in reading.chances.items():
        card = plain(label)
        whichever[card] = whichever.get(card, 0.0) + chance
    return Reading(with_layers(state.box, whichever), reading.disturbed)


def named(state: State, label: str) -> tuple[str, ...]:
    """Return the cards of a layer where only the layer is known, each lying any way."""
    box = state.box
    cards = box.labels(int(label.removeprefix(LAYER))) if label.startswith(LAYER) else (label,)
    return tuple(name for card in sorted(cards) for name in _lying(card))


def _lying(card: str) -> tuple[str, ...]:
    known = card_of(card) if card[:1].isdecimal() else ""
    ways = WAYS if known in POINTING else AXES.values() if known in SPANNING else ()
    return (card, *(f"{card}@{way}" for way in dict.fromkeys(ways)))


def becomes(shown: str, later: str) -> bool:
    """Digging goes down: a cell shows deeper and deeper cards, now and then a barricade."""
    if BARRICADE in (shown, later) or shown == later:
        return True
    above, below = _depth(shown), _depth(later)
    return None not in (above, below) and above > below  # type: ignore[operator]


def _depth(label: str) -> int | None:
    """Return the layer a label names."""
    number = label.removeprefix(LAYER) if label.startswith(LAYER) else label.partition("-")[0]
    return int(number) if number.isdecimal() else None


def least(state: State, wrong: Cells) -> int:
    """Return the least number of lifts: one card goes at a time."""
    return len(wrong)


def lies(state: State, found: Cells) -> m.Lift | None:
    """Return the lift of one cell that shows a card from the layer below that should be gone."""
    if len(found) != 1 or state.phase != Phase.DIG:
        return None
    ((name, label),) = found.items()
    cell = state.at(name)
    if cell is None or not state.box.has(label) or layer_of(label) != state.layer(cell) - 1:
        return None
    return m.Lift(name, label)


LOOKING = Looking[State](
    looked=looked,
    reads=reads,
    forgets=forgets,
    becomes=becomes,
    least=least,
    named=named,
    lies=lies,
)
