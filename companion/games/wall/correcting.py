"""What a past card may really have been: another one, or the same one in another slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.corrections import Named, allowed
from companion.core.verdict import Move

from . import moves as m
from .rules import decide
from .state import State


def corrections(then: State, now: State, move: Move) -> Iterable[Named]:
    """Yield what may be put in the place of a card that went in *then*; nothing for other moves."""
    if not isinstance(move, m.InsertCard):
        return ()
    return allowed(decide, then, move, _cards(now, move))


def _cards(now: State, move: m.InsertCard) -> Iterator[Named]:
    """Yield every other card the move may have put in, and every other slot with room."""
    for card in now.box.cards:
        if card.id not in now.inserted:
            yield f"card:{card.id}", m.InsertCard(move.slot, card.id)
    for slot, cards in enumerate(now.slots):
        if slot != move.slot and len(cards) < now.box.wall.capacity:
            yield f"slot:{slot + 1}", m.InsertCard(slot, move.card)
