"""The hood on the page: the referee begins and stops a scan. Only counts ever come back."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort

from ..kit.context import body_of, offloaded
from .context import actor, desk
from .rights import Right, may

hood = Blueprint("hood", __name__)


class ScanBody(msgspec.Struct, forbid_unknown_fields=True):
    run: bool


@hood.post("/scan")
def scan() -> Response:
    """Begin the scan, or stop it and forget what was read."""
    if not may(actor(), Right.SCAN, desk().table.manner):
        abort(403, "page.error.not_yours")
    scanner = desk().scanner
    if scanner is None:
        abort(404)
    body = body_of(ScanBody)
    offloaded(scanner.begin if body.run else scanner.stop)
    taken = {"kind": "accepted", "number": desk().table.number, "say": None, "clause": ""}
    return Response(msgspec.json.encode(taken), mimetype="application/json")
