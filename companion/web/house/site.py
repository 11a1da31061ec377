"""One address for everything: the lobby while nothing is played, the table while something is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from companion.words import Words
from companion.words.quoting import Quotes

from ..bell import Bell
from ..desk import EXTENSION, Desk, Limits
from ..keys import Keys
from ..site import Answering, Environ, best, joined
from .desk import HouseDesk
from .owner import COOKIE

if TYPE_CHECKING:
    from flask import Flask

SHARED_PATHS = frozenset({"", "join", "static"})
"""The first parts of addresses that belong to the table while one is open."""


class HouseSite:
    """Sends each request to the house or to the table that is open."""

    def __init__(self, bell: Bell, limits: Limits | None = None) -> None:
        self.bell = bell
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
        self.bell.ring()

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]:
        assert self._house is not None
        first = environ.get("PATH_INFO", "/")[1:].partition("/")[0]
        table = self._table
        app = self._house if table is None or first in self._paths else table
        return app(environ, answer)

    def seat(self, environ: Environ) -> str:
        """The seat or referee of the open table that a request comes from."""
        return joined(self._table, environ) if self._table is not None else ""

    def keys(self) -> Keys | None:
        """Who holds links and phones of the open table; None while none is open."""
        table = self._table
        return cast(Desk, table.extensions[EXTENSION]).keys if table is not None else None

    def who(self, environ: Environ) -> str:
        return self.seat(environ) or ("owner" if self._is_owner(environ) else "")

    def language(self) -> str:
        """The language the owner has chosen for every page, where there is one."""
        return self._desk().preferred()

    def quotes(self, room: str) -> Quotes:
        """What the owner's own rulebook says behind each clause of a room."""
        return self._desk().rulebooks.quotes(room)

    def words_for(self, languages: str) -> Words:
        return best(self._desk().words, self.language() or languages)

    def _is_owner(self, environ: Environ) -> bool:
        text = environ.get("HTTP_COOKIE", "")
        if COOKIE not in text:
            return False
        from werkzeug.http import parse_cookie

        return self._desk().owner.holds(parse_cookie(text).get(COOKIE, ""))

    def _desk(self) -> HouseDesk:
        assert self._house is not None
        return cast(HouseDesk, self._house.extensions[EXTENSION])
