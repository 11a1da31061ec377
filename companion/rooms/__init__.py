"""The five rooms as the outside knows them; the only place that knows all of them by name."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from companion.core.errors import UnknownRoom
from companion.core.game import ROOMS, Game

from .room import Room, Setting, Size

if TYPE_CHECKING:
    from calibration.geometry.board import Board

__all__ = [
    "Room",
    "Setting",
    "Size",
    "board_of",
    "every_room",
    "labels_of",
    "room_of",
    "rooms_with",
]


def room_of(name: str) -> Room:
    """Return the record of a room."""
    if name not in ROOMS:
        raise UnknownRoom("fault.no_room", name=name, rooms=list(ROOMS))
    room: Room = importlib.import_module(f"{__name__}.{name}").ROOM
    return room


def every_room() -> tuple[Room, ...]:
    return tuple(map(room_of, ROOMS))


def rooms_with(extra: str) -> tuple[Room, ...]:
    """List the rooms that have an extra: a hood, a photograph to score, a scale."""
    return tuple(room for room in every_room() if getattr(room, extra) is not None)


def board_of(game: Game, box: Any) -> Board:
    """Return the board of a room, for a box."""
    return room_of(game.name).board(box)


def labels_of(game: Game, box: Any) -> tuple[str, ...]:
    """List the faces the eye must be taught, besides an empty place and a back."""
    return room_of(game.name).labels(box)
