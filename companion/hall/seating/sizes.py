"""How many people sit at which box: nobody waits who need not, and games come up evenly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.hall.night.records import Box

FULL, EVEN = "full", "even"
FILLS = (FULL, EVEN)
"""Full tables and perhaps boxes left over; or every box in use, tables as small as that needs."""


class Mix(msgspec.Struct, frozen=True):
    """Boxes in use with their numbers of people, and how many people have to wait."""

    tables: tuple[tuple[str, int], ...]
    waiting: int


Cost = tuple[int, int]


def mix(
    boxes: Sequence[Box], people: int, fill: str = FULL, had: Mapping[str, int] | None = None
) -> Mix:
    """The best way to seat this many people at these boxes.

    Fewest wait; then by *fill*; then games that had fewer seats so far (*had*) come first.
    """
    had = had or {}
    rows: list[dict[int, tuple[Cost, int]]] = [{0: ((0, 0), 0)}]
    for box in boxes:
        rows.append(_with_box(rows[-1], box, people, fill, had.get(box.game, 0)))
    seated = max(rows[-1])
    tables: list[tuple[str, int]] = []
    left = seated
    for box, row in zip(reversed(boxes), reversed(rows[1:]), strict=True):
        size = row[left][1]
        if size:
            tables.append((box.id, size))
        left -= size
    return Mix(tuple(reversed(tables)), people - seated)


def _with_box(
    before: dict[int, tuple[Cost, int]], box: Box, people: int, fill: str, had: int
) -> dict[int, tuple[Cost, int]]:
    """For each number of people seated so far: the least cost, and the size of this box's table."""
    found: dict[int, tuple[Cost, int]] = {}
    for size in (0, *sorted(set(box.sizes), reverse=True)):
        own = (_size_cost(box, size, fill), had * size)
        for seated, (cost, _) in before.items():
            total = seated + size
            if total > people:
                continue
            new = (cost[0] + own[0], cost[1] + own[1])
            if total not in found or new < found[total][0]:
                found[total] = new, size
    return found


def _size_cost(box: Box, size: int, fill: str) -> int:
    if fill == EVEN:
        return size * (size - 1)
    return (max(box.sizes) - size) ** 2 if size else 0


def who_waits(boxes: Sequence[Box], people: int) -> int:
    """How many have to wait whatever is done."""
    return mix(boxes, people).waiting
