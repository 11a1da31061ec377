"""The words of one room, put together with those every room shares and with no other room's."""

from __future__ import annotations

from typing import Any

from companion.words import SHARED, STOREYS, Words, read_part


def read_room(room: str) -> dict[str, Any]:
    """Return what stands in the room's own file, and under its name in files for all rooms."""
    own = read_part("en", room)
    for storey in STOREYS:
        part = read_part("en", storey)
        _merge(own, {name: value for name, value in part.items() if name == room})
    return own


def room_words(room: str, **more: Any) -> Words:
    """Return English for one room, where a missing sentence is an error."""
    data = read_part("en", SHARED)
    _merge(data, read_room(room) | more)
    return Words(data, strict=True)


def _merge(whole: dict[str, Any], part: dict[str, Any]) -> None:
    for name, value in part.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            _merge(whole[name], value)
        else:
            whole[name] = value
