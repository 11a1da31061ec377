"""What may still come to light: the cards of a layer less those already uncovered.

Known to everybody who remembers; the referee uses it to explain a picture, and nobody is shown
it unless the house wants help (DIG-46).
"""

from __future__ import annotations

from collections import Counter

from .box import MASK, is_unlisted, label_of
from .state import Found, State


def uncovered(state: State, layer: int) -> tuple[Found, ...]:
    """Return what was uncovered of a layer."""
    depth = state.box.top - layer
    return tuple(cell.found[depth - 1] for cell in state.tray if len(cell.found) >= depth > 0)


def candidates(state: State, layer: int) -> tuple[str, ...]:
    """Return the cards a layer may still bring to light, each once."""
    found = uncovered(state, layer)
    labels = Counter(card.label for card in found)
    numbers = Counter(card.value for card in found)
    expected = state.box.numbers(layer)
    return tuple(
        sorted(
            label
            for label, count in state.box.labels(layer).items()
            if labels[label] < count and numbers[value := state.box.value(label)] < expected[value]
        )
    )


def named(state: State, layer: int, label: str, value: int) -> Found:
    """Return the card somebody named, by its label or by its number if only one card
    has that number."""
    if label:
        return Found(label, value)
    alike = [other for other in candidates(state, layer) if state.box.value(other) == value]
    sure = len(alike) == 1 and not is_unlisted(alike[0])
    return Found(alike[0] if sure else "", value)


def only_the_mask_is_covered(state: State) -> bool:
    """Whether one covered card is left, which everybody who remembers knows to be
    the mask (O-18)."""
    return state.covered == 1 and candidates(state, 1) == (label_of(1, MASK),)
