"""What people or the rules settled teaches the eye for the rest of the evening, and no longer.

A ruling that is taken back is unlearnt. The eye's own word alone teaches nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.core.cells import EMPTY
from companion.core.observation import Seen
from companion.rooms.room import DOWN
from companion.table import Table
from companion.table.news import News, Stands
from companion.table.sightings import EYE
from companion.workshop.teach import TonightLesson, unsure


def remember(table: Table, tonight: TonightLesson) -> None:
    """Note every place a person's word settled, with the picture it was seen in."""

    def hear(news: News) -> None:
        seen = table.seen()
        told = any(stands.by != EYE for stands in news.moves)
        if seen is None or not seen.picture or not told:
            return
        if table.game.looking.forgets(news.state):
            return
        shows = unsure(seen, table.game.visible(news.state), NOTHING)
        if shows:
            tonight.note(table.game.name, seen.picture, shows)

    table.on_news(hear)


NOTHING = frozenset((EMPTY, DOWN))
LIKELY, SETTLED = 0.5, 0.99
"""Where the rules alone settle it, the eye must have thought it likely, and with what may legally
lie there hardly anything else."""


class TonightPupil(Protocol):
    """Who learns for the rest of the evening."""

    def confirm(self, number: int, shows: Mapping[str, str]) -> None: ...

    def withdraw(self, number: int) -> None: ...


def confirm(table: Table, pupil: TonightPupil) -> Callable[[], None]:
    """Let the eye hear what was settled, and what was taken back. Returns how to stop that."""

    def hear(news: News) -> None:
        for stands in news.moves:
            if stands.move is None:
                pupil.withdraw(stands.entry)
        seen = table.seen()
        made = next((stands for stands in reversed(news.moves) if stands.move is not None), None)
        if seen is None or made is None or table.game.looking.forgets(news.state):
            return
        shows = settled(seen, table.game.visible(news.state), made)
        if shows:
            pupil.confirm(made.entry, shows)

    return table.on_news(hear)


def settled(seen: Seen, shows: Mapping[str, str], made: Stands) -> dict[str, str]:
    """Return the places a ruling says something about that the eye did not see for sure."""
    open_ = unsure(seen, shows, NOTHING)
    if made.by != EYE:
        return open_
    return {cell: label for cell, label in open_.items() if _by_the_rules(seen, cell, label)}


def _by_the_rules(seen: Seen, cell: str, label: str) -> bool:
    alone = seen.readings[cell].chances.get(label, 0.0)
    return alone >= LIKELY and seen.hinted.get(cell, {}).get(label, 0.0) >= SETTLED
