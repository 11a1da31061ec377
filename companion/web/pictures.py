"""A picture as it is posted: no larger than allowed, and looked at before anybody unpacks it."""

from __future__ import annotations

from flask import abort, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from .photographs import trouble_with

TROUBLES = {
    "phone_picture": "page.error.phone_picture",
    "not_a_picture": "page.error.not_a_picture",
    "torn_picture": "page.error.torn_picture",
    "huge_picture": "page.error.huge_picture",
    "huge_png": "page.error.huge_png",
}


def allow_picture(most: int) -> None:
    """Let a picture of this many bytes come."""
    request.max_content_length = most
    if (request.content_length or 0) > most:
        abort(413, "page.error.picture_too_big")


def sent_picture() -> bytes:
    """What is sent; whoever calls this has allowed it before."""
    try:
        data = request.get_data(cache=False)
    except RequestTimeout:
        abort(408, "page.error.picture_slow")
    except ClientDisconnected:
        abort(400, "page.error.torn_picture")
    if trouble := trouble_with(data):
        abort(415, TROUBLES[trouble])
    return data
