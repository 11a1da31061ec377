"""The hood on the page: the referee begins and stops a scan. Only counts ever come back."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.roles import REFEREE

from .desk import desk, offloaded, role

hood = Blueprint("hood", __name__)


class ScanBody(msgspec.Struct, forbid_unknown_fields=True):
    run: bool


@hood.post("/scan")
def scan() -> Response:
    """Begin the scan, or stop it and forget what was read."""
    if role() != REFEREE:
        abort(403, "page.error.not_yours")
    scanner = desk().scanner
    if scanner is None:
        abort(404)
    try:
        body = msgspec.json.decode(request.get_data(), type=ScanBody)
    except (msgspec.DecodeError, UnicodeDecodeError):
        abort(400, "page.error.malformed")
    offloaded(scanner.begin if body.run else scanner.stop)
    told = {"kind": "accepted", "number": desk().table.number, "say": None, "clause": ""}
    return Response(msgspec.json.encode(told), mimetype="application/json")
