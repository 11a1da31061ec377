"""Count the streams that are open: strangers never take the place of somebody who belongs here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from flask import abort

from ..server.connection_limits import household
from ..server.site import Limits

Places = Mapping[str, str]
"""The counts a stream is part of, by the limit that holds them."""


class Streaming(Protocol):
    """An app whose pages listen."""

    @property
    def limits(self) -> Limits: ...

    @property
    def open_streams(self) -> dict[str, int]: ...


def places_for(here: Streaming, known: str, address: str) -> Places:
    """Count one more stream; refuse it if its kind is full. *known* is who belongs here: a
    seat, the referee, the owner, somebody of the crew; nothing for everybody else."""
    strangers = {"streams": "all", "streams_per_address": f"from {household(address)}"}
    places = {"streams_per_role": f"as {known}"} if known else strangers
    if any(here.open_streams.get(p, 0) >= getattr(here.limits, n) for n, p in places.items()):
        abort(503, "page.error.crowded")
    return places


@contextmanager
def seated(here: Streaming, places: Places) -> Iterator[None]:
    """Count a stream while it is open."""
    counts = here.open_streams
    for place in places.values():
        counts[place] = counts.get(place, 0) + 1
    try:
        yield
    finally:
        for place in places.values():
            counts[place] -= 1
            if not counts[place]:
                del counts[place]
