"""One address for everything: the lobby while nothing is played, the table while something is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from companion.house.tutorial import Learners
from companion.words import Words
from companion.words.quotes_of import Quotes

from ..kit.context import EXTENSION
from ..kit.keys import Keys
from ..server.notifier import Notifier
from ..server.site import Answering, Environ, Limits, best
from ..table.context import Desk
from ..table.site import joined
from .context import HouseDesk
from .owner import COOKIE, HOST_COOKIE

if TYPE_CHECKING:
    from flask import Flask

HOST = "host"
"""Who began the open game."""
SHARED_PATHS = frozenset({"", "join", "static"})
"""The first parts of addresses that belong to the table while one is open."""


class HouseSite:
    """Sends each request to the house or to the table that is open."""

    def __init__(self, notifier: Notifier, limits: Limits | None = None) -> None:
        self.notifier = notifier
        self.limits = limits or Limits()
        self._house: Flask | None = None
        self._paths: set[str] = set()
        """The first part of every address that belongs to the house, whatever is played."""
        self._table: Flask | None = None

    def furnish(self, house: Flask) -> None:
        """Give the site the pages of its house."""
        rules = house.url_map.iter_rules()
        self._paths = {rule.rule[1:].partition("/")[0] for rule in rules} - SHARED_PATHS
        self._house = house

    def show(self, table: Flask | None) -> None:
        """Show another table, or none. Everybody looking at the old one is sent on."""
        old, self._table = self._table, table
        if old is not None:
            cast(Desk, old.extensions[EXTENSION]).closed.set()
        self.notifier.notify()

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]:
        assert self._house is not None
        first = environ.get("PATH_INFO", "/")[1:].partition("/")[0]
        table = self._table
        app = self._house if table is None or first in self._paths else table
        return app(environ, answer)

    def seat(self, environ: Environ) -> str:
        """Return the seat or referee of the open table that a request comes from."""
        return joined(self._table, environ) if self._table is not None else ""

    def keys(self) -> Keys | None:
        """Return the keys of the open table, its links and phones; None while none is open."""
        table = self._table
        return cast(Desk, table.extensions[EXTENSION]).keys if table is not None else None

    def who(self, environ: Environ) -> str:
        """Return who asks, if they belong here: somebody at the table, the owner, the machine's own
        screen, or the browser that began the open game."""
        return self.seat(environ) or self._in_house(environ)

    def language(self) -> str:
        """Return the language the owner has chosen for every page, if any."""
        return self._desk().preferred()

    def learners(self) -> Learners:
        """Return who is being taught in the open game."""
        return self._desk().house.learners()

    def advised(self) -> tuple[int, ...]:
        """Who wants advice in the open game."""
        return self._desk().house.advised()

    def quotes(self, room: str) -> Quotes:
        """Return what the owner's own rulebook says for each clause of a room."""
        return self._desk().rulebooks.quotes(room)

    def words_for(self, languages: str) -> Words:
        return best(self._desk().words, self.language() or languages)

    def _in_house(self, environ: Environ) -> str:
        text = environ.get("HTTP_COOKIE", "")
        if COOKIE not in text and HOST_COOKIE not in text:
            return ""
        from werkzeug.http import parse_cookie

        here, cookies = self._desk(), parse_cookie(text)
        game = here.house.place.game or ""
        began = here.owner.is_host(cookies.get(HOST_COOKIE, ""), game)
        return here.owner.role_of(cookies.get(COOKIE, "")) or HOST * began

    def _desk(self) -> HouseDesk:
        assert self._house is not None
        return cast(HouseDesk, self._house.extensions[EXTENSION])
