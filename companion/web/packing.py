"""Text answers packed with gzip for clients that accept it: once, however often they are sent.

Only what everybody may read is packed: scripts, styles, drawings, words and pages. The length of a
packed answer depends on how much its parts resemble each other, so a view with somebody's secrets
in it goes out as it is.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from hashlib import blake2b

from flask import Blueprint, Response, request

packing = Blueprint("packing", __name__)

PACKED = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})
DATA = frozenset({"words.json", "house", "shelf", "people.json"})
"""The first part of addresses whose data everybody may read."""
LEAST = 600
"""Below this the frame of a packet outweighs what it saves."""
KEPT = 160
"""Packets that are kept: all scripts of the house fit in."""
LEVEL = 8


class Packets:
    """What was packed lately, by what was in it."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._packets: OrderedDict[bytes, bytes] = OrderedDict()

    def of(self, data: bytes) -> bytes:
        mark = blake2b(data, digest_size=16).digest()
        packet = self._packets.pop(mark, None)
        if packet is None:
            packet = gzip.compress(data, LEVEL, mtime=0)
        self._packets[mark] = packet
        while len(self._packets) > self._kept:
            self._packets.popitem(last=False)
        return packet


PACKETS = Packets()


@packing.after_app_request
def pack(response: Response) -> Response:
    """Pack an answer that may be packed; a copy that is still good is not sent at all."""
    if not _is_for_everybody(response):
        return response
    response.vary.add("Accept-Encoding")
    if not _is_worth_it(response):
        return response
    packet = PACKETS.of(response.get_data())
    tag, _ = response.get_etag()
    response.set_data(packet)
    response.headers["Content-Encoding"] = "gzip"
    if tag:
        response.set_etag(f"{tag}-gzip")
        response.make_conditional(request)
    return response


def _is_for_everybody(response: Response) -> bool:
    if request.method != "GET":
        return False
    first = request.path[1:].partition("/")[0]
    return response.mimetype in PACKED or (response.is_json and first in DATA)


def _is_worth_it(response: Response) -> bool:
    return (
        response.status_code == 200
        and not response.is_streamed
        and request.accept_encodings.quality("gzip") > 0
        and "Content-Encoding" not in response.headers
        and (response.content_length or len(response.get_data())) >= LEAST
    )
