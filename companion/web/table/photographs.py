"""Photographs as they arrive: known by their first bytes, measured before they are unpacked."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from flask import abort, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from calibration.geometry.picture_size import (
    JPEG,
    PNG,
    is_phone_picture,
    phone_picture_size,
    reads_phone_pictures,
    size_of,
)

MOST_PIXELS = 50_000_000
"""Most pixels of a JPEG from a phone: a larger one is read at half its size."""
MOST_PNG_PIXELS = 16_000_000
"""A PNG has to be unpacked whole, and 139 kB of it may hold 49 million pixels; no camera does."""
KEPT = 4
"""How many photographs are remembered, in memory alone; the oldest is forgotten first."""
ARRIVING, FROM_ONE = 4, 3
"""How many may be on their way from strangers, and how many of them from one address; seats and the
referee have as many of their own."""


@dataclass(frozen=True)
class Looked:
    """What was read from one photograph."""

    cells: Mapping[str, str]
    """The label of every cell that is read beyond doubt."""
    doubts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The cells that are not, with the labels they may show and their chances, likeliest first."""
    picture: bytes = b""
    """The board seen from straight above, as JPEG."""
    places: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    """The corners of every cell in that picture, as parts of its width and height."""


@dataclass(frozen=True)
class Scoring:
    """How a room counts a finished game from a photograph alone."""

    read: Callable[[bytes], Looked]
    """Heavy. Raises a ValueError that says what is wrong with an unusable picture."""
    options: Callable[[str], Sequence[str]]
    """Every label a cell can be said to show."""
    tell: Callable[..., dict[str, Any]]
    """The sheet about labels by cell and the doubts that are left; ``ask`` names those to ask.
    *told* are the cells whose label is somebody's own word."""
    crop: Callable[[bytes, Sequence[str]], bytes]
    """Some cells, cut out of a picture of the board."""
    places: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    """The corners of every cell in what the table's own camera sees, from above."""
    nothing: Mapping[str, str] = field(default_factory=dict)
    """What every cell shows before anything lies there."""


@dataclass(frozen=True)
class Snapping:
    """How a photograph of the game that is played is read."""

    read: Callable[[bytes, Sequence[tuple[float, float]]], Any]
    """Heavy. The readings of every cell, from a picture and the corners somebody tapped."""


class Album:
    """The photographs that were read lately, and the one reading that may go on at a time."""

    def __init__(self) -> None:
        self.reading = Lock()
        self._arriving: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        self._pages: OrderedDict[str, Looked] = OrderedDict()

    @contextmanager
    def arrival(self, sender: str, joined: bool) -> Iterator[bool]:
        """Hold a place for a photograph on its way: there are few, because each may need much
        memory. False if none is free."""
        here = self._arriving[joined]
        if here[sender] >= FROM_ONE or here.total() >= ARRIVING:
            yield False
            return
        here[sender] += 1
        try:
            yield True
        finally:
            here[sender] -= 1
            if not here[sender]:
                del here[sender]

    def keep(self, looked: Looked) -> str:
        """Remember a photograph; anybody who knows its name may ask about it."""
        name = secrets.token_urlsafe(12)
        self._pages[name] = looked
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        return name

    def find(self, name: str) -> Looked | None:
        return self._pages.get(name)


def trouble_with(data: bytes) -> str:
    """Why we cannot take this picture, as the end of a key of words; "" when we can."""
    if is_phone_picture(data):
        return _trouble_with_phone_picture(data)
    if not data.startswith((JPEG, PNG)):
        return "not_a_picture"
    size = size_of(data)
    if size is None:
        return "torn_picture"
    pixels = size[0] * size[1]
    if data.startswith(PNG):
        return "huge_png" if pixels > MOST_PNG_PIXELS else ""
    return "huge_picture" if pixels > MOST_PIXELS else ""


def _trouble_with_phone_picture(data: bytes) -> str:
    if not reads_phone_pictures():
        return "phone_picture"
    size = phone_picture_size(data)
    if size is None:
        return "torn_picture"
    return "huge_phone" if size[0] * size[1] > MOST_PNG_PIXELS else ""


TROUBLES = {
    "phone_picture": "page.error.phone_picture",
    "not_a_picture": "page.error.not_a_picture",
    "torn_picture": "page.error.torn_picture",
    "huge_picture": "page.error.huge_picture",
    "huge_png": "page.error.huge_png",
    "huge_phone": "fault.picture.phone_too_large",
}


def allow_picture(most: int) -> None:
    """Let a picture of this many bytes come."""
    request.max_content_length = most
    if (request.content_length or 0) > most:
        abort(413, "page.error.picture_too_big")


def sent_picture() -> bytes:
    """Receive a picture; callers have checked the right to send it."""
    try:
        data = request.get_data(cache=False)
    except RequestTimeout:
        abort(408, "page.error.picture_slow")
    except ClientDisconnected:
        abort(400, "page.error.torn_picture")
    if trouble := trouble_with(data):
        abort(415, TROUBLES[trouble])
    return data
