"""The app of the hall and its site, put together from their parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from flask import Flask
from werkzeug.http import parse_cookie

from companion.web.kit.codes import GuessLimit
from companion.web.kit.context import EXTENSION
from companion.web.kit.error_pages import ErrorPage, error_pages
from companion.web.kit.guards import guards, own_names
from companion.web.kit.gzip_answers import gzip_answers
from companion.web.server.notifier import Notifier
from companion.web.server.site import Answering, Environ, Limits, best
from companion.words import Words

from ...hall.hall import Hall
from ...hall.publication import Publisher
from ..server.addresses import reach
from .board import HallBoard, clock_of
from .broadcast import Broadcast
from .commands_api import commands_api
from .context import Draw, HallDesk, Requester
from .crew import COOKIE, CREW, Crew
from .pages import pages
from .papers import papers
from .publication import publication
from .staff_api import staff_api

PARTS = (guards, gzip_answers, error_pages, pages, staff_api, papers, publication,
         commands_api)  # fmt: skip
LIMITS = Limits(streams=4000, streams_per_address=2000, connections_per_address=3000,
                body_bytes=600_000)  # fmt: skip
"""A hall's people come through one access point, and a pasted list of five thousand names fits."""


class HallSite:
    """What the server serves for a hall."""

    def __init__(self, notifier: Notifier) -> None:
        self.notifier, self.limits = notifier, LIMITS
        self._app: Flask | None = None

    def furnish(self, app: Flask) -> None:
        self._app = app

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]:
        assert self._app is not None
        return self._app(environ, answer)

    def who(self, environ: Environ) -> str:
        """Return who asks; the crew's cookie goes before a stranger's."""
        text = environ.get("HTTP_COOKIE", "")
        if COOKIE not in text:
            return ""
        member = self._desk().crew.member(parse_cookie(text).get(COOKIE, ""))
        return f"{member.role} {member.name}" if member.role in CREW else ""

    def words_for(self, languages: str) -> Words:
        return best(self._desk().words, languages)

    def _desk(self) -> HallDesk:
        assert self._app is not None
        return cast(HallDesk, self._app.extensions[EXTENSION])


def create_hall_app(
    hall: Hall,
    site: HallSite,
    *,
    words: Mapping[str, Words],
    crew: Crew,
    enrol: Callable[[Requester], dict[str, Any]],
    draw: Draw,
    publisher: Publisher,
    rooms: Mapping[str, tuple[int, int]],
    addresses: Callable[[], tuple[str, ...]] = tuple,
    hosts: Collection[str] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Build the pages of a hall and hang them up in its site."""
    app = ErrorPage("companion.web")
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=0, MAX_CONTENT_LENGTH=site.limits.body_bytes)
    board = HallBoard(hall, lambda: reach(addresses()))
    broadcast = Broadcast(
        site.notifier,
        lambda seen, tongue, patches: board.news(seen, words[tongue], patches=patches),
        lambda: clock_of(hall),
        site.limits.heartbeat_seconds,
    )
    app.extensions[EXTENSION] = HallDesk(
        hall=hall,
        crew=crew,
        board=board,
        broadcast=broadcast,
        words=words,
        hosts=own_names() | {host.lower() for host in hosts},
        limits=site.limits,
        notifier=site.notifier,
        patience=GuessLimit(clock),
        addresses=addresses,
        enrol=enrol,
        draw=draw,
        publisher=publisher,
        rooms=rooms,
    )
    for part in PARTS:
        app.register_blueprint(part)
    site.furnish(app)
    return app
