"""The site of one table's page, as the server serves it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from flask import Flask

from companion.core.roles import TABLE
from companion.util.log import RareErrors
from companion.words import Words

from ..kit.context import EXTENSION
from ..server.notifier import Notifier
from ..server.site import Answering, Environ, Limits, best
from .context import Desk, actor

ERRORS = RareErrors(logging.getLogger(__name__))


class TableSite:
    """The page of one table."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._desk: Desk = app.extensions[EXTENSION]

    @property
    def notifier(self) -> Notifier:
        return self._desk.notifier

    @property
    def limits(self) -> Limits:
        return self._desk.limits

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]:
        return self.app(environ, answer)

    def who(self, environ: Environ) -> str:
        return joined(self.app, environ)

    def words_for(self, languages: str) -> Words:
        return best(self._desk.words, languages)


def joined(app: Flask, environ: Environ) -> str:
    """Return the role the cookie of a request opens at one table; None for a stranger."""
    if "HTTP_COOKIE" not in environ:
        return ""
    try:
        with app.request_context(environ):
            role = actor()
    except Exception as wrong:  # the app itself will answer it
        ERRORS.report("A cookie could not be read", wrong)
        return ""
    return "" if role == TABLE else str(role)
