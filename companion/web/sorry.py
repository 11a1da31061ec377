"""When a request cannot be answered: a sentence for people, or the same as JSON for the page."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import HTTPException

from .desk import desk, language, say

sorry = Blueprint("sorry", __name__)

KNOWN = {404: "page.error.nowhere", 405: "page.error.nowhere", 413: "page.error.too_big"}


@sorry.app_errorhandler(HTTPException)
def apologise(error: HTTPException) -> Response:
    """Word an HTTP error; its description is the key of our sentence."""
    code = error.code or 500
    told = _sentence(code, str(error.description or ""))
    if request.method == "POST" or request.path in ("/state", "/events"):
        response = Response(_json(told), code, mimetype="application/json")
    else:
        page = render_template("sorry.html", told=told, code=code, language=language())
        response = Response(page, code)
    if code in (429, 503):
        response.headers["Retry-After"] = "5"
    return response


def _sentence(code: int, key: str) -> str:
    own = key if key in desk().words[language()].texts else KNOWN.get(code, "page.error.broken")
    return say(own)


def _json(told: str) -> bytes:
    return msgspec.json.encode({"kind": "error", "say": told})
