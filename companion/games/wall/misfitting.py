"""Pictures that no legal move explains: the clause they break, and the windows to look at."""

from __future__ import annotations

from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Refused, refuse

from .reader import visible
from .state import Phase, State

UPSIDE_DOWN = "_upside_down"


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause is broken by a picture that no legal move explains.

    *seen* holds the windows that do not show what they should.
    """
    expected = visible(state)
    for find in (_before_the_game, _upside_down, _gone, _exchanged, _unknown, _jammed, _too_many):
        refusal = find(state, seen, expected)
        if refusal:
            return refusal
    return _no_such_card(state, seen)


def _before_the_game(state: State, seen: Cells, expected: Cells) -> Refused | None:
    if state.phase != Phase.SETUP:
        return None
    return refuse("WALL-08", "wall.wall_not_empty", cells=tuple(seen))


def _upside_down(state: State, seen: Cells, expected: Cells) -> Refused | None:
    wrong = tuple(cell for cell, label in seen.items() if label.endswith(UPSIDE_DOWN))
    return _at(state, wrong, "WALL-15", "wall.upside_down")


def _gone(state: State, seen: Cells, expected: Cells) -> Refused | None:
    gone = tuple(c for c, label in seen.items() if label == EMPTY and expected[c] != EMPTY)
    return _at(state, gone, "WALL-18", "wall.card_gone", faces=[expected[c] for c in gone])


def _exchanged(state: State, seen: Cells, expected: Cells) -> Refused | None:
    other = tuple(c for c in seen if expected[c] != EMPTY and seen[c] != SOMETHING_ELSE)
    was, found = [expected[c] for c in other], [seen[c] for c in other]
    return _at(state, other, "WALL-18", "wall.card_exchanged", expected=was, found=found)


def _unknown(state: State, seen: Cells, expected: Cells) -> Refused | None:
    unknown = tuple(cell for cell, label in seen.items() if label == SOMETHING_ELSE)
    return _at(state, unknown, "WALL-08", "wall.unknown_face")


def _jammed(state: State, seen: Cells, expected: Cells) -> Refused | None:
    """Return a card that does not rest at the lowest free place,
    or fills only part of it (WO-30)."""
    width, rows = state.box.wall.block
    for slot in _slots(state, tuple(seen)):
        mine = [cell for cell in seen if _slots(state, (cell,)) == [slot]]
        base = len(state.slots[slot]) * rows
        height = len({_place(cell)[1] for cell in mine})
        resting = {(slot * width + x, base + y) for x in range(width) for y in range(height)}
        if {_place(cell) for cell in mine} != resting or height % rows:
            return refuse("WO-30", "wall.jammed", cells=tuple(mine), slot=slot + 1)
    return None


def _too_many(state: State, seen: Cells, expected: Cells) -> Refused | None:
    width, rows = state.box.wall.block
    cards = len(seen) // (width * rows)
    if cards < 2 or state.phase != Phase.PLAY:
        return None
    return refuse(
        "WALL-14",
        "wall.cards_at_once",
        cells=tuple(seen),
        cards=cards,
        slots=[slot + 1 for slot in _slots(state, tuple(seen))],
    )


def _no_such_card(state: State, seen: Cells) -> Refused:
    slot = _slots(state, tuple(seen))[0]
    found = [seen[cell] for cell in sorted(seen, key=lambda cell: _place(cell)[::-1])]
    twin = next(
        (card for card in state.box.cards if [face for row in card.cells for face in row] == found),
        None,
    )
    if twin is None:
        return refuse(
            "WALL-08", "wall.no_card_like_it", cells=tuple(seen), slot=slot + 1, faces=found
        )
    where = next((n for n, cards in enumerate(state.slots) if twin.id in cards), None)
    if where is None:
        return refuse("WALL-49", "wall.no_card_now", cells=tuple(seen), slot=slot + 1, faces=found)
    return refuse(
        "WALL-08",
        "wall.twice_on_the_wall",
        cells=tuple(seen),
        slot=slot + 1,
        faces=found,
        other=where + 1,
    )


def _at(
    state: State, cells: tuple[str, ...], clause: str, key: str, **values: Any
) -> Refused | None:
    """Refuse what these windows show, if there are any; the first slot of them is named."""
    if not cells:
        return None
    return refuse(clause, key, cells=cells, slot=_slots(state, cells)[0] + 1, **values)


def _place(cell: str) -> tuple[int, int]:
    x, _, y = cell.partition(",")
    return int(x), int(y)


def _slots(state: State, seen: tuple[str, ...]) -> list[int]:
    width = state.box.wall.block[0]
    return sorted({_place(cell)[0] // width for cell in seen})
