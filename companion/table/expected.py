"""Write hints for the eye: which cells may legally change now, and to what. Pure. Nobody's secret
is in a hint: there is none where pictures are forgotten, and moves that are one person's own are
not counted.

Nobody's secret is in a hint: it is left out where pictures are forgotten, and moves that are one
person's own are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.cells import Hint
from companion.core.game import Game
from companion.table.explain.referee import needs_people


def hint_of(game: Game, state: Any) -> Hint | None:
    """Return what the rules expect of the next still picture; None if nothing."""
    if game.looking.forgets(state) or game.is_over(state) is not None:
        return None
    if needs_people(game.questions(state)):
        return None
    shows = dict(game.visible(state))
    if not shows:
        return None
    may = _may(game, state)
    labels = {*shows.values(), *(label for _, own in may for label in own)}
    return Hint(shows, may, _named(game, state, labels))


def _may(game: Game, state: Any) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the cells with what may appear in them; those with the same labels are grouped."""
    found: dict[str, set[str]] = {}
    for move in game.legal_moves(state):
        if game.private_to(move) is None:
            for cell, label in game.shown_by(state, move).items():
                found.setdefault(cell, set()).add(label)
    alike: dict[tuple[str, ...], list[str]] = {}
    for cell, labels in sorted(found.items()):
        alike.setdefault(tuple(sorted(labels)), []).append(cell)
    return tuple((tuple(cells), labels) for labels, cells in alike.items())


def _named(game: Game, state: Any, labels: Iterable[str]) -> dict[str, tuple[str, ...]]:
    names = {label: game.looking.named(state, label) for label in sorted(labels)}
    return {label: own for label, own in names.items() if own != (label,)}
