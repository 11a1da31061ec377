"""A site: what the server serves. One table's page, or a house whose tables come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from flask import Flask

from companion.core.roles import TABLE
from companion.words import Words, choose

from .bell import Bell
from .desk import EXTENSION, Desk, Limits, actor

Environ = dict[str, Any]
Answering = Callable[..., Any]


class Site(Protocol):
    """What the gate and the server ask of whatever they serve."""

    @property
    def bell(self) -> Bell: ...

    @property
    def limits(self) -> Limits: ...

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]: ...

    def who(self, environ: Environ) -> str:
        """The seat, referee or owner whose cookie this is; nothing for everybody else."""

    def words_for(self, languages: str) -> Words:
        """The words in the best of some languages, as a browser names them."""


class TableSite:
    """The page of one table."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._desk: Desk = app.extensions[EXTENSION]

    @property
    def bell(self) -> Bell:
        return self._desk.bell

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
    """The role the cookie of a request opens at one table; nothing for a stranger."""
    if "HTTP_COOKIE" not in environ:
        return ""
    try:
        with app.request_context(environ):
            role = actor()
    except Exception:  # whatever is wrong with it, the app itself will say so
        return ""
    return "" if role == TABLE else str(role)


def best(words: Mapping[str, Words], languages: str) -> Words:
    return words[choose(languages, tuple(words))]
