"""Describe each room for the lobby: numbers of people, colours, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.house import Switch, switches
from companion.rooms import Room, every_room


@dataclass(frozen=True)
class Offer:
    """One box on the lobby's table."""

    room: str
    least: int
    most: int
    colours: tuple[str, ...]
    in_order: bool
    """Whether the colour says who begins."""
    has_scale: bool
    rules: tuple[Switch, ...]


def offers(boxes: Callable[[str], Path | None] = lambda room: None) -> Iterator[Offer]:
    """List all rooms with the facts of their boxes; *boxes* finds the owner's box files."""
    for room in every_room():
        yield _offer(room, boxes(room.name))


def _offer(room: Room, own: Path | None) -> Offer:
    box = room.game.load_box(own)
    least, most = box.players
    colours = tuple(room.worn(box))
    return Offer(
        room.name,
        least,
        min(most, len(colours)),
        colours,
        room.worn_in_order,
        room.scale is not None,
        switches(room.game.house_rules),
    )
