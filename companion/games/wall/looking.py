"""What late pictures of the wall may mean: a card that hangs stays where it is."""

from __future__ import annotations

from companion.core.cells import EMPTY, Cells
from companion.core.game import Looking

from .learning import JOINED, faces_of
from .moves import InsertCard
from .reader import cell_of
from .state import Phase, State, places_of


def becomes(shown: str, later: str) -> bool:
    """Whether one reading may become another: a window is filled once and never again."""
    return shown in (EMPTY, later)


def least(state: State, wrong: Cells) -> int:
    """Return the least number of cards: each fills the windows of one block."""
    width, height = state.box.wall.block
    return -(-len(wrong) // (width * height))


def lies(state: State, found: Cells) -> InsertCard | None:
    """Return the move of one card in a slot that looks like no card left;
    or of one where none should fit."""
    if state.phase != Phase.PLAY or state.resolving or state.drawing:
        return None
    for slot, cards in enumerate(state.slots):
        windows = [cell_of(place) for place in places_of(state.box.wall.block, slot, len(cards))]
        if found.keys() == {*windows}:
            card = JOINED.join(found[window] for window in windows)
            return InsertCard(slot, card) if faces_of(state.box, card) else None
    return None


LOOKING = Looking[State](becomes=becomes, least=least, lies=lies)
