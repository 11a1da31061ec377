"""Joining: a secret link makes a phone the phone of one seat, or of the referee."""

from __future__ import annotations

from flask import Blueprint, abort, redirect
from werkzeug.wrappers import Response

from companion.core.roles import REFEREE

from .desk import desk

join = Blueprint("join", __name__)


@join.get("/join/<token>")
def come_in(token: str) -> Response:
    role = desk().keys.role_of(token)
    if role is None:
        abort(403, "page.error.token")
    desk().keys.remember(token, role)
    return redirect("/referee" if role == REFEREE else "/seat", 303)
