"""When a request cannot be answered: a sentence for people, or the same as JSON for the page."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from .desk import desk, language, say
from .quiet import Quiet

sorry = Blueprint("sorry", __name__)

KNOWN = {404: "page.error.nowhere", 405: "page.error.nowhere", 413: "page.error.too_big"}


class Page(Flask):
    """An app whose faults are logged in one line each."""

    def log_exception(self, exc_info: Any) -> None:
        log = request.environ.get("wsgi.errors")
        if not isinstance(log, Quiet):
            super().log_exception(exc_info)
            return
        # the rest of a path may be the secret link of a seat
        place = request.path[1:].partition("/")[0]
        log.trouble(request.remote_addr or "", f"{request.method} /{place}", exc_info[1])


@sorry.app_errorhandler(HTTPException)
def apologise(error: HTTPException) -> Response:
    """Word an HTTP error; its description is the key of our sentence."""
    code = error.code or 500
    try:
        response = _worded(error, code)
    except Exception:  # a request so broken that not even an apology can be written for it
        response = Response(error.name, code, mimetype="text/plain")
    if code in (429, 503):
        response.headers["Retry-After"] = "5"
    return response


def _worded(error: HTTPException, code: int) -> Response:
    told = _sentence(code, str(error.description or ""))
    if request.method == "POST" or request.path in ("/state", "/events"):
        return Response(_json(told), code, mimetype="application/json")
    page = render_template("sorry.html", told=told, code=code, language=language())
    return Response(page, code)


def _sentence(code: int, key: str) -> str:
    own = key if key in desk().words[language()].texts else KNOWN.get(code, "page.error.broken")
    return say(own)


def _json(told: str) -> bytes:
    return msgspec.json.encode({"kind": "error", "say": told})
