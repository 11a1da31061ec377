"""Remembering what people told the table about places the eye was not sure of."""

from __future__ import annotations

from companion.core.cells import EMPTY
from companion.rooms.lessons import DOWN
from companion.table import Table
from companion.table.looking import EYE
from companion.table.news import News
from companion.workshop.teaching import Tonight, unsure

NOTHING = frozenset((EMPTY, DOWN))


def remember(table: Table, tonight: Tonight) -> None:
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
