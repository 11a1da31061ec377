"""Pictures that no legal move explains: tiles gone, exchanged, turned back, or too many at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Refused, refuse

from .exploring import tiles_to_flip, why_not_flipped
from .reader import DOWN, visible
from .state import Phase, State


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause is broken by a picture that no legal move explains.

    *seen* holds the tiles that do not show what they should.
    """
    expected = visible(state)
    for find in FINDERS:
        refusal = find(state, seen, expected)
        if refusal:
            return refusal
    field, label = next(iter(seen.items()))
    if field in tiles_to_flip(state):
        return refuse("BOWL-03", "bowl.no_tile_like_it", cells=(field,), field=field, face=label)
    return why_not_flipped(state, field)


def _gone(state: State, seen: Cells, expected: Cells) -> Refused | None:
    gone = tuple(cell for cell, label in seen.items() if label == EMPTY)
    if not gone:
        return None
    key = "bowl.tile_missing" if state.phase == Phase.SETUP else "bowl.tile_gone"
    return refuse("BOWL-04", key, cells=gone, fields=list(gone))


def _unknown(state: State, seen: Cells, expected: Cells) -> Refused | None:
    unknown = tuple(cell for cell, label in seen.items() if label == SOMETHING_ELSE)
    if not unknown:
        return None
    return refuse("BOWL-03", "bowl.unknown_face", cells=unknown, fields=list(unknown))


def _before_the_game(state: State, seen: Cells, expected: Cells) -> Refused | None:
    if state.phase != Phase.SETUP:
        return None
    return refuse("BOWL-04", "bowl.tile_not_covered", cells=tuple(seen), fields=list(seen))


def _turned_back(state: State, seen: Cells, expected: Cells) -> Refused | None:
    back = tuple(cell for cell, label in seen.items() if label == DOWN)
    if not back:
        return None
    faces = [expected[cell] for cell in back]
    return refuse("BOWL-17", "bowl.tile_turned_back", cells=back, fields=list(back), faces=faces)


def _exchanged(state: State, seen: Cells, expected: Cells) -> Refused | None:
    other = tuple(cell for cell in seen if expected[cell] != DOWN)
    if not other:
        return None
    return refuse(
        "BOWL-04",
        "bowl.tile_exchanged",
        cells=other,
        fields=list(other),
        expected=[expected[cell] for cell in other],
        found=[seen[cell] for cell in other],
    )


def _too_many(state: State, seen: Cells, expected: Cells) -> Refused | None:
    if len(seen) < 2:
        return None
    return refuse("BOWL-15", "bowl.tiles_at_once", cells=tuple(seen), fields=list(seen))


FINDERS: tuple[Callable[[State, Cells, Cells], Refused | None], ...] = (
    _gone,
    _unknown,
    _before_the_game,
    _turned_back,
    _exchanged,
    _too_many,
)
