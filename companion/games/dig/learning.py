"""What a game shows of its box: a number or a card a layer was not known to have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, is_guessed, learned
from companion.core.sources import OWNER, is_guess, settle_entry

from .box import MASK, PARTS, UNLISTED, Box, Card, Layer, card_of
from .pool import candidates, uncovered
from .state import State

LARGEST = 99
"""More than any card is worth."""


def is_unsure(box: Box) -> bool:
    """Whether what the layers hold is a guess."""
    return is_guessed(box, "cards")


def shown(state: State, layer: int, label: str, value: int) -> tuple[FactLearned, ...]:
    """Return what is learnt when this comes to light in a layer;
    nothing if it was to be expected."""
    facts = (_another_worth(state.box, layer, label, value), _one_more(state, layer, label, value))
    return tuple(fact for fact in facts if fact is not None)


def _another_worth(box: Box, layer: int, label: str, value: int) -> FactLearned | None:
    if not label or box.value(label) == value:
        return None
    fact = f"worth:{layer}:{card_of(label)}"
    return learned(box, fact, box.value(label), value, "DIG-29", instead=str(value))


def _one_more(state: State, layer: int, label: str, value: int) -> FactLearned | None:
    box, left = state.box, candidates(state, layer)
    if label in left if label else value in {box.value(one) for one in left}:
        return None
    found = uncovered(state, layer)
    instead = _replaceable(state, layer)
    if label:
        was = sum(one.label == label for one in found)
        fact = f"card:{layer}:{card_of(label)}"
    else:
        was, fact = box.numbers(layer)[value], f"value:{layer}:{value}"
    return learned(box, fact, was, was + 1, "DIG-01", instead=instead)


def _replaceable(state: State, layer: int) -> str:
    """Return a card of the layer that has not come to light and of which nobody is sure."""
    left = candidates(state, layer)
    cards = [
        card
        for card in state.box.layers[layer - 1].cards
        if f"{layer}-{card.card}" in left and card.card not in (*PARTS, MASK)
    ]
    unsure = [card for card in cards if card.assumed]
    return str((unsure or cards)[-1].id) if cards else ""


def learn(box: Box, fact: str) -> Box:
    """Return the box with what has come to light in a layer."""
    match fact.split(":"):
        case ["worth", layer, name, value]:
            return _changed(box, int(layer), lambda old: _worth(old, name, int(value)))
        case ["card", layer, name, instead]:
            worth = box.value(f"{layer}-{name}")
            return _changed(box, int(layer), lambda old: _exchanged(old, name, worth, instead))
        case ["value", layer, value, instead]:
            name = _unlisted(int(value))
            fresh = int(value)
            return _changed(box, int(layer), lambda old: _exchanged(old, name, fresh, instead))
    return box


def _changed(box: Box, number: int, change: Callable[[Layer], tuple[Card, ...]]) -> Box:
    layers = list(box.layers)
    layers[number - 1] = replace(layers[number - 1], cards=change(layers[number - 1]))
    return replace(box, layers=tuple(layers))


def _worth(layer: Layer, name: str, value: int) -> tuple[Card, ...]:
    return tuple(replace(c, value=value) if c.card == name else c for c in layer.cards)


def _exchanged(layer: Layer, name: str, value: int, instead: str) -> tuple[Card, ...]:
    """Return the cards of a layer with one in the place of another; one more if none can go."""
    kept = tuple(card for card in layer.cards if str(card.id) != instead)
    number = int(instead) if instead else 1 + max(card.id for card in layer.cards)
    return (*kept, Card(number, name, value, assumed=True))


def _unlisted(value: int) -> str:
    """Return the name of a card that is known by its number alone.

    >>> _unlisted(-4)
    'unlisted_minus_4'
    """
    return f"{UNLISTED}_{'minus_' if value < 0 else ''}{abs(value)}"


def keep(data: dict[str, Any], fact: str) -> None:
    """Write the same into the data of a box file;
    a layer has as many cards as the tray has cells."""
    match fact.split(":"):
        case ["worth", layer, name, value]:
            for card in data["layers"][int(layer) - 1]["cards"]:
                if card["card"] == name:
                    card |= {"value": int(value), "value_source": OWNER}
        case ["is", "card", layer, name, value, count]:
            alike = [
                card
                for card in data["layers"][int(layer) - 1]["cards"]
                if (card["card"], card["value"]) == (name, int(value))
            ]
            for card in filter(is_guess, alike[: int(count)]):
                settle_entry(card, OWNER)
        case ["card", layer, name, instead]:
            cards = data["layers"][int(layer) - 1]["cards"]
            worth = next((card["value"] for card in cards if card["card"] == name), None)
            if worth is not None:
                _exchange(cards, name, worth, instead)
        case ["value", layer, value, instead]:
            cards = data["layers"][int(layer) - 1]["cards"]
            _exchange(cards, _unlisted(int(value)), int(value), instead)


def seen(state: State) -> Iterator[str]:
    """Tell the cards that came to light and were named, as our list has them."""
    for layer in range(1, state.box.top):
        named = Counter(one.label for one in uncovered(state, layer) if one.label)
        for label, count in sorted(named.items()):
            card = card_of(label)
            yield f"is:card:{layer}:{card}:{state.box.value(label)}:{count}"


def _exchange(cards: list[dict[str, Any]], name: str, value: int, instead: str) -> None:
    for card in cards:
        if str(card["id"]) == instead and is_guess(card):
            card |= {"card": name, "value": value, "source": OWNER, "value_source": OWNER}


def refit(state: State, box: Box) -> State | None:
    """Return the state with another box: the tray and the coins stay as they are."""
    same = (box.cells, box.top, box.money) == (state.box.cells, state.box.top, state.box.money)
    return state.but(box=box) if same else None
