"""What is possible tonight, in sentences: shown to the organiser before anything is drawn."""

from __future__ import annotations

from companion.core.verdict import Saying
from companion.hall.night.records import Wanted

from .bounds import Bounds, Change, bounds_of, changes


def possible(wanted: Wanted) -> list[Saying]:
    """The bounds of a night, then what one box or one person more or less would change."""
    if not wanted.people or not wanted.boxes:
        return []
    return [*_bounds(bounds_of(wanted)), *map(_change, changes(wanted))]


def _bounds(found: Bounds) -> list[Saying]:
    lines = [
        Saying("hall.bound.pairs", {"pairs": found.pairs, "there": found.pairs_there_are}),
        Saying("hall.bound.repeats", {"count": found.repeats}),
        Saying("hall.bound.games", {"count": found.game_repeats}),
    ]
    return [*lines, Saying("hall.bound.crowded")] if found.crowded else lines


def _change(change: Change) -> Saying:
    then = change.bounds
    values = {"waiting": then.waiting, "repeats": then.repeats, "games": then.game_repeats}
    return Saying(f"hall.bound.{change.what}", {"by": change.by, "game": change.game, **values})
