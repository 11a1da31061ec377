"""Photographs as they arrive: known by their first bytes, measured before they are unpacked."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

MOST_PIXELS = 50_000_000
KEPT = 4
"""How many photographs are remembered, in memory alone; the oldest is forgotten first."""
ARRIVING, FROM_ONE = 4, 3
"""How many may be on their way from strangers, and how many of them from one address; seats and the
referee have as many of their own."""

JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
PHONE_TYPES = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")
"""What phones keep their own photographs in, named after ``ftyp``."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


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
        """Hold a place for a photograph on its way: there are few, because each may fill a lot of
        memory. False when there is none."""
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
    if data[4:8] == b"ftyp" and data[8:12] in PHONE_TYPES:
        return "phone_picture"
    if not data.startswith((JPEG, PNG)):
        return "not_a_picture"
    size = size_of(data)
    if size is None:
        return "torn_picture"
    return "huge_picture" if size[0] * size[1] > MOST_PIXELS else ""


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as the head of a JPEG or PNG gives them; None when it does not."""
    if data.startswith(PNG):
        wide, high = _number(data[16:20]), _number(data[20:24])
        return (wide, high) if data[12:16] == b"IHDR" and wide and high else None
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind in _FRAMES:
            high, wide = _number(data[at + 5 : at + 7]), _number(data[at + 7 : at + 9])
            return (wide, high) if wide and high else None
        at += 1 if kind == 0xFF else 2 if kind in _ALONE else 2 + _number(data[at + 2 : at + 4])
    return None


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")
