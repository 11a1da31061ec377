"""When a request cannot be answered: a sentence for people, or the same as JSON for the page."""

from __future__ import annotations

import logging
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.security import safe_join

from companion.util.log import RareErrors

from ..server.access_log import AccessLog
from .context import app_context, language, say
from .gzip_answers import LEAN, lean_file

error_pages = Blueprint("error_pages", __name__)

LOG = logging.getLogger(__name__)
ERRORS = RareErrors(LOG)
KNOWN = {404: "page.error.nowhere", 405: "page.error.nowhere", 413: "page.error.too_big"}


PLAIN = ("/state", "/events")
"""What the page asks for by itself: it gets the sentence as JSON."""


class ErrorPage(Flask):
    """An app whose faults are logged in one line each, and whose scripts are sent lean."""

    @cached_property
    def logger(self) -> logging.Logger:
        """Our own: Flask's would write into the request that is being answered."""
        return LOG

    def send_static_file(self, filename: str) -> Response:
        named = safe_join(self.static_folder or "", filename)
        path = Path(named) if named else Path()
        if path.suffix not in LEAN or not path.is_file():
            return super().send_static_file(filename)
        data, tag = lean_file(path)
        response = Response(data, mimetype=LEAN[path.suffix])
        response.cache_control.no_cache = True
        response.set_etag(tag)
        response.make_conditional(request)
        return response

    def log_exception(self, exc_info: Any) -> None:
        log = request.environ.get("wsgi.errors")
        if not isinstance(log, AccessLog):
            super().log_exception(exc_info)
            return
        # the rest of a path may be the secret link of a seat
        place = request.path[1:].partition("/")[0]
        log.trouble(request.remote_addr or "", f"{request.method} /{place}", exc_info[1])


@error_pages.app_errorhandler(HTTPException)
def apologise(error: HTTPException) -> Response:
    """Word an HTTP error; its description is the key of our sentence."""
    code = error.code or 500
    try:
        response = _worded(error, code)
    except Exception as wrong:  # so broken that not even an apology can be written for it
        ERRORS.report("An error page could not be written", wrong)
        response = Response(error.name, code, mimetype="text/plain")
    if code in (429, 503):
        response.headers["Retry-After"] = "5"
    return response


def _worded(error: HTTPException, code: int) -> Response:
    sentence = _sentence(code, str(error.description or ""))
    if request.method == "POST" or request.path in PLAIN or request.blueprint == "corrections":
        return Response(_json(sentence), code, mimetype="application/json")
    words = app_context().words[language()].under("page")
    page = render_template("sorry.html", told=sentence, code=code, language=language(), words=words)
    return Response(page, code)


def _sentence(code: int, key: str) -> str:
    own = (
        key
        if key in app_context().words[language()].texts
        else KNOWN.get(code, "page.error.broken")
    )
    return say(own)


def _json(sentence: str) -> bytes:
    return msgspec.json.encode({"kind": "error", "say": sentence})
